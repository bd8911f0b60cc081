"""Imports point one way: the layout is the architecture."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled_only

PACKAGE = Path(__file__).parents[1] / "src" / "alhambra"

# From the bottom to the top. A module may import those of its own line and of the lines above
# it here; `alhambra` is the package itself, which offers what stands above it.
LAYERS = [
    {"core", "drawing"},
    {"reasons", "pieces"},
    {"city", "scoring", "actions"},
    {"happenings", "deal", "legality"},
    {"table"},
    {"game", "view"},
    {"record", "perft", "fairness"},
    {"lessons"},
    {"neural"},
    {"analysis"},
    {"alhambra"},
    {"bots", "envs"},
    {"puzzles"},
    {"arena", "training"},
    {"server"},
    {"cli", "__main__"},
]
STANDS_ALONE = {"core", "drawing"}
NEVER_USES = {"server": {"envs", "arena", "training"}}

# The server's rooms, likewise.
SERVER_LAYERS = [
    {"runtime"},
    {"log"},
    {"protocol"},
    {"limits"},
    {"settings"},
    {"store"},
    {"render"},
    {"table"},
    {"socket", "http"},
    {"app", "workers"},
    {"run"},
]

LAYER = {part: height for height, layer in enumerate(LAYERS) for part in layer}
SERVER = PACKAGE / "server"
SERVER_LAYER = {room: height for height, layer in enumerate(SERVER_LAYERS) for room in layer}
MODULES = sorted(PACKAGE.rglob("*.py")) + sorted(PACKAGE.rglob("*.pxd"))


def part_of(file: Path) -> str:
    """The part of the package that a file belongs to: its first name under `alhambra`."""
    first = file.relative_to(PACKAGE).parts[0].partition(".")[0]
    return "alhambra" if first == "__init__" else first


def imported_parts(file: Path, source: str) -> Iterator[tuple[int, str]]:
    """Each import of a part of the package, with its line."""
    if file.suffix == ".pxd":
        for number, line in enumerate(source.splitlines(), 1):
            if found := re.match(r"\s*(?:from|cimport)\s+alhambra(?:\.(\w+))?", line):
                yield number, found[1] or "alhambra"
        return
    package = ("alhambra", *file.relative_to(PACKAGE).parent.parts)
    for node in imports_when_running(ast.parse(source)):
        if isinstance(node, ast.Import):
            targets = [name.name for name in node.names]
        else:
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *filter(None, [node.module])))
            targets = [f"{module}.{name.name}" for name in node.names]
        for target in targets:
            first, _, rest = target.removeprefix("cython.cimports.").partition(".")
            name = rest.partition(".")[0]
            if first == "alhambra":
                is_module = (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").exists()
                yield node.lineno, name if name and (is_module or name in LAYER) else "alhambra"


def imports_when_running(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """All imports, also inside functions, but not those under `if TYPE_CHECKING`."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield node
    elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
        for branch in node.orelse:
            yield from imports_when_running(branch)
    else:
        for child in ast.iter_child_nodes(node):
            yield from imports_when_running(child)


def objections(file: Path, source: str) -> list[str]:
    """What is wrong with the imports of a module."""
    part = part_of(file)
    found = []
    for line, target in imported_parts(file, source):
        place = f"{file.relative_to(PACKAGE.parent)}:{line}"
        if target == part:
            continue
        if target not in LAYER:
            found.append(f"{place}: {target} has no place in LAYERS")
        elif part in STANDS_ALONE:
            found.append(f"{place}: {part} imports only itself, not {target}")
        elif LAYER[target] > LAYER[part]:
            found.append(f"{place}: {part} stands below {target} and may not import it")
        elif target in NEVER_USES.get(part, ()):
            found.append(f"{place}: {part} does not use {target}")
    if SERVER in file.parents and file != SERVER / "__init__.py":
        found += objections_in_server(file, source)
    return found


def room_of(file: Path) -> str:
    """The room of the server that a file belongs to."""
    return file.relative_to(SERVER).parts[0].partition(".")[0]


def objections_in_server(file: Path, source: str) -> list[str]:
    """Which of its imports lead up, or to another room of the same height."""
    own = room_of(file)
    found = []
    for node in imports_when_running(ast.parse(source)):
        names = [name.name for name in node.names]
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{name}" for name in names]
        for name in names:
            if name.startswith("alhambra.server."):
                room = name.split(".")[2]
                if room != own and SERVER_LAYER.get(room, -1) >= SERVER_LAYER[own]:
                    found.append(f"{room_of(file)} imports {name}")
    return found


def test_each_room_of_the_server_says_what_lives_there() -> None:
    for folder in SERVER.iterdir():
        if (folder / "__init__.py").exists():
            assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text())), folder.name


def test_each_module_has_its_place() -> None:
    homeless = sorted({part_of(file) for file in MODULES} - set(LAYER))
    assert not homeless, f"give each new module its place in LAYERS: {', '.join(homeless)}"


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_point_one_way(file: Path) -> None:
    if part_of(file) in LAYER:
        assert objections(file, file.read_text()) == []


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("city.py", "from alhambra.game import Game"),
        ("city.py", "from alhambra import Game"),
        ("city.py", "from . import game"),
        ("city.py", "def later():\n    import alhambra.game"),
        ("core/turns.py", "from alhambra.pieces import Tile"),
        ("core/turns.py", "from ..pieces import Tile"),
        ("core/turns.py", "from cython.cimports.alhambra.pieces import Tile"),
        ("core/turns.pxd", "from alhambra.pieces cimport Tile"),
        ("drawing/city.py", "from alhambra.city import City"),
        ("server/table.py", "from alhambra.arena import play"),
        ("server/log/fold.py", "from alhambra.server.protocol.board import Board"),
        ("server/log/fold.py", "from alhambra.server import app"),
        ("server/http/api.py", "from alhambra.server.socket.connection import Connection"),
    ],
)
def test_an_import_the_wrong_way_is_seen(file: str, source: str) -> None:
    assert len(objections(PACKAGE / file, source)) == 1


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("game.py", "from alhambra.view import View"),
        ("game.py", "from .city import City"),
        ("core/turns.py", "from . import building"),
        ("core/turns.pxd", "from alhambra.core.building cimport spots"),
        ("city.py", "if TYPE_CHECKING:\n    from alhambra.game import Game"),
        ("city.py", "from alhambra.drawing.city import draw_city"),
        ("server/table.py", "from alhambra import Game"),
        ("cli/bench.py", "from alhambra.arena import play"),
    ],
)
def test_an_import_the_right_way_is_not(file: str, source: str) -> None:
    assert objections(PACKAGE / file, source) == []


def test_who_only_plays_does_not_wait_for_drawings() -> None:
    asked = (
        "import sys, alhambra; print(*(m for m in sys.modules if m.startswith('alhambra.drawing')))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == ["alhambra.drawing", "alhambra.drawing.pictures"]
