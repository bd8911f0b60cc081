"""The wheel, installed into an empty environment, plays with a compiled engine."""

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[1]
# Nothing of this run's: no jobs of make's, no modules from the source tree.
ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if not name.startswith(("MAKE", "MFLAGS", "PYTHON", "VIRTUAL_ENV"))
}


def run(folder: Path, *command: str | Path) -> str:
    """Run a command in a folder and return what it prints; say what it said if it fails."""
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of an environment with nothing but the wheel and what it asks for."""
    folder = tmp_path_factory.mktemp("dist")
    run(ROOT, "make", "--silent", "dist", f"DIST={folder}")
    (wheel,) = folder.glob("*.whl")
    environment = folder / "environment"
    run(ROOT, "tools/uv", "venv", "--python", sys.executable, environment)
    run(ROOT, "tools/uv", "pip", "install", "--python", environment, wheel)
    return environment / "bin"


def test_the_installed_engine_is_compiled(installed: Path, tmp_path: Path) -> None:
    code = "import alhambra.core.position as position; print(position.__file__)"
    file = Path(run(tmp_path, installed / "python", "-c", code).strip())
    assert file.is_relative_to(installed.parent)
    assert file.name.endswith(tuple(EXTENSION_SUFFIXES))


def test_the_wheel_holds_no_generated_c(installed: Path) -> None:
    assert list(installed.parent.rglob("alhambra/**/*.c")) == []


def test_the_installed_command_plays(installed: Path, tmp_path: Path) -> None:
    command = installed / "alhambra"
    game = ["--players", "3", "--games", "1", "--seed", "1", "--bot", "champion"]
    run(tmp_path, command, "simulate", *game, "--out", "games")
    records = sorted(tmp_path.glob("games/*.alhambra"))
    assert len(records) == 1
    run(tmp_path, command, "verify", *records)


def test_the_installed_command_speaks_every_language(installed: Path, tmp_path: Path) -> None:
    code = (
        "from alhambra.cli.text.messages import LANGUAGES, messages_in;"
        "print([messages_in(each).t('market') for each in LANGUAGES])"
    )
    said = run(tmp_path, installed / "python", "-c", code)
    assert "Bauhof" in said
    assert "Építőudvar" in said
