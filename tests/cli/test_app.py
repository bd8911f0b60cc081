import subprocess
import sys

import pytest

from alhambra import __version__
from alhambra.cli import group
from cli.running import run


def test_the_version_says_whether_the_engine_is_compiled(interpreted: bool) -> None:
    engine = "interpreted" if interpreted else "compiled"
    assert run("--version").stdout == f"Alhambra {__version__}, engine {engine}\n"


def test_alone_it_helps() -> None:
    result = run()
    assert result.exit_code == 0
    assert "verify" in result.stdout


@pytest.mark.parametrize("command", group.NAMES)
def test_each_command_and_each_of_its_options_is_explained(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert not set(result.stdout) & set("│┌╭─")
    found = group.ImportedCommands()[command]
    assert found.help
    assert [option.name for option in found.params if not option.help] == []


CODE = "from alhambra.cli import main; main()"


@pytest.mark.compiled_only
def test_the_entry_point_runs_in_a_process_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE, "legal", "nowhere"], capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == "Cannot read nowhere: no such file or directory.\n"


@pytest.mark.compiled_only
def test_letters_the_terminal_lacks_do_not_stop_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE, "play", "--terminal", "--name", "Zoë"],
        input=b"\xff\xfe\nquit\n",
        env={"PYTHONIOENCODING": "ascii"},
        capture_output=True,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"Goodbye." in done.stdout
