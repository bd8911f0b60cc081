cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.checks cimport check_between, check_dealt, check_players
from alhambra.core.position cimport Position, Workspace
from alhambra.core.turns cimport add_card, refill_market, refill_row, dirk_draws

cdef Workspace WORK
cdef int COPIES[7]
cdef unsigned char MOST_OF_CARD[256]

cdef int pile_start(int cards, int pile) noexcept nogil
cdef int fill_cards(unsigned char* cards, int players) noexcept nogil
@cython.locals(worth=cython.int)
cdef int start_hands(unsigned char* deck, int players, unsigned char* ends) noexcept nogil
@cython.locals(fewest=cython.int, lowest=cython.int, tied=cython.int, ends=cython.uchar[6])
cdef int set_up_unchecked(Position position, int players, unsigned char* deck, int cards, unsigned char* bag) noexcept nogil
cdef void clear(Position position) noexcept nogil
cdef int window_start(Position position, int pile) noexcept nogil
cdef int window_end(Position position, int pile) noexcept nogil
cdef int scoring_place(Workspace work, Position position, int pile) noexcept nogil
@cython.locals(money=cython.uchar[110], a=cython.int, b=cython.int, n=cython.int)
cdef void sample_unchecked(Workspace work, Position position) noexcept nogil
@cython.locals(copies=cython.uchar[256])
cdef void sort_small(unsigned char* items, int n) noexcept nogil
cpdef void hide(Position position) noexcept nogil
@cython.locals(deck=cython.uchar[110], bag=cython.uchar[54], ends=cython.uchar[6], a=cython.int, b=cython.int)
cdef void deal(Workspace work, Position position, int players) noexcept nogil

@cython.locals(found=cython.uchar[256], raw_deck=cython.p_uchar, worth=cython.int)
cdef int check_cards(bytes deck, int players) except -1
@cython.locals(seen=cython.ulonglong, raw_bag=cython.p_uchar)
cdef bint has_every_tile(bytes bag)
cdef int check_piles(Position position) except -1
@cython.locals(raw_deck=cython.p_uchar, raw_bag=cython.p_uchar)
cpdef int set_up(Position position, int players, bytes deck, bytes bag)
@cython.locals(raw_deck=cython.p_uchar, ends=cython.uchar[6])
cpdef int dealt_cards(bytes deck, int players)
cpdef void start_with(Position position, int seat)
cpdef void sample(Position position, unsigned long long seed)
cpdef tuple scoring_window(Position position, int pile)
cpdef tuple pile_bounds(int cards, int pile)
