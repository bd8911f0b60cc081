"""A game review as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from alhambra.analysis import Analysis, Line, SeatSummary, Turn
from alhambra.analysis.analysis_levels import analysis_level
from alhambra.analysis.results import Mark
from alhambra.cli.text.hints import action_words, reason_words
from alhambra.cli.text.messages import ENGLISH
from alhambra.cli.text.words import count, listed
from alhambra.game import Game

TOLD = 0.005  # of a win; less luck would be told as 0 %
PLURALS = {Mark.INACCURACY: "inaccuracies", Mark.MISTAKE: "mistakes", Mark.BLUNDER: "blunders"}


def analysis_lines(found: Analysis, game: Game) -> Iterator[str]:
    """The players in numbers, then what was marked and what decided the game."""
    scores = zip((*found.names, ENGLISH.t("dirk")), game.outcome().points, strict=False)
    points = ", ".join(f"{name} {own}" for name, own in scores)
    winners = listed(found.names[seat] for seat in game.outcome().winners)
    yield f"{listed(found.names)}, {count(len(found.turns), 'turn')}, level {found.level}."
    yield f"Points: {points}. Won by {winners}."
    yield ""
    yield from _table(found)
    yield ""
    yield from turns_lines([turn for turn in found.turns if turn.mark], game)
    yield from _moments(found)


def _table(found: Analysis) -> Iterator[str]:
    """A column for each player."""
    rows = [("", [seat.name for seat in found.seats])]
    if analysis_level(found.level).follows:
        rows += _skill(found.seats)
    for words, part in (
        ("result", "result"),
        ("= deal", "deal"),
        ("+ luck of the draws", "luck"),
        ("- own errors", "errors"),
        ("+ errors of others", "others"),
    ):
        rows.append((words, [f"{100 * getattr(s.account, part):+.1f}" for s in found.seats]))
    width = max(len(cell) for _, cells in rows for cell in cells) + 2
    first = max(len(words) for words, _ in rows)
    for words, cells in rows:
        yield f"{words:{first}}" + "".join(f"{cell:>{width}}" for cell in cells)
    yield "The account is in percent of a win; a result of 0 is an even share."
    if analysis_level(found.level).follows:
        yield "Accuracies are from one game: the player's usual one may differ by the ±."


def _skill(seats: Sequence[SeatSummary]) -> list[tuple[str, list[str]]]:
    rows = [("accuracy", [f"{s.accuracy:.0f} ± {s.accuracy_error:.0f}" for s in seats])]
    for mark, words in PLURALS.items():
        rows.append((words, [str(seat.marks[mark]) for seat in seats]))
    return rows


def turns_lines(turns: Sequence[Turn], game: Game) -> Iterator[str]:
    """What was wrong with turns, what would have been better, and why."""
    for turn in turns:
        if turn.mark and turn.best:
            cost = f"{100 * turn.gap:.0f} % of a win ± {200 * turn.standard_error:.0f}"
            name = game.names[turn.seat]
            better = "better" if turn.points >= 0 else "worse"
            points = f"{abs(turn.points):.1f} points {better} at the end, on average"
            yield f"Turn {turn.number}, {name}: {turn.mark}, {cost} ({points})."
            yield f"  Played: {_line_words(turn.line, turn, game)}."
            yield f"  Better: {_line_words(turn.best, turn, game)}."
            yield from (f"  {sentence}" for sentence in why_sentences(turn, game))


def why_sentences(turn: Turn, game: Game) -> list[str]:
    """Why the better line is better, and what speaks against it."""
    if not turn.reasons:
        return [ENGLISH.t("why.followed")]
    said = [reason_words(each, game.names, ENGLISH, "why") for each in turn.reasons]
    if turn.against:
        against = reason_words(turn.against, game.names, ENGLISH, "why")
        said.append(ENGLISH.t("why.against", reason=against))
    return said


def _line_words(line: Line, turn: Turn, game: Game) -> str:
    """A whole turn: "Buy Garden 8 (G8nw) for 8 dirhams, take 5 florins"."""
    table, words = game.at(turn.ply), []
    for action in line.actions:
        words.append(action_words(table, action, ENGLISH))
        table.play(action, reveal=False)
    return "; ".join(words)


def _moments(found: Analysis) -> Iterator[str]:
    if found.moments:
        yield "What decided the game:"
    for number in found.moments:
        turn = found.turns[number - 1]
        yield f"  turn {number}, {found.names[turn.seat]}: {_moment(found, turn)}."


def _moment(found: Analysis, turn: Turn) -> str:
    parts = [f"{turn.mark}, {100 * turn.gap:.0f} %"] if turn.mark else []
    seat = max(range(len(turn.luck)), key=lambda seat: turn.luck[seat])
    if not parts or turn.luck[seat] >= TOLD:
        parts.append(f"the draw brought {found.names[seat]} {100 * turn.luck[seat]:+.0f} %")
    return ", then ".join(parts)
