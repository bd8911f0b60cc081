"""The notebooks in `examples` run from their first cell to their last."""

import ast
import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled_only

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def run_notebook(file: Path) -> list[object]:
    """Run the cells like Jupyter: the last line of a cell shows its value. Returns the values."""
    shown: list[object] = []
    names: dict[str, object] = {"__name__": "__main__"}
    for number, cell in enumerate(json.loads(file.read_text(encoding="utf-8"))["cells"]):
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]), f"{file.name}, cell {number}")
        last = tree.body[-1]
        if isinstance(last, ast.Expr):
            tree.body.pop()
        exec(compile(tree, f"{file.name}, cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            code = compile(ast.Expression(last.value), f"{file.name}, cell {number}", "eval")
            shown.append(eval(code, names))
    return shown


def test_there_are_notebooks() -> None:
    assert {file.stem for file in NOTEBOOKS} == {"tour", "own_bot", "learning", "review"}


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs(file: Path) -> None:
    shown = run_notebook(file)
    pictures = [value for value in shown if hasattr(value, "_repr_svg_")]
    assert all(value._repr_svg_().startswith("<svg") for value in pictures)
    assert bool(pictures) == (file.stem in {"tour", "review"})


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_kept_without_its_output(file: Path) -> None:
    for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs")


def test_the_program_that_learns_has_40_lines() -> None:
    """Up to the end of the training, without empty lines and docstrings."""
    cells = json.loads((EXAMPLES / "learning.ipynb").read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    (loop,) = [n for n, source in enumerate(code) if "for update in range" in source]
    lines = "\n".join(code[: loop + 1]).splitlines()
    counted = [line for line in map(str.strip, lines) if line and not line.startswith('"""')]
    assert len(counted) == 40
