"""A run: the same games however it is played, interrupted or not, and all of them kept."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from alhambra import Record
from alhambra.arena import Arena, ArenaError, BotFault
from alhambra.arena.match import generator

pytestmark = pytest.mark.compiled_only

OWN_BOTS = Path(__file__).with_name("own_bots.py")
BOTS = ["random", f"{OWN_BOTS}:Buyer"]


def own(name: str) -> str:
    return f"{OWN_BOTS}:{name}"


def kept(folder: Path) -> dict[str, bytes]:
    """Everything a run has written that does not depend on a clock."""
    files = (file for file in folder.rglob("*") if file.is_file() and file.name != "times.jsonl")
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run of 12 games."""
    folder = tmp_path_factory.mktemp("arena") / "run"
    Arena(BOTS, players=3, games=12, seed=5, out=folder).run()
    return folder


def test_jobs_change_nothing(finished: Path, tmp_path: Path) -> None:
    Arena(BOTS, players=3, games=12, seed=5, jobs=2, out=tmp_path / "run").run()
    assert kept(tmp_path / "run") == kept(finished)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_run_goes_on_to_the_same_end(
    finished: Path, tmp_path: Path, jobs: int
) -> None:
    folder = tmp_path / "run"
    arena = Arena(BOTS, players=3, games=12, seed=5, jobs=jobs, out=folder)
    games = arena.play()
    assert len(list(islice(games, 5))) == 5
    games.close()
    assert len((folder / "results.jsonl").read_text().splitlines()) == 5
    again = Arena(BOTS, players=3, games=12, seed=5, jobs=jobs, out=folder, resume=True)
    assert again.played == 5
    assert sum(1 for _ in again.play()) == 7
    assert kept(folder) == kept(finished)


