"""simulate, verify, legal and show: records written and read."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from alhambra import Record
from alhambra.cli.commands.simulate import Simulated, Simulation
from alhambra.cli.complaints import sentence
from alhambra.cli.text.messages import ENGLISH
from alhambra.cli.text.narration import whole_log
from cli.running import PERFT, complaint, random_game, run, saved

OWN_BOTS = Path(__file__).parents[1] / "arena" / "own_bots.py"
POINTS = [(114, 110, 105), (96, 78, 152)]  # of the first two games of seed 5
FINISHED = sorted(PERFT.glob("*ply10000.alhambra"))


def simulate(out: Path, *words: object) -> dict[str, bytes]:
    result = run("simulate", "--out", out, *words)
    assert result.exit_code == 0, result.stderr
    return {file.name: file.read_bytes() for file in sorted(out.glob("*.alhambra"))}


@pytest.mark.compiled_only
@pytest.mark.parametrize("players", [2, 3, 6])
def test_what_is_simulated_can_be_verified(players: int, tmp_path: Path) -> None:
    out = tmp_path / "games"
    found = simulate(out, "--players", players, "--games", 2, "--seed", 1, "--bot", "random")
    assert len(found) == 2
    result = run("verify", out)
    assert result.exit_code == 0
    *lines, last = result.stdout.splitlines()
    assert all(f": ok, {players} players, " in line and "won by" in line for line in lines)
    assert last == "2 records: 2 ok, 0 bad."


@pytest.mark.compiled_only
def test_the_same_seed_gives_the_same_games_however_many_jobs(tmp_path: Path) -> None:
    words = ["--players", 3, "--games", 3, "--plies", 40]
    one = simulate(tmp_path / "one", *words, "--seed", 5)
    assert simulate(tmp_path / "two", *words, "--seed", 5, "--jobs", 2) == one
    assert simulate(tmp_path / "other", *words, "--seed", 6).values() != one.values()


def test_a_game_stopped_by_the_limit_is_a_record_under_way(tmp_path: Path) -> None:
    out = tmp_path / "games"
    result = run("simulate", "--out", out, "--plies", 7)
    assert (
        result.stdout == f"1 game of 3 players in {out}: 0 finished, 1 stopped after 7 actions.\n"
    )
    assert ": ok, 3 players, 7 actions, under way." in run("verify", out).stdout


def test_ctrl_c_stops_a_simulation_politely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(game: Simulation) -> Simulated:
        if game.number == 3:
            raise KeyboardInterrupt
        return Simulated(game.file, "", is_over=True)

    monkeypatch.setattr(Simulation, "play", interrupted)
    result = run("simulate", "--out", tmp_path, "--games", 9)
    assert result.exit_code == 130
    assert result.stderr.splitlines() == ["Stopped after 2 games of 9."]
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.compiled_only
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_fails_in_a_simulation_leaves_the_game_so_far(jobs: int, tmp_path: Path) -> None:
    bot = f"{OWN_BOTS}:Crash"
    line = complaint("simulate", "--out", tmp_path, "--bot", bot, "--jobs", jobs, "--games", 1)
    (file,) = (tmp_path / "failed").iterdir()
    assert line.startswith("The bot crash failed with RuntimeError")
    assert line.endswith(f"; the game so far is in {file}.")
    assert file.name == "crash-3p-0-00001.alhambra", "no path of this machine"
    assert dict(Record.load(file).extra)["bot"] == "crash"


@pytest.mark.compiled_only
def test_the_games_of_a_seed_stay_as_they_are(tmp_path: Path) -> None:
    """Simulated games are data for others: the same command gives the same files for ever."""
    found = simulate(tmp_path, "--games", 2, "--seed", 5)
    names = ["random-3p-5-00001.alhambra", "random-3p-5-00002.alhambra"]
    assert list(found) == names
    assert [Record.load(tmp_path / name).replay().outcome().points for name in names] == POINTS


def test_verify_takes_files_folders_and_patterns(tmp_path: Path) -> None:
    for n in range(3):
        saved(random_game(2, n), tmp_path / f"game-{n}.alhambra")
    assert run("verify", tmp_path / "game-1.alhambra").stdout.count(": ok") == 1
    assert run("verify", tmp_path).stdout.count(": ok") == 3
    assert run("verify", tmp_path / "game-[01]*").stdout.count(": ok") == 2
    empty = tmp_path / "empty"
    empty.mkdir()
    assert complaint("verify", empty) == f"There are no .alhambra files in {empty}."


def test_verify_tells_the_line_and_the_reason_and_goes_on(tmp_path: Path) -> None:
    good = saved(random_game(2, 5), tmp_path / "good.alhambra")
    lines = good.read_text().splitlines()
    bad = tmp_path / "bad.alhambra"
    bad.write_text("\n".join([*lines[:-1], "1 fly home"]) + "\n")
    result = run("verify", bad, tmp_path / "nowhere", good)
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        f"{bad}: line {len(lines)}: 'fly' is not an action.",
        f"{tmp_path / 'nowhere'}: no such file or directory.",
    ]
    assert result.stdout.splitlines()[-1] == "3 records: 1 ok, 2 bad."


def test_legal_lists_the_actions_one_a_line(tmp_path: Path) -> None:
    game = random_game(3, 20)
    path = saved(game, tmp_path / "game.alhambra")
    for ply in (0, 7, 20):
        listed = run("legal", path, "--ply", ply).stdout.splitlines()
        assert sorted(listed) == sorted(map(str, game.at(ply).legal_actions))
    assert run("legal", path).stdout == run("legal", path, "--ply", 20).stdout


@pytest.mark.parametrize("file", FINISHED, ids=lambda file: file.stem)
def test_a_game_that_is_over_has_no_legal_actions(file: Path) -> None:
    result = run("legal", file)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "The game is over.\n"


@pytest.mark.parametrize("players", [2, 5])
def test_show_tells_everything_on_the_table(players: int, tmp_path: Path) -> None:
    game = random_game(players, 30)
    said = run("show", saved(game, tmp_path / "game.alhambra")).stdout
    words = said.replace(".", " ").replace(",", " ").replace(":", " ").split()
    pieces = [*game.market, *game.row, *(card for hand in game.hands for card in hand)]
    pieces += [tile for city in game.cities for tile in city]
    pieces += [tile for reserve in game.reserves for tile in reserve]
    assert [str(piece) for piece in pieces if piece and str(piece) not in words] == []
    assert said.count("\n  0  ") >= players, "each city is drawn"


def test_show_draws_an_svg(tmp_path: Path) -> None:
    path = saved(random_game(3, 10), tmp_path / "game.alhambra")
    out = tmp_path / "game.svg"
    assert run("show", path, "--svg", out).stdout == f"Drawn into {out}.\n"
    assert ElementTree.parse(out).getroot().tag.endswith("svg")


@pytest.mark.parametrize("file", FINISHED, ids=lambda file: file.stem)
def test_the_log_tells_a_game_to_its_end(file: Path) -> None:
    game = Record.load(file).replay()
    lines = run("show", file, "--log").stdout.splitlines()
    assert lines == whole_log(game)
    assert lines[-3] == "The game is over."
    for scoring in game.scored:
        assert sentence(ENGLISH.t(f"scoring.{scoring}")) in lines
