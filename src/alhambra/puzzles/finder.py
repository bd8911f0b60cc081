"""Finding puzzles: strong bots play, and decisions with one clearly best action are kept.

The network chooses which decisions are worth a look. A short race under sampled orders of deck and
bag filters them; then a deep one under new orders decides.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from alhambra.actions import Build, Remove, Swap, action_of
from alhambra.analysis.analysis_levels import DEEP
from alhambra.analysis.candidates import Step, finished
from alhambra.analysis.results import Why
from alhambra.analysis.turn_reasons import turn_reasons
from alhambra.bots import bot_named
from alhambra.bots.bot import Bot, never
from alhambra.core.position import Position
from alhambra.deal import Deal
from alhambra.game import Game
from alhambra.neural.endgame import decisions_to_follow, endings, with_endings
from alhambra.neural.inference import evaluate_actions
from alhambra.neural.race import RaceRules, Standing, race
from alhambra.neural.rollouts import rollouts
from alhambra.pieces import Card, Scoring
from alhambra.puzzles.puzzle import DIGITS, Puzzle, Theme
from alhambra.record import Record

NAMES = ("Ana", "Bruno", "Carla", "Diego", "Elena", "Farid")
PLAYERS = (2, 3, 3, 3, 4, 4, 5, 6)  # of the games in turn
STRONG, OTHER = "champion", "mason"
RATED_AHEAD = 0.05  # by the network; a decision with a smaller lead is not looked at
RATED_BEHIND = 0.4  # actions rated further behind are not followed
CHOICES = 4  # fewer legal actions are no puzzle
SCREENED, DEEPLY = 12, 4  # actions in the first race and in the second
SCREEN_ORDERS = 24
AHEAD = 0.08  # of a win
SURE = 3.0  # standard errors
LOOKS, KEPT = 10, 3  # decisions of a game that are looked at, puzzles that are kept
EASY = 1  # of them decisions that a Mason gets right

THEMES = {
    "exact_purchase": Theme.EXACT,
    "overpays": Theme.EXACT,
    "overpays_needlessly": Theme.EXACT,
    "pays_exactly": Theme.EXACT,
    "waits_exactly": Theme.EXACT,
    "wall": Theme.WALL,
    "wall_later": Theme.WALL,
    "growth": Theme.WALL,
    "denied": Theme.DENYING,
    "others_buy": Theme.DENYING,
    "scoring_ahead": Theme.SCORING,
    "scoring_behind": Theme.SCORING,
    "opens": Theme.SCORING,
    "ends_won": Theme.SCORING,
    "points": Theme.MAJORITY,
    "kind_later": Theme.MAJORITY,
}
"""The themes of the reasons why a turn is better; the others are no theme."""
OF_A_GAME = ("ends_lost",)  # speaks of what was played


@dataclass(frozen=True, slots=True)
class GameSearch:
    """A game to be played and searched for puzzles. The fields determine what is found."""

    number: int
    seed: int

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots that play."""
        return STRONG, OTHER

    def play(self) -> list[Puzzle]:
        """Play the game, and return its puzzles."""
        rng = random.Random(f"{self.seed} {self.number}")
        game = _played_game(PLAYERS[self.number % len(PLAYERS)], rng)
        found: list[Puzzle] = []
        for ply in _worth_a_look(game, rng)[:LOOKS]:
            if puzzle := puzzle_in(game.at(ply), rng.getrandbits(48)):
                found.append(puzzle)
            if len(found) == KEPT:
                break
        return found


def _played_game(players: int, rng: random.Random) -> Game:
    """A game of champions and Masons, with at least one champion."""
    game = Game.new(NAMES[:players], shuffler=rng)
    bots: list[Bot] = [bot_named(STRONG)]
    bots += [bot_named(rng.choice((STRONG, OTHER))) for _ in range(players - 1)]
    rng.shuffle(bots)
    while not game.is_over:
        game.play(bots[game.seat].choose(game.view(game.seat), rng=rng, stop=never))
    return game


def _worth_a_look(game: Game, rng: random.Random) -> list[int]:
    """The decisions, by their plies, in which the network sees one action far ahead. First those
    that a Mason gets wrong, of them the redesigns first, which are rare; then a few others."""
    piles: dict[tuple[bool, bool], list[int]] = {}
    for ply in range(game.ply):
        before = game.at(ply)
        position = before.position
        rated = evaluate_actions(position)
        worth = rated.worth(position.seat)
        ranked = sorted(worth)
        if len(ranked) < CHOICES or ranked[-1] - ranked[-2] < RATED_AHEAD:
            continue
        best = rated.codes[int(worth.argmax())]
        pile = (_masons_choice(before) == best, not _is_redesign(best))
        piles.setdefault(pile, []).append(ply)
    for plies in piles.values():
        rng.shuffle(plies)
    easy = [ply for pile in ((True, False), (True, True)) for ply in piles.get(pile, [])]
    hard = [ply for pile in ((False, False), (False, True)) for ply in piles.get(pile, [])]
    return [*hard, *easy[:EASY]]


def _masons_choice(game: Game) -> int:
    view = game.view(game.seat)
    return bot_named(OTHER).choose(view, rng=random.Random(0), stop=never).code


def _is_redesign(code: int) -> bool:
    return isinstance(action_of(code), Build | Remove | Swap)


