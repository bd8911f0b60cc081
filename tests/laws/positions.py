"""Positions for the laws: games of all player counts and several temperaments, at any step.

A trail is a game played by random players, each of a style of its own. What a trail holds is
enough to lead a new game along it: no two tests share one. Trails have no shuffler, so that
they stop for reshuffles, and now and then they stop before a refill.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from hypothesis import settings
from hypothesis import strategies as st

from alhambra import Action, Card, Cell, City, Deal, Game, Phase, Scoring, Side
from alhambra.actions import Build, Buy, Give, Place, Remove, Reserve, Swap, Take
from alhambra.core import position
from alhambra.pieces import TILES

COMPILED = not str(position.__file__).endswith(".py")
NAMES = ("Ana", "Bruno", "Carla", "Dora", "Emil", "Fatma")
LONGEST = 420 if COMPILED else 260
SEEDS = 60 if COMPILED else 9

Step = Action | tuple[Card, ...] | None  # an action, a reshuffle, or None for a refill
Style = Callable[[Game, random.Random], Action]


def examples(number: int) -> settings:
    """As many examples, in the proportion of the profile that runs."""
    profile = settings.default
    assert profile is not None
    return settings(max_examples=max(3, number * profile.max_examples // 100))


# How somebody may play


def uniform(game: Game, rng: random.Random) -> Action:
    actions: Sequence[Action] = game.legal_actions
    return rng.choice(actions)


def _best(game: Game, rng: random.Random, rank: Callable[[Action], float]) -> Action:
    actions = list(game.legal_actions)
    ranks = [rank(action) for action in actions]
    best = max(ranks)
    return rng.choice([a for a, r in zip(actions, ranks, strict=True) if r == best])


def builder(game: Game, rng: random.Random) -> Action:
    """Exact purchases, purchases, tiles into the city, money."""
    order = (Remove, Swap, Reserve, Give, Take, Build, Place, Buy)
    return _best(
        game,
        rng,
        lambda a: order.index(type(a)) + getattr(a, "exact", 0) if type(a) in order else -1,
    )


def hoarder(game: Game, rng: random.Random) -> Action:
    """Money as long as there is any: rows run short and hands grow."""
    if rng.random() < 0.1:
        return uniform(game, rng)
    return taker(game, rng)


def taker(game: Game, rng: random.Random) -> Action:
    return _best(game, rng, lambda a: len(a.cards) if isinstance(a, Take) else 0)


def spendthrift(game: Game, rng: random.Random) -> Action:
    """Everything in the purse for whatever it buys, and the tile goes to Dirk."""
    for action in game.legal_actions:
        if isinstance(action, Buy):
            currency = action.cards[0].currency
            purse = tuple(card for card in game.hands[game.seat] if card.currency is currency)
            return Buy(action.tile, purse)
    return _best(game, rng, lambda a: 9 * isinstance(a, Give) + isinstance(a, Take) / len(str(a)))


def thrifty(game: Game, rng: random.Random) -> Action:
    """Purchases with few cards, and always the best card: tiles go faster than cards."""

    def rank(action: Action) -> float:
        if isinstance(action, Buy):
            return 100 - len(action.cards)
        if isinstance(action, Take):
            return action.cards[0].value - 10 * len(action.cards)
        return 0 if isinstance(action, Place) else -99

    return _best(game, rng, rank)


def architect(game: Game, rng: random.Random) -> Action:
    """Redesigns, and rather the reserve than the city."""
    if rng.random() < 0.4:
        return builder(game, rng)
    return _best(game, rng, lambda a: isinstance(a, Build | Swap | Remove | Reserve))


def _by_distance(direction: int) -> Style:
    def style(game: Game, rng: random.Random) -> Action:
        if rng.random() < 0.1:
            return uniform(game, rng)
        near = builder(game, rng)
        if not isinstance(near, Place | Build):
            return near

        def far(action: Action) -> float:
            if not isinstance(action, Place | Build):
                return -1000
            return direction * max(abs(action.cell.x), abs(action.cell.y))

        return _best(game, rng, far)

    return style


STYLES: tuple[Style, ...] = (
    uniform,
    builder,
    hoarder,
    spendthrift,
    thrifty,
    architect,
    _by_distance(1),  # cities that run far
    _by_distance(-1),  # and dense ones
)


# Trails


@dataclass(frozen=True)
class Trail:
    """A game as its start and the steps that lead through it."""

    names: tuple[str, ...]
    deal: Deal
    first: int
    steps: tuple[Step, ...]

    def start(self, shuffler: random.Random | None = None) -> Game:
        return Game(self.names, self.deal, self.first, shuffler)

    def at(self, n: int) -> Game:
        """A new game after the first ``n`` steps."""
        game = self.start()
        for i in range(n):
            self._lead(game, i)
        return game

    def walk(self) -> Iterator[Game]:
        """One game that moves on, before and after every step."""
        game = self.start()
        yield game
        for i in range(len(self.steps)):
            self._lead(game, i)
            yield game

    def _lead(self, game: Game, i: int) -> None:
        step = self.steps[i]
        if step is None:
            game.reveal()
        elif not isinstance(step, Action):
            game.reshuffle(step)
        elif i + 1 < len(self.steps) and self.steps[i + 1] is None:
            game.play(step, reveal=False)
        else:
            game.push(step)


def shuffled(cards: Sequence[Card], rng: random.Random) -> tuple[Card, ...]:
    return tuple(rng.sample(cards, len(cards)))


@lru_cache(maxsize=512)
def trail(players: int, seed: int) -> Trail:
    """The trail of a table with this number of players. At some of them one player soon has nothing
    left and the others take all there is, so that there is nothing to do but pass."""
    rng = random.Random(f"{players} players, {seed}")
    deal = Deal.shuffled(players, rng)
    styles: Sequence[Style] = styles_of(players, rng)
    if seed % 6 == 1:
        styles = [spendthrift] + [taker] * (players - 1)
    game = Game(NAMES[:players], deal)
    steps: list[Step] = []
    while not game.is_over and len(steps) < LONGEST:
        if game.phase is Phase.RESHUFFLE:
            steps.append(shuffled(game.discard, rng))
            game.reshuffle(game_order(steps[-1]))
            continue
        action = styles[game.seat](game, rng)
        steps.append(action)
        if rng.random() < 0.15:
            game.play(action, reveal=False)
            if game.phase is Phase.REFILL:
                steps.append(None)
                game.reveal()
        else:
            game.push(action)
    return Trail(game.names, game.deal, game.first, tuple(steps))


def styles_of(players: int, rng: random.Random) -> list[Style]:
    style = rng.choice(STYLES)
    one_mind = rng.random() < 0.5
    return [style if one_mind else rng.choice(STYLES) for _ in range(players)]


def hands_end(deck: Sequence[Card | Scoring], players: int) -> int:
    """Section 2, step 2: how many cards the start hands take."""
    end = 0
    for _ in range(players):
        total = 0
        while total < 20:
            card = deck[end]
            assert isinstance(card, Card)
            total += card.value
            end += 1
    return end


def pile_spans(money: int) -> list[range]:
    """Section 2, step 5: the places of the five piles in a draw pile of ``money`` money cards,
    with A in the second and B in the fourth."""
    sizes = [money // 5 + (n < money % 5) + (n in (1, 3)) for n in range(5)]
    ends = list(accumulate(sizes))
    return [range(end - size, end) for size, end in zip(sizes, ends, strict=True)]


def game_order(step: Step) -> tuple[Card, ...]:
    assert isinstance(step, tuple)
    return step


def grown_city(seed: int) -> City:
    """A city of many tiles, as no game has it: dense, or stretched in one direction, or just
    as it comes; sometimes with tiles taken out again."""
    rng = random.Random(seed)
    city = City()

    def neighbours(cell: Cell) -> int:
        beside = (cell.beside(side) for side in Side)
        return sum(other == (0, 0) or other in standing for other in beside)

    def distance(cell: Cell) -> int:
        return abs(cell.x) + 3 * abs(cell.y)

    def anywhere(cell: Cell) -> int:
        return 0

    rank = rng.choice([neighbours, neighbours, distance, anywhere])
    for tile in rng.sample(TILES, rng.randint(10, len(TILES))):
        standing = city.tiles
        spots = city.spots(tile)
        if spots:
            best = max(map(rank, spots))
            city.place(tile, rng.choice([cell for cell in spots if rank(cell) == best]))
    for tile in rng.sample(list(city), rng.choice([0, len(city) // 3])):
        if not city.why_not_remove(tile):
            city.remove(tile)
    return city


# Strategies

player_counts = st.integers(2, 6)
seeds = st.integers(0, SEEDS - 1)
trails = st.builds(trail, player_counts, seeds)
generators = st.integers(0, 2**32 - 1).map(random.Random)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game of its own, somewhere on a trail, often near the end."""
    path = draw(trails)
    last = len(path.steps)
    near_the_end = st.integers(max(0, last - 14), last)
    return path.at(draw(st.integers(0, last) | near_the_end))


def acting(game: Game) -> bool:
    return bool(game.legal_actions)


def some_of(actions: Sequence[Action], number: int, rng: random.Random) -> list[Action]:
    """A few of the actions, all where there are few."""
    return list(actions) if len(actions) <= number else rng.sample(list(actions), number)
