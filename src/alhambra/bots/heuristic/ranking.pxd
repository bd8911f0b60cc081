cdef inline int insert_ranked(double* values, unsigned int* items, int n, int limit, double value, unsigned int item) noexcept nogil:
    cdef int place
    if n == limit:
        if value <= values[n - 1]:
            return n
        n -= 1
    place = n
    while place > 0 and values[place - 1] < value:
        values[place] = values[place - 1]
        items[place] = items[place - 1]
        place -= 1
    values[place] = value
    items[place] = item
    return n + 1
