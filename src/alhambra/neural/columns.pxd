cdef enum:
    CITY = 0
    FITTING = 10
    GROWTH = 31
    HAND = 47
    PURSE = 11
    EXACT = 91
    PAYABLE = 95
    SHOP = 99
    STALL = 11
    RESERVED = 143
    POINTS = 152
    LEAD = 153
    FORESEEN = 159
    ROOM = 161
    AHEAD = 169
    SEAT = 176
    WAITING = 0
    MARKET = 26
    MONEY = 74
    BAG = 115
    CARDS = 134
    TIME = 171
    TURN = 180
    DIRK = 186
    TABLE = 192
    WIDEST = 1248
    LAYOUT = 47
    LAYOUTS = 16384
    LATE = 8


cdef inline int small(int number) noexcept nogil:
    return max(0, min(number, 255))
