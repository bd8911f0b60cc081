"""The calls of the compiled modules that Python can reach, and what ``test_numbers`` gives them."""

import ast
import random
import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from interpreted import SOURCES, only_sources

ROUNDS = {False: 150, True: 3}  # of each call; interpreted ones are slow
OBJECT_ROUNDS = 10  # of these also with None, and with objects that are not initialized
# Compiled, a division by zero gives infinity.
REFUSED = (ValueError, OverflowError, MemoryError, ZeroDivisionError)
REFUSED_OBJECTS = (*REFUSED, TypeError, AttributeError)
EXTREMES = (-(2**63), -(2**31), -129, -1, 0, 1, 2, 5, 6, 7, 54, 55, 255, 256, 2**31 - 1, 2**64)
NOT_CALLED = {"__len__", "__iter__"}  # by those names
NAMES = ["Ana", "Bruno", "Carla", "Dora", "Emil", "Fritz"]


def module_name(file: Path) -> str:
    """The dotted name of a module."""
    return ".".join(file.relative_to(SOURCES).with_suffix("").parts)


def public_calls(file: Path) -> dict[str, list[str]]:
    """The functions, classes and methods that Python can reach, with the names of their
    arguments: those that the ``.pxd`` file does not declare ``cdef``."""
    types = file.with_suffix(".pxd").read_text(encoding="utf-8")
    hidden = set(re.findall(r"^ *cdef .*?(\w+)\(", types, re.MULTILINE))
    calls: dict[str, list[str]] = {}

    def add(name: str, function: ast.FunctionDef) -> None:
        calls[name] = [argument.arg for argument in function.args.args]

    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name not in hidden:
            add(node.name, node)
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and method.name not in hidden | NOT_CALLED:
                    add(f"{node.name}.{method.name}", method)
    return calls


# What the calls are given


def number(rng: random.Random, *good: int) -> int:
    """Often one of the good ones, often an extreme one, sometimes any."""
    if rng.random() < 0.6:
        return rng.choice(good)
    return rng.choice((*EXTREMES, rng.randrange(-300, 300), rng.randrange(2**32)))


def amount(rng: random.Random) -> int:
    """How often to do something: what is not refused is done."""
    return rng.choice((-(2**31), -1, 0, 1, 2, 3))


@cache
def engine() -> Any:
    """The modules the makers need, imported when it is known how."""
    names = [
        *("game", "core.constants", "core.position", "core.listing", "core.turns"),
        *("core.building", "core.playouts", "bots.heuristic.forecast", "bots.heuristic.weights"),
        *("bots.heuristic.search_tree", "bots.heuristic.turn_planning", "neural.encoder"),
        *("neural.network", "neural.lookahead", "training.selfplay"),
        *("envs.stepper", "envs.observer", "envs.batch", "envs.chances"),
    ]
    return {name.rpartition(".")[2]: import_module(f"alhambra.{name}") for name in names}


def position(rng: random.Random) -> Any:
    """Empty, a city alone, or a game at any point, sometimes with a tile in two places."""
    e = engine()
    kind = rng.random()
    if kind < 0.3:
        found = e["position"].Position()
    else:
        game = e["game"].Game.new(NAMES[: rng.randint(2, 6)], seed=rng.randrange(1000))
        found = game.position
        for _ in range(rng.choice((0, 3, 40))):
            actions = e["listing"].list_actions(found)
            if actions:
                e["turns"].play(found, rng.choice(actions))
            e["turns"].settle(found)
    if kind < 0.5:
        for tile in rng.sample(range(54), rng.choice((1, 5, 50))):
            try:
                cell = e["constants"].CENTRE + rng.randint(-7, 7) + 128 * rng.randint(-7, 7)
                e["building"].put(found, rng.randrange(6), tile, cell)
            except ValueError:
                continue
    return found


def some_bytes(rng: random.Random, length: int, limit: int) -> bytes:
    """All that there is, one thing changed in it, or bytes of any length."""
    items = list(range(limit))[:length]
    rng.shuffle(items)
    if rng.random() < 0.5:
        return bytes(items)
    return rng.randbytes(rng.choice((0, 1, 53, 54, 74, 110, 500)))


