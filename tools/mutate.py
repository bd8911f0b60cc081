"""Mutation testing: change a function in one place at a time, and see whether a test fails.

    .venv/bin/python tools/mutate.py                        # all modules in TESTS
    .venv/bin/python tools/mutate.py alhambra.record        # one of them
    .venv/bin/python tools/mutate.py alhambra.record -n 50  # a fixed sample of 50 of its mutants

Compiled modules are run interpreted. pytest imports and collects once; then each mutant is tested
in a fork of that process, which replaces the code of one function. Code outside functions is not
mutated, because it has run by then. A mutant is killed if a test fails; survivors are printed.
"""

from __future__ import annotations

import argparse
import ast
import gc
import os
import random
import resource
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.main import pytest_runtestloop as run_tests

ROOT = Path(__file__).parent.parent
SLOWDOWN = 3  # a mutant that makes the tests take this many times longer counts as killed
RULES = "tests/rules"
TESTS = {
    "alhambra.core.scoring": [
        *(f"{RULES}/test_06_scoring.py", f"{RULES}/test_09_two_players.py"),
        "tests/test_checks.py",
    ],
    "alhambra.core.listing": [
        *(f"{RULES}/test_03_turn.py", f"{RULES}/test_05_building.py"),
        *(f"{RULES}/test_09_two_players.py", "tests/test_checks.py", "tests/perft"),
    ],
    "alhambra.core.building": [
        *(f"{RULES}/test_05_building.py", f"{RULES}/test_06_scoring.py", "tests/test_checks.py"),
        *("tests/test_numbers.py::test_a_tile_that_stands_alone_may_leave", "tests/perft"),
    ],
    "alhambra.core.turns": [
        *(f"{RULES}/test_03_turn.py", f"{RULES}/test_04_end_of_turn.py", f"{RULES}/test_08_end.py"),
        *(f"{RULES}/test_09_two_players.py", "tests/test_checks.py", "tests/playthroughs"),
    ],
    "alhambra.scoring": [f"{RULES}/test_06_scoring.py", f"{RULES}/test_09_two_players.py"],
    "alhambra.legality": [
        *(f"{RULES}/test_03_turn.py", f"{RULES}/test_05_building.py", "tests/test_reasons.py"),
        *(f"{RULES}/test_09_two_players.py", "tests/laws/test_legality.py"),
    ],
    "alhambra.record": [
        *(f"{RULES}/test_10_records.py", "tests/records/test_refusals.py"),
        *("tests/records/test_golden.py", "tests/laws/test_records.py"),
    ],
    "alhambra.fairness": ["tests/test_fairness.py"],
    "alhambra.server.log.fold": ["tests/server/log"],
}
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


# Making mutants


def active_nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes that decide what the code does: no annotations, docstrings, imports, or branches
    for compiled code only."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for name, value in ast.iter_fields(node):
            children = value if isinstance(value, list) else [value]
            if name not in {"annotation", "returns", "decorator_list"}:
                waiting += [n for n in children if isinstance(n, ast.AST) and not is_passive(n)]


def is_passive(node: ast.AST) -> bool:
    """Whether it is a docstring, an import, a branch on ``cython.compiled`` or a ``strict=``."""
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    if isinstance(node, ast.If | ast.IfExp):
        return "cython.compiled" in ast.unparse(node.test)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    return isinstance(node, ast.Import | ast.ImportFrom)


def changes(node: ast.AST) -> list[str]:
    """The names of the changes that can be made to a node."""
    found = []
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED:
        found.append("comparison")
    if isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in SWAPPED:
        found.append("operator")
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        found.append("not left out")
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        found.append("condition inverted")
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        found.append("number")
    if isinstance(node, ast.Return) and ast.unparse(node) not in {"return", "return None"}:
        found.append("nothing returned")
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        found.append("call left out")
    if isinstance(node, ast.Raise):
        found.append("error left out")
    if isinstance(node, ast.Break | ast.Continue):
        found.append("jump left out")
    return found


def change(node: Any, name: str) -> None:
    """Change a node in place."""
    if name == "comparison":
        node.ops[0] = SWAPPED[type(node.ops[0])]()
    elif name == "operator":
        node.op = SWAPPED[type(node.op)]()
    elif name == "condition inverted":
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif name == "number":
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1
    elif name == "nothing returned":
        node.value = ast.Constant(None)
    elif name == "not left out":
        node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
    else:
        replace_by_pass(node)


def replace_by_pass(node: Any) -> None:
    """Replace a statement by ``pass``."""
    line, column = node.lineno, node.col_offset
    node.__class__ = ast.Pass
    node.__dict__.clear()
    node.lineno, node.col_offset = line, column


