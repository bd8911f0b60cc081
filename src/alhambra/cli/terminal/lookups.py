"""The questions of a player at the terminal: hand, market, city, scores. None changes the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from alhambra.cli.complaints import Complaint
from alhambra.cli.terminal.choices import choice_lines, choices
from alhambra.cli.text import boards
from alhambra.cli.text.narration import sheet_lines, since_last_turn
from alhambra.cli.text.words import count, listed
from alhambra.game import Game
from alhambra.pieces import SCORINGS, Scoring

Lines = Callable[[Game, int, str], list[str]]


@dataclass(frozen=True, slots=True)
class Look:
    """A question: how to type it, what it shows, and its lines for a seat."""

    form: str
    help: str
    lines: Lines


def _seat_named(game: Game, seat: int, name: str) -> int:
    """The seat with this name or number; defaults to the asker's own."""
    if not name:
        return seat
    for n, other in enumerate(game.names):
        if name.lower() in (other.lower(), str(n + 1)):
            return n
    raise Complaint(f"nobody here is called {name!r}: there are {listed(game.names)}")


def _city(game: Game, seat: int, name: str) -> list[str]:
    seat = _seat_named(game, seat, name)
    lines = boards.city_lines(game.names[seat], game.cities[seat])
    return [*lines, *boards.tile_lines(game, seat)]


def _map(game: Game, seat: int, name: str) -> list[str]:
    return boards.map_lines(game.cities[_seat_named(game, seat, name)])


def _hand(game: Game, seat: int, _: str) -> list[str]:
    return boards.hand_lines(game, seat)


def _market(game: Game, _seat: int, _: str) -> list[str]:
    return boards.market_lines(game)


def _scores(game: Game, _seat: int, _: str) -> list[str]:
    return [boards.scores_line(game), boards.left_line(game)]


def _players(game: Game, seat: int, _: str) -> list[str]:
    shown = game.view(seat).shown()
    lines = []
    for n, (name, hand) in enumerate(zip(shown.names, shown.hands, strict=True)):
        cards = count(hand if isinstance(hand, int) else len(hand), "card")
        reserve = count(len(shown.reserves[n]), "tile")
        score = count(shown.scores[n], "point")
        city = boards.city_line(game.cities[n])
        lines.append(f"{n + 1}. {name}: {score}, {cards}, {reserve} in reserve. City: {city}")
    return lines if shown.dirk is None else [*lines, boards.dirk_line(game)]


def _if_scored(game: Game, _seat: int, words: str) -> list[str]:
    letter = words.upper().removeprefix("SCORED").strip()
    if letter and letter not in SCORINGS:
        raise Complaint(f"there is no scoring {letter[:20]}: there are {listed(SCORINGS)}")
    sheet = game.sheet(Scoring(letter) if letter else None)
    past = sheet.scoring in game.scored
    start = f"Scoring {sheet.scoring}{' as it was' if past else ', if it were now'}."
    return [start, *sheet_lines(sheet, game.names)]


def _log(game: Game, seat: int, _: str) -> list[str]:
    return since_last_turn(game, seat) or ["Nothing has happened yet."]


def _list(game: Game, _seat: int, _: str) -> list[str]:
    return choice_lines(game, choices(game)) or ["There is nothing to choose."]


LOOKS = {
    "list": Look("list", "every action you can play now, with its number", _list),
    "hand": Look("hand", "your money and your reserve", _hand),
    "market": Look("market", "the market and the money row", _market),
    "city": Look("city [NAME]", "a city cell by cell, yours or another's", _city),
    "map": Look("map [NAME]", "the same drawn in text", _map),
    "scores": Look("scores", "the points, and what is left to draw", _scores),
    "players": Look("players", "everybody in a line each", _players),
    "if": Look("if scored [A, B or C]", "the next scoring as if it were now", _if_scored),
    "log": Look("log", "what happened since your last turn", _log),
}