def deck(rng: random.Random) -> bytes:
    """The deck of a game, perhaps with the cards in another order."""
    cards = list(
        engine()["game"].Game.new(NAMES[: rng.randint(2, 6)], seed=rng.randrange(99))._deck
    )
    if rng.random() < 0.4:
        rng.shuffle(cards)
    return bytes(cards) if rng.random() < 0.7 else some_bytes(rng, 110, 256)


def discarded(rng: random.Random) -> bytes:
    """Cards for a new deck."""
    return some_bytes(rng, rng.randrange(110), 130)


def action(rng: random.Random) -> int:
    """A code of any kind, tile and cell or payment."""
    if rng.random() < 0.3:
        return number(rng, 0)
    return rng.randrange(11) << 26 | rng.randrange(64) << 18 | rng.randrange(2**18)


def rows_chosen(rng: random.Random) -> Any:
    """Rows chosen in the branches of a buffer."""
    numbers = [rng.choice((0, 0, 1, -1, 2**31 - 1)) for _ in range(rng.randrange(9))]
    return np.array(numbers, np.int32)


def array(kind: str) -> Callable[[random.Random], Any]:
    """Makes arrays of small shapes, of one dimension for ``int32``, else of two."""
    sizes = (0, 1, 2, 8, 16, 256)

    def make(rng: random.Random) -> Any:
        shape = [rng.choice(sizes) for _ in range(1 if kind == "int32" else 2)]
        return np.full(shape, rng.choice((0, 1, 3)), kind)

    return make


def lookahead_buffer(rng: random.Random) -> Any:
    e = engine()
    players = rng.randint(2, 6)
    width = rng.choice((e["network"].row_width(players), 16))
    return e["lookahead"].LookaheadBuffer(rng.choice((0, 1, 900)), rng.randrange(9), players, width)


def pool(rng: random.Random) -> Any:
    return engine()["selfplay"].Pool(rng.randrange(4), rng.randint(2, 6))


def worker(rng: random.Random) -> Any:
    e = engine()
    players = rng.randint(2, 6)
    rows = np.zeros((rng.choice((0, 1, 900)), e["network"].row_width(players)), np.uint8)
    return e["selfplay"].Worker(players, 1, rows)


def stepper(rng: random.Random) -> Any:
    """Not dealt, or a game at any point, perhaps within an action."""
    found = engine()["stepper"].Stepper()
    if rng.random() < 0.9:
        found.deal(rng.randint(2, 6), rng.randrange(1000))
        for _ in range(rng.choice((0, 3, 60))):
            if not found.over:
                found.step(rng.choice(found.legal_steps()))
    return found


def chance_game(rng: random.Random) -> Any:
    """A game with explicit chance, at any point."""
    found = engine()["chances"].ChanceGame(rng.randint(2, 6), rng.choice((3, 900)))
    for _ in range(rng.choice((0, 20, 80))):
        if found.actor() != -4:
            open_numbers = found.legal_steps() or [number for number, _ in found.outcomes()]
            found.apply(rng.choice(open_numbers))
    return found


def batch(rng: random.Random) -> Any:
    """A few games, with steps that may be anything."""
    found = engine()["batch"].Batch(
        rng.randint(1, 3), rng.randint(2, 4), rng.randrange(3), rng.choice((1, 900))
    )
    for game in range(found.games):
        found.chosen[game] = rng.choice((*range(40), -1, 617, 618, 2**31, -(2**62)))
        found.seeds[game] = rng.randrange(2**64)
    return found


def weights(rng: random.Random, length: int | None = None) -> list[float]:
    """Those of a bot, or any."""
    e = engine()["weights"]
    good = list(rng.choice((e.ACTION_WEIGHTS, e.OUTCOME_WEIGHTS)))
    return (
        good
        if rng.random() < 0.5
        else [rng.choice((-1e308, 0.0, 1e308))] * (length or rng.randrange(60))
    )


