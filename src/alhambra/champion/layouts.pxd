cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.position cimport Position, Workspace
from alhambra.core.building cimport STEP, find_frontier, walk_outline, longest_run
from alhambra.champion.columns cimport *

cdef unsigned char TILE_WALLS[55]
cdef unsigned long long KIND_TILES[6]
cdef unsigned long long SPREAD[256]
cdef unsigned char EDGES[320]


cdef int small(int number) noexcept nogil
@cython.locals(low=cython.ulonglong, high=cython.ulonglong)
cdef void write_layout(Workspace work, Position position, int seat, unsigned char* row, long at) noexcept nogil
cdef void write_outline(Workspace work, int seat, unsigned char* row, long at) noexcept nogil
@cython.locals(walled=cython.uchar[256], faced=cython.ushort[256], sides=cython.uchar[256], run_of=cython.uchar[256], run_length=cython.uchar[256], allowed=cython.ushort[16384], cell=cython.int, side=cython.int, covered=cython.int, rest=cython.int, opening=cython.int, closing=cython.int, best=cython.int, runs=cython.int)
cdef void find_growth(Workspace work, int seat, int wall, unsigned char* row, long at) noexcept nogil
@cython.locals(i=cython.int)
cdef int after(int start, int sides, int n) noexcept nogil
@cython.locals(runs=cython.int)
cdef int find_runs(unsigned char* walled, int n, unsigned char* run_of, unsigned char* run_length) noexcept nogil
cdef bint is_covered(unsigned char* run_of, int run, int start, int covered, int n) noexcept nogil
@cython.locals(edges=cython.int, lead=cython.int, tail=cython.int, longest=cython.int)
cdef void cover(int free, int rest, int opening, int closing, int best, int side, unsigned int allowed, int wall, unsigned char* row, long at) noexcept nogil
