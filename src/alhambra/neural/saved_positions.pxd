from alhambra.core.position cimport Position, read_fields, write_fields

cdef enum:
    STATE = 1024


cdef inline void save_position(unsigned char[:, ::1] states, int game, Position position) noexcept nogil:
    write_fields(position, &states[game, 0])


cdef inline void load_position(unsigned char[:, ::1] states, int game, Position position) noexcept nogil:
    read_fields(position, &states[game, 0])
