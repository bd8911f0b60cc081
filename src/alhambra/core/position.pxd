cimport cython
from libc.string cimport memcmp, memmove
from alhambra.core.constants cimport *


@cython.final
@cython.freelist(64)
cdef class Position:
    cdef readonly unsigned long long city[6]
    cdef readonly unsigned long long reserve[6]
    cdef readonly unsigned long long city_key[6]
    cdef readonly unsigned long long pending
    cdef readonly unsigned long long dirk
    cdef readonly unsigned int hand[24]
    cdef readonly unsigned int discard[4]
    cdef readonly unsigned short cell[54]
    cdef readonly short score[7]
    cdef unsigned char worth[24]
    cdef unsigned char deck[110]
    cdef unsigned char bag[54]
    cdef unsigned char row[4]
    cdef unsigned char market[4]
    cdef unsigned char owner[4]
    cdef readonly unsigned char deck_size
    cdef readonly unsigned char bag_size
    cdef readonly unsigned char draw_pile
    cdef readonly unsigned char players
    cdef readonly unsigned char seat
    cdef readonly unsigned char phase
    cdef readonly unsigned char due
    cdef readonly unsigned char scored
    cdef readonly unsigned char steps
    cdef bint checked
    @cython.locals(other=Position)
    cpdef Position clone(self)
    cdef void copy_from(self, Position other) noexcept nogil
    cdef bint is_same(self, Position other) noexcept


# The fields lie side by side from `city` to `steps`, and are copied and compared as one block of memory.
# `memmove` because compilers call the C library for it: for `memcpy` of a constant size gcc writes out
# a slower loop.
cdef inline int fields_size(Position position) noexcept nogil:
    return <int>(<unsigned char*>&position.steps - <unsigned char*>&position.city[0]) + 1


cdef inline void read_fields(Position position, void* memory) noexcept nogil:
    memmove(&position.city[0], memory, fields_size(position))
    position.checked = False


cdef inline bint same_fields(Position position, void* memory) noexcept nogil:
    return memcmp(&position.city[0], memory, fields_size(position)) == 0


cdef inline void write_fields(Position position, void* memory) noexcept nogil:
    memmove(memory, &position.city[0], fields_size(position))


@cython.final
cdef class Workspace:
    cdef unsigned long long seed[1]
    cdef unsigned int actions[8192]
    cdef int n_actions
    cdef unsigned int takes[17]
    cdef int n_takes
    cdef unsigned int takes_row
    cdef unsigned long long laid[6]
    cdef unsigned long long laid_key[6]
    cdef unsigned short laid_cell[336]
    cdef unsigned short around[98304]
    cdef unsigned char tile_at[98304]
    cdef unsigned char filled_sides[336]
    cdef unsigned char open_sides[336]
    cdef unsigned long long neighbours[336]
    cdef int open_ends[6]
    cdef unsigned long long leaves[6]
    cdef unsigned long long enclosed[6]
    cdef int known[6]
    cdef int n_frontier[6]
    cdef unsigned short frontier[1536]
    cdef unsigned short frontier_walls[1536]
    cdef unsigned long long removable[6]
    cdef int wall[6]
    cdef unsigned long long redesigns_reserve[6]
    cdef int n_redesigns[6]
    cdef unsigned int redesigns[24576]
    cdef unsigned short outline[256]
    cdef int n_outline
    cdef int run_start
    cdef int outer_walls
    cdef unsigned char count[7]
    cdef unsigned char place[7]
    cdef unsigned char prize[7]
    cdef unsigned int purchase
    cdef int pay_value[10]
    cdef int pay_count[10]
    cdef int pay_rest[10]
    cdef readonly unsigned long long decisions
