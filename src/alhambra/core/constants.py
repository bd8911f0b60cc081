"""Named integers of the core.

``constants.pxd`` has the same numbers as a C enum, so that they are compile-time constants in
compiled code. A test compares the two.
"""

MAX_PLAYERS = 6
MAX_SCORERS = 7  # Dirk scores too
TILES = 54
FOUNTAIN = 54  # the number of the tile every city starts with
KINDS = 6
CURRENCIES = 4
SQUARES = 4  # square i sells for currency i
ROW = 4  # cards in the money row
DECK = 110
START_WORTH = 20
TAKE_WORTH = 5  # the most that several cards taken at once may be worth
DIRK_TILES = 6

# The grid of a city. No city of 54 tiles around the centre can reach the rim.
STRIDE = 128
CELLS = 16384
CENTRE = 8256

# Cards are currency << 4 | value, so that their order is the notation's.
NO_CARD = 0
CARD_BITS = 6
CARD_MASK = 63
SCORING_A = 128
SCORING_B = 129
NO_TILE = 255
NOBODY = 255

# Cell information: bits 0-7 which of the cells around are filled (N, NE, E, … NW), bits 8-11
# on which sides the neighbour has a wall, then whether the cell itself is filled.
AROUND = 4095
FILLED = 4096

# What a workspace has found out about a city
FRONTIER_KNOWN = 1
REMOVABLE_KNOWN = 2
WALL_KNOWN = 4
REDESIGNS_KNOWN = 8

# What is wrong with a tile in a cell
FITS = 0
TAKEN = 1
APART = 2
WALL_MEETS_NO_WALL = 3
NO_WALL_MEETS_WALL = 4
OUT_OF_REACH = 5
HOLE = 6
FAULT_MASK = 15  # a fault is one of these, and the side it is on << 4
FAULT_BITS = 4

PLACES = 56  # entries for each seat in lists of its tiles
MAX_FRONTIER = 256
MAX_OUTLINE = 256
MAX_REDESIGNS = 4096
MAX_ACTIONS = 8192

# An action is kind << 26 | currency << 24 | tile << 18 | rest, and means the same in every
# position. The rest is a cell, or a payment of two bits for each value; only a purchase has a
# currency. An action that takes money holds up to four sorted cards of CARD_BITS instead.
TAKE = 0
BUY = 1
BUY_EXACT = 2
BUILD = 3
REMOVE = 4
SWAP = 5
PLACE = 6
RESERVE = 7
GIVE = 8
PASS = 9
ACTION_KINDS = 10
KIND_SHIFT = 26
CURRENCY_SHIFT = 24
TILE_SHIFT = 18
TILE_MASK = 63
REST_MASK = 262143
TAKE_MASK = 16777215

# Phases; from REFILLING on nobody decides
ACTING = 0
PLACING = 1
AWARDING = 2
OVER = 3
REFILLING = 4
RESHUFFLING = 5
ENDING = 6  # the market could not be filled; this phase and the next never last
HANDING = 7  # the next receiver of tiles is due

# Policies of playouts
UNIFORM = 0
LIGHT = 1
NO_LIMIT = 1000000000
