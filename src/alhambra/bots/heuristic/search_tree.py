# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Open-loop Monte Carlo tree search for several players with chance.

A node stands for a sequence of actions, whatever was drawn in between: the hidden order is
sampled for each playout. Values are shares of the win, one for each seat, and every seat
maximises its own. Ratings serve as priors: an action counts as if it had been visited a few times
with the result that its rating predicts, so good actions are tried first.

A playout descends the tree, adds a node, plays some turns by rating, and is then evaluated.
"""

from __future__ import annotations

import cython

from alhambra.bots.heuristic import forecast as _forecast
from alhambra.bots.heuristic import weights as _weights
from alhambra.core import position as _position

if not cython.compiled:
    from math import log, sqrt

    from alhambra.bots.heuristic.action_rating import *
    from alhambra.bots.heuristic.city_shape import *
    from alhambra.bots.heuristic.forecast import *
    from alhambra.bots.heuristic.ranking import insert_ranked
    from alhambra.bots.heuristic.score_estimate import *
    from alhambra.core.bits import *
    from alhambra.core.checks import check_game, check_initialized
    from alhambra.core.codes import *
    from alhambra.core.constants import *
    from alhambra.core.dealing import check_piles, sample_unchecked
    from alhambra.core.listing import list_actions_unchecked
    from alhambra.core.position import Position, Workspace
    from alhambra.core.turns import play_unchecked, settle_with_reshuffles

    NODES, DEPTH, ROOT_WIDTH = 65536, 64, 64


class SearchTree:
    """A search from one position, on one thread."""

    n_nodes: int  # node 0 is the root
    code: list[int]  # the action that leads to each node
    first_child: list[int]  # 0 where there is none
    sibling: list[int]
    visits: list[int]
    value: list[float]  # 6 for each node: the sum of each seat's shares of the win
    path: list[int]  # the nodes of the playout
    depth: int
    n_root: int
    root_code: list[int]
    root_rate: list[float]
    root_slope: float  # share of the win per point
    playouts: int
    start_seed: int
    rounds: int  # played before the evaluation
    trust: float  # how many visits the rating counts as, in the searching seat's own turn
    bonus: float  # exploration: a bonus for actions with few visits
    reply_trust: float  # the same two in all later turns, which rely mostly on the rating
    reply_bonus: float

    def __init__(self) -> None:
        if not cython.compiled:
            self.code, self.first_child, self.sibling = [0] * NODES, [0] * NODES, [0] * NODES
            self.visits, self.value = [0] * NODES, [0.0] * MAX_PLAYERS * NODES
            self.path, self.depth = [0] * DEPTH, 0
            self.root_code, self.root_rate, self.n_root = [0] * ROOT_WIDTH, [0.0] * ROOT_WIDTH, 0
            self.n_nodes = self.playouts = 0
        self.rounds = 2
        self.trust, self.bonus = 4.0, 0.25
        self.reply_trust, self.reply_bonus = 30.0, 0.05
        self.evaluator = _forecast.Evaluator(_weights.ACTION_WEIGHTS)
        self.leaf_evaluator = _forecast.Evaluator(_weights.OUTCOME_WEIGHTS)
        self.work = _position.Workspace()
        self.root = _position.Position()
        self.now = _position.Position()
        self.after = _position.Position()


# Nodes


def find_child(tree: SearchTree, node: int, code: int) -> int:
    """The child reached by an action, or 0."""
    child = tree.first_child[node]
    while child and tree.code[child] != code:
        child = tree.sibling[child]
    return child


def add_child(tree: SearchTree, node: int, code: int) -> int:
    """A new child, or 0 where there is no room left."""
    child = tree.n_nodes
    if child == NODES:
        return 0
    tree.n_nodes += 1
    tree.code[child] = code
    tree.first_child[child] = 0
    tree.sibling[child] = tree.first_child[node]
    tree.first_child[node] = child
    tree.visits[child] = 0
    for seat in range(MAX_PLAYERS):
        tree.value[MAX_PLAYERS * child + seat] = 0.0
    return child


# The root


def prepare_root(
    tree: SearchTree, evaluator: Evaluator, work: Workspace, root: Position, after: Position
) -> None:
    """List and rate everything the seat may do, and keep the most promising."""
    tree.n_nodes = 1
    tree.first_child[0] = 0
    tree.visits[0] = 0
    tree.playouts = 0
    for seat in range(MAX_PLAYERS):
        tree.value[seat] = 0.0
    list_actions_unchecked(work, root)
    weigh_seats(evaluator, work, root, False)
    rate_actions(evaluator, work, root, after)
    keep_best_actions(tree, evaluator, work)
    for i in range(tree.n_root):
        add_child(tree, 0, tree.root_code[i])  # child i + 1


def keep_best_actions(tree: SearchTree, evaluator: Evaluator, work: Workspace) -> None:
    """Keep the actions with the highest ratings, in falling order."""
    n = 0
    for i in range(work.n_actions):
        rate = evaluator.rate[i]
        n = insert_ranked(tree.root_rate, tree.root_code, n, ROOT_WIDTH, rate, work.actions[i])
    tree.n_root = n


def slope_of(evaluator: Evaluator, mean: float) -> float:
    """The change in a seat's share of the win per point, at this share."""
    if mean < 0.1:
        mean = 0.1
    if mean > 0.9:
        mean = 0.9
    return mean * (1.0 - mean) / evaluator.spread[0]


