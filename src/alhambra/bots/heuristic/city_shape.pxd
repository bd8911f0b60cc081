cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.position cimport Position, Workspace
from alhambra.core.building cimport (
    BYTE_FLAGS, FITTING_WALLS, TILE_WALLS, fill_cell, find_frontier, longest_run, trace_outline,
)
from alhambra.bots.heuristic.forecast cimport *

cdef double ROOM[256]
cdef int RING[9]

cdef void measure_walls(Evaluator evaluator, Workspace work, int grid, int start) noexcept nogil
cdef void measure_city(Evaluator evaluator, Workspace work, Position position, int seat) noexcept nogil
cdef void measure_if_changed(Evaluator evaluator, Workspace work, Position position, int seat) noexcept nogil
cdef double fitting_value(Evaluator evaluator, unsigned long long low, unsigned long long high) noexcept nogil
cdef double shape_value(Evaluator evaluator, int wall, int loose, unsigned long long low, unsigned long long high) noexcept nogil
cdef double measured_value(Evaluator evaluator) noexcept nogil
@cython.locals(low=cython.ulonglong, high=cython.ulonglong)
cdef double value_with_tile(Evaluator evaluator, Workspace work, int seat, int cell, int tile) noexcept nogil
cdef double city_value(Evaluator evaluator, Workspace work, Position position, int seat) noexcept nogil
cdef void clear_spots(Evaluator evaluator) noexcept nogil
@cython.locals(key=cython.ulonglong, entry=cython.int)
cdef int best_spot(Evaluator evaluator, Workspace work, Position position, int seat, int tile) noexcept nogil
cdef double spot_value(Evaluator evaluator, int entry) noexcept nogil
