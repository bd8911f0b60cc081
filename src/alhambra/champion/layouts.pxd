cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.position cimport Position, Workspace
from alhambra.core.building cimport FITTING_WALLS, STEP, follow_city, walk_outline
from alhambra.champion.columns cimport *

cdef unsigned char TILE_WALLS[55]
cdef unsigned long long KIND_TILES[6]
cdef unsigned long long SPREAD[256]
cdef unsigned char EDGES[256]


cdef enum:
    NO_RUN = 63


@cython.locals(run_of=cython.uchar[256], behind=cython.uchar[256], ahead=cython.uchar[256], run_length=cython.uchar[64], runs=cython.int, wall=cython.int, walls=cython.int)
cdef void write_layout(Workspace work, Position position, int seat, unsigned char* row, long at) noexcept nogil
@cython.locals(runs=cython.int, length=cython.int, passed=cython.int, wall=cython.int, run=cython.int, i=cython.int)
cdef int find_runs(Workspace work, int seat, unsigned char* run_of, unsigned char* run_length, unsigned char* behind, unsigned char* ahead) noexcept nogil
@cython.locals(first=cython.int, last=cython.int)
cdef int join_ends(int n, int runs, unsigned char* run_of, unsigned char* run_length, unsigned char* behind, unsigned char* ahead) noexcept nogil
@cython.locals(cells=cython.int, low=cython.ulonglong, high=cython.ulonglong, before=cython.int, cell=cython.int, allowed=cython.uint, fit=cython.long)
cdef void write_cells(Workspace work, int seat, int runs, unsigned char* run_of, unsigned char* run_length, unsigned char* behind, unsigned char* ahead, unsigned char* row, long at) noexcept nogil
cdef int faced(Workspace work, int i) noexcept nogil
cdef int around(int i, int n) noexcept nogil
@cython.locals(covered=cython.int, touched=cython.ulonglong, rest=cython.int, opening=cython.int, closing=cython.int, best=cython.int)
cdef void cover(Workspace work, int first, int cell, unsigned int allowed, int runs, unsigned char* run_of, unsigned char* run_length, unsigned char* behind, unsigned char* ahead, unsigned char* row, long at) noexcept nogil
@cython.locals(walls=cython.int, edges=cython.int, lead=cython.int, tail=cython.int, longest=cython.int)
cdef void join(int free, int rest, int opening, int closing, int best, int side, unsigned int allowed, unsigned char* row, long at) noexcept nogil