def one_of(*good: int) -> Callable[[random.Random], int]:
    """Makes numbers around the good ones."""
    return lambda rng: number(rng, *good)


def made(module: str, name: str, *arguments: Any) -> Callable[[random.Random], Any]:
    """Makes objects of a class."""
    return lambda rng: getattr(engine()[module], name)(*arguments)


# By the name of the argument, or of the call and the argument where that means something else.
MAKERS: dict[str, Callable[[random.Random], Any]] = {
    "Position.self": position,
    "Codes.self": lambda rng: engine()["listing"].Codes(position(rng), int),
    "position": position,
    "seat": one_of(*range(6)),
    "tile": one_of(*range(54)),
    "other": one_of(*range(54)),
    "cell": one_of(8256, 8257, 8384, 8128, 8000),
    "players": one_of(*range(2, 7)),
    "deck": deck,
    "bag": lambda rng: some_bytes(rng, 54, 54),
    "seed": one_of(0, 1, 2**64 - 1),
    "pile": one_of(1, 3),
    "cards": one_of(2, 60, 110),
    "stack.cards": discarded,
    "action": action,
    "actions": lambda rng: [action(rng) for _ in range(rng.choice((0, 1, 64, 65, 200)))],
    "events": lambda rng: rng.sample([1, None, b"", 2, None], k=rng.randrange(6)),
    "own_steps": lambda rng: {rng.randrange(6)},
    "index": one_of(0, 1, -1),
    "decode": lambda rng: int,
    "scoring": one_of(0, 1, 2),
    "kind": one_of(*range(6)),
    "policy": one_of(0, 1),
    "games": amount,
    "times": amount,
    "playouts": amount,
    "samples": amount,
    "branches": amount,
    "width": amount,
    "rows": amount,
    "work": made("position", "Workspace"),
    "evaluator": lambda rng: engine()["forecast"].Evaluator(weights(rng, 42)),
    "weights": weights,
    "closely": one_of(0, 1),
    "tree": lambda rng: engine()["search_tree"].SearchTree(),
    "plans": made("turn_planning", "TurnPlans"),
    "encoder": lambda rng: engine()["encoder"].Encoder(rng.randint(2, 6)),
    "buffer": lookahead_buffer,
    "LookaheadBuffer.self": lookahead_buffer,
    "Pool.self": pool,
    "chosen": rows_chosen,
    "apply_to_groups.rows": array("uint8"),
    "words": array("uint64"),
    "apply_to_groups.first": array("int32"),
    "begun": array("float32"),
    "values": array("float32"),
    "weight": array("float32"),
    "result": array("float32"),
    "Worker.rows": array("uint8"),
    "Stepper.self": stepper,
    "stepper": stepper,
    "step": one_of(0, 5, 20, 36, 40, 300, 617, 618),
    "steps_of.action": action,
    "Observer.self": lambda rng: engine()["observer"].Observer(rng.randint(2, 6)),
    "ChanceGame.self": chance_game,
    "number": one_of(0, 5, 36, 40, 91, 617),
    "memo": lambda rng: {},
    "history": lambda rng: chance_game(rng).history,
    "Batch.self": batch,
    "batch": batch,
    "opponents": one_of(0, 1, 2),
    "longest": amount,
    "game": one_of(0, 1, 2),
    "deal_games.worker": lambda rng: engine()["batch"].BatchWorker(rng.randint(2, 4)),
    "step_games.worker": lambda rng: engine()["batch"].BatchWorker(rng.randint(2, 4)),
    "pool": pool,
    "worker": worker,
    "first": one_of(0, 1),
    "last": one_of(0, 1, 2, 3),
    "fresh": one_of(0, 1, 2),
}


def maker(call: str, argument: str) -> Callable[[random.Random], Any] | None:
    """What makes an argument of a call; None where nobody has said."""
    return MAKERS.get(f"{call.partition('.')[0]}.{argument}") or MAKERS.get(argument)


# Calling


