"""A hint names the best actions, says which are equal, and gives a true reason for each."""

import random
from itertools import combinations

import pytest

from alhambra import Action, AlhambraError, Buy, Game, Place, Reserve, Strength, Take, hint
from alhambra.analysis.hint_reasons import reasons_of
from alhambra.analysis.hints import BLUNDER, missed, strength_of
from alhambra.analysis.results import Why
from alhambra.neural.endgame import best_ending, endings
from alhambra.pieces import CURRENCIES, SCORINGS, Card, Tile, worth
from alhambra.scoring import Sheet
from laws.positions import trail
from tables import NAMES, table

pytestmark = pytest.mark.compiled_only

OTHERS = ("b5 b6 b2 b6 b4", "o5 o6 o2 o6 o4")  # more cards: Ana begins


def two_exact() -> Game:
    """Ana can pay two tiles exactly, in either order."""
    return table("b8 g7 o1 y4", *OTHERS, market="P8 S7w T12 T13e", row="y1 y2 o8 o9")


def a_game(players: int, plies: int) -> Game:
    """A random game at a decision."""
    game, rng = Game.new(NAMES[:players], seed=plies), random.Random(plies)
    while game.ply < plies or not game.legal_actions:
        game.play(rng.choice(game.legal_actions))
    return game


@pytest.mark.parametrize("players", range(2, 7))
def test_a_hint_has_up_to_three_legal_actions_from_the_best_on(players: int) -> None:
    game = a_game(players, 25)
    found = hint(game)
    assert 1 <= len(found.advice) <= 3
    assert all(advice.action in game.legal_actions for advice in found.advice)
    assert len({advice.action for advice in found.advice}) == len(found.advice)
    assert [advice.strength for advice in found.advice[: found.leading]] == (
        [Strength.STRONG] * found.leading
    )
    behind = [advice.behind for advice in found.advice[found.leading :]]
    assert behind == sorted(behind)
    assert sum(found.shares) == pytest.approx(1)


def test_the_same_seed_gives_the_same_hint_and_the_game_stays_as_it_was() -> None:
    game = a_game(3, 31)
    before = game.copy()
    assert hint(game, seed=5) == hint(game.view(game.seat), seed=5)
    assert game == before


def test_a_hint_uses_nothing_hidden() -> None:
    game = a_game(2, 40)
    guess = game.view(game.seat).sample(random.Random(1))
    assert guess.position.deck_order != game.position.deck_order
    assert hint(guess) == hint(game)


def test_two_orders_of_the_same_purchases_are_equal() -> None:
    found = hint(two_exact())
    assert {str(advice.action) for advice in found.advice[:2]} == {"buy P8 b8", "buy S7w g7"}
    assert (found.leading, found.equal, found.clear) == (2, True, False)
    assert {str(advice.reason.params["tile"]) for advice in found.advice[:2]} == {"P8", "S7w"}
    assert found.advice[0].reason.code == "exact_again"


def test_an_exact_purchase_is_clearly_better_than_ending_the_turn() -> None:
    found = hint(table("b8 g9 o1 y4", *OTHERS, market="P8 S8s T12 T13e", row="b1 b1 g1 g1"))
    assert str(found.best) == "buy P8 b8"
    assert found.clear
    assert found.advice[0].reason == Why("exact", {})
    codes = {advice.reason.code for advice in found.advice[1:]}
    assert codes <= {"ends_turn", "leaves", "overpays"}


def test_what_has_no_alternative_is_said_to_be_so() -> None:
    game = next(game for game in trail(2, 7).walk() if len(game.legal_actions) == 1)
    found = hint(game)
    assert [advice.reason.code for advice in found.advice] == ["only"]
    assert found.clear


def test_there_is_no_hint_where_nothing_is_chosen() -> None:
    game = two_exact()
    game.play("take o9", reveal=False)
    with pytest.raises(AlhambraError) as error:
        hint(game)
    assert error.value.reason.code == "nothing_to_decide"


@pytest.mark.parametrize(
    ("behind", "strength"),
    [(0, "good"), (0.019, "good"), (0.02, "fair"), (0.05, "weak"), (0.1, "poor"), (0.9, "poor")],
)
def test_how_far_behind_an_action_is_has_a_word(behind: float, strength: str) -> None:
    assert strength_of(behind) == strength


