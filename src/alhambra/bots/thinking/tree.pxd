cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.codes cimport *
from alhambra.core.position cimport Position, Workspace
from alhambra.core.listing cimport list_actions
from alhambra.core.turns cimport apply, advance
from alhambra.core.dealing cimport draw_anew
from alhambra.bots.thinking.outlook cimport *
from alhambra.bots.thinking.layout cimport *
from alhambra.bots.thinking.judging cimport *
from alhambra.bots.thinking.rating cimport *

cdef extern from "math.h" nogil:
    double sqrt(double)
    double log(double)

cdef enum:
    NODES = 65536
    DEPTH = 64
    ROOT_WIDTH = 64


@cython.final
cdef class Tree:
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
    cdef Judge judge
    cdef Judge seer
    cdef Workspace work
    cdef Position root
    cdef Position now
    cdef Position after


cdef void keep_best(Tree tree, Judge judge, Workspace work) noexcept nogil
cdef int find_child(Tree tree, int node, unsigned int code) noexcept nogil
cdef int add_child(Tree tree, int node, unsigned int code) noexcept nogil
cdef double slope_of(Judge judge, double mean) noexcept nogil
@cython.locals(best=cython.int, child=cython.int)
cdef int select_root(Tree tree, int seat) noexcept nogil
@cython.locals(best=cython.int, child=cython.int)
cdef int select_action(Tree tree, Judge judge, Workspace work, int node, int seat, double trust, double bonus) noexcept nogil
@cython.locals(fresh=cython.bint, replying=cython.bint)
cdef void play_once(Tree tree, Judge judge, Judge seer, Workspace work, Position root, Position now, Position after) noexcept nogil
cdef void roll_out(Tree tree, Judge judge, Workspace work, Position now, Position after, int turns) noexcept nogil
cdef void judge_end(Judge seer, Workspace work, Position now, double* shares) noexcept nogil
cdef void rate_now(Judge judge, Workspace work, Position now, Position after) noexcept nogil
cdef void prepare_root(Tree tree, Judge judge, Workspace work, Position root, Position after) noexcept nogil
@cython.locals(shares=cython.double[7])
cdef void back_up(Tree tree, Judge seer, Workspace work, Position now) noexcept nogil

cpdef void plant(Tree tree, Position position, unsigned long long seed)
cpdef void grow(Tree tree, int playouts)
cpdef list fruits(Tree tree)