def select_root(tree: SearchTree, seat: int) -> int:
    """The action at the root to visit next, see ``select_action``."""
    visits = tree.visits[0]
    if visits == 0:
        return 0
    mean = tree.value[seat] / visits
    wide = tree.bonus * sqrt(log(visits + 1.0))
    best = 0
    best_score = -1e9
    for i in range(tree.n_root):
        child = i + 1
        prior = mean + tree.root_slope * (tree.root_rate[i] - tree.root_rate[0])
        n = tree.visits[child] + tree.trust
        score = (tree.value[MAX_PLAYERS * child + seat] + tree.trust * prior) / n + wide / sqrt(n)
        if score > best_score:
            best_score = score
            best = i
    return best


def select_action(
    tree: SearchTree,
    evaluator: Evaluator,
    work: Workspace,
    node: int,
    seat: int,
    trust: float,
    bonus: float,
) -> int:
    """The listed action to visit next: one with good results, a high rating and few visits."""
    visits = tree.visits[node]
    best = best_rated(evaluator, work)
    if tree.first_child[node] == 0:
        return best
    top = evaluator.rate[best]
    mean = tree.value[MAX_PLAYERS * node + seat] / visits
    slope = slope_of(evaluator, mean)
    wide = bonus * sqrt(log(visits + 1.0))
    best_score = -1e9
    for i in range(work.n_actions):
        total = trust * (mean + slope * (evaluator.rate[i] - top))
        n = trust
        if evaluator.rate[i] > top - 30.0:
            child = find_child(tree, node, work.actions[i])
            if child:
                n += tree.visits[child]
                total += tree.value[MAX_PLAYERS * child + seat]
        score = total / n + wide / sqrt(n)
        if score > best_score:
            best_score = score
            best = i
    return best


# A playout


def rate_now(evaluator: Evaluator, work: Workspace, now: Position, after: Position) -> None:
    """List and rate what the seat may do."""
    list_likely(work, now)
    weigh_seats(evaluator, work, now, False)
    rate_actions(evaluator, work, now, after)


