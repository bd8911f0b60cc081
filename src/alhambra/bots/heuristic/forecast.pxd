cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.position cimport Position, Workspace
from alhambra.core.dealing cimport window_end, window_start
from alhambra.core.scoring cimport KIND_TILES, count_kind

cdef unsigned long long WALL_TILES[16]
cdef unsigned long long PRICE_TILES[14]
cdef unsigned long long ALL_TILES[1]
cdef int PRIZES[9]
cdef double BEATS[8192]

cdef enum:
    WALL = 0
    LOOSE = 1
    FITS_LEFT = 2
    OPEN_CELLS = 3
    WORTH = 4
    EXCESS = 5
    CARDS = 6
    EXACT_SHARE = 7
    PAYABLE_SHARE = 8
    EXACT_TILE = 9
    PAYABLE_TILE = 10
    AWARD = 11
    RESERVE_TILE = 12
    RESERVE_STUCK = 13
    MAJORITIES = 14
    TURN = 15
    MAJORITIES_EARLY = 16
    WALL_EARLY = 17
    LUCK = 18
    LUCK_TILE = 19
    LUCK_MOST = 20
    N_WEIGHTS = 21
    SPOTS = 2048
    BEATS_ROWS = 64
    BEATS_ROW = 128
    BEATS_EVEN = 64
    BEATS_TILE = 4


@cython.final
cdef class Evaluator:
    cdef double weight[21]
    cdef double given[42]
    cdef int players
    cdef int tiles_left
    cdef int kind_left[6]
    cdef int price_left[14]
    cdef int walls_left[16]
    cdef double sold[3]
    cdef double chance[3]
    cdef double to_sell
    cdef double turns
    cdef double majority_weight
    cdef double wall_weight
    cdef double walls_count
    cdef int dirk_draws[3]
    cdef double spread[1]
    cdef double ahead[7]
    cdef unsigned char counts[7]
    cdef bint kind_known[6]
    cdef double kind_value[42]
    cdef double kind_gain[42]
    cdef int wall
    cdef int loose
    cdef int start
    cdef unsigned long long open_low
    cdef unsigned long long open_high
    cdef bint city_known[6]
    cdef unsigned long long city_key[6]
    cdef unsigned long long city_tiles[6]
    cdef int city_wall[6]
    cdef int city_loose[6]
    cdef unsigned long long city_low[6]
    cdef unsigned long long city_high[6]
    cdef double points[7]
    cdef unsigned short kept[9]
    cdef unsigned long long spot_key[2048]
    cdef unsigned short spot_cell[2048]
    cdef unsigned char spot_wall[2048]
    cdef unsigned char spot_loose[2048]
    cdef unsigned long long spot_low[2048]
    cdef unsigned long long spot_high[2048]
    cdef unsigned long long low_with
    cdef unsigned long long high_with
    cdef int wall_with
    cdef int loose_with
    cdef double rate[8192]
    cdef double side[7]
    cdef double layout
    cdef double best_take
    cdef double kept_rate
    cdef double gift_rate
    cdef double tile_value[4]
    cdef double square_value[4]


cdef void update_forecast(Evaluator evaluator, Position position) noexcept nogil
@cython.locals(going=cython.bint)
cdef void forecast_scorings(Evaluator evaluator, Position position) noexcept nogil
cdef double cards_until(Position position, int pile) noexcept nogil
cdef double kind_points(Evaluator evaluator, int kind, int who) noexcept nogil
cdef double expected_prize(Evaluator evaluator, int kind, int who, int scoring, double growth) noexcept nogil
cdef void update_kind(Evaluator evaluator, Position position, int kind) noexcept nogil
cdef double kind_margin(Evaluator evaluator, Position position, int kind, int who, int added, double* shares) noexcept nogil
