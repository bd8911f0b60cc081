"""Actions in numbered steps (decision 0007)."""

import re
from collections.abc import Iterator

import pytest

from alhambra import Action, Build, Buy, Give, Pass, Place, Remove, Reserve, Swap, Take
from alhambra.actions import action_of
from alhambra.city import City
from alhambra.core import listing, playouts
from alhambra.core.constants import ACTING, LIGHT
from alhambra.core.position import Position
from alhambra.envs import numbering
from alhambra.envs.stepper import OPEN, Stepper
from alhambra.game import Game
from alhambra.pieces import Card, Tile
from alhambra.scoring import Outcome
from envs.playing import stepped_games
from interpreted import SOURCES

PLAYERS = range(2, 7)


def stepper_at(position: Position) -> Stepper:
    stepper = Stepper()
    stepper.follow(position)
    return stepper


def chosen_actions(stepper: Stepper) -> Iterator[tuple[list[int], int]]:
    """Every sequence of steps that leads to an action, with the action."""
    for step in stepper.legal_steps():
        branch = stepper.copy()
        action = branch.choose(step)
        if action == OPEN:
            yield from (([step, *rest], found) for rest, found in chosen_actions(branch))
        else:
            yield [step], action


def test_the_compiler_has_the_same_numbers() -> None:
    text = (SOURCES / "alhambra/envs/numbering.pxd").read_text(encoding="utf-8")
    numbers = {
        name: int(value) for name, value in re.findall(r"^    (\w+) = (\d+)$", text, re.MULTILINE)
    }
    assert numbers
    assert numbers == {name: getattr(numbering, name) for name in numbers}


def test_every_number_has_its_own_meaning() -> None:
    names = numbering.step_names()
    assert len(names) == numbering.STEPS <= 1000
    assert len(set(names)) == len(names)
    assert all(names)
    for step in (-1, numbering.STEPS):
        with pytest.raises(ValueError, match=f"the step must be from 0 to 617, not {step}"):
            numbering.step_name(step)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_tree_of_steps_leads_to_exactly_the_listed_actions(
    players: int, interpreted: bool
) -> None:
    games, longest = (1, 8) if interpreted else (3, 10_000)
    for stepper in stepped_games(players, games, longest):
        if stepper.over or stepper.chosen:
            continue
        found = list(chosen_actions(stepper))
        assert sorted(action for _, action in found) == sorted(
            listing.list_actions(stepper.position)
        )
        for steps, action in found[::20]:
            assert stepper.steps_of(action) == steps


@pytest.mark.parametrize("players", PLAYERS)
def test_within_an_action_there_is_always_a_choice(players: int, interpreted: bool) -> None:
    for stepper in stepped_games(players, 1, 20 if interpreted else 10_000):
        if stepper.chosen:
            assert len(stepper.legal_steps()) > 1


@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_in_steps_is_a_game_of_the_engine(players: int, interpreted: bool) -> None:
    """Each action that the steps choose is legal, and the same seed gives the same game."""
    longest = 8 if interpreted else 10_000
    *_, stepper = stepped_games(players, 2, longest)
    assert stepper.over or interpreted
    best = Outcome.of(stepper.position).winners
    expected = [
        (len(best) and (seat in best) / len(best) * players - 1) / (players - 1)
        for seat in range(players)
    ]
    assert stepper.rewards() == pytest.approx(expected if best else [0] * players)
    assert sum(stepper.rewards()) == pytest.approx(0)


def test_a_shared_win() -> None:
    """Found among random games."""
    stepper = Stepper()
    stepper.deal(3, 90)
    stepper.follow(playouts.finish(stepper.position, 90, LIGHT))
    assert tuple(stepper.position.score)[:3] == (115, 115, 112)
    assert stepper.rewards() == [0.25, 0.25, -0.5]


def test_steps_in_words() -> None:
    """``take`` card by card, a cell by its place among ``City.around``."""
    game = Game.new(["Ana", "Bruno", "Carla"], seed=15)
    stepper = stepper_at(game.position)
    for action in game.legal_actions:
        words = [numbering.step_name(step) for step in stepper.steps_of(action.code)]
        assert words[0].split()[:1] == str(action).split()[:1]


def is_said_of(step: int, action: Action, city: City) -> bool:
    """Is what the number says true of the action, in whatever position it is chosen?"""
    verb, *rest = numbering.step_name(step).split()
    match verb, action:
        case ("take", Take()):
            return rest == ["no", "more"] or Card(rest[0]) in action.cards
        case ("pay", Buy()):
            return Card(rest[0]) in action.cards
        case ("replace", Swap()):
            return city.tiles[action.cell] is Tile(rest[0])
        case ("cell", Build() | Place()):
            return city.around()[int(rest[0])] == action.cell
        case ("pass", Pass()):
            return True
        case (_, Buy() | Build() | Remove() | Swap() | Place() | Reserve() | Give()):
            return verb == action.word and Tile(rest[0]) is action.tile
    return False


@pytest.mark.parametrize("players", PLAYERS)
def test_a_number_always_means_the_same(players: int, interpreted: bool) -> None:
    """In all positions of some games, for every step of every listed action."""
    meant = set()
    for number, stepper in enumerate(stepped_games(players, 2, 8 if interpreted else 10_000)):
        acting = stepper.position.phase == ACTING  # with most of the actions
        if stepper.over or stepper.chosen or (acting and number % 4):
            continue
        city = City.of(stepper.position, stepper.position.seat)
        for steps, code in chosen_actions(stepper):
            action = action_of(code)
            assert all(is_said_of(step, action, city) for step in steps), (steps, action)
            meant.update(steps)
    assert interpreted or len(meant) > 250


def test_a_cell_is_counted_among_the_cells_around_the_city(interpreted: bool) -> None:
    seen = 0
    for stepper in stepped_games(3, 1, 30 if interpreted else 400):
        for steps, code in chosen_actions(stepper) if stepper.chosen else ():
            action: Action = action_of(code)
            place = steps[0] - numbering.INTO_CELL
            if place < 0 or len(steps) > 1:
                continue
            city = City.of(stepper.position, stepper.position.seat)
            assert city.around()[place] == action.cell  # type: ignore[attr-defined]
            seen += 1
    assert seen or interpreted


def test_a_step_that_is_not_open_is_refused_and_changes_nothing() -> None:
    stepper = Stepper()
    stepper.deal(3, 1)
    before = stepper.position.clone()
    for step in set(range(numbering.STEPS)) - set(stepper.legal_steps()):
        with pytest.raises(ValueError, match="is not open here"):
            stepper.step(step)
    with pytest.raises(ValueError, match="the step must be from 0 to 617"):
        stepper.step(numbering.STEPS)
    assert stepper.position.facts() == before.facts()
    assert (stepper.taken, stepper.chosen) == (0, [])


def test_a_copy_is_independent() -> None:
    stepper = Stepper()
    stepper.deal(4, 1)
    copy = stepper.copy()
    while not copy.over:
        copy.step(copy.legal_steps()[0])
        assert not stepper.over
    while not stepper.over:
        stepper.step(stepper.legal_steps()[0])
    assert stepper.position.facts() == copy.position.facts()
