"""Listed actions are legal, and what is legal but not listed is only a redundant payment."""

import random
from collections import Counter
from collections.abc import Container, Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from alhambra import Action, AlhambraError, Card, Cell, Game, IllegalAction, Phase, Tile
from alhambra.actions import Build, Buy, Give, Pass, Place, Remove, Reserve, Swap, Take, action_of
from alhambra.core import listing, turns
from alhambra.pieces import CARDS, CURRENCIES, TILES
from alhambra.reasons import SENTENCES
from laws.positions import examples, games, generators, some_of


@given(games())
def test_legal_actions_have_no_repeats(game: Game) -> None:
    actions = list(game.legal_actions)
    assert len(set(actions)) == len(actions)
    assert len({str(action) for action in actions}) == len(actions)
    assert len({action.code for action in actions}) == len(actions)
    assert len(actions) == len(game.legal_actions)


@given(games())
def test_listed_actions_are_read_as_they_are_written(game: Game) -> None:
    listed: Container[object] = game.legal_actions
    for action in game.legal_actions:
        read = Action.parse(str(action))
        assert read == action
        assert read.code == action.code
        assert action_of(action.code) == action
        assert action in game.legal_actions
        assert str(action) in listed


@given(games(), generators)
def test_listed_actions_are_legal(game: Game, rng: random.Random) -> None:
    for action in game.legal_actions:
        assert game.why_not(action) is None
    for action in some_of(game.legal_actions, 20, rng):
        after = game.copy()
        after.play(action)
        assert after.actions == (*game.actions, action)


@given(games())
def test_passing_is_all_there_is_or_not_there(game: Game) -> None:
    if Pass() in game.legal_actions:
        assert list(game.legal_actions) == [Pass()]
        assert not any(game.row)
    else:
        assert game.why_not(Pass())


@given(games(), games(), generators)
def test_what_is_legal_does_not_depend_on_what_was_listed_before(
    game: Game, other: Game, rng: random.Random
) -> None:
    position = game.position.clone()
    elsewhere = listing.list_actions(other.position)
    for _ in range(6):
        here = listing.Codes(position, int).numbers()
        if not here:
            break
        turns.play(position, rng.choice(here))  # in place, after it was listed
        turns.settle(position)
        legal = [code for code in (*here, *elsewhere) if listing.is_legal(position, code)]
        listed = listing.list_actions(position)
        for code in (*here, *elsewhere):
            assert (code in listed) == (code in legal) or isinstance(action_of(code), Buy)
        for listed_before in (other.position, position):
            listing.Codes(listed_before, int)
            assert legal == [c for c in (*here, *elsewhere) if listing.is_legal(position, c)]


@given(games())
def test_pushing_an_illegal_action_changes_nothing(game: Game) -> None:
    before = game.copy()
    with pytest.raises(ValueError, match="not legal here"):
        game.push(Reserve(Tile("G8nw")) if game.phase is Phase.ACT else Pass())
    assert game == before
    assert game.ply == before.ply


class Wave(Action):
    """An action that the rules do not know."""

    def _code(self) -> int:
        return -1


def test_a_tenth_kind_of_action_is_no_action() -> None:
    with pytest.raises(TypeError, match="not an action"):
        Game.new(["Ana", "Bruno"], seed=1).why_not(Wave())


# All there could be, but for payments


def conceivable(game: Game, rng: random.Random) -> Iterator[Action]:
    """Every action that names cards near the row, or a tile and a cell near the city: of
    tiles all that are in play for the seat and a few others."""
    lying = [card for card in game.row if card]
    cards = [*lying, *rng.sample(CARDS, 2), *lying[:1]]
    for size in range(5):
        yield from {Take(tuple(sorted(chosen))) for chosen in combinations(cards, size)}
    own = [*game.reserves[game.seat], *game.waiting, *(tile for tile in game.market if tile)]
    some = rng.sample(own, min(len(own), 3)) + rng.sample(TILES, 3)
    xs, ys = zip((0, 0), *game.cities[game.seat].tiles, strict=True)
    cells = [
        Cell(x, y) for x in range(min(xs) - 2, max(xs) + 3) for y in range(min(ys) - 2, max(ys) + 3)
    ]
    far = [Cell(55, 0), Cell(-55, 0), Cell(0, 64), Cell(999, -999), Cell(-64, -64), Cell(127, 0)]
    for tile in some:
        for cell in [*cells, *far]:
            yield Build(tile, cell)
            yield Swap(tile, cell)
            yield Place(tile, cell)
    for tile in TILES:
        yield Remove(tile)
        yield Reserve(tile)
        yield Give(tile)
    yield Pass()


