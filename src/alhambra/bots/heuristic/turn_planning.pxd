cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.codes cimport *
from alhambra.core.checks cimport check_game
from alhambra.core.position cimport Position, Workspace
from alhambra.core.building cimport TILE_WALLS, put_unchecked, lift_out_unchecked
from alhambra.core.scoring cimport TILE_KIND
from alhambra.core.listing cimport list_actions_unchecked, payment_worth
from alhambra.core.turns cimport play_unchecked
from alhambra.bots.heuristic.forecast cimport *
from alhambra.bots.heuristic.ranking cimport insert_ranked
from alhambra.bots.heuristic.city_shape cimport *
from alhambra.bots.heuristic.score_estimate cimport *
from alhambra.bots.heuristic.action_rating cimport *

cdef double NO_PLAN
cdef double WORTH_A_TRY
cdef int TRIES[5]
cdef int FOLLOWED

cdef enum:
    MAX_PLANS = 8192
    REDESIGNS = 2
    PLACINGS = 12
    ARRANGEMENTS = 1024


@cython.final
cdef class TurnPlans:
    cdef int n
    cdef unsigned int code[8192]
    cdef double value[8192]
    cdef unsigned int exact[4]
    cdef unsigned int over[4]
    cdef double exact_money[4]
    cdef double over_money[4]
    cdef double arranged[16]
    cdef bint arranged_known[16]
    cdef unsigned int redesigns[2]
    cdef double redesign_rate[2]
    cdef int n_redesigns
    cdef int found[20]
    cdef double spot_value[20][8]
    cdef unsigned int spot_cell[20][8]
    cdef unsigned long long memo_key[1024]
    cdef double memo_value[1024]
    cdef unsigned long long gift_key


cdef void add_plan(TurnPlans plans, unsigned int code, double value) noexcept nogil
cdef unsigned int best_plan(TurnPlans plans) noexcept nogil
cdef void plan_turn(TurnPlans plans, Evaluator evaluator, Workspace work, Position position, Position after) noexcept nogil
cdef void plan_placements(TurnPlans plans, Evaluator evaluator, Workspace work, Position position, Position after) noexcept nogil
cdef void plan_actions(TurnPlans plans, Evaluator evaluator, Workspace work, Position position, Position after) noexcept nogil
cdef void find_payments(TurnPlans plans, Evaluator evaluator, Workspace work, Position position) noexcept nogil
cdef void find_redesigns(TurnPlans plans, Evaluator evaluator, Workspace work) noexcept nogil
cdef void plan_chain(TurnPlans plans, Evaluator evaluator, Workspace work, Position position, Position after, int chain) noexcept nogil
cdef double chain_take(TurnPlans plans, Evaluator evaluator, Workspace work, Position position, int chain, unsigned int cards) noexcept nogil
cdef double best_rest(Evaluator evaluator, Workspace work, Position position, int square, unsigned int hand, int worth) noexcept nogil
cdef double arranged_value(TurnPlans plans, Evaluator evaluator, Workspace work, Position position, Position after, int squares) noexcept nogil
cdef unsigned long long tiles_on(Position position, int squares) noexcept nogil
@cython.locals(key=cython.ulonglong, entry=cython.int, rest=cython.ulonglong)
cdef double arrange(TurnPlans plans, Evaluator evaluator, Workspace work, Position after, unsigned long long tiles) noexcept nogil
cdef double arrange_first(TurnPlans plans, Evaluator evaluator, Workspace work, Position after, unsigned long long tiles, int tile, int row) noexcept nogil
@cython.locals(key=cython.ulonglong)
cdef unsigned long long arrangement_key(TurnPlans plans, Position after, unsigned long long tiles) noexcept nogil
@cython.locals(dirk=cython.ulonglong, given=cython.ulonglong)
cdef double set_aside(Evaluator evaluator, Position after, unsigned long long tiles) noexcept nogil
cdef int best_spots(TurnPlans plans, Evaluator evaluator, Workspace work, Position after, int tile, int row, int wanted) noexcept nogil
cdef double arrange_rest(TurnPlans plans, Evaluator evaluator, Workspace work, Position after, unsigned long long tiles, int kind) noexcept nogil
cdef double rate_at(TurnPlans plans, Evaluator evaluator, Workspace work, int place) noexcept nogil

@cython.locals(work=Workspace)
cpdef list turn_plans(TurnPlans plans, Evaluator evaluator, Position position)
