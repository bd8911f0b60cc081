cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport bit
from alhambra.core.position cimport Position

cdef int MIDDLE

cdef int check_between(str what, int number, int lowest, int highest) except -1
cdef int check_initialized(object part) except -1
cdef int check_players(int players) except -1
cdef int check_seat(int seat) except -1
cdef int check_tile(int tile) except -1
cdef int check_cell(int cell) except -1
cdef int check_dealt(Position position) except -1
@cython.locals(seen=cython.ulonglong, more=cython.ulonglong, doubled=cython.bint)
cdef int check_game(Position position) except -1