def test_a_certain_win_is_the_hint() -> None:
    for seed in range(40):
        for game in trail(3, seed).walk():
            if not game.legal_actions or game.position.bag_size:
                continue
            certain = endings(game.position, 2000)
            best = best_ending(certain, game.seat)
            if best is None or certain[best].shares[game.seat] < 1 or len(game.legal_actions) < 3:
                continue
            found = hint(game)
            assert found.advice[0].share == pytest.approx(1)
            assert found.best.code in certain
            return
    raise AssertionError


# Blunders


def test_a_blunder_names_what_was_missed() -> None:
    game = two_exact()
    found = missed(game, Action.parse("take y1"))
    assert found is not None
    assert str(found.better.action) in ("buy P8 b8", "buy S7w g7")
    assert found.cost >= BLUNDER > 2 * found.error


def test_a_good_action_is_no_blunder() -> None:
    game = two_exact()
    assert missed(game, hint(game).best) is None
    assert missed(game, Action.parse("buy S7w g7")) is None


# Reasons


def can_pay_exactly(hand: tuple[Card, ...], game: Game, tile: Tile) -> bool:
    currency = CURRENCIES[game.market.index(tile)]
    money = [card for card in hand if card.currency is currency]
    return any(
        worth(some) == tile.price
        for n in range(1, len(money) + 1)
        for some in combinations(money, n)
    )


def points(sheet: Sheet, kind: str, seat: int) -> int:
    return next(each.points[seat] for name, each in sheet.kinds.items() if name == kind)


def check(game: Game, action: Action, reason: Why, best: Action) -> None:
    """A reason is true, as far as the table shows it."""
    seat, params = game.seat, dict(reason.params)
    after = game.copy()
    after.play(action, reveal=False)
    tile = Tile(str(params["tile"])) if "tile" in params else None
    match reason.code:
        case "only":
            assert len(game.legal_actions) == 1
        case "exact" | "exact_again":
            assert isinstance(action, Buy)
            assert action.exact
            assert after.seat == seat
            again = {a.tile for a in after.legal_actions if isinstance(a, Buy) and a.exact}
            assert tile in again if tile else not again
        case "leaves":
            rival = int(str(params["rival"]))
            assert tile
            assert tile in after.market
            assert can_pay_exactly(game.hands[rival], game, tile)
        case "ends_turn" | "not_exactly":
            assert tile
            assert isinstance(best, Buy | Take)
            assert tile in game.market
        case "pays_exactly":
            assert tile
            assert not can_pay_exactly(game.hands[seat], game, tile)
            assert can_pay_exactly(after.hands[seat], game, tile)
        case "wall":
            assert game.cities[seat].longest_wall() == params["from"] != params["to"]
            if not isinstance(action, Buy):
                assert after.cities[seat].longest_wall() == params["to"]
        case "points":
            if not isinstance(action, Buy):
                kind = str(params["kind"])
                coming = SCORINGS[min(len(game.scored), 2)]
                old, new = game.sheet(coming), after.sheet(coming)
                assert points(new, kind, seat) - points(old, kind, seat) == params["n"]
        case "overpays":
            assert isinstance(action, Buy)
            assert worth(action.cards) - action.tile.price == params["n"] != 0
        case "not_scoring":
            assert isinstance(action, Reserve)
            assert isinstance(best, Place)
        case "fits_nowhere":
            assert tile
            assert not game.cities[seat].spots(tile)
        case "room":
            assert 0 <= int(str(params["n"])) <= int(str(params["tiles"]))


@pytest.mark.parametrize("players", [2, 3])
def test_every_reason_is_true(players: int) -> None:
    seen: set[str] = set()
    for game in trail(players, seed=7).walk():
        if not game.phase.is_decision:
            continue
        actions = list(game.legal_actions)[::3][:3]
        reasons = reasons_of(game.position, [action.code for action in actions], leading=1)
        assert len(reasons) == len(actions)
        for action, reason in zip(actions, reasons, strict=True):
            seen.add(reason.code)
            check(game, action, reason, actions[0])
    assert len(seen) >= 8
