cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.codes cimport *
from alhambra.core.position cimport Position, Workspace
from alhambra.core.dealing cimport pile_start
from alhambra.core.scoring cimport prize_of, scorers, share_prizes
from alhambra.core.listing cimport list_actions
from alhambra.core.turns cimport apply, richest
from alhambra.champion.layouts cimport small, write_layout

cdef unsigned char TILE_KIND[54]
cdef unsigned char TILE_PRICE[54]
cdef unsigned char TILE_WALLS[55]
cdef unsigned long long KIND_TILES[6]

cdef enum:
    CITY = 0
    FITTING = 10
    GROWTH = 31
    HAND = 47
    PURSE = 11
    EXACT = 91
    PAYABLE = 95
    SHOP = 99
    STALL = 11
    RESERVED = 143
    POINTS = 152
    LEAD = 153
    FORESEEN = 159
    ROOM = 161
    AHEAD = 169
    SEAT = 176
    WAITING = 0
    MARKET = 26
    MONEY = 74
    BAG = 115
    CARDS = 134
    TIME = 171
    TURN = 180
    DIRK = 186
    TABLE = 192
    WIDEST = 1248
    LAYOUT = 48
    LAYOUTS = 16384
    LATE = 8


@cython.final
cdef class Describer:
    cdef readonly int players
    cdef readonly int width
    cdef int table
    cdef unsigned char base[1248]
    cdef int priced[16]
    cdef int up_to[16]
    cdef unsigned long long sums[24]
    cdef int unseen_walls[16]
    cdef unsigned long long unseen_kinds[16]
    cdef int prizes[84]
    cdef int joining[6]
    cdef int joined[6]
    cdef int joining_wall
    cdef int joined_wall
    cdef unsigned long long layout_key[16384]
    cdef unsigned char layout[786432]


@cython.locals(sums=cython.ulonglong, value=cython.int)
cdef unsigned long long exact_sums(unsigned int hand) noexcept nogil
cdef void look(Describer describer, Workspace work, Position position) noexcept nogil
cdef void look_into_bag(Describer describer, Position position) noexcept nogil
cdef void look_into_deck(Describer describer, Position position) noexcept nogil
@cython.locals(known=cython.int, key=cython.ulonglong)
cdef void write_city(Describer describer, Workspace work, Position position, int seat, unsigned char* row, long at) noexcept nogil
@cython.locals(kinds=cython.ulonglong, total=cython.int, growth=cython.int)
cdef void write_room(Describer describer, unsigned char* row, long at) noexcept nogil
cdef unsigned long long write_purse(Describer describer, Position position, int seat, int currency, unsigned char* row, long at) noexcept nogil
@cython.locals(above=cython.ulonglong, exact=cython.int, payable=cython.int, alone=cython.int)
cdef void write_stall(Position position, int seat, int square, unsigned long long sums, unsigned char* row, long at) noexcept nogil
@cython.locals(fitting=cython.int, growth=cython.int, walls=cython.int)
cdef void write_reserve(Position position, int seat, unsigned char* row, long at) noexcept nogil
cdef int standing(Describer describer, unsigned char* row, long at, int turn, int kind) noexcept nogil
@cython.locals(best=cython.int, second=cython.int, tiles=cython.int)
cdef void write_leads(Describer describer, unsigned char* row, long at, int kind) noexcept nogil
cdef void count_standing(Describer describer, Workspace work, unsigned char* row, long at, int kind) noexcept nogil
cdef void share_kind(Describer describer, Workspace work, Position position, unsigned char* row, long at, int kind, int* prizes) noexcept nogil
cdef void write_foreseen(Describer describer, int* prizes, unsigned char* row, long at) noexcept nogil
@cython.locals(now=cython.int, last=cython.int, stall=cython.long, tile=cython.int)
cdef void write_bids(Describer describer, Workspace work, Position position, int* prizes, int kind, unsigned char* row, long at) noexcept nogil
@cython.locals(now=cython.int[6], last=cython.int[6], handed=cython.int[42], wall=cython.int, points=cython.int, lead=cython.int, missing=cython.int)
cdef void write_ahead(Describer describer, Workspace work, Position position, int* prizes, unsigned char* row, long at) noexcept nogil
cdef int close(int lead) noexcept nogil
cdef int verdict(int lead) noexcept nogil
@cython.locals(turn=cython.int, kind=cython.int)
cdef void hand_out(Describer describer, Workspace work, Position position, int* prizes, int* last, int* handed, unsigned char* row, long at) noexcept nogil
@cython.locals(tile=cython.int, seat=cython.int, turn=cython.int)
cdef int receiver(Describer describer, Position position, int square, unsigned char* row, long at) noexcept nogil
@cython.locals(final=cython.int[6], best=cython.int, owner=cython.int, tile=cython.int, kind=cython.int)
cdef void write_finish(Describer describer, Workspace work, Position position, int* last, int* handed, int turn, unsigned char* row, long at) noexcept nogil
@cython.locals(best=cython.int)
cdef int ahead_of_others(int* points, int players, int turn) noexcept nogil
@cython.locals(prizes=cython.int[84], before=cython.int)
cdef void update_standing(Describer describer, Workspace work, Position position, unsigned char* row, long at) noexcept nogil
@cython.locals(cells=cython.int, homeless=cython.int, wall=cython.int, walls=cython.int, tile=cython.int)
cdef void write_waiting(Describer describer, Position position, unsigned char* row, long city, long at) noexcept nogil
cdef void write_square(Position position, int square, unsigned char* row, long at) noexcept nogil
cdef void write_money(Position position, unsigned char* row, long at) noexcept nogil
cdef int hazard(int start, int end, int cards) noexcept nogil
cdef void write_time(Position position, int missing, unsigned char* row, long at) noexcept nogil
@cython.locals(missing=cython.int)
cdef int empty_squares(Position position) noexcept nogil
@cython.locals(missing=cython.int)
cdef void write_turn(Position position, unsigned char* row, long at) noexcept nogil
cdef void write_dirk(Position position, unsigned char* row, long at) noexcept nogil
cdef void foresee(Describer describer, Workspace work, Position position, Position after, unsigned int action, unsigned char* row, long at) noexcept nogil
cdef void after_taking(Describer describer, Workspace work, Position position, Position after, unsigned char* row, long at) noexcept nogil
cdef void after_buying(Describer describer, Workspace work, Position after, int square, unsigned char* row, long at) noexcept nogil
cdef void after_moving(Describer describer, Workspace work, Position after, unsigned char* row, long at) noexcept nogil

cpdef bytes description(Describer describer, Workspace work, Position position)
@cython.locals(after=Position, text=bytearray, row=cython.p_uchar, i=cython.int, n=cython.int, codes=list)
cpdef tuple afterstates(Describer describer, Workspace work, Position position)
