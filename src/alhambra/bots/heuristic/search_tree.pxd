cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.codes cimport *
from alhambra.core.checks cimport check_game, check_initialized
from alhambra.core.position cimport Position, Workspace
from alhambra.core.listing cimport list_actions_unchecked
from alhambra.core.turns cimport play_unchecked, settle_with_reshuffles
from alhambra.core.dealing cimport check_piles, sample_unchecked
from alhambra.bots.heuristic.forecast cimport *
from alhambra.bots.heuristic.ranking cimport insert_ranked
from alhambra.bots.heuristic.city_shape cimport *
from alhambra.bots.heuristic.score_estimate cimport *
from alhambra.bots.heuristic.action_rating cimport *

cdef extern from "math.h" nogil:
    double sqrt(double)
    double log(double)

cdef enum:
    NODES = 65536
    DEPTH = 64
    ROOT_WIDTH = 64


@cython.final
cdef class SearchTree:
    cdef int n_nodes
    cdef unsigned int code[65536]
    cdef int first_child[65536]
    cdef int sibling[65536]
    cdef int visits[65536]
    cdef double value[393216]
    cdef int path[64]
    cdef int depth
    cdef int n_root
    cdef unsigned int root_code[64]
    cdef double root_rate[64]
    cdef double root_slope
    cdef readonly int playouts
    cdef int rounds
    cdef double trust
    cdef double bonus
    cdef double reply_trust
    cdef double reply_bonus
    cdef unsigned long long start_seed
    cdef Evaluator evaluator
    cdef Evaluator leaf_evaluator
    cdef Workspace work
    cdef Position root
    cdef Position now
    cdef Position after


cdef void keep_best_actions(SearchTree tree, Evaluator evaluator, Workspace work) noexcept nogil
cdef int find_child(SearchTree tree, int node, unsigned int code) noexcept nogil
cdef int add_child(SearchTree tree, int node, unsigned int code) noexcept nogil
cdef double slope_of(Evaluator evaluator, double mean) noexcept nogil
@cython.locals(best=cython.int, child=cython.int)
cdef int select_root(SearchTree tree, int seat) noexcept nogil
@cython.locals(best=cython.int, child=cython.int)
cdef int select_action(SearchTree tree, Evaluator evaluator, Workspace work, int node, int seat, double trust, double bonus) noexcept nogil
@cython.locals(fresh=cython.bint, replying=cython.bint)
cdef void play_once(SearchTree tree, Evaluator evaluator, Evaluator leaf_evaluator, Workspace work, Position root, Position now, Position after) noexcept nogil
cdef void roll_out(SearchTree tree, Evaluator evaluator, Workspace work, Position now, Position after, int turns) noexcept nogil
cdef void evaluate_leaf(Evaluator leaf_evaluator, Workspace work, Position now, double* shares) noexcept nogil
cdef void rate_now(Evaluator evaluator, Workspace work, Position now, Position after) noexcept nogil
cdef void prepare_root(SearchTree tree, Evaluator evaluator, Workspace work, Position root, Position after) noexcept nogil
@cython.locals(shares=cython.double[7])
cdef void back_up(SearchTree tree, Evaluator leaf_evaluator, Workspace work, Position now) noexcept nogil

cpdef void start_search(SearchTree tree, Position position, unsigned long long seed)
cpdef void run_playouts(SearchTree tree, int playouts)
cpdef list root_statistics(SearchTree tree)
