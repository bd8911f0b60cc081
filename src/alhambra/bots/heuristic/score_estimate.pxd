cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.checks cimport check_dealt
from alhambra.core.position cimport Position, Workspace
from alhambra.core.building cimport TILE_WALLS
from alhambra.core.hands cimport sums_of
from alhambra.core.listing cimport TILE_PRICE
from alhambra.core.scoring cimport TILE_KIND
from alhambra.bots.heuristic.forecast cimport *
from alhambra.bots.heuristic.city_shape cimport *

cdef extern from "math.h" nogil:
    double exp(double)

@cython.locals(sums=cython.ulonglong)
cdef double money_value(Evaluator evaluator, unsigned int hand, int worth) noexcept nogil
cdef double market_value(Evaluator evaluator, Position position, int seat, int square, unsigned int hand, int worth) noexcept nogil
cdef double tile_gain(Evaluator evaluator, Position position, int seat, int tile) noexcept nogil
cdef double reserve_value(Evaluator evaluator, Workspace work, Position position, int seat) noexcept nogil
cdef double reserve_tile_value(Evaluator evaluator, Position position, int seat, int tile, unsigned long long low, unsigned long long high) noexcept nogil
cdef bint fits_somewhere(int walls, unsigned long long low, unsigned long long high) noexcept nogil
cdef double seat_value(Evaluator evaluator, Workspace work, Position position, int seat) noexcept nogil
cdef void estimate(Evaluator evaluator, Workspace work, Position position) noexcept nogil
cdef void set_turn_order(Evaluator evaluator, Position position, int first) noexcept nogil
cdef void split_win(Evaluator evaluator, double* points, int players, double spread, double* shares) noexcept nogil

@cython.locals(work=Workspace)
cpdef list estimates(Evaluator evaluator, Position position)
@cython.locals(work=Workspace)
cpdef list win_shares(Evaluator evaluator, Position position)
