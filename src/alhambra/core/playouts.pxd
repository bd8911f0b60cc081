cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.checks cimport check_between, check_game, check_players
from alhambra.core.position cimport Position, Workspace
from alhambra.core.codes cimport *
from alhambra.core.listing cimport list_actions_unchecked
from alhambra.core.turns cimport play_unchecked, settle_with_reshuffles
from alhambra.core.dealing cimport deal

cdef int LIGHT_RANK[10]

cdef unsigned int choose_uniform(Workspace work) noexcept nogil
@cython.locals(best=cython.int, count=cython.int, rank=cython.int, chosen=cython.uint[8192])
cdef unsigned int choose_light(Workspace work) noexcept nogil
cdef unsigned int choose(Workspace work, int policy) noexcept nogil
cdef void play_out(Workspace work, Position position, int policy, int limit) noexcept nogil

@cython.locals(g=cython.int)
cpdef unsigned long long play_games(Workspace work, unsigned long long seed, int games, int players, int policy)
cpdef Position finish(Position position, unsigned long long seed, int policy)
cpdef double time_clones(Position position, int times)
