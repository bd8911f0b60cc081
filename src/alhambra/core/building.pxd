cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.checks cimport check_cell, check_seat, check_tile
from alhambra.core.position cimport Position, Workspace

cdef Workspace WORK
cdef unsigned char TILE_WALLS[55]
cdef unsigned short FITTING_WALLS[4096]
cdef unsigned short STAMPS[64]
cdef unsigned long long BYTE_FLAGS[256]
cdef int SIDE_COUNT[16]
cdef int STEP[4]

cdef void put_unchecked(Position position, int seat, int tile, int cell) noexcept nogil
cdef void lift_out_unchecked(Position position, int seat, int tile) noexcept nogil
cdef int tile_in(Position position, int seat, int cell) noexcept nogil

cdef void follow_city(Workspace work, Position position, int seat) noexcept nogil
cdef unsigned long long key_after(Workspace work, Position position, int seat, unsigned long long gone, unsigned long long come) noexcept nogil
@cython.locals(moved=cython.ulonglong)
cdef unsigned long long moved_tiles(Workspace work, Position position, int seat, unsigned long long tiles) noexcept nogil
cdef unsigned long long lay(Workspace work, int seat, int tile, int cell) noexcept nogil
cdef void fill_cell(Workspace work, int at, int tile) noexcept nogil
cdef unsigned long long lift(Workspace work, int seat, int tile) noexcept nogil
cdef void touch(Workspace work, int seat, int tile) noexcept nogil
cdef unsigned long long tiles_beside(Workspace work, int at, int sides) noexcept nogil
cdef int filled_sides_of(int around) noexcept nogil

cdef void find_frontier(Workspace work, Position position, int seat) noexcept nogil
cdef int add_cells_around(Workspace work, int n, int grid, int cell) noexcept nogil
cdef int add_cell(Workspace work, int n, int grid, int cell, int earlier) noexcept nogil

cdef void find_removable(Workspace work, Position position, int seat) noexcept nogil
cdef bint connected_without(Workspace work, int seat, int tile) noexcept nogil

cdef int longest_wall_unchecked(Workspace work, Position position, int seat) noexcept nogil
cdef void walk_outline(Workspace work, int seat) noexcept nogil
cdef void trace_outline(Workspace work, int grid, int start) noexcept nogil
cdef int longest_run(Workspace work, int grid) noexcept nogil

cdef int check_in_city(Position position, int seat, int tile) except -1
cpdef list wall_of(Position position, int seat)
cpdef int longest_wall(Position position, int seat)
cpdef list spots(Position position, int seat, int tile)
cpdef list frontier(Position position, int seat)
cpdef int placing_fault(Position position, int seat, int tile, int cell)
cpdef int swapping_fault(Position position, int seat, int tile, int other)
cpdef int removing_fault(Position position, int seat, int tile)
cpdef void put(Position position, int seat, int tile, int cell)
cpdef void lift_out(Position position, int seat, int tile)
