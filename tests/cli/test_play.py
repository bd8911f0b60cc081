"""The game at the terminal."""

import random
import shutil
from pathlib import Path

import pytest

from alhambra import Buy, Game, Record, Take
from alhambra.neural.network import SHIPPED
from cli.running import complaint, exact_start, play, run

WHOLE_GAME = 20_000  # more lines than any of these games asks for


def whole_game(*words: object, numbers: list[int]) -> str:
    return play(*words, typed=[str(number) for number in numbers])


@pytest.mark.compiled_only
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("confirm", ["--confirm", "--no-confirm"])
def test_always_the_first_choice_to_the_end(players: int, confirm: str, tmp_path: Path) -> None:
    file = tmp_path / "game.alhambra"
    said = whole_game("--players", players, "--save", file, confirm, numbers=[1] * WHOLE_GAME)
    outcome = Record.load(file).replay().outcome()
    last = said.splitlines()[-3:]
    assert last[0] == "The game is over."
    names = ["Guest", "Bruno", "Carla"][:players] + ["Dirk"] * (players == 2)
    points = ", ".join(f"{n} {p}" for n, p in zip(names, outcome.points, strict=True))
    assert last[1] == f"Final points: {points}."
    assert last[2].endswith((" wins.", " share the win."))


@pytest.mark.compiled_only
@pytest.mark.parametrize("players", [2, 3, 6])
def test_any_choice_to_the_end(players: int, tmp_path: Path) -> None:
    rng = random.Random(players)
    numbers = [rng.randint(1, 12) for _ in range(WHOLE_GAME)]
    said = whole_game("--players", players, numbers=numbers)
    assert "The game is over." in said
    assert "\x1b" not in said
    assert not set(said) & set("│┌╭─━"), "no drawing a screen reader would spell out"


@pytest.mark.compiled_only
def test_around_one_keyboard_to_the_end(tmp_path: Path) -> None:
    rng = random.Random(1)
    numbers = [rng.randint(1, 9) for _ in range(WHOLE_GAME)]
    said = whole_game("--humans", 2, "--players", 3, numbers=numbers)
    assert "Pass the keyboard to Guest 2." in said
    assert "The game is over." in said


def test_without_a_page_it_says_so_and_plays_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("alhambra.cli.commands.play.has_page", lambda: False)
    said = run("play", typed="quit\n").stdout.splitlines()
    assert said[0] == "The page to play on has not been built: this is the game in the terminal."
    assert said[-1].endswith("Goodbye.")


def test_the_end_of_the_input_ends_the_game_politely() -> None:
    assert play(typed=[]).endswith("\nGoodbye.\n")


