"""Who sits where: every deal in every rotation, all line-ups in turn."""

from collections import Counter

import pytest

from alhambra.arena import Arena
from alhambra.arena.lineups import Pairing, lineups, whole_games


def test_as_many_bots_as_players_sit_as_named() -> None:
    assert lineups("ABA", 3) == (("A", "B", "A"),)


def test_one_against_many_is_one_lineup() -> None:
    assert lineups(["champion", "greedy", "greedy"], 3) == (("champion", "greedy", "greedy"),)


@pytest.mark.parametrize(
    ("bots", "players", "expected"),
    [
        ("A", 4, ["AAAA"]),
        ("AB", 3, ["AAB", "ABB"]),
        ("AB", 4, ["AAAB", "AABB", "ABBB"]),
        ("AAB", 4, ["AAAB", "AABB"]),
    ],
)
def test_free_seats_are_filled_with_the_same_bots(
    bots: str, players: int, expected: list[str]
) -> None:
    assert ["".join(lineup) for lineup in lineups(bots, players)] == expected


@pytest.mark.parametrize(
    ("bots", "players", "expected"),
    [("ABC", 2, ["AB", "AC", "BC"]), ("AAB", 2, ["AA", "AB"])],
)
def test_of_more_bots_every_choice_plays(bots: str, players: int, expected: list[str]) -> None:
    assert ["".join(lineup) for lineup in lineups(bots, players)] == expected


def test_each_rotation_moves_everyone_on() -> None:
    seats = [Pairing.of(game, 3, 1).seats("ABC") for game in (1, 2, 3, 4)]
    assert ["".join(seat) for seat in seats] == ["ABC", "CAB", "BCA", "ABC"]
    assert [Pairing.of(game, 3, 1).deal for game in (1, 2, 3, 4)] == [1, 1, 1, 2]


def test_lineups_take_turns_deal_by_deal() -> None:
    pairings = [Pairing.of(game, players=2, lineups=3) for game in range(1, 13)]
    assert [p.lineup for p in pairings] == [0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("number", [1, 2, 5])
def test_games_are_rounded_up_to_whole_rotations(players: int, number: int) -> None:
    for asked in range(1, 40):
        games = whole_games(asked, players, number)
        assert asked <= games < asked + players * number
        deals = Counter(Pairing.of(game, players, number).deal for game in range(1, games + 1))
        assert set(deals.values()) == {players}
        turns = Counter(Pairing.of(game, players, number).lineup for game in range(1, games + 1))
        assert len(turns) == number and len(set(turns.values())) == 1


def test_records_have_names_of_their_own() -> None:
    names = [Pairing.of(game, 3, 2).record_name for game in range(1, 200)]
    assert len(set(names)) == len(names) and names == sorted(names)


@pytest.mark.compiled_only
def test_every_bot_sits_on_every_seat_equally_often_with_the_same_deal() -> None:
    arena = Arena(["random", "greedy"], players=3, games=6, seed=1, plies=3)
    list(arena.play())
    assert len(arena.results) == 6
    sat = Counter((r.deal, seat, bot) for r in arena.results for seat, bot in enumerate(r.bots))
    for deal, seats in ((1, {"random": 2, "greedy": 1}), (2, {"random": 1, "greedy": 2})):
        for seat in range(3):
            assert {bot: sat[deal, seat, bot] for bot in seats} == seats
