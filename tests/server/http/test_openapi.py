"""schemathesis tries the API as its own description says, and finds nothing."""

import asyncio
import random
import sys
from pathlib import Path

import pytest

from alhambra import Game, Record
from server.helpers.live_server import Server
from server.helpers.players import Person

pytestmark = pytest.mark.compiled_only

EXAMPLES = 6


def a_record() -> str:
    rng = random.Random(1)
    game = Game.new(["Ana", "Bruno"], shuffler=rng)
    for _ in range(20):
        game.play(rng.choice(game.legal_actions))
    return str(Record.of(game))


# What to try, and in what way: everything but deleting, then games that are there (the id is
# given, so that a wrong one is not expected to be refused), then deleting.
RUNS = (
    ("--exclude-method", "DELETE"),
    ("--include-path-regex", "game", "--exclude-checks", "negative_data_rejection"),
    ("--include-method", "DELETE"),
)


@pytest.mark.seconds(300)
async def test_schemathesis_finds_nothing(server: Server, ana: Person, tmp_path: Path) -> None:
    settings = tmp_path / "schemathesis.toml"
    game = (await ana.bring(a_record()))["id"]
    settings.write_text(f'[parameters]\n"path.game" = "{game}"\n')
    empty = tmp_path / "empty.toml"
    empty.write_text("")
    cookies = "; ".join(f"{name}={value}" for name, value in ana.http.cookies.items())
    found = []
    for choice in RUNS:
        config = settings if "game" in choice else empty
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "schemathesis.cli"),
            *("--config-file", str(config), "run"),
            f"{server.url}/api/openapi.json",
            *choice,
            *("--header", f"Cookie: {cookies}"),
            *("--checks", "all"),
            *("--max-examples", str(EXAMPLES)),
            *("--seed", "1"),
            *("--generation-database", "none"),
            "--no-color",
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd=tmp_path,
        )
        output, _ = await process.communicate()
        found.append((process.returncode, output.decode()))
    for code, text in found:
        assert code == 0, text