def test_ctrl_c_ends_the_game_politely(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert play(typed=[]).endswith("\nGoodbye.\n")


@pytest.fixture(scope="module")
def start() -> tuple[int, Game, Buy]:
    """A game in which you start and can buy a tile exactly."""
    return exact_start(["Guest", "Bruno", "Carla"])


def numbered(said: str) -> list[str]:
    """The choices in the order they were read out."""
    lines = said.replace("Your choice? ", "\n").splitlines()
    return [line for line in lines if line[:1].isdigit()]


def test_an_action_can_be_typed_or_picked_by_its_number(start: tuple[int, Game, Buy]) -> None:
    seed, _, buy = start
    assert play(typed=[str(buy)], seed=seed).count(f"({buy.tile}) for exactly") == 1
    kindly = f"  BUY  {str(buy.tile).lower()}  {' + '.join(map(str, reversed(buy.cards)))}"
    assert play(typed=[kindly], seed=seed).count(f"({buy.tile}) for exactly") == 1
    listed = numbered(play(typed=["list"], seed=seed))
    number = next(line for line in listed if f". {buy}," in line).partition(".")[0]
    assert play(typed=[number], seed=seed).count(f"({buy.tile}) for exactly") == 1


def test_an_action_that_is_not_allowed_is_answered_with_the_reason(
    start: tuple[int, Game, Buy],
) -> None:
    seed, _, buy = start
    said = play(typed=["pass", "place G8nw 1,0", "citty", "999", f"buy {buy.tile} b1"], seed=seed)
    assert "You can pass only if nothing else is possible." in said
    assert "No tile is waiting to be placed." in said
    assert "“citty” isn't an action. Type ? for help." in said
    assert "There is no number 999: the numbers go from 1 to" in said


def test_the_beginning_of_an_action_lists_what_fits(start: tuple[int, Game, Buy]) -> None:
    seed, game, _ = start
    takes = [action for action in game.legal_actions if isinstance(action, Take)]
    before = numbered(play(typed=[], seed=seed))
    after = numbered(play(typed=["take"], seed=seed))
    assert len(after) == len(before) + len(takes)


def test_every_step_of_a_turn_can_be_taken_back_until_the_reveal(
    start: tuple[int, Game, Buy], tmp_path: Path
) -> None:
    seed, game, buy = start
    take = next(action for action in game.legal_actions if isinstance(action, Take))
    steps = [str(buy), str(take), f"reserve {buy.tile}"]
    file = tmp_path / "game.alhambra"
    said = play(typed=[*steps, "undo", "undo", "undo", "undo", f"save {file}"], seed=seed)
    taken_back = [line for line in said.splitlines() if "Taken back" in line]
    assert [line.partition("Taken back: ")[2] for line in taken_back] == [
        f"{step}." for step in reversed(steps)
    ]
    assert "There's nothing to undo." in said
    assert "New in" not in said
    assert Record.load(file).replay() == game


def test_nothing_is_drawn_before_the_player_says_so(start: tuple[int, Game, Buy]) -> None:
    seed, game, _ = start
    take = next(action for action in game.legal_actions if isinstance(action, Take))
    assert "New in the money row" not in play(typed=[str(take)], seed=seed)
    assert "New in the money row" in play(typed=[str(take), ""], seed=seed)
    assert "New in the money row" in play("--no-confirm", typed=[str(take)], seed=seed)


def test_after_the_reveal_there_is_nothing_to_take_back(start: tuple[int, Game, Buy]) -> None:
    seed, game, _ = start
    take = next(action for action in game.legal_actions if isinstance(action, Take))
    said = play("--humans", 3, typed=["", str(take), "", "", "undo"], seed=seed)
    assert "There's nothing to undo." in said


def test_between_two_players_the_hand_is_hidden_until_the_next_is_ready() -> None:
    names = ["--name", "Ana", "--name", "Zoë", "--players", 2]
    waiting = play(*names, typed=["", "1", "", "x"], seed=1)
    before, _, after = waiting.partition("Pass the keyboard to Zoë.")
    assert "Ana took" in before
    ready, _, shown = after.partition("Zoë, press Enter when you are ready. ")
    assert "Money" not in ready
    assert shown.startswith("Ana took"), "what happened since comes first"
    assert "Money: " in shown


def test_a_saved_game_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "game.alhambra"
    names = ["--name", "Ana", "--players", 2]
    play(*names, typed=["1", f"save {file}", f"save {file}", "quit"])
    assert Record.load(file).plies == 1
    said = play("--resume", file, typed=["quit"])
    assert "Alhambra for Ana and Bruno (greedy)." in said


def test_saving_needs_a_name_and_writes_over_no_other_file(tmp_path: Path) -> None:
    other = tmp_path / "letter"
    other.write_text("Dear Dirk,\n")
    said = play(typed=["save", f"save {other}", f"save {tmp_path / 'nowhere' / 'x'}"])
    assert "Save needs the name of a file: save FILE." in said
    assert f"There is a file {other} already, choose another name." in said
    assert "Cannot write" in said
    assert other.read_text() == "Dear Dirk,\n"


@pytest.mark.parametrize("word", ["--confirm", "--no-confirm"])
def test_an_option_of_the_terminal_means_the_terminal(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("alhambra.cli.commands.play.has_page", lambda: True)
    monkeypatch.setattr("alhambra.cli.commands.play.open_page", lambda: pytest.fail("the page"))
    assert run("play", word, typed="quit\n").stdout.endswith("Goodbye.\n")


@pytest.mark.compiled_only
@pytest.mark.parametrize("how", ["", ":search"])
def test_weights_of_ones_own_play_in_the_terminal(how: str, tmp_path: Path) -> None:
    weights = f"{shutil.copy(SHIPPED / '2.npz', tmp_path / '2.npz')}{how}"
    said = play("--players", 2, "--bot", weights, "--no-confirm", typed=["1", "1", "1", "quit"])
    assert f"Bruno ({weights})" in said
    assert said.count("Bruno ") > 2, "it plays"


@pytest.mark.compiled_only
def test_weights_for_another_number_of_players_do_not_sit_down(tmp_path: Path) -> None:
    weights = shutil.copy(SHIPPED / "2.npz", tmp_path / "2.npz")
    line = complaint("play", "--terminal", "--players", 3, "--bot", weights)
    assert "was trained for 2 players, not for 3; set the number of players." in line
