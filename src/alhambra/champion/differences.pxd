cimport cython

cdef void add_scaled(float* total, const float* weights, float factor, int n) noexcept nogil
@cython.locals(width=cython.int, outputs=cython.int, groups=cython.int, group=cython.int, start=cython.int, end=cython.int, row=cython.int, column=cython.int, k=cython.int, usual=cython.uchar, step=cython.float)
cpdef void spread_out(const unsigned char[:, ::1] rows, const int[::1] first, const float[:, ::1] begun, const float[:, ::1] values, const float[:, ::1] weight, float[:, ::1] result)
