"""What the processes do that review games: ``python -m`` this module, see ``worker_process``."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from typing import Any

from alhambra.actions import Action, Build, Buy, Remove, Swap, Take
from alhambra.analysis import Analysis, Turn, to_json
from alhambra.analysis.analyser import analysed_turns, assembled, finished_game
from alhambra.analysis.candidates import turns_of
from alhambra.record import Record
from alhambra.server.protocol.review import DecisionName
from alhambra.server.runtime.worker_process import Message, do_jobs

SEED = 1  # a game is always judged under the same orders of deck and bag


def review(job: Message) -> Iterator[Message]:
    """Analyse the game of a record: how many turns it has, each turn as it is done, the whole."""
    game, level = finished_game(Record.parse(job["record"])), job["level"]
    yield {"turns": sum(1 for _ in turns_of(game))}
    turns: list[Turn] = []
    for turn in analysed_turns(game, level, SEED):
        turns.append(turn)
        yield {"number": turn.number, "shares": turn.played}
    analysis = assembled(game, level, SEED, turns)
    yield {"seats": seats_of(analysis), "analysis": b64encode(packed(analysis)).decode()}


def packed(analysis: Analysis) -> bytes:
    """An analysis as it is stored: a fifth of its size as text."""
    return zlib.compress(json.dumps(to_json(analysis), separators=(",", ":")).encode())


def seats_of(analysis: Analysis) -> list[dict[str, Any]]:
    """What is summed over the games of a person, for each seat."""
    return [
        {
            "turns": seat.turns,
            "open_turns": sum(turn.openness for turn in analysis.turns if turn.seat == number),
            "errors": seat.account.errors,
            "error_rate": seat.error_rate,
            "accuracy": seat.accuracy,
            "accuracy_error": seat.accuracy_error,
            "luck": seat.account.luck,
            "deal": seat.account.deal,
            "marks": {mark.value: count for mark, count in seat.marks.items()},
            "decisions": costly_decisions(analysis, number),
        }
        for number, seat in enumerate(analysis.seats)
    ]


def costly_decisions(analysis: Analysis, seat: int) -> dict[DecisionName, int]:
    """Of which kind the actions were that cost most in the marked turns of a seat."""
    return Counter(
        decision_of(turn.line.actions[turn.marked])
        for turn in analysis.turns
        if turn.seat == seat and turn.marked is not None
    )


def decision_of(action: Action) -> DecisionName:
    """What is decided by an action."""
    match action:
        case Take():
            return "money"
        case Buy():
            return "purchase"
        case Build() | Remove() | Swap():
            return "redesign"
        case _:
            return "placing"


if __name__ == "__main__":
    do_jobs(review)
