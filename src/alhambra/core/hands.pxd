from alhambra.core.bits cimport bit, lowest_bit


cdef inline unsigned long long sums_of(unsigned int hand) noexcept nogil:
    cdef unsigned long long sums = bit(0)
    cdef int value
    while hand:
        value = lowest_bit(hand) // 2 + 1
        sums |= sums << value
        hand -= 1 << 2 * (value - 1)
    return sums
