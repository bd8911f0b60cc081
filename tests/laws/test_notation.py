"""Whatever is typed is either what it says or refused with a reason: no other exception."""

import random
from collections.abc import Callable
from pickle import dumps, loads

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alhambra import Action, AlhambraError, Card, Cell, InvalidNotation, Tile, actions
from alhambra.pieces import CARDS, TILES
from alhambra.reasons import SENTENCES

WORDS = ["take", "buy", "build", "remove", "swap", "pass", "place", "reserve", "give", "TAKE"]

# Text of all kinds: arbitrary, of the letters of the notation, and of almost right words.
words = st.sampled_from(
    [*WORDS, *(t.name for t in TILES[::7]), *(c.name for c in CARDS[::5]), "G8wn", "b0", "b10"]
) | st.from_regex(r"-?[0-9]{1,4},-?[0-9]{1,4}", fullmatch=True)
almost = st.lists(words, max_size=6).flatmap(
    lambda chosen: st.sampled_from([" ", "  ", "\t", "\u00a0", ",", " + "]).map(
        lambda space: space.join(chosen)
    )
)
texts = (
    st.text() | st.text(alphabet="PSACGTbgoynesw0123456789,- +|\n\t{}%\x00é", max_size=12) | almost
)


def written(read: Callable[[str], object], text: str) -> str | None:
    """What was read, written again; None where it was refused with a reason."""
    try:
        return str(read(text))
    except AlhambraError as error:
        refusal = error
    assert isinstance(refusal, InvalidNotation)
    assert refusal.reason.code in SENTENCES
    assert str(refusal) == str(refusal.reason) != ""
    return None


@pytest.mark.parametrize("read", [Action.parse, Tile, Card, Cell.parse])
@given(text=texts)
def test_there_is_one_spelling(read: Callable[[str], object], text: str) -> None:
    assert written(read, text) in (text, None)


@given(texts)
def test_what_is_read_kindly_is_an_action_or_refused(text: str) -> None:
    action = written(actions.read_kindly, text)
    if action is not None:
        assert written(Action.parse, action) == action
        assert written(actions.read_kindly, action) == action


# All actions there are

tiles = st.sampled_from(TILES)
cards = st.lists(st.sampled_from(CARDS), min_size=1, max_size=6).map(tuple)
cells = st.builds(Cell, st.integers(-999, 999), st.integers(-999, 999)) | st.builds(
    Cell, st.integers(-54, 54), st.integers(-54, 54)
)
any_action: st.SearchStrategy[Action] = st.one_of(
    st.builds(actions.Take, cards),
    st.builds(actions.Buy, tiles, cards),
    st.builds(actions.Build, tiles, cells),
    st.builds(actions.Remove, tiles),
    st.builds(actions.Swap, tiles, cells),
    st.builds(actions.Place, tiles, cells),
    st.builds(actions.Reserve, tiles),
    st.builds(actions.Give, tiles),
    st.builds(actions.Pass),
)


@given(any_action)
def test_every_action_is_read_as_it_is_written(action: Action) -> None:
    assert Action.parse(str(action)) == action
    assert loads(dumps(action)) == action
    assert hash(Action.parse(str(action))) == hash(action)


@given(cards, tiles, st.randoms())
def test_the_order_of_the_cards_means_nothing(
    chosen: tuple[Card, ...], tile: Tile, rng: random.Random
) -> None:
    shuffled = list(chosen)
    rng.shuffle(shuffled)
    for one, other in (
        (actions.Take(chosen), actions.Take(tuple(shuffled))),
        (actions.Buy(tile, chosen), actions.Buy(tile, tuple(shuffled))),
    ):
        assert one == other
        assert (str(one), hash(one), one.code) == (str(other), hash(other), other.code)


@given(st.lists(st.sampled_from(CARDS), min_size=2, max_size=6), tiles)
def test_cards_in_another_order_are_refused(chosen: list[Card], tile: Tile) -> None:
    text = " ".join(card.name for card in chosen)
    in_order = chosen == sorted(chosen)
    for action in (f"take {text}", f"buy {tile} {text}"):
        assert written(Action.parse, action) == (action if in_order else None)


@given(any_action)
def test_an_action_has_a_number_of_its_own_or_none(action: Action) -> None:
    if action.code >= 0:
        assert actions.action_of(action.code) == action
        assert action.code < 2**32
    else:
        assert isinstance(
            action, actions.Take | actions.Buy | actions.Build | actions.Swap | actions.Place
        )


def loosely(action: Action, draw: st.DrawFn) -> str:
    """The action as somebody may type it."""
    first, *rest = str(action).split(" ")
    if isinstance(action, actions.Take):
        rest = draw(st.permutations(rest))
    elif isinstance(action, actions.Buy):
        rest = [rest[0], *draw(st.permutations(rest[1:]))]
    elif isinstance(action, actions.Build | actions.Swap | actions.Place):
        comma = draw(st.sampled_from([",", ", ", " ,", " , "]))
        rest = [rest[0], rest[1].replace(",", comma).replace("-", draw(st.sampled_from("-−–—")))]
    between = st.sampled_from([" ", "  ", "\t", " \u00a0"])
    text = "".join(word + draw(between) for word in [first, *rest])
    return draw(st.sampled_from([str.upper, str.lower, str.title]))(draw(between) + text)


@st.composite
def typed(draw: st.DrawFn) -> tuple[Action, str]:
    action = draw(any_action)
    return action, loosely(action, draw)


@given(typed())
def test_what_people_type_is_read_kindly(pair: tuple[Action, str]) -> None:
    action, text = pair
    assert actions.read_kindly(text) == action


@given(
    st.lists(st.sampled_from(CARDS), min_size=1, max_size=4),
    st.sampled_from([" + ", ",", ", ", "+"]),
)
def test_cards_may_be_joined_by_plus_signs_or_commas(chosen: list[Card], joint: str) -> None:
    action = actions.Take(tuple(sorted(chosen)))
    assert actions.read_kindly("take " + joint.join(card.name for card in chosen)) == action


@given(st.integers(-54, 54), st.integers(-54, 54))
def test_cells_and_their_numbers(x: int, y: int) -> None:
    cell = Cell(x, y)
    assert Cell.of(cell.code) == cell
    assert Cell.parse(str(cell)) == cell


def test_tiles_and_cards_are_one_of_a_kind() -> None:
    for tile in TILES:
        assert Tile(tile.name) is tile is Tile.of(tile.index) is loads(dumps(tile))
        assert eval(repr(tile)) is tile  # a repr rebuilds its object
    for card in CARDS:
        assert Card(card.name) is card is Card.of(card.code) is loads(dumps(card))
        assert eval(repr(card)) is card
    assert [t.name for t in sorted(TILES)] == [t.name for t in TILES]
    assert list(CARDS) == sorted(CARDS, key=lambda card: card.name)