def test_a_half_written_line_is_played_again(finished: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    arena = Arena(BOTS, players=3, games=12, seed=5, out=folder)
    games = arena.play()
    list(islice(games, 3))
    games.close()
    results = folder / "results.jsonl"
    results.write_bytes(results.read_bytes()[:-20])
    (folder / "times.jsonl").write_bytes((folder / "times.jsonl").read_bytes()[:-20])
    again = Arena(BOTS, players=3, games=12, seed=5, out=folder, resume=True)
    assert again.played == 2
    again.run()
    assert kept(folder) == kept(finished)


def test_a_longer_run_begins_with_the_same_games(finished: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    Arena(BOTS, players=3, games=6, seed=5, out=folder).run()
    longer = Arena(BOTS, players=3, games=12, seed=5, out=folder, resume=True)
    assert (longer.played, longer.games) == (6, 12)
    longer.run()
    assert kept(folder) == kept(finished)


def test_the_records_tell_the_results(finished: Path) -> None:
    lines = (finished / "results.jsonl").read_text().splitlines()
    results = [json.loads(line) for line in lines]
    assert [result["game"] for result in results] == list(range(1, 13))
    for result in results:
        name = f"{result['deal']:05}-{result['rotation']}.alhambra"
        game = Record.load(finished / "records" / name).replay()
        assert game.is_over and not result["unfinished"]
        assert list(game.outcome().points) == result["points"]
        assert [player.split(" #")[0] for player in game.names] == result["bots"]
        gained = [
            sum(points["majorities"][seat] + points["walls"][seat] for points in scorings)
            for seat in range(3)
            for scorings in [result["scorings"].values()]
        ]
        assert gained == result["points"]


def test_rotations_have_the_same_deal(finished: Path) -> None:
    records = [Record.load(file) for file in sorted((finished / "records").iterdir())]
    deals = [record.deal for record in records]
    assert all(deals[n] == deals[n - n % 3] for n in range(12))
    assert len({deal.deck for deal in deals}) == 4


def test_another_seed_gives_other_games() -> None:
    first, second = (Arena(["random"], players=2, games=2, seed=seed) for seed in (1, 2))
    first.run()
    second.run()
    assert first.results != second.results


def test_chance_depends_on_each_of_its_parts() -> None:
    parts = [(1, 1, 1), (1, 1, 2), (1, 2, 1), (2, 1, 1), (11, 1, 1), (1, 11, 1)]
    assert len({generator("bot", *part).random() for part in parts}) == len(parts)
    assert generator("bot", 1, 2).random() == generator("bot", 1, 2).random()


def test_dirk_has_points_but_no_share() -> None:
    arena = Arena(["random"], players=2, games=2)
    arena.run()
    for result in arena.results:
        assert result.dirk is not None and len(result.points) == len(result.shares) == 2
        assert sum(result.shares) == 1


def test_a_game_that_goes_on_for_ever_is_stopped() -> None:
    arena = Arena(["random"], players=3, games=3, plies=20)
    report = arena.run()
    assert [result.plies for result in arena.results] == [20, 20, 20]
    assert report.unfinished == report.bots[0].unfinished == 3
    assert all(result.shares == (1 / 3,) * 3 for result in arena.results)  # nobody has points


def test_a_bot_made_in_python_takes_part() -> None:
    class Last:
        name = "last"

        def choose(self, view, *, rng, stop):  # type: ignore[no-untyped-def]
            return list(view.legal_actions)[-1]

    report = Arena([Last(), "random"], games=4, plies=300).run()
    assert {bot.name for bot in report.bots} == {"last", "random"}
    assert report.games == 4


def test_a_bot_of_twenty_lines_beats_chance() -> None:
    report = Arena([own("Buyer"), "random"], games=20, seed=1).run()
    assert report.bots[0].name == "buyer"
    assert report.bot("buyer").win_share.mean > 0.9


def test_each_game_has_a_new_bot(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for jobs, folder in enumerate(folders, start=1):
        bots = [own("Forgetful"), "random"]
        Arena(bots, games=6, seed=3, jobs=jobs, plies=60, out=folder).run()
    assert kept(folders[0]) == kept(folders[1])


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_illegal_action_is_told_by_the_name_of_the_bot(tmp_path: Path, jobs: int) -> None:
    arena = Arena([own("Cheat"), "random"], games=4, jobs=jobs, out=tmp_path)
    expected = "the bot cheat played the illegal action 'pass': you may pass"
    with pytest.raises(BotFault, match=expected):
        arena.run()
    (file,) = (tmp_path / "failed").iterdir()
    game = Record.load(file).replay()
    assert game.scored and not game.is_over


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("Crash", "the bot crash failed with RuntimeError: out of ideas"),
        ("Mute", "the bot mute returned None, which is not an action"),
    ],
)
def test_a_bot_that_fails_is_named(bot: str, sentence: str) -> None:
    with pytest.raises(BotFault, match=sentence):
        Arena([own(bot), "random"], games=2).run()


def test_a_process_that_dies_is_told() -> None:
    with pytest.raises(ArenaError, match=r"ended unexpectedly \(exit code 7\)"):
        Arena([own("Gone"), "random"], games=4, jobs=2).run()


def test_a_bot_that_cannot_travel_is_told() -> None:
    class Local:
        name = "local"

        def choose(self, view, *, rng, stop):  # type: ignore[no-untyped-def]
            return next(iter(view.legal_actions))

    with pytest.raises(ArenaError, match=r"local.* cannot be sent to another process"):
        Arena([Local(), "random"], games=4, jobs=2).run()


@pytest.mark.parametrize(
    ("bots", "options", "sentence"),
    [
        ([], {"players": 2}, "an arena needs at least one bot"),
        (["random"], {"players": 7}, "2 to 6 players, not 7"),
        (["random"] * 7, {}, "2 to 6 players, not 7"),
        (["random"], {"games": 0}, "games must be at least 1, not 0"),
        (["random"], {"jobs": 0}, "jobs must be at least 1, not 0"),
        (["random"], {"resume": True}, "a run can be resumed only from its folder"),
        (["rndm"], {}, "rndm"),
        (["nowhere.py:Bot"], {}, "there is no file nowhere.py"),
        ([own("Nobody")], {}, "own_bots.py has no Nobody"),
        ([own("Particular")], {}, "Particular cannot be created without arguments"),
        ([own("not_a_bot")], {}, "is not a bot: a bot has a name and a method choose"),
        (["random", own("Impostor")], {}, "two different bots are both called 'random'"),
    ],
)
def test_what_cannot_be_is_told(
    bots: list[str], options: dict[str, int], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(OWN_BOTS.parent)
    with pytest.raises(ArenaError, match=sentence):
        Arena(bots, **options)  # type: ignore[arg-type]


def test_a_folder_with_games_is_not_overwritten(finished: Path) -> None:
    with pytest.raises(ArenaError, match="already contains a run: use --resume"):
        Arena(BOTS, players=3, games=12, seed=5, out=finished)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": 6}, "seed is 5 there, not 6"),
        ({"players": 4}, "players is 3 there, not 4"),
        ({"plies": 10}, "plies is 1000 there, not 10"),
        ({"luck_adjusted": True}, "luck_adjusted is False there, not True"),
    ],
)
def test_a_run_of_other_settings_does_not_go_on(
    finished: Path, change: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ArenaError, match=sentence):
        Arena(BOTS, **{"players": 3, "seed": 5, **change}, out=finished, resume=True)


def test_a_run_of_other_bots_does_not_go_on(finished: Path) -> None:
    with pytest.raises(ArenaError, match=r"bots is random, own_bots.py:Buyer \w+ there"):
        Arena(["random"], players=3, seed=5, out=finished, resume=True)


def test_a_run_of_other_code_does_not_go_on(
    finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("alhambra.arena.arena.code_fingerprint", lambda: "changed")
    with pytest.raises(ArenaError, match="were played by other code"):
        Arena(BOTS, players=3, seed=5, out=finished, resume=True)


def test_a_line_that_says_nothing_is_told(tmp_path: Path) -> None:
    Arena(["random"], players=2, games=2, plies=5, out=tmp_path).run()
    with (tmp_path / "results.jsonl").open("a") as results:
        results.write("{}\n")
    with pytest.raises(ArenaError, match=r"results.jsonl, line 3 cannot be read"):
        Arena(["random"], players=2, games=2, plies=5, out=tmp_path, resume=True)
