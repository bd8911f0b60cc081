cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.codes cimport *
from alhambra.core.position cimport Position, Workspace
from alhambra.core.building cimport find_frontier, find_removable, follow_city

cdef Workspace WORK
cdef unsigned char TILE_PRICE[54]
cdef unsigned char TILE_WALLS[55]

cdef void list_actions_unchecked(Workspace work, Position position) noexcept nogil
@cython.locals(cards=cython.uint[4], worth=cython.int[17], size=cython.int, before=cython.int, i=cython.int, j=cython.int)
cdef void find_takes(Workspace work, Position position) noexcept nogil
cdef void sort_row(Position position, unsigned int* cards) noexcept nogil
@cython.locals(row=cython.uint)
cdef void list_takes(Workspace work, Position position) noexcept nogil
cdef void list_purchases(Workspace work, Position position) noexcept nogil
cdef void list_payments(Workspace work, int i, int due, unsigned int paid) noexcept nogil
cdef int list_cells(Workspace work, unsigned int* actions, int n, int seat, unsigned int kind, unsigned int tile) noexcept nogil
cdef int list_swaps(Workspace work, Position position, unsigned int* actions, int n, int seat, unsigned int tile) noexcept nogil
cdef int list_redesigns(Workspace work, Position position, unsigned int* actions, int n) noexcept nogil
cdef void add_redesigns(Workspace work, Position position) noexcept nogil
@cython.locals(gift=cython.bint)
cdef void list_placings(Workspace work, Position position) noexcept nogil
cdef int payment_worth(unsigned int payment) noexcept nogil
cdef int square_of(Position position, int tile) noexcept nogil
cdef bint is_covered(unsigned int hand, unsigned int payment) noexcept nogil
@cython.locals(exact=cython.bint)
cdef bint may_buy(Position position, unsigned int action) noexcept nogil

@cython.final
cdef class Listed:
    cdef Position position
    cdef bytes codes
    cdef unsigned int* first
    cdef int size
    cdef void keep(self, Position position, bytes codes, unsigned int* first, int size) noexcept
    cdef bint is_of(self, Position position) noexcept

cdef Listed LISTED

cdef class Codes:
    cdef bytes codes
    cdef unsigned int* first
    cdef int size
    cdef object decode

cpdef list list_actions(Position position)
cpdef bint is_legal(Position position, unsigned int action)
cdef bint is_among(unsigned int* actions, int n, unsigned int action) noexcept nogil
