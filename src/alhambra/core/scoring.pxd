cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.position cimport Position, Workspace
from alhambra.core.building cimport longest_wall

cdef Workspace WORK
cdef unsigned long long KIND_TILES[6]
cdef int PRIZES[9]

cdef int scorers(Position position) noexcept nogil
cdef void count_kind(Workspace work, Position position, int kind) noexcept nogil
@cython.locals(place=cython.int, best=cython.int, top=cython.int, tied=cython.int, prize=cython.int)
cdef void share_prizes(Workspace work, int scorers, int scoring, int kind) noexcept nogil
cdef void score(Workspace work, Position position, int scoring) noexcept nogil

cpdef tuple kind_sheet(Position position, int scoring, int kind)