def call(module: Any, name: str, arguments: list[Any]) -> Any:
    """Call a function, make an object, or ask the first argument for one of its methods."""
    owner, _, method = name.partition(".")
    if not method:
        return getattr(module, owner)(*arguments)
    if method == "__init__":
        return getattr(module, owner)(*arguments)
    found = getattr(arguments[0], method)
    return found(*arguments[1:]) if callable(found) else found


def use(found: Any) -> None:
    """Ask a position what the engine can be asked, and play it to the end."""
    e = engine()
    if isinstance(found, e["stepper"].Stepper):
        for _ in range(20):
            if not found.over:
                found.step(found.legal_steps()[-1])
    elif isinstance(found, e["position"].Position):
        e["listing"].list_actions(found)
        for seat in range(6):
            e["building"].longest_wall(found, seat)
        e["playouts"].finish(found, 1, 0)
    elif isinstance(found, e["search_tree"].SearchTree):
        e["search_tree"].run_playouts(found, 3)
    elif isinstance(found, e["listing"].Codes):
        list(found)


def is_refused(refused: tuple[type[Exception], ...], step: Callable[..., Any], *given: Any) -> bool:
    """Whether a step refuses what it is given; nothing else may happen."""
    try:
        step(*given)
    except refused:
        return True
    except IndexError as error:
        if "legal action" not in str(error):  # an index of ``Codes``
            raise
        return True
    return False


def arguments_of(function: str, names: list[str], rng: random.Random) -> list[Any]:
    """One argument for each name; for ``self`` an object of the class."""
    owner, _, method = function.partition(".")
    wanted = names[1:] if method == "__init__" else names
    makers = [maker(owner if name == "self" else function, name) for name in wanted]
    return [make(rng) for make in makers if make]


def replaced(arguments: list[Any], place: int, found: Any) -> list[Any]:
    """The arguments with another one in this place."""
    return [*arguments[:place], found, *arguments[place + 1 :]]


def call_with_numbers(module: Any, function: str, arguments: list[Any]) -> None:
    """Numbers may be refused."""
    is_refused(REFUSED, call, module, function, arguments)
    if arguments:
        is_refused(REFUSED, use, arguments[0])


def call_with_none(module: Any, function: str, arguments: list[Any], place: int) -> None:
    """None is refused, and not read as if it were an object. Interpreted, it may remain unread."""
    given = replaced(arguments, place, None)
    refused = is_refused(REFUSED_OBJECTS, call, module, function, given)
    if not refused and not module.__file__.endswith(".py"):
        raise AssertionError("None is not refused")


def call_with_uninitialized(module: Any, function: str, arguments: list[Any], place: int) -> None:
    """An object made by ``__new__`` alone is refused, or works."""
    found: Any = type(arguments[place])
    given = replaced(arguments, place, found.__new__(found))
    is_refused(REFUSED_OBJECTS, call, module, function, given)
    is_refused(REFUSED_OBJECTS, use, given[place])


def is_of_the_engine(found: Any) -> bool:
    """Whether an object is of one of the engine's classes."""
    return type(found).__module__.startswith("alhambra.")


def main(name: str, interpreted: str) -> None:
    """Call everything in a module; the last line printed is the last call made."""
    if int(interpreted):
        only_sources()
    module = import_module(name)
    file = SOURCES.joinpath(*name.split(".")).with_suffix(".py")
    rng = random.Random(name)
    rounds = ROUNDS[bool(int(interpreted))]
    for function, names in public_calls(file).items():
        for number_of_round in range(rounds):
            arguments = arguments_of(function, names, rng)
            print(f"{name}.{function}{tuple(arguments)!r:.500}", flush=True)
            call_with_numbers(module, function, arguments)
            for place, argument in enumerate(arguments if number_of_round < OBJECT_ROUNDS else []):
                if not isinstance(argument, int | type):  # None may stand for False or a function
                    print(f"… argument {place} None", flush=True)
                    call_with_none(module, function, arguments, place)
                if is_of_the_engine(argument):
                    print(f"… argument {place} made by __new__", flush=True)
                    call_with_uninitialized(module, function, arguments, place)
