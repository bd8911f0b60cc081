cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.position cimport Position, Workspace
from alhambra.core.building cimport put_unchecked, lift_out_unchecked, tile_in
from alhambra.core.checks cimport check_game
from alhambra.core.codes cimport *
from alhambra.core.listing cimport is_legal, payment_worth, square_of
from alhambra.core.scoring cimport score

cdef Workspace WORK

cdef void play_unchecked(Position position, unsigned int action) noexcept nogil
cdef void take(Position position, unsigned int cards) noexcept nogil
cdef void add_card(Position position, int seat, int card) noexcept nogil
cdef void buy(Position position, int tile, unsigned int payment) noexcept nogil
cdef void swap(Position position, int tile, int cell) noexcept nogil
cdef void end_actions(Position position) noexcept nogil
cdef void end_placing(Position position) noexcept nogil
cdef void refill(Workspace work, Position position) noexcept nogil
cdef bint refill_row(Position position) noexcept nogil
cdef bint refill_market(Position position) noexcept nogil
cdef void score_due(Workspace work, Position position) noexcept nogil
cdef void dirk_draws(Position position, int tiles) noexcept nogil
cdef void award(Position position) noexcept nogil
@cython.locals(who=cython.int, most=cython.int, worth=cython.int)
cdef int richest(Position position, int currency) noexcept nogil
cdef void next_receiver(Workspace work, Position position) noexcept nogil
cdef int gather_discard(Position position) noexcept nogil
cdef void reshuffle(Workspace work, Position position) noexcept nogil
cdef void go_on_unchecked(Workspace work, Position position) noexcept nogil
cdef void settle_unchecked(Workspace work, Position position) noexcept nogil
cdef void settle_with_reshuffles(Workspace work, Position position) noexcept nogil

cdef int check_action(Position position, unsigned int action) except -1
cpdef void play(Position position, unsigned int action)
cpdef void go_on(Position position)
cpdef void settle(Position position)
@cython.locals(result=Position)
cpdef Position after(Position position, unsigned int action)
@cython.locals(result=Position)
cpdef Position push(Position position, unsigned int action, list events)
cpdef int pop(list events, set own_steps) except -1
@cython.locals(pile=Position)
cpdef void stack(Position position, bytes cards)
