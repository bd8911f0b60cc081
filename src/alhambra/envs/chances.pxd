cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.checks cimport check_between, check_game, check_initialized, check_players
from alhambra.core.dealing cimport fill_cards, set_up_unchecked, window_end, window_start
from alhambra.core.position cimport Position, Workspace
from alhambra.core.turns cimport gather_discard, play_unchecked, settle_unchecked
from alhambra.envs.numbering cimport *
from alhambra.envs.stepper cimport Stepper, copy_stepper, extend, list_open

cdef Workspace WORK

cdef enum:
    SCORING_OUTCOME = 36
    TILE_OUTCOME = 38
    OUTCOMES = 92
    SETTING_UP = 0
    DECIDING = 1
    DRAWING = 2


@cython.final
cdef class ChanceGame:
    cdef readonly Stepper stepper
    cdef Position before
    cdef readonly int players
    cdef readonly int longest
    cdef readonly int state
    cdef readonly list history
    cdef bint followed
    cdef int n_cards
    cdef int n_tiles
    cdef bint needs_card
    cdef unsigned char cards[DECK]
    cdef unsigned char tiles[TILES]
    cpdef void follow(self, Position position)
    cpdef ChanceGame copy(self)
    cpdef int actor(self)
    cpdef list legal_steps(self)
    @cython.locals(weights=cython.double[OUTCOMES])
    cpdef list outcomes(self)
    @cython.locals(weights=cython.double[OUTCOMES])
    cpdef void apply(self, int number)
    cpdef list returns(self)


cdef int check_chances(ChanceGame game) except -1
@cython.locals(deck=cython.uchar[DECK], bag=cython.uchar[TILES], i=cython.int, cards=cython.int)
cdef void set_up_known(ChanceGame game) noexcept
@cython.locals(place=cython.int, kept=cython.uchar)
cdef int bring_forward(unsigned char* items, int first, int size, int item) noexcept
@cython.locals(i=cython.int, place=cython.int, kept=cython.uchar)
cdef void put_on_top(unsigned char* items, int size, unsigned char* known, int first, int end) noexcept
@cython.locals(position=Position, before=Position, used=cython.int, size=cython.int)
cdef void draw_known(ChanceGame game) noexcept
@cython.locals(i=cython.int, size=cython.int, tile=cython.int)
cdef void weigh(ChanceGame game, double* weights) noexcept
@cython.locals(deck=cython.uchar[DECK], left=cython.double, first=cython.int, size=cython.int, total=cython.int, i=cython.int, scoring=cython.int)
cdef void weigh_cards(ChanceGame game, double* weights) noexcept
@cython.locals(n=cython.int, currency=cython.int, value=cython.int)
cdef int list_discard(ChanceGame game, unsigned char* deck) noexcept
@cython.locals(before=Position, start=cython.int, end=cython.int)
cdef double scoring_chance(ChanceGame game, int pile) noexcept
cdef int outcome_of(int card) noexcept
@cython.locals(card=cython.int)
cdef void add_known(ChanceGame game, int outcome) noexcept
@cython.locals(stepper=Stepper)
cdef bint take_step(ChanceGame game, int step) noexcept
