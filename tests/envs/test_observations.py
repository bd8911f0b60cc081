"""Observations: named parts of one array."""

from collections.abc import Iterator

import numpy as np
import pytest

from alhambra.core import dealing
from alhambra.core.position import Position
from alhambra.core.tables import COPIES
from alhambra.envs.layout import ORIGIN, observation_size, parts, players_of, split
from alhambra.envs.numbering import PAY_CARD, step_name
from alhambra.envs.observer import Observer
from alhambra.envs.rendering import PositionTable
from alhambra.envs.stepper import Stepper
from alhambra.pieces import CARDS, TILES, Currency
from alhambra.table import Phase
from envs.playing import stepped_games

PLAYERS = range(2, 7)
TILE_VERBS = {"buy", "build", "swap", "place"}


def observed(stepper: Stepper, seat: int) -> dict[str, np.ndarray]:
    observer = Observer(stepper.position.players)
    return split(np.frombuffer(observer.observe(stepper, seat), np.uint8))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_parts_fill_the_array(players: int) -> None:
    start = 0
    for part in parts(players).values():
        assert part.start == start
        assert part.meaning
        start = part.end
    assert start == observation_size(players) == Observer(players).size
    assert players_of(start) == players


def test_an_array_that_is_no_observation() -> None:
    with pytest.raises(ValueError, match="no observation has 1000 bytes"):
        split(np.zeros(1000, np.uint8))


def tables(players: int, interpreted: bool) -> Iterator[tuple[Stepper, PositionTable]]:
    """Some states of a game, and what the library's objects say of them."""
    for number, stepper in enumerate(stepped_games(players, 1, 15 if interpreted else 10_000)):
        if number % 7 == 0 or stepper.over:
            yield stepper, PositionTable(stepper.position, tuple("ABCDEF"[:players]))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_parts_say_what_the_table_shows(players: int, interpreted: bool) -> None:
    """Compared with what the library's objects say."""
    for stepper, table in tables(players, interpreted):
        for seat in range(players):
            found = observed(stepper, seat)
            turned = [*range(seat, players), *range(seat)]
            for turn, owner in enumerate(turned):
                city = table.cities[owner]
                hand = [table.hands[owner].count(card) for card in CARDS]
                assert found["hands"][turn].tolist() == hand
                assert found["points"][turn] == min(table.scores[owner], 255)
                assert found["walls"][turn] == city.longest_wall()
                assert set_of(found["cities"][turn]) == set(city)
                assert set_of(found["reserves"][turn]) == set(table.reserves[owner])
                for tile in city:
                    cell = city.cell_of(tile)
                    assert cell
                    place = found["cells"][tile.index].tolist()
                    assert place == [cell.x + ORIGIN, cell.y + ORIGIN]
            around = [[x + ORIGIN, y + ORIGIN] for x, y in table.cities[seat].around()]
            assert found["frontier"][: len(around)].tolist() == around
            assert not found["frontier"][len(around) :].any()
            market = [set_of(square) for square in found["market"]]
            assert market == [{tile} if tile else set() for tile in table.market]
            assert set_of(found["waiting"]) == set(table.waiting)
            assert set_of(found["bag"]) == set(table.tiles_left())
            assert set_of(found["dirk"]) == set(table.dirk or ())
            row = [table.row.count(card) for card in CARDS]
            assert found["row"].tolist() == row
            assert found["discard"].tolist() == [table.discard.count(card) for card in CARDS]
            elsewhere = found["hands"].sum(0) + found["row"] + found["discard"]
            assert (found["deck"] + elsewhere == COPIES[players]).all()
            assert found["turn"].argmax() == (table.seat - seat) % players or table.is_over


@pytest.mark.parametrize("players", PLAYERS)
def test_money_and_the_time_of_the_game(players: int, interpreted: bool) -> None:
    for stepper, table in tables(players, interpreted):
        found = observed(stepper, 0)
        for hand, money in zip(table.hands, found["money"].tolist(), strict=True):
            coins = dict.fromkeys(Currency, 0)
            for card in hand:
                coins[card.currency] += card.value
            assert money == [min(coin, 255) for coin in coins.values()]
        phases = (Phase.ACT, Phase.PLACE, Phase.AWARD)
        assert found["phase"].tolist() == [table.phase is phase for phase in phases]
        if table.is_over:
            continue
        done = len(table.scored)
        assert found["scored"].argmax() == done
        windows = [dealing.scoring_window(stepper.position, pile) for pile in (1, 3)[done:]]
        assert [*map(tuple, found["scorings"].tolist())] == [(0, 0)] * done + windows


def set_of(marks: np.ndarray) -> set[object]:
    return {tile for tile, mark in zip(TILES, marks, strict=True) if mark}


@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_of_the_hidden_order_is_observed(players: int, interpreted: bool) -> None:
    for number, stepper in enumerate(stepped_games(players, 1, 12 if interpreted else 600)):
        if number % 12:
            continue
        other: Position = stepper.position.clone()
        dealing.sample(other, 99)
        twin = Stepper()
        twin.follow(other)
        same = stepper.copy()
        same.follow(stepper.position)  # forgets the steps chosen, as the twin has
        observer = Observer(players)
        assert observer.observe(twin, 0) == observer.observe(same, 0)
        assert twin.mask() == same.mask()


def test_the_steps_chosen_are_observed(interpreted: bool) -> None:
    paid = 0
    for stepper in stepped_games(3, 1, 40 if interpreted else 600):
        found = observed(stepper, 0)
        words = [step_name(step) for step in stepper.chosen]
        assert found["verb"].sum() == bool(words)
        assert found["chosen"].sum() == sum(word.split()[0] in TILE_VERBS for word in words)
        assert found["cards"].sum() == sum(word.startswith(("take ", "pay ")) for word in words)
        paid += any(step >= PAY_CARD for step in stepper.chosen)
    assert paid or interpreted
