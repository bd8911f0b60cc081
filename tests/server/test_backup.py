"""Backups of a running server are restored into an empty database, and play goes on there."""

import os
import random
import subprocess
from pathlib import Path

import pytest

from server.helpers.databases import rows_at
from server.helpers.live_server import serving
from server.helpers.players import BOT, Person, any_action, people
from server.helpers.postgres import PostgresServer, _programs

pytestmark = pytest.mark.compiled_only

DEPLOY = Path(__file__).parents[2] / "deploy"


def run(script: str, *arguments: str, programs: Path | None = None) -> tuple[int, str]:
    """The exit code of a script, and what it complains about."""
    path = os.pathsep.join([*([str(programs)] if programs else []), os.environ["PATH"]])
    done = subprocess.run(
        ["sh", DEPLOY / script, *arguments],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stderr


async def test_a_backup_is_restored(
    database_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    programs, restored = None, f"sqlite:///{tmp_path / 'restored.sqlite'}"
    if database_url.startswith("postgresql"):
        postgres: PostgresServer = request.getfixturevalue("postgres")
        programs, restored = _programs(postgres.folder), postgres.new_database()
    backup = str(tmp_path / "backup")
    async with (
        serving(Path(), database_url=database_url) as server,
        people(server, "Ana") as [ana],
        ana.plays(BOT) as page,
    ):
        for _ in range(5):
            await page.own_turn()
            await page.act(any_action(page.legal or {}, random.Random(1)))
        assert run("backup.sh", database_url, backup, programs=programs) == (0, "")
        saved = page.state["version"]
        cookies, game = ana.http.cookies, page.game
    code, said = run("backup.sh", database_url, backup, programs=programs)
    assert code and "exists already" in said
    assert run("restore.sh", backup, restored, programs=programs) == (0, "")
    assert rows_at(restored, "persons") == rows_at(database_url, "persons")
    async with serving(Path(), database_url=restored) as server:
        ana = Person(server, "Ana")
        ana.http.cookies.update(cookies)
        async with ana.look_at(game) as page:
            await page.own_turn()
            assert page.state["version"] >= saved
            assert (await page.act(any_action(page.legal or {}, random.Random(1))))[
                "reason"
            ] is None
    assert run("restore.sh", backup, restored, programs=programs)[0], "only into an empty one"


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    code, said = run("backup.sh", "mysql://example/alhambra", str(tmp_path / "backup"))
    assert code == 2 and "not the address of a database: mysql" in said
    code, _ = run("backup.sh", f"sqlite:///{tmp_path / 'none.sqlite'}", str(tmp_path / "backup"))
    assert code and not list(tmp_path.iterdir()), "nothing is left behind"


@pytest.mark.parametrize("end", ["", "-wal", "-journal"])
def test_a_backup_is_not_mixed_with_what_another_database_left(tmp_path: Path, end: str) -> None:
    (tmp_path / "backup").touch()
    left = tmp_path / f"games.sqlite{end}"
    left.write_text("changes")
    code, said = run(
        "restore.sh", str(tmp_path / "backup"), f"sqlite:///{tmp_path / 'games.sqlite'}"
    )
    assert code and f"{left} exists already" in said
    assert [each.name for each in tmp_path.iterdir() if each != left] == ["backup"]
