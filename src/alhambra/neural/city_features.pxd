cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.position cimport Position, Workspace
from alhambra.core.building cimport BYTE_FLAGS, FITTING_WALLS, STEP, TILE_WALLS, follow_city, walk_outline
from alhambra.core.scoring cimport KIND_TILES
from alhambra.neural.columns cimport *
from alhambra.neural.encoder cimport Encoder

cdef unsigned char EDGES[256]


cdef enum:
    NO_RUN = 63


@cython.locals(run=cython.int, wall=cython.int, walls=cython.int)
cdef void write_layout(Encoder encoder, Workspace work, Position position, int seat, unsigned char* row, long at) noexcept nogil
@cython.locals(runs=cython.int, length=cython.int, passed=cython.int, wall=cython.int, run=cython.int, i=cython.int)
cdef void find_runs(Encoder encoder, Workspace work, int seat) noexcept nogil
@cython.locals(first=cython.int, last=cython.int, i=cython.int)
cdef void join_ends(Encoder encoder, int n) noexcept nogil
@cython.locals(cells=cython.int, low=cython.ulonglong, high=cython.ulonglong, before=cython.int, cell=cython.int, allowed=cython.uint, fit=cython.long)
cdef void write_cells(Encoder encoder, Workspace work, int seat, unsigned char* row, long at) noexcept nogil
cdef int faced(Workspace work, int i) noexcept nogil
cdef int wrapped(int i, int n) noexcept nogil
@cython.locals(n=cython.int, covered=cython.int, touched=cython.ulonglong, rest=cython.int, opening=cython.int, closing=cython.int, best=cython.int, run=cython.int)
cdef void cover(Encoder encoder, Workspace work, int first, int cell, unsigned int allowed, unsigned char* row, long at) noexcept nogil
@cython.locals(walls=cython.int, edges=cython.int, lead=cython.int, tail=cython.int, longest=cython.int)
cdef void join(int free, int rest, int opening, int closing, int best, int side, unsigned int allowed, unsigned char* row, long at) noexcept nogil
