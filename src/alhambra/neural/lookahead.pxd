cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.checks cimport check_between
from alhambra.core.position cimport Position, Workspace
from alhambra.core.dealing cimport check_piles, sample_unchecked
from alhambra.core.listing cimport is_legal, list_actions_unchecked
from alhambra.core.turns cimport play_unchecked, settle_with_reshuffles
from alhambra.neural.encoder cimport Encoder, check_encoder
from alhambra.neural.features cimport encode, encode_after
from alhambra.neural.saved_positions cimport STATE, load_position, save_position


cdef enum:
    MOST_ACTIONS = 64


@cython.final
cdef class LookaheadBuffer:
    cdef readonly int size
    cdef readonly int branches
    cdef unsigned char[:, ::1] rows
    cdef unsigned int[::1] codes
    cdef int[::1] seat
    cdef int[::1] first
    cdef int[::1] count
    cdef unsigned int[::1] action
    cdef unsigned long long[::1] reshuffles
    cdef short[:, ::1] points
    cdef unsigned char[:, ::1] states
    cdef Position next
    cdef Position after
    cpdef void clear(self)


@cython.locals(n=cython.int, i=cython.int, first=cython.int, code=cython.uint, rows=cython.p_uchar, width=cython.long)
cdef int write_decision(LookaheadBuffer buffer, Encoder encoder, Workspace work, Position position, int branch) noexcept nogil

cdef int check_buffer(LookaheadBuffer buffer, Encoder encoder) except -1
@cython.locals(sample=cython.int, branch=cython.int, number=cython.int, n=cython.int, start=cython.int, end=cython.int, first=cython.int, order=cython.ulonglong, reshuffles=cython.ulonglong, wanted=cython.uint[64], sampled=Position)
cpdef int expand(LookaheadBuffer buffer, Encoder encoder, Workspace work, Position position, list actions, int samples, int rows, unsigned long long seed)
@cython.locals(branch=cython.int, row=cython.int, enough=cython.bint)
cpdef bint play_chosen(LookaheadBuffer buffer, Encoder encoder, Workspace work, int[::1] chosen)
