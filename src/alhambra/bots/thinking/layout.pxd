cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.position cimport Position, Workspace
from alhambra.core.building cimport (
    TILE_WALLS, FITTING_WALLS, STAMPS, STEP, find_frontier,
)
from alhambra.bots.thinking.outlook cimport *

cdef unsigned long long SPREAD[256]
cdef double ROOM[256]
cdef int RING[9]

cdef void walk_wall(Judge judge, Workspace work, int grid, int start) noexcept nogil
cdef void mark_tile(Workspace work, int at, int tile) noexcept nogil
cdef void open_city(Judge judge, Workspace work, Position position, int seat) noexcept nogil
cdef void know_city(Judge judge, Workspace work, Position position, int seat) noexcept nogil
cdef double open_value(Judge judge, unsigned long long low, unsigned long long high) noexcept nogil
cdef double layout_value(Judge judge, int wall, int loose, unsigned long long low, unsigned long long high) noexcept nogil
@cython.locals(low=cython.ulonglong, high=cython.ulonglong)
cdef double value_with(Judge judge, Workspace work, int seat, int cell, int tile) noexcept nogil
cdef double city_value(Judge judge, Workspace work, Position position, int seat) noexcept nogil
cdef void forget_spots(Judge judge) noexcept nogil
@cython.locals(key=cython.ulonglong, entry=cython.int)
cdef int best_spot(Judge judge, Workspace work, Position position, int seat, int tile) noexcept nogil
cdef double spot_value(Judge judge, int entry) noexcept nogil
