cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.checks cimport check_between, check_players
from alhambra.core.dealing cimport window_end, window_start
from alhambra.core.position cimport Position, Workspace
from alhambra.envs.numbering cimport *
from alhambra.envs.stepper cimport Stepper, check_stepper, find_around, wall_of

cdef Workspace WORK


@cython.final
cdef class Observer:
    cdef readonly int players
    cdef readonly int size
    cdef int hands, money, points, walls, turn, cities, reserves, cells, frontier, market, row
    cdef int waiting, dirk, bag, deck, discard, scorings, scored, phase, verb, chosen, cards
    cpdef bytearray observe(self, Stepper stepper, int seat)


cdef int check_observer(Observer observer, Stepper stepper) except -1
cdef inline int byte_of(int number) noexcept nogil:
    return max(0, min(number, 255))
cdef void write_tiles(unsigned char* row, int at, unsigned long long tiles) noexcept nogil
@cython.locals(value=cython.int)
cdef void write_hand(unsigned char* row, int at, unsigned int hand) noexcept nogil
cdef void write_cell(unsigned char* row, int at, int cell) noexcept nogil
cdef void write_seats(Observer observer, Workspace work, Stepper stepper, int seat, unsigned char* row) noexcept nogil
@cython.locals(rest=cython.ulonglong, tile=cython.int)
cdef void write_cells(Observer observer, Position position, int owner, unsigned char* row) noexcept nogil
@cython.locals(i=cython.int)
cdef void write_frontier(Observer observer, Workspace work, Stepper stepper, int seat, unsigned char* row) noexcept nogil
@cython.locals(i=cython.int, card=cython.int, square=cython.int)
cdef void write_table(Observer observer, Position position, unsigned char* row) noexcept nogil
@cython.locals(scoring=cython.int, pile=cython.int)
cdef void write_time(Observer observer, Position position, unsigned char* row) noexcept nogil
@cython.locals(i=cython.int, step=cython.int)
cdef void write_chosen(Observer observer, Stepper stepper, unsigned char* row) noexcept nogil
cdef int verb_of(int step) noexcept nogil
@cython.locals(i=cython.int)
cdef void write_observation(Observer observer, Workspace work, Stepper stepper, int seat, unsigned char* row) noexcept nogil
