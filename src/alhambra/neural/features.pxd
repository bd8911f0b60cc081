cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.codes cimport *
from alhambra.core.position cimport Position, Workspace
from alhambra.core.building cimport TILE_WALLS
from alhambra.core.dealing cimport window_end, window_start
from alhambra.core.hands cimport sums_of
from alhambra.core.listing cimport TILE_PRICE, list_actions_unchecked
from alhambra.core.scoring cimport KIND_TILES, TILE_KIND
from alhambra.core.turns cimport play_unchecked, richest
from alhambra.neural.columns cimport *
from alhambra.neural.encoder cimport Encoder, check_encoder
from alhambra.neural.city_features cimport write_layout
from alhambra.neural.score_features cimport (
    empty_squares, seat_after, share_kind, update_standing, write_margins, write_offer_prizes,
    write_leads,
)


cdef void encode(Encoder encoder, Workspace work, Position position) noexcept nogil
cdef void count_bag(Encoder encoder, Position position) noexcept nogil
cdef void count_deck(Encoder encoder, Position position) noexcept nogil
@cython.locals(known=cython.int, key=cython.ulonglong)
cdef void write_city(Encoder encoder, Workspace work, Position position, int seat, unsigned char* row, long at) noexcept nogil
@cython.locals(kinds=cython.ulonglong, total=cython.int, growth=cython.int)
cdef void write_room(Encoder encoder, unsigned char* row, long at) noexcept nogil
cdef unsigned long long write_purse(Encoder encoder, Position position, int seat, int currency, unsigned char* row, long at) noexcept nogil
@cython.locals(tile=cython.int, price=cython.int, worth=cython.int, leader=cython.int, values=cython.uint, sums=cython.ulonglong, above=cython.ulonglong, offer=cython.long)
cdef void write_offers(Encoder encoder, Position position, int square, unsigned long long mine, unsigned char* row, long at) noexcept nogil
cdef void clear_offers(Encoder encoder, int square, unsigned char* row, long at) noexcept nogil
@cython.locals(values=cython.uint, card=cython.int)
cdef unsigned int values_in_row(Position position, int currency) noexcept nogil
@cython.locals(found=cython.ulonglong)
cdef unsigned long long with_one_more(unsigned long long sums, unsigned int values) noexcept nogil
@cython.locals(fitting=cython.int, growth=cython.int, walls=cython.int)
cdef void write_reserve(Position position, int seat, unsigned char* row, long at) noexcept nogil
@cython.locals(cells=cython.int, homeless=cython.int, wall=cython.int, walls=cython.int, tile=cython.int)
cdef void write_waiting(Encoder encoder, Position position, unsigned char* row, long city, long at) noexcept nogil
cdef void write_square(Position position, int square, unsigned char* row, long at) noexcept nogil
cdef void write_money(Position position, unsigned char* row, long at) noexcept nogil
cdef int hazard(int start, int end, int cards) noexcept nogil
cdef void write_time(Position position, int missing, unsigned char* row, long at) noexcept nogil
@cython.locals(missing=cython.int)
cdef void write_turn(Position position, unsigned char* row, long at) noexcept nogil
cdef void write_dirk(Position position, unsigned char* row, long at) noexcept nogil
cdef void encode_after(Encoder encoder, Workspace work, Position position, Position after, unsigned int action, unsigned char* row, long at) noexcept nogil
cdef void after_taking(Encoder encoder, Workspace work, Position position, Position after, unsigned char* row, long at) noexcept nogil
cdef void after_buying(Encoder encoder, Workspace work, Position after, int square, unsigned char* row, long at) noexcept nogil
cdef void after_moving(Encoder encoder, Workspace work, Position position, Position after, unsigned char* row, long at) noexcept nogil

cpdef bytes encoded(Encoder encoder, Workspace work, Position position)
@cython.locals(after=Position, text=bytearray, row=cython.p_uchar, i=cython.int, n=cython.int, codes=list)
cpdef tuple afterstates(Encoder encoder, Workspace work, Position position)
