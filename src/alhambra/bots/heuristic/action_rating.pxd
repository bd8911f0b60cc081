cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.codes cimport *
from alhambra.core.checks cimport check_game
from alhambra.core.position cimport Position, Workspace
from alhambra.core.building cimport find_frontier, tile_in
from alhambra.core.listing cimport (
    TILE_PRICE, list_actions_unchecked, list_cells, list_purchases, list_takes, payment_worth,
)
from alhambra.core.scoring cimport TILE_KIND
from alhambra.core.turns cimport play_unchecked
from alhambra.bots.heuristic.forecast cimport *
from alhambra.bots.heuristic.city_shape cimport *
from alhambra.bots.heuristic.score_estimate cimport *


cdef void list_likely(Workspace work, Position position) noexcept nogil
cdef void weigh_seats(Evaluator evaluator, Workspace work, Position position, bint closely) noexcept nogil
cdef void rate_actions(Evaluator evaluator, Workspace work, Position position, Position after) noexcept nogil
cdef void rate_takes(Evaluator evaluator, Workspace work, Position position) noexcept nogil
cdef double rate_take(Evaluator evaluator, Position position, unsigned int cards) noexcept nogil
cdef void rate_tiles(Evaluator evaluator, Workspace work, Position position) noexcept nogil
cdef double best_use(Evaluator evaluator, Workspace work, Position position, int tile) noexcept nogil
cdef double rate_buy(Evaluator evaluator, Position position, unsigned int code) noexcept nogil
cdef double gain_in_city(Evaluator evaluator, Position position, int tile) noexcept nogil
cdef double rate_gift(Evaluator evaluator, Position position, int tile) noexcept nogil
cdef double rate_kept(Evaluator evaluator, Position position, int tile) noexcept nogil
cdef double rate_redesign(Evaluator evaluator, Workspace work, Position position, Position after, unsigned int code) noexcept nogil
@cython.locals(chosen=cython.uint, code=cython.uint)
cdef unsigned int quick_placement(Evaluator evaluator, Workspace work, Position position) noexcept nogil
cdef int best_rated(Evaluator evaluator, Workspace work) noexcept nogil

@cython.locals(work=Workspace)
cpdef list ratings(Evaluator evaluator, Position position, bint closely)
