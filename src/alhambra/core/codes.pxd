from alhambra.core.constants cimport *


cdef inline unsigned int action(unsigned int kind, unsigned int tile, unsigned int rest) noexcept nogil:
    return kind << KIND_SHIFT | tile << TILE_SHIFT | rest


cdef inline int kind_of(unsigned int action) noexcept nogil:
    return action >> KIND_SHIFT


cdef inline int currency_of(unsigned int action) noexcept nogil:
    return action >> CURRENCY_SHIFT & 3


cdef inline int tile_of(unsigned int action) noexcept nogil:
    return action >> TILE_SHIFT & TILE_MASK


cdef inline int rest_of(unsigned int action) noexcept nogil:
    return action & REST_MASK