def play_once(
    tree: SearchTree,
    evaluator: Evaluator,
    leaf_evaluator: Evaluator,
    work: Workspace,
    root: Position,
    now: Position,
    after: Position,
) -> None:
    """One playout from the root."""
    now.copy_from(root)
    seat = root.seat
    if tree.playouts == 0:
        tree.root_slope = slope_of(evaluator, 1.0 / root.players)
    chosen = select_root(tree, seat)
    work.seed[0] = tree.start_seed + 1000003 * tree.visits[chosen + 1]
    sample_unchecked(work, now)
    tree.path[0] = 0
    tree.path[1] = chosen + 1
    tree.depth = 2
    node = chosen + 1
    code = tree.root_code[chosen]
    turns = tree.rounds * root.players + 1
    replying = False
    fresh = tree.visits[node] == 0
    while True:
        play_unchecked(now, code)
        if now.phase == REFILLING or now.phase == OVER:
            turns -= 1
            replying = True
            if turns <= 0:
                break
        settle_with_reshuffles(work, now)
        if now.phase == OVER:
            break
        if fresh or tree.depth == DEPTH:
            roll_out(tree, evaluator, work, now, after, turns)
            break
        rate_now(evaluator, work, now, after)
        trust = tree.reply_trust if replying else tree.trust
        bonus = tree.reply_bonus if replying else tree.bonus
        chosen = select_action(tree, evaluator, work, node, now.seat, trust, bonus)
        code = work.actions[chosen]
        child = find_child(tree, node, code)
        if child == 0:
            child = add_child(tree, node, code)
            fresh = True
        if child:
            node = child
            tree.path[tree.depth] = node
            tree.depth += 1
    back_up(tree, leaf_evaluator, work, now)


def roll_out(
    tree: SearchTree,
    evaluator: Evaluator,
    work: Workspace,
    now: Position,
    after: Position,
    turns: int,
) -> None:
    """Play by rating for the given number of turns."""
    while now.phase != OVER:
        if now.phase == ACTING:
            rate_now(evaluator, work, now, after)
            play_unchecked(now, work.actions[best_rated(evaluator, work)])
        else:
            weigh_seats(evaluator, work, now, False)
            play_unchecked(now, quick_placement(evaluator, work, now))
        if now.phase == REFILLING:
            turns -= 1
            if turns <= 0:
                return
        settle_with_reshuffles(work, now)


def evaluate_leaf(
    leaf_evaluator: Evaluator, work: Workspace, now: Position, shares: list[float]
) -> None:
    """The shares of the win at the end of a playout. If the game is over, tied winners share it."""
    estimate(leaf_evaluator, work, now)
    split_win(leaf_evaluator, leaf_evaluator.points, now.players, leaf_evaluator.spread[0], shares)


def back_up(tree: SearchTree, leaf_evaluator: Evaluator, work: Workspace, now: Position) -> None:
    """Evaluate the end of the playout, and update all nodes on its path."""
    if not cython.compiled:
        shares = [0.0] * 7
    evaluate_leaf(leaf_evaluator, work, now, shares)
    for i in range(tree.depth):
        node = tree.path[i]
        tree.visits[node] += 1
        for seat in range(now.players):
            tree.value[MAX_PLAYERS * node + seat] += shares[seat]
    tree.playouts += 1


# Calls from Python


def start_search(tree: SearchTree, position: Position, seed: int) -> None:
    """Start a search."""
    check_initialized(tree.root)
    check_game(position)
    check_piles(position)
    tree.root.copy_from(position)
    tree.start_seed = seed
    tree.work.seed[0] = seed
    evaluator = tree.evaluator
    evaluator.players = 0
    tree.leaf_evaluator.players = 0
    clear_spots(evaluator)
    work = tree.work
    prepare_root(tree, evaluator, work, tree.root, tree.after)


def run_playouts(tree: SearchTree, playouts: int) -> None:
    """Run this number of playouts, without the GIL."""
    check_initialized(tree.root)
    check_game(tree.root)
    if tree.n_root == 0:
        raise ValueError("no seat is to act in the position to be searched")
    evaluator = tree.evaluator
    leaf_evaluator = tree.leaf_evaluator
    work = tree.work
    root = tree.root
    now = tree.now
    after = tree.after
    with cython.nogil:
        for _ in range(playouts):
            play_once(tree, evaluator, leaf_evaluator, work, root, now, after)


def root_statistics(tree: SearchTree) -> list[tuple[int, int, float, float]]:
    """Of each action at the root: its code, visits, share of the win, and rating."""
    check_initialized(tree.root)
    seat = tree.root.seat
    found = []
    for i in range(tree.n_root):
        visits = tree.visits[i + 1]
        mean = tree.value[MAX_PLAYERS * (i + 1) + seat] / visits if visits else 0.0
        found.append((tree.root_code[i], visits, mean, tree.root_rate[i]))
    return found
