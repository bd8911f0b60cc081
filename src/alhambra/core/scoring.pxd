cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.checks cimport check_between
from alhambra.core.position cimport Position, Workspace
from alhambra.core.building cimport longest_wall_unchecked

cdef Workspace WORK
cdef unsigned char TILE_KIND[54]
cdef unsigned long long KIND_TILES[6]
cdef unsigned char SHARES[1152]

cdef int scorers(Position position) noexcept nogil
cdef void count_kind(Position position, int kind, unsigned char* counts) noexcept nogil
@cython.locals(place=cython.int)
cdef int place_of(Workspace work, int scorers, int who) noexcept nogil
cdef int prize_of(Workspace work, int scorers, int scoring, int kind, int who) noexcept nogil
@cython.locals(count=cython.int, rank=cython.int)
cdef int rank_of(Workspace work, int scorers, int who) noexcept nogil
cdef int share_of(int scoring, int kind, int rank) noexcept nogil
cdef void share_prizes(Workspace work, int scorers, int scoring, int kind) noexcept nogil
cdef void score(Workspace work, Position position, int scoring) noexcept nogil

cpdef tuple kind_sheet(Position position, int scoring, int kind)
