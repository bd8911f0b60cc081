"""Every happening has its sentence."""

from typing import get_args

import pytest

from alhambra import Card, Cell, Currency, Game, Kind, Scoring, Sheet, Tile
from alhambra import happenings as h
from alhambra.cli.text.messages import messages_in
from alhambra.cli.text.narration import narrate, sheet_lines
from alhambra.scoring import KindSheet, Outcome

NAMES = ("ana", "Bruno")
B3, G2 = Card("b3"), Card("g2")
T11, P6N = Tile("T11"), Tile("P6n")
AT = Cell(2, -1)
SHEET = Game.new(NAMES, seed=1).sheet(Scoring.A)

SENTENCES: list[tuple[h.Happening, str]] = [
    (h.Took(0, (B3, G2)), "ana took 3 denars and 2 dirhams."),
    (h.Bought(1, T11, 0, (B3,), 11, True), "Bruno bought Tower 11 (T11) for exactly 3 denars."),
    (h.Bought(1, T11, 0, (B3, B3), 12, False), "Bruno bought Tower 11 (T11) for 3 + 3 denars."),
    (h.Built(0, T11, AT), "ana built Tower 11 (T11) from the reserve: 2,-1."),
    (h.Removed(0, T11, AT), "ana moved Tower 11 (T11) to the reserve."),
    (h.Swapped(0, T11, AT, P6N), "ana swapped Pavilion 6 (P6n) for Tower 11 (T11): 2,-1."),
    (h.Passed(0), "ana passed."),
    (h.Placed(0, T11, AT), "ana placed Tower 11 (T11): 2,-1."),
    (h.Reserved(0, T11), "ana put Tower 11 (T11) into the reserve."),
    (h.Given(0, T11), "ana gave Tower 11 (T11) to Dirk."),
    (h.Reshuffled(40), "40 cards were shuffled into a new deck."),
    (h.RowRefilled({0: B3, 3: G2}), "New in the money row: b3 and g2."),
    (h.ScoringCardTurnedUp(Scoring.B), "A scoring card came up: Second scoring."),
    (h.MarketRefilled({1: T11}), "New in the market: Tower 11 (T11) – Dirham."),
    (h.Scored(SHEET), "First scoring."),
    (h.DirkDrew((P6N, T11)), "Dirk drew 2 tiles: Pavilion 6 (P6n) and Tower 11 (T11)."),
    (h.MarketRanDry(), "The bag is empty: the game ends."),
    (
        h.Awarded(1, T11, 2, Currency.DUCAT),
        "Bruno gets Tower 11 (T11) for having the most ducats.",
    ),
    (h.NotAwarded(T11, 3, Currency.FLORIN), "Tower 11 (T11) goes to nobody."),
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
    ("language", "shared", "behind"),
    [
        (
            "en",
            "Tied: the shared points round down to nothing (Garden: ana and Bruno).",
            "Others have more: this place brings no points (Tower: Bruno; Pavilion: ana).",
        ),
        (
            "de",
            "Gleichstand: Geteilt und abgerundet bleibt kein Punkt (Garten: ana und Bruno).",
            "Andere haben mehr: Dieser Platz bringt keine Punkte (Turm: Bruno; Pavillon: ana).",
        ),
        (
            "hu",
            "Egyenlőség: elosztva és lefelé kerekítve nem marad pont (Kert: ana és Bruno).",
            "Másoknak több van: ez a hely nem hoz pontot (Torony: Bruno; Pavilon: ana).",
        ),
    ],
)
def test_tiles_that_bring_nothing_are_named_with_the_reason(
    language: str, shared: str, behind: str
) -> None:
    kinds = {
        Kind.TOWER: KindSheet((2, 1, 0), (1, 2, 0), (3, 0, 0), (None, "behind", None)),
        Kind.GARDEN: KindSheet((1, 1, 2), (2, 2, 1), (0, 0, 2), ("shared", "shared", None)),
        Kind.PAVILION: KindSheet((1, 0, 2), (2, 0, 1), (0, 0, 1), ("behind", None, None)),
    }
    sheet = Sheet(Scoring.A, kinds, (0, 0))
    assert sheet_lines(sheet, NAMES, messages_in(language))[-2:] == [shared, behind]


def test_where_all_tiles_bring_points_no_reason_is_given() -> None:
    kinds = {Kind.TOWER: KindSheet((2, 0, 0), (1, 0, 0), (3, 0, 0), (None, None, None))}
    assert len(sheet_lines(Sheet(Scoring.A, kinds, (0, 0)), NAMES)) == len(["Tower", "wall", "sum"])


@pytest.mark.parametrize(
    ("winners", "sentence"), [((1,), "Bruno wins."), ((0, 1), "ana and Bruno share the win.")]
)
def test_the_end_names_who_has_won(winners: tuple[int, ...], sentence: str) -> None:
    lines = narrate([h.Ended(Outcome((9, 9, 3), winners))], NAMES)
    assert lines[1:] == ["Final points: ana 9, Bruno 9, Dirk 3.", sentence]
