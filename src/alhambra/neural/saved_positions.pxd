from libc.string cimport memcpy
from alhambra.core.position cimport Position

cdef enum:
    STATE = 1024


cdef inline int size_of(Position position) noexcept nogil:
    return <int>(<unsigned char*>&position.steps - <unsigned char*>&position.city[0]) + 1


cdef inline void save_position(unsigned char[:, ::1] states, int game, Position position) noexcept nogil:
    memcpy(&states[game, 0], &position.city[0], size_of(position))


cdef inline void load_position(unsigned char[:, ::1] states, int game, Position position) noexcept nogil:
    memcpy(&position.city[0], &states[game, 0], size_of(position))
