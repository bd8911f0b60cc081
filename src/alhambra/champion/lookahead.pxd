cimport cython
from alhambra.core.constants cimport *
from alhambra.core.bits cimport *
from alhambra.core.position cimport Position, Workspace
from alhambra.core.dealing cimport draw_anew
from alhambra.core.listing cimport list_actions
from alhambra.core.turns cimport apply, advance
from alhambra.champion.features cimport Describer, look, foresee


@cython.final
cdef class Prospects:
    cdef readonly int size
    cdef readonly int branches
    cdef unsigned char[:, ::1] rows
    cdef int[:, ::1] found
    cdef short[:, ::1] points
    cdef Position sampled
    cdef Position next
    cdef Position after


@cython.locals(n=cython.int, i=cython.int, rows=cython.p_uchar, width=cython.long)
cdef int write_decision(Prospects prospects, Describer describer, Workspace work, Position position, unsigned int* codes) noexcept nogil
@cython.locals(codes=cython.uint[8192])
cdef int follow(Prospects prospects, Describer describer, Workspace work, Position position, unsigned int action, int number) noexcept nogil

@cython.locals(samples=cython.int, sample=cython.int, number=cython.int, n=cython.int, wanted=cython.uint[64], sampled=Position, full=cython.bint, code=cython.uint)
cpdef int expand(Prospects prospects, Describer describer, Workspace work, Position position, list actions, int samples, unsigned long long seed)