@given(games(), generators)
@examples(60)
def test_of_all_but_payments_only_the_listed_ones_are_legal(game: Game, rng: random.Random) -> None:
    listed = set(game.legal_actions)
    for action in conceivable(game, rng):
        reason = game.why_not(action)
        assert (reason is None) == (action in listed), str(action)
        assert reason is None or str(reason)


def payments(game: Game, rng: random.Random) -> Iterator[Buy]:
    """Purchases of all kinds: sensible, with spare cards, too small, and not from the hand."""
    hand = game.hands[game.seat]
    tiles = [tile for tile in game.market if tile] + rng.sample(TILES, 2)
    for _ in range(60):
        tile = rng.choice(tiles)
        currency = rng.choice(CURRENCIES)
        purse = [card for card in hand if card.currency is currency]
        match rng.randrange(6):
            case 0:
                cards = purse
            case 1:
                cards = rng.choices(CARDS, k=rng.randint(0, 4))
            case 2:
                cards = rng.sample(hand, rng.randint(0, min(len(hand), 4)))
            case _:
                cards = rng.sample(purse, rng.randint(0, len(purse)))
        if rng.random() < 0.1:
            cards = [*cards, *cards[:1]]
        yield Buy(tile, tuple(sorted(cards)))


def is_legal_purchase(game: Game, buy: Buy) -> bool:
    """Section 3, said with the referee's words for money."""
    if game.phase is not Phase.ACT or buy.tile not in game.market:
        return False
    square = game.market.index(buy.tile)
    cards = [card.name for card in buy.cards]
    return (
        not Counter(buy.cards) - Counter(game.hands[game.seat])
        and referee.is_payment(cards, buy.tile.price)
        and buy.cards[0].currency is CURRENCIES[square]
    )


@given(games(), generators)
def test_what_is_legal_but_not_listed_is_a_redundant_payment(
    game: Game, rng: random.Random
) -> None:
    listed = set(game.legal_actions)
    for buy in payments(game, rng):
        legal = is_legal_purchase(game, buy)
        assert (game.why_not(buy) is None) == legal, str(buy)
        irredundant = referee.is_irredundant([card.name for card in buy.cards], buy.tile.price)
        assert (buy in listed) == (legal and irredundant), str(buy)


@given(games(), generators)
def test_a_redundant_payment_is_taken_as_it_is(game: Game, rng: random.Random) -> None:
    for buy in payments(game, rng):
        if game.why_not(buy):
            continue
        after = game.copy()
        after.play(buy)
        seat = game.seat
        assert Counter(after.hands[seat]) == Counter(game.hands[seat]) - Counter(buy.cards)
        assert buy.tile in after.waiting
        assert after.actions[-1] == buy
        acts_again = after.phase is Phase.ACT
        assert acts_again == (sum(card.value for card in buy.cards) == buy.tile.price)


