"""Analyses as JSON, see ``docs/analysis.md``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from alhambra.actions import Action
from alhambra.analysis.results import Account, Analysis, Line, Mark, SeatSummary, Turn, Why

VERSION = 1


def to_json(analysis: Analysis) -> dict[str, Any]:
    """An analysis as JSON values. Seats count from 0, turns and plies as in the analysis."""
    return {
        "analysis": VERSION,
        "level": analysis.level,
        "seed": analysis.seed,
        "names": list(analysis.names),
        "result": list(analysis.result),
        "turns": [_turn_to_json(turn) for turn in analysis.turns],
        "seats": [_seat_to_json(seat) for seat in analysis.seats],
        "moments": list(analysis.moments),
    }


def from_json(data: Mapping[str, Any]) -> Analysis:
    """The analysis again. Raises ValueError if it was written in another version."""
    if data.get("analysis") != VERSION:
        raise ValueError(f"analysis of version {data.get('analysis')}, not {VERSION}")
    return Analysis(
        level=data["level"],
        seed=data["seed"],
        names=tuple(data["names"]),
        result=tuple(data["result"]),
        turns=tuple(map(_turn_of, data["turns"])),
        seats=tuple(map(_seat_of, data["seats"])),
        moments=tuple(data["moments"]),
    )


def _turn_to_json(turn: Turn) -> dict[str, Any]:
    plain = {field.name: getattr(turn, field.name) for field in fields(turn)}
    return plain | {
        "line": _line_to_json(turn.line),
        "best": turn.best and _line_to_json(turn.best),
        "value": list(turn.value),
        "mark": turn.mark and turn.mark.value,
        "reasons": [_why_to_json(each) for each in turn.reasons],
        "against": turn.against and _why_to_json(turn.against),
        "luck": list(turn.luck),
    }


def _turn_of(data: Mapping[str, Any]) -> Turn:
    return Turn(
        **{
            **data,
            "line": _line_of(data["line"]),
            "best": _line_of(data["best"]) if data["best"] else None,
            "value": tuple(data["value"]),
            "mark": Mark(data["mark"]) if data["mark"] else None,
            "reasons": tuple(map(_why_of, data["reasons"])),
            "against": _why_of(data["against"]) if data["against"] else None,
            "luck": tuple(data["luck"]),
        }
    )


def _line_to_json(line: Line) -> dict[str, Any]:
    actions = [str(action) for action in line.actions]
    return {"actions": actions, "shares": list(line.shares), "margin": line.margin}


def _line_of(data: Mapping[str, Any]) -> Line:
    actions = tuple(map(Action.parse, data["actions"]))
    return Line(actions, tuple(data["shares"]), data["margin"])


def _why_to_json(reason: Why) -> dict[str, Any]:
    return {"code": reason.code, "params": dict(reason.params)}


def _why_of(data: Mapping[str, Any]) -> Why:
    return Why(data["code"], dict(data["params"]))


def _seat_to_json(seat: SeatSummary) -> dict[str, Any]:
    plain = {field.name: getattr(seat, field.name) for field in fields(seat)}
    account = {field.name: getattr(seat.account, field.name) for field in fields(Account)}
    marks = {mark.value: number for mark, number in seat.marks.items()}
    return plain | {"account": account, "marks": marks}


def _seat_of(data: Mapping[str, Any]) -> SeatSummary:
    marks = {Mark(mark): number for mark, number in data["marks"].items()}
    return SeatSummary(**{**data, "account": Account(**data["account"]), "marks": marks})
