cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.position cimport Position, Workspace
from alhambra.core.building cimport STEP, find_frontier, walk_outline, longest_run

cdef unsigned char TILE_WALLS[55]
cdef unsigned char TILE_WITH[16]
cdef unsigned long long KIND_TILES[6]
cdef unsigned long long SPREAD[256]

cdef enum:
    FITTING = 10
    GROWTH = 31


cdef int small(int number) noexcept nogil
@cython.locals(low=cython.ulonglong, high=cython.ulonglong)
cdef void write_layout(Workspace work, Position position, int seat, unsigned char* row, long at) noexcept nogil
cdef void write_outline(Workspace work, int seat, unsigned char* row, long at) noexcept nogil
@cython.locals(walled=cython.uchar[256], faced=cython.ushort[256], outline=cython.ushort[256], corners=cython.ushort[256], cell=cython.int, side=cython.int, covered=cython.int, cornered=cython.int, allowed=cython.uint)
cdef void find_growth(Workspace work, int seat, int wall, unsigned char* row, long at) noexcept nogil
cdef unsigned int fitting_walls(Workspace work, int seat, int cell) noexcept nogil
cdef bint touches_by_corner(Workspace work, long at) noexcept nogil
@cython.locals(best=cython.int, run=cython.int, opening=cython.int, lead=cython.int, tail=cython.int, longest=cython.int)
cdef void cover(unsigned char* walled, int n, int start, int covered, int side, unsigned int allowed, int wall, unsigned char* row, long at) noexcept nogil
cdef int wall_with(Workspace work, int seat, int tile, int cell) noexcept nogil
