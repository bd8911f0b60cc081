"""What a page is shown. Everything comes from views, which do not know what is hidden."""

from __future__ import annotations

from typing import Literal

from alhambra.game import Game
from alhambra.pieces import CURRENCIES, Card, Side, Tile, worth
from alhambra.server.fold import Fold
from alhambra.server.legal import legal_shown
from alhambra.server.shapes import Board, Own, PlayerShown, Purse, SheetShown
from alhambra.server.telling import sheet_shown
from alhambra.table import Phase
from alhambra.view import View

REFILLS = (1, 2, 3, 4)
SIDE_LETTERS: dict[Side, Literal["n", "e", "s", "w"]] = {
    Side.NORTH: "n",
    Side.EAST: "e",
    Side.SOUTH: "s",
    Side.WEST: "w",
}


def board(view: View, game: Game, sheets: list[SheetShown], *, open_hands: bool) -> Board:
    """The table as everybody sees it; of the game itself only what was done."""
    over = view.is_over
    scores = view.scores
    dirk = view.dirk
    return {
        "ply": game.ply,
        "seat": view.seat,
        "phase": view.phase.value,
        "market": [tile.name if tile else None for tile in view.market],
        "row": [card.name if card else None for card in view.row],
        "players": _players(view, scores, open_hands=over or open_hands),
        "dirk": None if dirk is None else {"points": scores[-1], "tiles": names(dirk)},
        "awards": [{"tile": tile.name, "seat": seat} for tile, seat in view.awards.items()],
        "deck": view.deck_left,
        "bag": view.bag_left,
        "discard": names(view.discard),
        "tiles_to_come": names(view.tiles_left()),
        "steps": [str(action) for action in game.steps],
        "sheets": sheets,
        "forecast": None if over else sheet_shown(view.sheet()),
        "chances": [float(view.scoring_chance(cards)) for cards in REFILLS],
        "winners": list(view.outcome().winners),
    }


def _players(view: View, scores: tuple[int, ...], *, open_hands: bool) -> list[PlayerShown]:
    hands, reserves, waiting = view.hands, view.reserves, view.waiting
    players: list[PlayerShown] = []
    for seat, city in enumerate(view.cities):
        players.append(
            {
                "points": scores[seat],
                "cards": len(hands[seat]),
                "hand": names(hands[seat]) if open_hands else None,
                "city": [(tile.name, cell.x, cell.y) for cell, tile in city.tiles.items()],
                "wall": [(cell.x, cell.y, SIDE_LETTERS[side]) for cell, side in city.wall()],
                "reserve": names(reserves[seat]),
                "waiting": names(waiting) if seat == view.seat else [],
            }
        )
    return players


def names(pieces: tuple[Tile, ...] | tuple[Card, ...]) -> list[str]:
    """Pieces as records write them."""
    return [piece.name for piece in pieces]


def own(view: View, fold: Fold, seat: int | None, *, may_ask_undo: bool = False) -> Own:
    """What a page sees that acts for this seat; with none, a spectator's or a closed curtain."""
    game = fold.playing
    acts = seat is not None and seat == view.seat and not fold.seats[seat].bot
    acts = acts and fold.status == "playing"
    hands = view.hands
    return {
        "seat": seat,
        "hand": [] if seat is None else purses(hands[seat]),
        "to_come": _to_come(view, hands, seat, open_hands=fold.options.open_hands),
        "legal": legal_shown(view) if acts and view.legal_actions else None,
        "can_take_back": acts and bool(game.steps),
        "can_confirm": acts and view.phase is Phase.REFILL,
        "can_ask_undo": may_ask_undo,
    }


def purses(hand: tuple[Card, ...]) -> list[Purse]:
    """A hand by currency, empty purses left out."""
    found: list[Purse] = []
    for currency in CURRENCIES:
        cards = [card for card in hand if card.currency is currency]
        if cards:
            found.append(
                {
                    "currency": currency.value,
                    "cards": [card.name for card in cards],
                    "worth": worth(cards),
                }
            )
    return found


def _to_come(
    view: View, hands: tuple[tuple[Card, ...], ...], seat: int | None, *, open_hands: bool
) -> list[list[int]]:
    """Deck and hidden hands together, as ``view.shown()`` counts them, by currency and value."""
    counts = [0] * 64  # by the card's code
    for card, number in view.cards_left().items():
        counts[card.code] += number
    if not open_hands:
        for n, hand in enumerate(hands):
            if n != seat:
                for card in hand:
                    counts[card.code] += 1
    return [counts[start + 1 : start + 10] for start in range(0, 64, 16)]