def mutants(source: str) -> list[tuple[int, str]]:
    """All mutants of a module: the number of the changed node, and the name of the change."""
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inside = {node for function in functions for part in function.body for node in ast.walk(part)}
    nodes = enumerate(active_nodes(tree))
    return [(number, name) for number, node in nodes if node in inside for name in changes(node)]


def mutated(source: str, mutant: tuple[int, str]) -> tuple[ast.Module, int]:
    """The mutated module, and the line of the change."""
    tree = ast.parse(source)
    number, name = mutant
    node: Any = next(n for i, n in enumerate(active_nodes(tree)) if i == number)
    line = node.lineno
    change(node, name)
    return ast.fix_missing_locations(tree), line


# Testing them


def outer_functions(code: CodeType) -> dict[tuple[str, int], CodeType]:
    """The code of the functions of a module and of its classes, by name and first line."""
    found = {}
    for part in code.co_consts:
        if isinstance(part, CodeType):
            found[part.co_qualname, part.co_firstlineno] = part
            if not part.co_flags & 2:  # a class body, whose methods are separate functions
                found |= outer_functions(part)
    return found


class Mutation:
    """A pytest plugin that runs the tests once for each mutant."""

    def __init__(self, module: str, limit: int | None, report: int) -> None:
        self.module = module
        self.file = ROOT / "src" / f"{module.replace('.', '/')}.py"
        self.source = self.file.read_text(encoding="utf-8")
        self.report = report
        self.chosen = mutants(self.source)
        if limit and limit < len(self.chosen):
            self.chosen = sorted(random.Random(module).sample(self.chosen, limit))

    def print(self, line: str) -> None:
        """Print a line for the user, while the output of the tests is discarded."""
        os.write(self.report, f"{line}\n".encode())

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Test the mutants. pytest calls this after the collection."""
        passed, seconds = self.test(session, None, 1000)
        if not passed or not session.items:
            self.print(f"The tests of {self.module} fail without a mutation, or there are none.")
            return True
        started = time.monotonic()
        survivors = 0
        for mutant in self.chosen:
            tree, line = mutated(self.source, mutant)
            if self.test(session, tree, int(SLOWDOWN * seconds) + 2)[0]:
                survivors += 1
                text = self.source.splitlines()[line - 1].strip()
                self.print(f"  {self.file.name}:{line} {mutant[1]}: {text}")
        killed, total = len(self.chosen) - survivors, len(self.chosen)
        score, minutes = killed / total, (time.monotonic() - started) / 60
        self.print(f"{self.module}: {killed} of {total} killed, {score:.0%}, {minutes:.0f} min")
        return True

    def test(
        self, session: pytest.Session, tree: ast.Module | None, limit: int
    ) -> tuple[bool, float]:
        """Run the tests with this tree, or unchanged. Returns whether they pass, and the seconds of
        processor time."""
        child = os.fork()
        if child:
            _, status, used = os.wait4(child, 0)
            return status == 0, used.ru_utime
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        if tree:
            self.replace_code(tree)
        try:
            run_tests(session)
        finally:  # also after an error: the fork must not return to the caller
            os._exit(session.testsfailed > 0)

    def replace_code(self, tree: ast.Module) -> None:
        """Replace the code of the module's functions by that of the tree."""
        mutated_code = outer_functions(compile(tree, str(self.file), "exec"))
        for function in gc.get_objects():
            if isinstance(function, FunctionType) and function.__module__ == self.module:
                code = function.__code__
                function.__code__ = mutated_code.get((code.co_qualname, code.co_firstlineno), code)


def test_module(module: str, limit: int | None) -> None:
    """Test the mutants of a module in a separate process."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    mutation = Mutation(module, limit, os.dup(1))
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    arguments = ["--exitfirst", "--capture=no", "-p", "no:cacheprovider"]
    compiled = mutation.source.startswith("# cython:")
    arguments.append("--interpreted" if compiled else str(mutation.file))  # for its doctests
    os._exit(pytest.main([*arguments, *TESTS[module]], plugins=[mutation]))


def main() -> None:
    """Read the command line and test the mutants."""
    parser = argparse.ArgumentParser(description="Mutation testing.")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=", ".join(TESTS))
    parser.add_argument("-n", type=int, metavar="N", help="test only N mutants of each module")
    options = parser.parse_args()
    unknown = set(options.modules) - set(TESTS)
    if unknown:
        parser.error(f"no tests are listed for {', '.join(sorted(unknown))}")
    os.chdir(ROOT)
    for module in options.modules or TESTS:
        test_module(module, options.n)


if __name__ == "__main__":
    main()
