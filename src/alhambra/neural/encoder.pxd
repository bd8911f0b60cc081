cimport cython
from alhambra.core.checks cimport check_game, check_players
from alhambra.core.position cimport Position
from alhambra.neural.columns cimport *


@cython.final
cdef class Encoder:
    cdef readonly int players
    cdef readonly int width
    cdef int table
    cdef unsigned char base[WIDEST]
    cdef int priced[16]
    cdef int up_to[16]
    cdef unsigned long long sums[24]
    cdef int unseen_walls[16]
    cdef unsigned long long unseen_kinds[16]
    cdef unsigned char prizes[PRIZE_TABLE]
    cdef int joining[6]
    cdef int joined[6]
    cdef int joining_wall
    cdef int joined_wall
    cdef int runs
    cdef unsigned char run_of[256]
    cdef unsigned char run_length[128]
    cdef unsigned char behind[256]
    cdef unsigned char ahead[256]
    cdef unsigned long long layout_key[LAYOUTS]
    cdef unsigned char layout[LAYOUTS * LAYOUT]


cdef int check_encoder(Encoder encoder, Position position) except -1
