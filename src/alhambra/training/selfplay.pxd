cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.checks cimport check_between, check_initialized, check_players
from alhambra.core.position cimport Position, Workspace
from alhambra.core.dealing cimport deal
from alhambra.core.listing cimport list_actions_unchecked
from alhambra.core.playouts cimport choose_light, choose_uniform, play_out
from alhambra.core.turns cimport play_unchecked, settle_with_reshuffles
from alhambra.neural.encoder cimport Encoder
from alhambra.neural.features cimport encode, encode_after
from alhambra.neural.saved_positions cimport STATE, load_position, save_position
from alhambra.bots.heuristic.city_shape cimport clear_spots
from alhambra.bots.heuristic.forecast cimport Evaluator
from alhambra.bots.heuristic.turn_planning cimport TurnPlans, best_plan, plan_turn

cdef enum:
    NETWORK = 0
    RIVAL = 1
    ADVISED = 2
    LIGHTLY = 3
    GREEDILY = 4
    EVENLY = 5
    LONGEST = 400
    STAGGER = 150


@cython.final
cdef class Pool:
    cdef readonly int games
    cdef readonly int players
    cdef unsigned char[:, ::1] states
    cdef int[::1] first
    cdef int[::1] counts
    cdef readonly int[::1] chosen
    cdef unsigned int[::1] action
    cdef int[::1] advice
    cdef int[::1] length
    cdef unsigned char[::1] actor
    cdef unsigned char[::1] done
    cdef short[:, ::1] points
    cdef readonly unsigned char[:, ::1] policy


@cython.final
cdef class Worker:
    cdef Workspace work
    cdef Position game
    cdef Position after
    cdef Encoder encoder
    cdef TurnPlans plans
    cdef Evaluator evaluator
    cdef unsigned char[:, ::1] rows
    cdef unsigned int[::1] codes


cdef unsigned int choose_greedily(Worker worker, Position position) noexcept nogil
cdef unsigned int choose_by(Worker worker, Position position, int policy) noexcept nogil
cdef void begin(Pool pool, Worker worker, int game, int stagger) noexcept nogil
cdef void to_decision(Pool pool, Worker worker, Position position, int game) noexcept nogil
cdef void note_end(Pool pool, Worker worker, int game) noexcept nogil
@cython.locals(n=cython.int, i=cython.int, advice=cython.uint, advised=cython.bint, rows=cython.p_uchar, width=cython.long)
cdef int list_candidates(Pool pool, Worker worker, Workspace work, Position position, int game, int row) noexcept nogil

@cython.locals(row=cython.int, game=cython.int, work=Workspace, position=Position)
cpdef int play_on(Pool pool, Worker worker, int first, int last, int fresh) except -1
