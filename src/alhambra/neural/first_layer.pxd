cimport cython

@cython.locals(found=cython.int, k=cython.int)
cdef int words_changed(const unsigned long long[:, ::1] words, int row, int other) noexcept nogil
@cython.locals(found=cython.int, word=cython.int, column=cython.int)
cdef int find_changes(const unsigned char[:, ::1] rows, const unsigned long long[:, ::1] words, int row, int other, const float[:, ::1] values, int[::1] at, float[::1] by) noexcept nogil
@cython.locals(i=cython.int, k=cython.int, a=cython.float, b=cython.float, c=cython.float, d=cython.float)
cdef void add_columns(float[::1] total, const float[:, ::1] weight, int[::1] at, float[::1] by, int changes) noexcept nogil
@cython.locals(groups=cython.int, group=cython.int, end=cython.int)
cdef int check_groups(const int[::1] first, int rows) except -1
@cython.locals(at=cython.int[::1], by=cython.float[::1], groups=cython.int, group=cython.int, start=cython.int, end=cython.int, row=cython.int, other=cython.int, changes=cython.int, k=cython.int)
cpdef void apply_to_groups(const unsigned char[:, ::1] rows, const unsigned long long[:, ::1] words, const int[::1] first, const float[:, ::1] begun, const float[:, ::1] values, const float[:, ::1] weight, float[:, ::1] result)