def puzzle_in(game: Game, seed: int) -> Puzzle | None:
    """The puzzle that a position is, if it is one: the best action is ahead of all others by more
    than three standard errors and more than 0.08 of a win, and there is a reason with a theme."""
    game = neutral(game).replay()
    position = game.view().position
    screened = _screened(position, seed)
    if not _is_clear(screened, sure=1.0):
        return None
    standings = deep_standings(position, [each.code for each in screened[:DEEPLY]], seed + 1)
    rest = screened[DEEPLY:]
    if not _is_clear([*standings, *rest], SURE):
        return None
    best, *others = standings
    found = _theme(position, best.code, others[0].code, seed + 2)
    if found is None:
        return None
    theme, reasons = found
    return Puzzle(
        Record.of(game),
        theme,
        action_of(best.code),
        others[0].error,
        {action_of(each.code): each.behind for each in (*others, *rest)},
        reasons,
        easy=_masons_choice(game) == best.code,
    )


def _screened(position: Position, seed: int) -> tuple[Standing, ...]:
    """The actions that the network rates best, and the certain ends, followed a little."""
    rated = evaluate_actions(position)
    worth = rated.worth(position.seat)
    order = (-worth).argsort(kind="stable")[:SCREENED]
    codes = [rated.codes[i] for i in order if worth[i] > worth[order[0]] - RATED_BEHIND]
    codes += [code for code in endings(position) if code not in codes]
    return _followed(position, codes, seed, SCREEN_ORDERS, RaceRules().depth)


def deep_standings(position: Position, codes: Sequence[int], seed: int) -> tuple[Standing, ...]:
    """Actions followed deeply, near the end to the end of the game, from the best on."""
    depth = decisions_to_follow(position, DEEP.depth, DEEP.late)
    return _followed(position, codes, seed, DEEP.orders, depth)


def _followed(
    position: Position, codes: Sequence[int], seed: int, orders: int, depth: int
) -> tuple[Standing, ...]:
    """The actions under as many orders each."""
    follow = with_endings(rollouts(position.players).follow, endings(position))
    rules = RaceRules(depth=depth, batch=orders, most=orders)
    found = race(follow, position, codes, seed, rules)
    assert found is not None  # nothing stops it
    return found.actions


def _is_clear(standings: Sequence[Standing], sure: float) -> bool:
    """Whether the best action is that far ahead of each other one, also as it is written down."""
    others = standings[1:]
    return bool(others) and all(
        round(each.behind, DIGITS) > max(AHEAD, sure * each.error) for each in others
    )


def _theme(
    position: Position, best: int, second: int, seed: int
) -> tuple[Theme, tuple[Why, ...]] | None:
    """What a puzzle is about, and why its best action is better than the second; None if no reason
    has a theme."""
    lines = [finished((Step(position, code),)) for code in (best, second)]
    reasons, _ = turn_reasons(lines[0], lines[1], position.seat, seed)
    if not reasons or any(reason.code in OF_A_GAME for reason in reasons):
        return None
    if _is_redesign(best):
        return Theme.REDESIGN, reasons
    themes = [THEMES[reason.code] for reason in reasons if reason.code in THEMES]
    if Theme.SCORING in themes:  # rare
        return Theme.SCORING, reasons
    return (themes[0], reasons) if themes else None


# The order of what is not drawn yet


def neutral(game: Game) -> Record:
    """The record of a game so far, in which what is still hidden is sorted: the cards around A and
    B, which lie somewhere in their piles, and the tiles."""
    record = Record.of(game.view().sample(random.Random(0)))
    drawn = len(record.deal.bag) - game.bag_left
    bag = (*record.deal.bag[:drawn], *sorted(record.deal.bag[drawn:], key=str))
    deck, steps = record.deal.deck, list(record.steps)
    shuffled = [number for number, step in enumerate(steps) if isinstance(step, tuple)]
    if shuffled:
        order = steps[shuffled[-1]]
        assert isinstance(order, tuple)
        drawn = len(order) - game.deck_left
        steps[shuffled[-1]] = (*order[:drawn], *sorted(order[drawn:], key=str))
    else:
        drawn = len(deck) - game.deck_left
        money = iter(sorted((card for card in deck[drawn:] if isinstance(card, Card)), key=str))
        rest = (card if isinstance(card, Scoring) else next(money) for card in deck[drawn:])
        deck = (*deck[:drawn], *rest)
    return replace(record, deal=Deal(deck, bag), steps=tuple(steps))


# Choosing from many


def balanced(found: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """At most this many puzzles, as evenly from all themes as there are, one in three of those that
    a Mason finds, each position once."""
    known = {puzzle.id: puzzle for puzzle in found}
    piles: dict[tuple[Theme, bool], list[Puzzle]] = {}
    for name in sorted(known):
        puzzle = known[name]
        piles.setdefault((puzzle.theme, puzzle.easy), []).append(puzzle)
    queues = [_mixed(piles.get((each, False), []), piles.get((each, True), [])) for each in Theme]
    chosen: list[Puzzle] = []
    for row in zip_longest(*queues):
        chosen += filter(None, row)
    return sorted(chosen[:most], key=lambda each: each.id)


def _mixed(hard: list[Puzzle], easy: list[Puzzle]) -> list[Puzzle]:
    """All of both, one easy after two hard ones as long as there are both."""
    mixed: list[Puzzle] = []
    left = list(easy)
    for number, puzzle in enumerate(hard, 1):
        mixed.append(puzzle)
        if number % 2 == 0 and left:
            mixed.append(left.pop(0))
    return mixed + left