@given(games())
@examples(60)
def test_every_chain_of_exact_purchases_can_be_played(game: Game) -> None:
    chains = list(game.exact_chains())
    assert len(set(chains)) == len(chains)
    exact = {buy for buy in game.legal_actions if isinstance(buy, Buy) and buy.exact}
    assert {buy for chain in chains for buy in chain} == exact
    for chain in chains[:: max(1, len(chains) // 20)]:
        after = game.copy()
        for buy in chain:
            after.play(buy)
            assert after.phase is Phase.ACT
        rest = {buy for buy in after.legal_actions if isinstance(buy, Buy) and buy.exact}
        bought = {buy.tile for buy in chain}
        assert rest == {buy for buy in exact if buy.tile not in bought}


@given(games())
@examples(60)
def test_the_longest_chain_is_one_of_them_with_the_fewest_cards(game: Game) -> None:
    chains = list(game.exact_chains())
    longest = game.longest_exact_chain()
    if not chains:
        assert longest == ()
        return
    assert longest in chains

    def size(chain: tuple[Buy, ...]) -> tuple[int, int]:
        return len(chain), -sum(len(buy.cards) for buy in chain)

    assert size(longest) == max(map(size, chains))


@given(games())
@examples(60)
def test_a_phase_with_legal_actions_is_a_decision(game: Game) -> None:
    assert game.phase.is_decision == bool(game.legal_actions)


@given(games())
@examples(60)
def test_tiles_go_into_the_city_by_the_actions_that_are_legal(game: Game) -> None:
    ways = {(type(a), a.tile) for a in game.legal_actions if isinstance(a, Place | Build)}
    for way, tile in ways:
        assert game.way_into_city(tile) is way
    for tile in TILES:
        way_in = game.way_into_city(tile)
        if way_in is Build:
            assert tile in game.reserves[game.seat]
        elif way_in is Place:
            assert Reserve(tile) in game.legal_actions


# Refusals change nothing


@given(games(), generators)
@examples(60)
def test_an_illegal_action_is_refused_with_its_reason_and_changes_nothing(
    game: Game, rng: random.Random
) -> None:
    before = game.copy()
    refused = [a for a in (*conceivable(game, rng), *payments(game, rng)) if game.why_not(a)]
    for action in some_of(refused, 40, rng):
        for move in (action, str(action)):
            with pytest.raises(AlhambraError) as caught:
                game.play(move, reveal=rng.random() < 0.5)
            assert caught.value.reason.code in SENTENCES
            if move is action:
                assert isinstance(caught.value, IllegalAction)
                assert caught.value.reason == game.why_not(action)
        assert game == before
        assert game.steps == before.steps


@given(games(), st.text(max_size=30) | st.text(alphabet="takebuyplcr GTbgoy135nesw,-", max_size=30))
def test_text_that_is_no_action_changes_nothing(game: Game, text: str) -> None:
    before = game.copy()
    listed: Container[object] = game.legal_actions
    if text in listed:
        return
    with pytest.raises(AlhambraError) as caught:
        game.play(text)
    assert str(caught.value) == str(caught.value.reason)
    assert game == before


@given(games(), generators)
def test_a_wrong_reshuffle_changes_nothing(game: Game, rng: random.Random) -> None:
    before = game.copy()
    right = list(game.discard)
    wrong: list[list[Card]] = [[*right, rng.choice(CARDS)]]
    if right:
        wrong += [right[1:], [*right[1:], rng.choice([card for card in CARDS if card != right[0]])]]
    if game.phase is not Phase.RESHUFFLE:
        wrong.append(right)
    for order in wrong:
        with pytest.raises(IllegalAction) as caught:
            game.reshuffle(order)
        due = game.phase is Phase.RESHUFFLE
        assert caught.value.reason.code == ("wrong_reshuffle" if due else "no_reshuffle_due")
        assert game == before


@given(games())
def test_what_is_not_due_or_not_there_is_refused(game: Game) -> None:
    before = game.copy()
    if game.phase is not Phase.REFILL:
        with pytest.raises(IllegalAction, match="no refill is due"):
            game.reveal()
    for seat in (-1, len(game.names)):
        with pytest.raises(IllegalAction, match="there is no seat"):
            game.view(seat)
    for ply in (-1, game.ply + 1):
        with pytest.raises(IllegalAction, match="there is no action"):
            game.at(ply)
    start = game.at(0)
    with pytest.raises(IllegalAction, match="nothing to take back"):
        start.pop()
    assert game == before


@given(games(), st.sampled_from(TILES), st.integers(-70, 70), st.integers(-70, 70))
def test_a_city_refuses_without_a_change(game: Game, tile: Tile, x: int, y: int) -> None:
    for city in game.cities:
        before = city.copy()
        if city.why_not(tile, (x, y)):
            with pytest.raises(IllegalAction):
                city.place(tile, (x, y))
        if city.why_not_swap(tile, (x, y)):
            with pytest.raises(IllegalAction):
                city.swap(tile, (x, y))
        if city.why_not_remove(tile):
            with pytest.raises(IllegalAction):
                city.remove(tile)
        assert city == before
