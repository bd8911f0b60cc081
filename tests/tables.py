"""Tables to test at: deals with chosen cards and tiles on top, and players who follow a habit.

Whatever a test does not name is filled up so that the deal is a legal one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from alhambra import (
    Action,
    Buy,
    Card,
    Cell,
    City,
    Deal,
    Game,
    IllegalAction,
    Phase,
    Reason,
    Record,
    Reserve,
    Scoring,
    Sheet,
    Take,
    Tile,
)
from alhambra.core import building, dealing
from alhambra.core.position import Position
from alhambra.deal import DeckCard, Shuffler, bag_codes, deck_codes
from alhambra.happenings import Happening
from alhambra.pieces import CARDS, TILES, worth
from ascii import draw_city, parse_city

NAMES = ("Ana", "Bruno", "Carla", "David", "Elena", "Felipe")
RECORDS = Path(__file__).parent / "records"
RICH = ("b9 b9 b9", "g9 g9 g9", "o9 o9 o9", "y9 y9 y9", "b8 b8 b8", "g8 g8 g8")
REFEREE_PHASES = {  # what the referee calls them
    Phase.ACT: "action",
    Phase.PLACE: "placing",
    Phase.RESHUFFLE: "reshuffle",
    Phase.AWARD: "awards",
    Phase.OVER: "over",
}

Piece = TypeVar("Piece", Card, Tile)
Habit = Callable[[Game], Action]


# Words


def cards(text: str) -> tuple[Card, ...]:
    """The cards in a line of words."""
    return tuple(Card(word) for word in text.split())


def tiles(text: str) -> tuple[Tile, ...]:
    """The tiles in a line of words."""
    return tuple(Tile(word) for word in text.split())


def words(items: Iterable[object]) -> str:
    """The other way round; `-` for an empty place."""
    return " ".join("-" if item is None else str(item) for item in items)


def listed(game: Game) -> set[str]:
    """The legal actions as they are written."""
    return {str(action) for action in game.legal_actions}


# Deals


def money(players: int) -> list[Card]:
    """All money cards of a game, the most worth first."""
    copies = 2 if players == 2 else 3
    return sorted(CARDS * copies, key=lambda card: (-card.value, card))


def pile_sizes(cards_left: int) -> list[int]:
    """Section 2, step 5: five piles as equal as can be, earlier ones get the odd cards; then
    pile 2 and pile 4 get a scoring card each."""
    sizes = [cards_left // 5 + (pile < cards_left % 5) for pile in range(5)]
    return [size + (pile in (1, 3)) for pile, size in enumerate(sizes)]


def deal(
    *hands: str,
    row: str = "",
    deck: str = "",
    deck_end: str = "",
    market: str = "",
    dirk: str = "",
    bag: str = "",
    bag_end: str = "",
) -> Deal:
    """A legal deal: a hand for each player (an empty one gets five cards or more), then what
    lies where.

    `deck` names the top of the draw pile, scoring cards too; a scoring card not named lies
    at the bottom of its pile. Cards not named come by falling worth, tiles in their order.
    """
    named = [cards(hand) for hand in hands]
    top = [Scoring(word) if word in ("A", "B") else Card(word) for word in deck.split()]
    box = money(len(hands))
    for card in (*sum(named, ()), *cards(row), *top, *cards(deck_end)):
        if isinstance(card, Card):
            box.remove(card)
    dealt: list[Card] = []
    for hand in named:
        assert worth(hand[:-1]) < 20, f"{words(hand)}: dealing stops at 20"
        dealt += hand or _middling(box)
    lying = _filled(cards(row), 4, box)
    rest = [*top, *box, *cards(deck_end)]
    sizes = pile_sizes(len([card for card in rest if isinstance(card, Card)]))
    for card, pile in ((Scoring.A, 1), (Scoring.B, 3)):
        if card not in top:
            rest.insert(sum(sizes[: pile + 1]) - 1, card)
    bags = list(TILES)
    for tile in tiles(f"{market} {dirk} {bag} {bag_end}"):
        bags.remove(tile)
    squares = _filled(tiles(market), 4, bags)
    gifts = _filled(tiles(dirk), 6, bags) if len(hands) == 2 else []
    made = Deal((*dealt, *lying, *rest), (*squares, *gifts, *tiles(bag), *bags, *tiles(bag_end)))
    made.check(len(hands))
    return made


def _middling(box: list[Card]) -> list[Card]:
    """A hand of five cards or more, so that whoever has fewer starts."""
    hand: list[Card] = []
    while worth(hand) < 20:
        hand.append(min(box, key=lambda card: (abs(card.value - 4), card)))
        box.remove(hand[-1])
    return hand


def _filled(named: Iterable[Piece], number: int, box: list[Piece]) -> list[Piece]:
    pieces = list(named)
    while len(pieces) < number:
        pieces.append(box.pop(0))
    return pieces


def start(
    made: Deal, players: int, first: int | None = None, shuffler: Shuffler | None = None
) -> Game:
    """A game with this deal."""
    return Game(NAMES[:players], made, first, shuffler)


def table(*hands: str, first: int | None = None, **lying: str) -> Game:
    """A game without a shuffler, dealt as `deal` says."""
    return start(deal(*hands, **lying), len(hands), first)


def recorded(name: str, ply: int | None = None) -> Game:
    """The game of a golden record, at its end or after ``ply`` actions."""
    return Record.load(RECORDS / f"{name}.alhambra").replay(ply)


def unchecked(deck: Iterable[DeckCard], bag: Iterable[Tile], players: int) -> Game:
    """A game from a deck that could not be dealt: a scoring card far below its pile. The rules
    say what happens then, though no real game gets there."""
    game = Game.__new__(Game)
    game._start(NAMES[:players], deck_codes(deck), bag_codes(bag), None)
    return game


# Playing


def play(game: Game, *lines: str) -> list[Happening]:
    """Play the lines of a record, the seat first, and tell all that happened."""
    happened: list[Happening] = []
    for line in lines:
        seat, _, action = line.partition(" ")
        assert str(game.seat + 1) == seat, f"{line!r}: seat {game.seat + 1} is to act"
        happened += game.play(action)
    return happened


def refused(game: Game, action: str) -> Reason:
    """Why the game refuses to play this; it must stay as it was."""
    before = game.copy()
    with pytest.raises(IllegalAction) as error:
        game.play(action)
    assert game == before
    return error.value.reason


def take_most(game: Game) -> Action:
    """Takes the card worth most."""
    takes = [action for action in game.legal_actions if isinstance(action, Take)]
    return max(takes, key=lambda take: (len(take.cards) == 1, worth(take.cards), str(take)))


def take_least(game: Game) -> Action:
    """Takes the card worth least."""
    takes = [action for action in game.legal_actions if isinstance(action, Take)]
    return min(takes, key=lambda take: (worth(take.cards), str(take)))


def hoard(game: Game) -> Action:
    """Buys where no more than 2 are wasted, into the reserve; otherwise takes the most."""
    actions = list(game.legal_actions)
    waiting = [action for action in actions if isinstance(action, Reserve)]
    if waiting:
        return waiting[0]
    buys = [action for action in actions if isinstance(action, Buy) and waste(action) <= 2]
    if buys:
        return min(buys, key=lambda buy: (waste(buy), len(buy.cards), str(buy)))
    return take_most(game) if any(game.row) else actions[0]


def waste(buy: Buy) -> int:
    """What is paid above the price."""
    return worth(buy.cards) - buy.tile.price


def follow(game: Game, *habits: Habit, until: Callable[[Game], bool]) -> list[Happening]:
    """Let each seat follow its habit (one habit serves all) until then."""
    happened: list[Happening] = []
    for _ in range(2000):
        if until(game):
            return happened
        happened += game.play(habits[game.seat % len(habits)](game))
    raise AssertionError("it never came to that")


def all_money_taken(market: str) -> Game:
    """Six players, and nobody buys until all money is in their hands.

    David takes the smallest cards, the others the largest, until row and deck are empty.

    Then it is David's turn. He has 12 denars, 9 dirhams, 10 ducats and 5 florins.
    """
    hands = ["b9 b9 b9", "g9 g9 g9", "o9 o9 o9", "b7 g6 o5 y2", "b8 b8 b8", "y9 y9 y9"]
    rest = money(6)
    for card in cards(" ".join(hands)):
        rest.remove(card)
    large = [card for card in rest if card.value > 2]
    small = [card for card in rest if card.value <= 2]
    order: list[Card] = []
    while large or small:
        order += [*large[:5], *small[-1:]]
        large, small = large[5:], small[:-1]
    row, deck = words(order[:4]), words(order[4:])
    game = table(*hands, row=row, deck=deck, market=market)
    habits = [take_least if seat == 3 else take_most for seat in range(6)]
    follow(game, *habits, until=lambda game: not any(game.row))
    assert words(game.hands[3]) == "b1 b1 b1 b2 b7 g1 g1 g1 g6 o1 o1 o1 o2 o5 y1 y1 y1 y2"
    assert (game.seat, game.deck_left, game.discard) == (3, 0, ())
    return game


def last_stand() -> Game:
    """Three players; Ana is to act, the market is full and the bag empty, B has not turned up.

    The market: T13e T11n T11s T7new. The row: b3 b3 b3 y3. The hands:
    Ana b6 b7 b8 b9 o5 y3, Bruno g3 g6 o3 o3 y4, Carla g3 o4 o5 o9.
    """
    game = table(*RICH[:3])
    follow(game, hoard, until=lambda game: game.bag_left == 0)
    assert (game.seat, words(game.scored)) == (0, "A")
    assert words(game.market) == "T13e T11n T11s T7new"
    assert words(game.row) == "b3 b3 b3 y3"
    assert [words(hand) for hand in game.hands] == [
        "b6 b7 b8 b9 o5 y3",
        "g3 g6 o3 o3 y4",
        "g3 o4 o5 o9",
    ]
    return game


# Cities


def city(drawing: str) -> City:
    """The city in a drawing, built tile by tile as the rules allow."""
    built = parse_city(drawing)
    del built[0, 0]
    return City({cell: Tile(name) for cell, name in built.items()})


def drawn(city: City) -> str:
    """The drawing of a city."""
    return draw_city({(0, 0): "@", **{(x, y): t.name for (x, y), t in city.tiles.items()}})


def same(drawing: str) -> str:
    """A drawing as `drawn` would make it."""
    return draw_city(parse_city(drawing))


def sheet(scoring: str, *cities: str, dirk: str = "") -> Sheet:
    """A scoring of these cities; with two of them, of these tiles of Dirk's too."""
    return sheet_of(scoring, [city(drawing).tiles for drawing in cities], dirk)


def row_of(names: str) -> dict[Cell, Tile]:
    """Tiles in a row, for their number alone: nobody asks whether they may stand so."""
    return {Cell(x, 0): tile for x, tile in enumerate(tiles(names), start=1)}


def sheet_of(scoring: str, cities: Sequence[Mapping[Cell, Tile]], dirk: str = "") -> Sheet:
    """The same of cities as they are."""
    made = deal(*[""] * len(cities), dirk=dirk)
    position = Position()
    dealing.set_up(position, len(cities), deck_codes(made.deck), bag_codes(made.bag))
    for seat, built in enumerate(cities):
        for cell, tile in built.items():
            building.put(position, seat, tile.index, cell.code)
    return Sheet.of(position, Scoring(scoring))
