"""Every happening has its sentence."""

from typing import get_args

import pytest

from alhambra import Card, Cell, Currency, Game, Scoring, Tile
from alhambra import happenings as h
from alhambra.cli.text.narration import narrate
from alhambra.scoring import Outcome

NAMES = ("ana", "Bruno")
B3, G2 = Card("b3"), Card("g2")
T11, P6N = Tile("T11"), Tile("P6n")
AT = Cell(2, -1)
SHEET = Game.new(NAMES, seed=1).sheet(Scoring.A)

SENTENCES: list[tuple[h.Happening, str]] = [
    (h.Took(0, (B3, G2)), "ana took b3 and g2."),
    (h.Bought(1, T11, 0, (B3,), 11, True), "Bruno bought T11 with b3, exactly."),
    (h.Bought(1, T11, 0, (B3,), 12, False), "Bruno bought T11 with b3, 12 for 11."),
    (h.Built(0, T11, AT), "ana built T11 from the reserve at 2,-1."),
    (h.Removed(0, T11, AT), "ana removed T11 from 2,-1 to the reserve."),
    (h.Swapped(0, T11, AT, P6N), "ana put T11 in the place of P6n at 2,-1."),
    (h.Passed(0), "ana passed."),
    (h.Placed(0, T11, AT), "ana placed T11 at 2,-1."),
    (h.Reserved(0, T11), "ana put T11 into the reserve."),
    (h.Given(0, T11), "ana gave T11 to Dirk."),
    (h.Reshuffled(40), "The discard pile was shuffled into a new deck of 40 cards."),
    (h.RowRefilled({0: B3, 3: G2}), "New in the money row: b3 and g2."),
    (h.ScoringCardTurnedUp(Scoring.B), "Scoring card B turned up."),
    (h.MarketRefilled({1: T11}), "New in the market: T11 for dirhams."),
    (h.Scored(SHEET), "Scoring A."),
    (h.DirkDrew((P6N, T11)), "Dirk drew P6n and T11."),
    (h.MarketRanDry(), "The market cannot be filled: the game ends."),
    (h.Awarded(1, T11, 2, Currency.DUCAT), "T11 goes to Bruno, who holds the most ducats."),
    (
        h.NotAwarded(T11, 3, Currency.FLORIN),
        "T11 stays in the market: nobody alone holds the most florins.",
    ),
    (h.TurnBegan(1), "Bruno to play."),
    (h.Ended(Outcome((9, 9, 3), (0, 1))), "The game is over."),
]


@pytest.mark.parametrize(("happening", "sentence"), SENTENCES, ids=lambda x: type(x).__name__)
def test_it_is_told(happening: h.Happening, sentence: str) -> None:
    assert narrate([happening], NAMES)[0] == sentence


def test_none_is_left_out() -> None:
    assert {type(happening) for happening, _ in SENTENCES} == set(get_args(h.Happening))


def test_a_scoring_is_told_kind_by_kind() -> None:
    lines = narrate([h.Scored(SHEET)], NAMES)
    assert [line.partition(":")[0] for line in lines[1:7]] == [
        kind.capitalize() for kind in SHEET.kinds
    ]
    assert lines[7] == "Longest wall: ana 0, Bruno 0."
    dirk = SHEET.points[2]
    assert lines[8] == f"In all: ana 0, Bruno 0, Dirk {dirk}."


@pytest.mark.parametrize(
    ("winners", "sentence"), [((1,), "Winner: Bruno."), ((0, 1), "A shared win: ana and Bruno.")]
)
def test_the_end_names_who_has_won(winners: tuple[int, ...], sentence: str) -> None:
    lines = narrate([h.Ended(Outcome((9, 9, 3), winners))], NAMES)
    assert lines[1:] == ["Final points: ana 9, Bruno 9, Dirk 3.", sentence]
