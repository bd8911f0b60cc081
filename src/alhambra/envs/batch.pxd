cimport cython
from libc.string cimport memcpy
from alhambra.bots.heuristic.city_shape cimport clear_spots
from alhambra.bots.heuristic.forecast cimport Evaluator
from alhambra.bots.heuristic.turn_planning cimport TurnPlans, best_plan, plan_turn
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.checks cimport check_between, check_initialized, check_players
from alhambra.core.listing cimport list_actions_unchecked
from alhambra.core.playouts cimport choose_uniform
from alhambra.core.position cimport Position, Workspace
from alhambra.envs.numbering cimport *
from alhambra.envs.observer cimport Observer, write_observation
from alhambra.envs.stepper cimport (
    Stepper, copy_stepper, deal_game, extend, list_open, play_action, share_win, write_mask,
)
from alhambra.neural.saved_positions cimport STATE, load_position, save_position

cdef enum:
    EVERY_SEAT = 0
    AGAINST_RANDOM = 1
    AGAINST_GREEDY = 2
    GAME_BYTES = 4096  # a position, and from STATE on the rest of a stepper


@cython.final
cdef class Batch:
    cdef readonly int games
    cdef readonly int players
    cdef readonly int opponents
    cdef readonly int longest
    cdef unsigned char[:, ::1] states
    cdef unsigned char[:, ::1] observations
    cdef unsigned char[:, ::1] masks
    cdef unsigned char[::1] seats
    cdef double[::1] rewards
    cdef double[:, ::1] returns
    cdef unsigned char[::1] ended
    cdef unsigned char[::1] cut
    cdef unsigned char[::1] refused
    cdef readonly long[::1] chosen
    cdef readonly unsigned long long[::1] seeds


@cython.final
cdef class BatchWorker:
    cdef Workspace work
    cdef Stepper stepper
    cdef Observer observer
    cdef TurnPlans plans
    cdef Evaluator evaluator
    cdef Position after


cdef int check_range(Batch batch, BatchWorker worker, int first, int last) except -1
# Everything in a stepper but its position lies side by side, from `taken` to `wall`.
cdef inline long extra_size(Stepper stepper) noexcept nogil:
    return <long>(&stepper.wall[5] - <unsigned char*>&stepper.taken) + 1
cdef void save_game(Batch batch, int game, Stepper stepper) noexcept nogil
cdef void load_game(Batch batch, int game, Stepper stepper) noexcept nogil
@cython.locals(state=cython.ulonglong)
cdef void begin_game(Batch batch, BatchWorker worker, int game) noexcept nogil
cdef unsigned int opponent_choice(Batch batch, BatchWorker worker) noexcept nogil
cdef void play_opponents(Batch batch, BatchWorker worker, int game, int longest) noexcept nogil
@cython.locals(step=cython.long)
cdef void take_step_in(Batch batch, BatchWorker worker, int game) noexcept nogil
@cython.locals(shares=cython.double[6], seat=cython.int, i=cython.int, mask=cython.p_uchar, row=cython.p_uchar)
cdef void show_game(Batch batch, BatchWorker worker, int game) noexcept nogil

@cython.locals(game=cython.int)
cpdef int deal_games(Batch batch, BatchWorker worker, int first, int last) except -1
@cython.locals(game=cython.int)
cpdef int step_games(Batch batch, BatchWorker worker, int first, int last) except -1
cpdef Stepper stepper_of(Batch batch, int game)
