"""The questions of a player at the terminal: hand, market, city, scores. None changes the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from alhambra.analysis.hints import hint
from alhambra.cli.complaints import Complaint, sentence
from alhambra.cli.terminal.choices import choice_lines, choices
from alhambra.cli.text import boards
from alhambra.cli.text.hints import hint_lines
from alhambra.cli.text.messages import Messages
from alhambra.cli.text.narration import sheet_lines, since_last_turn
from alhambra.game import Game
from alhambra.pieces import SCORINGS, Scoring
from alhambra.reasons import Reason

Lines = Callable[[Game, int, str, Messages], list[str]]


@dataclass(frozen=True, slots=True)
class Look:
    """A question: how to type it, and its lines for a seat. What it shows is `terminal.look.…`."""

    form: str
    lines: Lines


def _seat_named(game: Game, seat: int, name: str, words: Messages) -> int:
    """The seat with this name or number; defaults to the asker's own."""
    if not name:
        return seat
    for n, other in enumerate(game.names):
        if name.lower() in (other.lower(), str(n + 1)):
            return n
    names = words.listed(game.names)
    raise Complaint(words.t("terminal.nobody_called", name=repr(name), names=names))


def _city(game: Game, seat: int, name: str, words: Messages) -> list[str]:
    seat = _seat_named(game, seat, name, words)
    lines = boards.city_lines(game.names[seat], game.cities[seat], words)
    return [*lines, *boards.tile_lines(game, seat, words)]


def _map(game: Game, seat: int, name: str, words: Messages) -> list[str]:
    return boards.map_lines(game.cities[_seat_named(game, seat, name, words)])


def _hand(game: Game, seat: int, _: str, words: Messages) -> list[str]:
    return boards.hand_lines(game, seat, words)


def _market(game: Game, _seat: int, _: str, words: Messages) -> list[str]:
    return boards.market_lines(game, words)


def _scores(game: Game, _seat: int, _: str, words: Messages) -> list[str]:
    return [boards.scores_line(game, words), *boards.left_lines(game, words)]


def _players(game: Game, seat: int, _: str, words: Messages) -> list[str]:
    shown = game.view(seat).shown()
    lines = []
    for n, (name, hand) in enumerate(zip(shown.names, shown.hands, strict=True)):
        cards = words.t("cards", n=hand if isinstance(hand, int) else len(hand))
        score = words.t("points.n", n=shown.scores[n])
        reserve = f"{words.t('reserve')}: {len(shown.reserves[n])}"
        city = boards.city_line(game.cities[n], words)
        lines.append(f"{n + 1}. {name}: {score}, {cards}. {reserve}. Alhambra: {city}")
    return lines if shown.dirk is None else [*lines, boards.dirk_line(game, words)]


def _if_scored(game: Game, _seat: int, typed: str, words: Messages) -> list[str]:
    letter = typed.upper().removeprefix("SCORED").strip()
    if letter and letter not in SCORINGS:
        raise Complaint(words.reason(Reason("no_such_scoring", {"word": letter[:20]})))
    sheet = game.sheet(Scoring(letter) if letter else None)
    name = words.t(f"scoring.{sheet.scoring}")
    if sheet.scoring not in game.scored:
        name = f"{words.t('tab.forecast')}: {name}"
    return [f"{name}.", *sheet_lines(sheet, game.names, words)]


def _log(game: Game, seat: int, _: str, words: Messages) -> list[str]:
    return since_last_turn(game, seat, words) or [words.t("log.empty")]


def _list(game: Game, _seat: int, _: str, words: Messages) -> list[str]:
    nothing = sentence(words.t("terminal.nothing_to_pick"))
    return choice_lines(game, choices(game), words) or [nothing]


def _hint(game: Game, _seat: int, typed: str, words: Messages) -> list[str]:
    found = hint(game, seed=game.ply, open_hands=False)  # nothing here shows the hands of others
    return hint_lines(game, found, words, numbers=typed.lower() == "numbers")


LOOKS = {
    "list": Look("list", _list),
    "hand": Look("hand", _hand),
    "market": Look("market", _market),
    "city": Look("city [NAME]", _city),
    "map": Look("map [NAME]", _map),
    "scores": Look("scores", _scores),
    "players": Look("players", _players),
    "if": Look("if scored [A, B or C]", _if_scored),
    "log": Look("log", _log),
    "hint": Look("hint [numbers]", _hint),
}
