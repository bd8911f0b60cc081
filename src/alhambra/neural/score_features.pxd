cimport cython
from alhambra.core.constants cimport *
from alhambra.core.building cimport TILE_WALLS
from alhambra.core.position cimport Position, Workspace
from alhambra.core.scoring cimport TILE_KIND, rank_of, scorers, share_of, share_prizes
from alhambra.core.turns cimport richest
from alhambra.neural.columns cimport *
from alhambra.neural.encoder cimport Encoder


cdef int standing(Encoder encoder, unsigned char* row, long at, int turn, int kind) noexcept nogil
@cython.locals(best=cython.int, second=cython.int, tiles=cython.int)
cdef void write_leads(Encoder encoder, unsigned char* row, long at, int kind) noexcept nogil
cdef void count_standing(Encoder encoder, Workspace work, unsigned char* row, long at, int kind) noexcept nogil
@cython.locals(rank=cython.int, now=cython.int, last=cython.int, scoring=cython.int, own=cython.long, prize=cython.int)
cdef void share_kind(Encoder encoder, Workspace work, Position position, unsigned char* row, long at, int kind, unsigned char* prizes) noexcept nogil
@cython.locals(rank=cython.int, scoring=cython.int, offer=cython.long, prize=cython.int, tile=cython.int)
cdef void write_offer_prizes(Encoder encoder, Workspace work, Position position, unsigned char* prizes, int kind, unsigned char* row, long at) noexcept nogil
@cython.locals(now=cython.int[6], last=cython.int[6], handed=cython.int[42], wall=cython.int, points=cython.int, lead=cython.int, missing=cython.int)
cdef void write_margins(Encoder encoder, Workspace work, Position position, unsigned char* prizes, unsigned char* row, long at) noexcept nogil
@cython.locals(seat=cython.int)
cdef int seat_after(Position position, int turns) noexcept nogil
@cython.locals(missing=cython.int)
cdef int empty_squares(Position position) noexcept nogil
cdef int small_lead(int lead) noexcept nogil
cdef int result_of(int lead) noexcept nogil
@cython.locals(turn=cython.int, kind=cython.int)
cdef void award_tiles(Encoder encoder, Workspace work, Position position, unsigned char* prizes, int* last, int* handed, unsigned char* row, long at) noexcept nogil
@cython.locals(tile=cython.int, seat=cython.int, turn=cython.int)
cdef int receiver(Encoder encoder, Position position, int square, unsigned char* row, long at) noexcept nogil
@cython.locals(final=cython.int[6], best=cython.int, owner=cython.int, tile=cython.int, kind=cython.int)
cdef void write_last_purchase(Encoder encoder, Workspace work, Position position, int* last, int* handed, int turn, unsigned char* row, long at) noexcept nogil
@cython.locals(best=cython.int)
cdef int lead_over_others(int* points, int players, int turn) noexcept nogil
@cython.locals(prizes=cython.uchar[84], before=cython.int)
cdef void update_standing(Encoder encoder, Workspace work, Position position, unsigned char* row, long at) noexcept nogil
