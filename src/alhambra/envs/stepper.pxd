cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.codes cimport *
from alhambra.core.building cimport follow_city, longest_wall_unchecked
from alhambra.core.checks cimport check_between, check_game, check_initialized, check_players
from alhambra.core.dealing cimport deal
from alhambra.core.listing cimport list_actions_unchecked
from alhambra.core.position cimport Position, Workspace
from alhambra.core.turns cimport play_unchecked, settle_with_reshuffles
from alhambra.envs.numbering cimport *

cdef Workspace WORK

cdef enum:
    PREFIX = 32
    CELLS_AROUND = 672


@cython.final
cdef class Stepper:
    cdef readonly Position position
    cdef readonly int taken
    cdef int n_prefix
    cdef short prefix[PREFIX]
    cdef unsigned long long seed[1]
    cdef unsigned long long around_key[6]
    cdef int n_around[6]
    cdef unsigned short around[CELLS_AROUND]
    cdef unsigned long long wall_key[6]
    cdef unsigned char wall[6]
    cpdef void deal(self, int players, unsigned long long seed)
    cpdef void follow(self, Position position)
    cpdef Stepper copy(self)
    cpdef list legal_steps(self)
    cpdef bytearray mask(self)
    cpdef long choose(self, int step)
    cpdef long step(self, int step)
    @cython.locals(step=cython.int, before=cython.int)
    cpdef list steps_of(self, unsigned int action)
    @cython.locals(found=cython.double[6])
    cpdef list rewards(self)


cdef int check_stepper(Stepper stepper) except -1
cdef void copy_stepper(Stepper stepper, Stepper other) noexcept nogil
cdef void deal_game(Stepper stepper, Workspace work, int players, unsigned long long seed) noexcept nogil
cdef bint is_over(Stepper stepper) noexcept nogil
@cython.locals(grid=cython.int, rest=cython.ulonglong, cell=cython.int, n=cython.int)
cdef void find_around(Stepper stepper, Workspace work, int seat) noexcept nogil
@cython.locals(place=cython.int, first=cython.int)
cdef int add_around(Stepper stepper, Workspace work, int seat, int n, int cell, int earlier) noexcept nogil
cdef int wall_of(Stepper stepper, Workspace work, int seat) noexcept nogil
cdef int order_of(int cell) noexcept nogil
@cython.locals(low=cython.int, high=cython.int, middle=cython.int)
cdef int cell_number(Stepper stepper, int seat, int cell) noexcept nogil
cdef int step_at(Stepper stepper, Workspace work, unsigned int action, int depth) noexcept nogil
cdef int take_step(unsigned int cards, int depth) noexcept nogil
@cython.locals(copies=cython.int, shift=cython.int)
cdef int pay_step(unsigned int action, int depth) noexcept nogil
@cython.locals(n=cython.int, depth=cython.int, i=cython.int)
cdef void list_open(Stepper stepper, Workspace work) noexcept nogil
@cython.locals(n=cython.int, i=cython.int)
cdef void keep_step(Stepper stepper, Workspace work, int depth, int step) noexcept nogil
@cython.locals(i=cython.int)
cdef void write_mask(Stepper stepper, Workspace work, unsigned char* mask) noexcept nogil
cdef bint extend(Stepper stepper, Workspace work, int step) noexcept nogil
cdef void prepare(Stepper stepper, Workspace work, int depth) noexcept nogil
@cython.locals(i=cython.int)
cdef bint is_shared(Stepper stepper, Workspace work, int step) noexcept nogil
@cython.locals(i=cython.int)
cdef bint is_listed(Workspace work, unsigned int action) noexcept nogil
cdef void play_action(Stepper stepper, Workspace work, unsigned int action) noexcept nogil
@cython.locals(share=cython.double, best=cython.int, winners=cython.int, others=cython.int, seat=cython.int)
cdef void share_win(Position position, double* rewards) noexcept nogil
