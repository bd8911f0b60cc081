cdef enum:
    TAKE_CARD = 0
    TAKE_NO_MORE = 36
    BUY_TILE = 37
    BUILD_TILE = 91
    REMOVE_TILE = 145
    SWAP_TILE = 199
    PLACE_TILE = 253
    RESERVE_TILE = 307
    GIVE_TILE = 361
    PASS_TURN = 415
    PAY_CARD = 416
    REPLACE_TILE = 452
    INTO_CELL = 506
    STEPS = 618
    FRONTIER = 112
    CARD_VALUES = 9
    CARDS = 36


cdef inline int card_number(int card) noexcept nogil:
    return CARD_VALUES * (card >> 4) + (card & 15) - 1
