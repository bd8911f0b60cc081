"""Situations that come about by luck, found in the records of the tests."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from alhambra.actions import Take
from alhambra.game import Game
from alhambra.pieces import Tile
from alhambra.puzzles import Puzzle, puzzles
from alhambra.record import Record
from alhambra.server.protocol.board import LegalShown
from alhambra.server.render.legal import legal_text
from alhambra.table import Phase

RECORDS = Path(__file__).parents[1] / "records"


@dataclass(frozen=True)
class Moment:
    """A record, how far it is played, and whose decision comes next."""

    record: str
    ply: int
    seat: int
    seats: int
    legal: LegalShown
    reserve: tuple[str, ...]
    city: dict[str, tuple[int, int]]  # the cells of the player's tiles


def moment(name: str, fits: Callable[[Game, LegalShown], bool]) -> Moment:
    """The first decision of a record for which this is so."""
    text = (RECORDS / f"{name}.alhambra").read_text(encoding="utf-8")
    for _, _, game in Record.parse(text).replay().history():
        if game.phase not in (Phase.ACT, Phase.PLACE, Phase.AWARD):
            continue
        legal: LegalShown = json.loads(legal_text(game.view(game.seat)))
        if fits(game, legal):
            reserve = tuple(tile.name for tile in game.reserves[game.seat])
            city = {tile.name: (x, y) for (x, y), tile in game.cities[game.seat].tiles.items()}
            return Moment(text, game.ply, game.seat, len(game.names), legal, reserve, city)
    raise LookupError(f"there is no such decision in {name}")


def begins(game: Game) -> bool:
    """Whether a turn begins."""
    return game.phase is Phase.ACT and not game.steps


def exact_chain() -> Moment:
    """Three tiles can be paid exactly, one after the other."""
    return moment("6p-pass", lambda game, legal: begins(game) and len(legal["chain"]) == 3)


def all_hints() -> Moment:
    """Everything that a hint of a first game speaks of is so."""

    def fits(game: Game, legal: LegalShown) -> bool:
        due = legal["chain"] and legal["takes"] and any(game.sheet().points)
        return begins(game) and bool(due)

    return moment("3p-uniform", fits)


def many_payments() -> Moment:
    """A tile can be paid in several ways, exactly among them."""

    def fits(game: Game, legal: LegalShown) -> bool:
        ways = [purchase["payments"] for purchase in legal["purchases"]]
        return begins(game) and any(len(way) > 2 and way[0]["exact"] for way in ways[:1])

    return moment("6p-pass", fits)


def overpaid() -> Moment:
    """The first tile that can be bought fits the city, and cannot be paid exactly."""

    def fits(game: Game, legal: LegalShown) -> bool:
        if not begins(game) or not legal["purchases"]:
            return False
        purchase = legal["purchases"][0]
        city = game.cities[game.seat]
        return not purchase["payments"][0]["exact"] and bool(city.spots(Tile(purchase["tile"])))

    return moment("3p-uniform", fits)


def redesign() -> Moment:
    """A tile of the reserve can be built and can replace another, and one can be removed."""

    def fits(game: Game, legal: LegalShown) -> bool:
        can = legal["builds"] and legal["swaps"] and legal["removes"]
        return begins(game) and bool(can) and len(game.reserves[game.seat]) < 3

    return moment("2p-redesigns", fits)


def gift() -> Moment:
    """With two players, a bought tile waits."""
    return moment("2p-gifts", lambda game, legal: any(p["give"] for p in legal["placements"]))


def nowhere_to_place() -> Moment:
    """A bought tile fits nowhere."""

    def fits(game: Game, legal: LegalShown) -> bool:
        return bool(legal["placements"]) and not legal["placements"][0]["cells"]

    return moment("3p-uniform", fits)


def award() -> Moment:
    """The bag is empty: two tiles left in the market go to this player, another to the other."""
    return moment("2p-gifts", lambda game, legal: game.phase is Phase.AWARD)


def six_late() -> Moment:
    """Six players after the second scoring, most of them with tiles of most kinds."""

    def fits(game: Game, legal: LegalShown) -> bool:
        return begins(game) and len(game.scored) == 2

    return moment("6p-two-winners-after-a-reshuffle", fits)


def six_tied() -> Moment:
    """Six players before the first scoring: a tie brings nothing, and others have more."""

    def fits(game: Game, _: LegalShown) -> bool:
        unpaid = {why for kind in game.sheet().kinds.values() for why in kind.unpaid}
        return begins(game) and unpaid >= {"shared", "behind"}

    return moment("6p-nothing-awarded", fits)


def last_action() -> Moment:
    """One more tile to place, then come the last scoring and the end."""
    return moment("4p-two-winners", lambda game, legal: game.phase is Phase.AWARD)


def tall_city() -> Moment:
    """A tile fits above a city that is higher than a small phone has room for, and further down."""

    def fits(game: Game, legal: LegalShown) -> bool:
        rows = [0, *(y for _, y in game.cities[game.seat].tiles)]
        cells = [y for each in legal["placements"] for _, y in each["cells"]]
        return len(cells) > 2 and max(rows) - min(rows) > 4 and max(cells) > max(rows)

    return moment("2p-a-tie-and-nobody-holding-any", fits)


def taking() -> Puzzle:
    """A puzzle that is solved by taking one card of the row, and another card is worse."""
    return next(
        each
        for each in puzzles().values()
        if isinstance(each.best, Take)
        and len(each.best.cards) == 1
        and any(isinstance(other, Take) and len(other.cards) == 1 for other in each.worse)
        and len(set(each.begin().row)) == len(each.begin().row)
    )
