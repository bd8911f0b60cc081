"""The descriptions of the pictures for screen readers."""

from collections import Counter
from collections.abc import Iterable

from alhambra.drawing.outline import runs
from alhambra.drawing.pictures import (
    CURRENCIES,
    KINDS,
    CardPicture,
    CityPicture,
    SeatPicture,
    TablePicture,
    TilePicture,
)

_SIDE_NAMES = {"n": "north", "e": "east", "s": "south", "w": "west"}
_ONE = {"arcades": "arcade", "chambers": "chamber"}


def tile_words(tile: TilePicture) -> str:
    """A tile in words.

    >>> tile_words(TilePicture("chambers", 7, "ne"))
    'Chambers 7, walls north and east'
    """
    name = f"{tile.kind.capitalize()} {tile.price}"
    sides = [_SIDE_NAMES[side] for side in "nesw" if side in tile.walls]
    if not sides:
        return f"{name}, no walls"
    return f"{name}, {'wall' if len(sides) == 1 else 'walls'} {listed(sides)}"


def card_words(card: CardPicture) -> str:
    """A card in words.

    >>> card_words(CardPicture("florin", 4))
    '4 florins'
    """
    return f"{card.value} {card.currency}{'' if card.value == 1 else 's'}"


def counted(number: int, one: str, many: str = "") -> str:
    """A number and its noun.

    >>> counted(1, "card"), counted(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(parts: list[str]) -> str:
    """Words as a list in a sentence.

    >>> listed(["north", "east", "south"])
    'north, east and south'
    """
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def kind_counts(tiles: Iterable[TilePicture]) -> dict[str, int]:
    """How many tiles of each kind, all six kinds in order."""
    found = Counter(tile.kind for tile in tiles)
    return {kind: found[kind] for kind in KINDS}


def wall_length(city: CityPicture) -> int:
    """Sides in the longest run."""
    return max(map(len, runs(city.wall)), default=0)


def city_words(city: CityPicture) -> str:
    """A city in words."""
    counts = kind_counts(placed.tile for placed in city.tiles)
    kinds = [counted(number, _ONE.get(kind, kind)) for kind, number in counts.items() if number]
    what = listed(["The fountain", *kinds]) if kinds else "The fountain alone"
    tried = f" Tried out: {tile_words(city.ghost.tile)}." if city.ghost else ""
    return f"{what}. Longest wall: {counted(wall_length(city), 'side')}.{tried}"


def table_words(table: TablePicture) -> str:
    """A whole game in words."""
    return " ".join(table_sentences(table))


def table_sentences(table: TablePicture) -> list[str]:
    """A whole game in words, with an entry for each part of the table."""
    squares = [
        f"{number}, {tile_words(tile)}, costs {card_words(CardPicture(currency, tile.price))}"
        if tile
        else f"{number}, empty"
        for number, (currency, tile) in enumerate(zip(CURRENCIES, table.market, strict=True), 1)
    ]
    row = [card_words(card) for card in table.row if card]
    parts = [
        turn_words(table) + ".",
        f"{counted(table.deck, 'card')} left, {counted(table.bag, 'tile')} left.",
        f"Market: {'; '.join(squares)}.",
        f"Money: {listed(row) or 'none'}.",
        *(seat_words(seat) for seat in table.seats),
    ]
    if table.dirk:
        parts.append(
            f"{table.dirk.name}: {counted(table.dirk.points, 'point')}, "
            f"{counted(len(table.dirk.tiles), 'tile')}."
        )
    return parts


def turn_words(table: TablePicture) -> str:
    """Whose turn it is and what comes next."""
    player = "" if table.turn is None else f"{table.seats[table.turn].name} to play"
    return ": ".join(filter(None, [player, table.phase])) or "Nobody to play"


def seat_words(seat: SeatPicture) -> str:
    """A player in words."""
    cards = seat.hand if isinstance(seat.hand, int) else len(seat.hand)
    parts = [counted(seat.points, "point"), counted(cards, "card")]
    for where, tiles in (("in reserve", seat.reserve), ("to be placed", seat.waiting)):
        if tiles:
            parts.append(f"{where} {'; '.join(tile_words(tile) for tile in tiles)}")
    return f"{seat.name}: {', '.join(parts)}. {city_words(seat.city)}"
