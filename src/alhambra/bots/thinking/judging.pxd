cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.position cimport Position, Workspace
from alhambra.core.building cimport TILE_WALLS
from alhambra.bots.thinking.outlook cimport *
from alhambra.bots.thinking.layout cimport *

cdef extern from "math.h" nogil:
    double exp(double)

cdef unsigned char TILE_PRICE[54]

@cython.locals(sums=cython.ulonglong)
cdef unsigned long long sums_of(unsigned int hand) noexcept nogil
@cython.locals(sums=cython.ulonglong)
cdef double money_value(Judge judge, unsigned int hand, int worth) noexcept nogil
cdef double chance_value(Judge judge, Position position, int seat, int square, unsigned int hand, int worth) noexcept nogil
cdef double tile_gain(Judge judge, Position position, int seat, int tile) noexcept nogil
cdef double reserve_value(Judge judge, Workspace work, Position position, int seat) noexcept nogil
cdef double kept_value(Judge judge, Position position, int seat, int tile, unsigned long long low, unsigned long long high) noexcept nogil
cdef bint fits_somewhere(int walls, unsigned long long low, unsigned long long high) noexcept nogil
cdef double seat_value(Judge judge, Workspace work, Position position, int seat) noexcept nogil
cdef void estimate(Judge judge, Workspace work, Position position) noexcept nogil
cdef void take_turns(Judge judge, Position position, int first) noexcept nogil
cdef void share_win(Judge judge, double* points, int players, double spread, double* shares) noexcept nogil

@cython.locals(work=Workspace)
cpdef list estimates(Judge judge, Position position)
@cython.locals(work=Workspace)
cpdef list win_shares(Judge judge, Position position)
