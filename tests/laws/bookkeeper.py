"""A table kept by someone who only hears what happened and knows no rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from alhambra import Card, Cell, Game, Tile
from alhambra.happenings import (
    Awarded,
    Bought,
    Built,
    DirkDrew,
    Ended,
    Given,
    Happening,
    MarketRanDry,
    MarketRefilled,
    NotAwarded,
    Passed,
    Placed,
    Removed,
    Reserved,
    Reshuffled,
    RowRefilled,
    Scored,
    ScoringCardTurnedUp,
    Swapped,
    Took,
    TurnBegan,
)


class Bookkeeper:
    """Begins with what lies on the table at the start, then only listens."""

    def __init__(self, start: Game) -> None:
        self.hands = [Counter(hand) for hand in start.hands]
        self.cities: list[dict[Cell, Tile]] = [{} for _ in start.names]
        self.reserves: list[set[Tile]] = [set() for _ in start.names]
        self.dirk = set(start.dirk or ())
        self.scores = [0] * len(start.scores)
        self.row = list(start.row)
        self.market = list(start.market)
        self.discard: Counter[Card] = Counter()
        self.waiting: set[Tile] = set()
        self.awards: dict[Tile, int] = {}
        self.deck_left = start.deck_left
        self.bag_left = start.bag_left
        self.seat = start.seat
        self.over = False

    def hear(self, happened: Iterable[Happening]) -> None:
        for happening in happened:
            self._hear(happening)

    def _hear(self, happening: Happening) -> None:
        match happening:
            case Took(seat, cards):
                for card in cards:
                    self.row[self.row.index(card)] = None
                self.hands[seat].update(cards)
            case Bought(seat, tile, square, cards):
                assert self.market[square] is tile
                self.market[square] = None
                self.hands[seat].subtract(cards)
                self.discard.update(cards)
                self.waiting.add(tile)
            case Built(seat, tile, cell):
                self.reserves[seat].remove(tile)
                self.cities[seat][cell] = tile
            case Removed(seat, tile, cell):
                assert self.cities[seat].pop(cell) is tile
                self.reserves[seat].add(tile)
            case Swapped(seat, tile, cell, old):
                assert self.cities[seat][cell] is old
                self.reserves[seat].remove(tile)
                self.reserves[seat].add(old)
                self.cities[seat][cell] = tile
            case Placed(seat, tile, cell):
                self.waiting.remove(tile)
                self.cities[seat][cell] = tile
            case Reserved(seat, tile):
                self.waiting.remove(tile)
                self.reserves[seat].add(tile)
            case Given(_, tile):
                self.waiting.remove(tile)
                self.dirk.add(tile)
            case Reshuffled(cards):
                assert cards == self.discard.total()
                self.discard.clear()
                self.deck_left = cards
            case RowRefilled(cards):
                for place, card in cards.items():
                    assert self.row[place] is None
                    self.row[place] = card
                self.deck_left -= len(cards)
            case ScoringCardTurnedUp():
                self.deck_left -= 1
            case MarketRefilled(tiles):
                for square, tile in tiles.items():
                    assert self.market[square] is None
                    self.market[square] = tile
                self.bag_left -= len(tiles)
            case Scored(sheet):
                self.scores = [
                    old + new for old, new in zip(self.scores, sheet.points, strict=True)
                ]
            case DirkDrew(tiles):
                self.dirk |= set(tiles)
                self.bag_left -= len(tiles)
            case Awarded(seat, tile, square):
                assert self.market[square] is tile
                self.awards[tile] = seat
            case NotAwarded(tile, square):
                assert self.market[square] is tile
            case TurnBegan(seat):
                self.seat = seat
                self._hand_over([tile for tile, owner in self.awards.items() if owner == seat])
            case Ended(outcome):
                assert outcome.points == tuple(self.scores)
                self.over = True
            case Passed() | MarketRanDry():
                pass

    def _hand_over(self, tiles: list[Tile]) -> None:
        for tile in tiles:
            del self.awards[tile]
            self.market[self.market.index(tile)] = None
            self.waiting.add(tile)

    def kept(self) -> dict[str, object]:
        """What has been kept, as `found` tells it of a game."""
        return {
            "hands": [tuple(sorted(hand.elements())) for hand in self.hands],
            "cities": self.cities,
            "reserves": [tuple(sorted(reserve)) for reserve in self.reserves],
            "dirk": tuple(sorted(self.dirk)),
            "scores": tuple(self.scores),
            "row": tuple(self.row),
            "market": tuple(self.market),
            "discard": tuple(sorted(self.discard.elements())),
            "waiting": tuple(sorted(self.waiting)),
            "awards": self.awards,
            "deck_left": self.deck_left,
            "bag_left": self.bag_left,
            "seat": self.seat,
            "over": self.over,
        }


def found(game: Game) -> dict[str, object]:
    """The same of a game."""
    return {
        "hands": list(game.hands),
        "cities": [city.tiles for city in game.cities],
        "reserves": list(game.reserves),
        "dirk": game.dirk or (),
        "scores": game.scores,
        "row": game.row,
        "market": game.market,
        "discard": game.discard,
        "waiting": game.waiting,
        "awards": game.awards,
        "deck_left": game.deck_left,
        "bag_left": game.bag_left,
        "seat": game.seat,
        "over": game.is_over,
    }
