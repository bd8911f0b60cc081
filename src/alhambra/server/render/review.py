"""A reviewed game as messages: the turns of an analysis with what happens in them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, cast

from alhambra.analysis import Account, Analysis, Line, SeatSummary, Turn
from alhambra.analysis import Why as Reason
from alhambra.game import Game
from alhambra.server.protocol.review import (
    LineShown,
    Review,
    ReviewStatus,
    SeatReviewed,
    TurnReviewed,
    Why,
)
from alhambra.server.render.happenings import happenings_shown

DIGITS = 5
"""More would only make messages longer."""


def rounded(shares: Sequence[float]) -> list[float]:
    """Shares of the win, as far as they mean something."""
    return [round(share, DIGITS) for share in shares]


def review_done(analysis: Analysis, game: Game) -> ReviewStatus:
    """The finished review of this game."""
    turns = len(analysis.turns)
    return {
        "state": "done",
        "waiting": 0,
        "read": turns,
        "turns": turns,
        "seconds_left": None,
        "curve": [[turn.number, *rounded(turn.played)] for turn in analysis.turns],
        "review": _review(analysis, game),
    }


def _review(analysis: Analysis, game: Game) -> Review:
    turns: list[TurnReviewed] = []
    before = game.at(0)
    for turn in analysis.turns:
        before = game.at(turn.ply, before)
        turns.append(_turn_reviewed(turn, before, game.names))
    return {
        "level": analysis.level,
        "result": list(analysis.result),
        "turns": turns,
        "seats": [_seat_reviewed(seat) for seat in analysis.seats],
        "moments": list(analysis.moments),
    }


def _turn_reviewed(turn: Turn, before: Game, names: Sequence[str]) -> TurnReviewed:
    return {
        "number": turn.number,
        "ply": turn.ply,
        "seat": turn.seat,
        "played": _line_shown(turn.line, before),
        "best": _line_shown(turn.best, before) if turn.best else None,
        "value": rounded(turn.value),
        "error": round(turn.error, DIGITS),
        "gap": round(turn.gap, DIGITS),
        "standard_error": round(turn.standard_error, DIGITS),
        "points": round(turn.points, DIGITS),
        "openness": round(turn.openness, DIGITS),
        "mark": cast(Any, turn.mark and turn.mark.value),
        "marked": turn.marked,
        "reasons": [why_shown(reason, names) for reason in turn.reasons],
        "against": why_shown(turn.against, names) if turn.against else None,
        "luck": rounded(turn.luck),
    }


def _line_shown(line: Line, before: Game) -> LineShown:
    """A turn, and for each of its actions what it does. What follows the last one is no part of
    it: it may be drawn."""
    game = before.copy()
    happened = [game.play(action, reveal=False)[0] for action in line.actions]
    return {
        "actions": [str(action) for action in line.actions],
        "happenings": happenings_shown(happened),
        "shares": rounded(line.shares),
        "margin": round(line.margin, DIGITS),
    }


def why_shown(reason: Reason, names: Sequence[str]) -> Why:
    """A measured difference, and its English sentence."""
    params = dict(reason.params)
    return {"code": reason.code, "params": params, "sentence": _sentence(reason, names)}


def _sentence(reason: Reason, names: Sequence[str]) -> str:
    """A reason in English, as the page says it, but with the names of records."""
    params = reason.in_english
    if "rival" in params:
        params["rival"] = names[int(params["rival"])]
    if "kind" in params:
        params["kinds"] = _texts().get(f"kinds.{params['kind']}", "")
    said = _english().get(reason.text, "")
    if not isinstance(said, str):  # it has a plural
        said = said["one" if params["n"] == 1 else "other"]
    filled = said.format(**params)
    return filled[:1].upper() + filled[1:]


@cache
def _english() -> Mapping[str, str | Mapping[str, str]]:
    """The page's texts for reasons, by code."""
    texts = _texts().items()
    return {key.removeprefix("why."): text for key, text in texts if key.startswith("why.")}


@cache
def _texts() -> Mapping[str, Any]:
    """The page's texts for reviews."""
    file = files("alhambra") / "messages" / "review" / "en.json"
    return cast("Mapping[str, Any]", json.loads(file.read_text(encoding="utf-8")))


def _seat_reviewed(seat: SeatSummary) -> SeatReviewed:
    account: Account = seat.account
    return {
        "result": round(account.result, DIGITS),
        "deal": round(account.deal, DIGITS),
        "luck": round(account.luck, DIGITS),
        "errors": round(account.errors, DIGITS),
        "others": round(account.others, DIGITS),
        "turns": seat.turns,
        "marks": {cast(Any, mark.value): count for mark, count in seat.marks.items()},
        "error_rate": round(seat.error_rate, DIGITS),
        "accuracy": round(seat.accuracy, DIGITS),
        "accuracy_error": round(seat.accuracy_error, DIGITS),
    }
