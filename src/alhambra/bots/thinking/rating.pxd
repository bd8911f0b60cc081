cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.codes cimport *
from alhambra.core.position cimport Position, Workspace
from alhambra.core.building cimport find_frontier, tile_in
from alhambra.core.listing cimport (
    list_actions, list_takes, list_purchases, list_cells, payment_worth,
)
from alhambra.core.turns cimport apply
from alhambra.bots.thinking.outlook cimport *
from alhambra.bots.thinking.layout cimport *
from alhambra.bots.thinking.judging cimport *


cdef void list_sensible(Workspace work, Position position) noexcept nogil
cdef void take_sides(Judge judge, Workspace work, Position position, bint closely) noexcept nogil
cdef void rate_actions(Judge judge, Workspace work, Position position, Position after) noexcept nogil
cdef void rate_takes(Judge judge, Workspace work, Position position) noexcept nogil
cdef double rate_take(Judge judge, Position position, unsigned int cards) noexcept nogil
cdef void rate_tiles(Judge judge, Workspace work, Position position) noexcept nogil
cdef double best_use(Judge judge, Workspace work, Position position, int tile) noexcept nogil
cdef double rate_buy(Judge judge, Position position, unsigned int code) noexcept nogil
cdef double gain_in_city(Judge judge, Position position, int tile) noexcept nogil
cdef double rate_gift(Judge judge, Position position, int tile) noexcept nogil
cdef double rate_kept(Judge judge, Position position, int tile) noexcept nogil
cdef double rate_redesign(Judge judge, Workspace work, Position position, Position after, unsigned int code) noexcept nogil
@cython.locals(chosen=cython.uint, code=cython.uint)
cdef unsigned int quick_placing(Judge judge, Workspace work, Position position) noexcept nogil
cdef int best_rated(Judge judge, Workspace work) noexcept nogil

@cython.locals(work=Workspace)
cpdef list ratings(Judge judge, Position position, bint closely)
