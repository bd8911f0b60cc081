"""What a page is sent about a reviewed game."""

from dataclasses import replace

import pytest
from pydantic import TypeAdapter

from alhambra.analysis import Why, analyse
from alhambra.server.protocol.review import ReviewStatus
from alhambra.server.render.review import _english, review_done, why_shown
from server.helpers.games import whole_record

pytestmark = pytest.mark.compiled_only


def test_reasons_have_their_code_and_a_sentence() -> None:
    game = whole_record(2).replay()
    denied = Why("denied", {"tile": "G8nw", "rival": 1, "n": 4, "instead": 9, "games": 16})
    points = Why("points", {"kind": "garden", "n": 5, "instead": 2, "scoring": "B"})
    found = analyse(game, "instant")
    turn = replace(found.turns[0], reasons=(denied, points), against=Why("followed", {}))
    shown = review_done(replace(found, turns=(turn, *found.turns[1:])), game)
    TypeAdapter(ReviewStatus).validate_python(shown, strict=True)
    assert shown["review"]
    first = shown["review"]["turns"][0]
    assert [reason["code"] for reason in first["reasons"]] == ["denied", "points"]
    assert first["reasons"][0]["params"] == denied.params
    assert [reason["sentence"] for reason in first["reasons"]] == [
        "Bruno buys G8nw before the next turn in 4 of 16 simulated games instead of 9.",
        "If scored now, gardens would bring 5 points instead of 2.",
    ]
    assert first["against"] and first["against"]["sentence"] == (
        "No simple reason was found; the better turn does better in the simulated games."
    )


def test_every_text_for_a_reason_makes_a_sentence() -> None:
    params = dict.fromkeys(
        ("n", "instead", "games", "tiles", "wall", "percent", "rival", "tile", "cards", "kind"), 1
    )
    for code in _english():
        for n in (1, 2):
            reason = Why(code, {**params, "n": n, "scoring": "B", "reason": "x"})
            said = why_shown(reason, ["Ana", "Bruno"])["sentence"]
            assert said[-1:] in ".x"
            assert "{" not in said


@pytest.mark.parametrize(
    ("n", "said"), [(1, "about 1 point "), (3, "about 3 points ")], ids=["one", "several"]
)
def test_a_reason_with_a_plural_is_a_sentence(n: int, said: str) -> None:
    shown = why_shown(Why("ahead_later", {"n": n}), ["Ana", "Bruno"])
    assert said in shown["sentence"]
