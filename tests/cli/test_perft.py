"""Lines of play are counted as the positions under ``tests/perft`` say."""

import pytest

from alhambra import Game, Phase, Record, Take
from alhambra.perft import divide, perft
from cli.running import PERFT, random_game, run

COUNTS = {
    name: [int(count) for count in counts]
    for name, *counts in (
        line.split()
        for line in (PERFT / "counts.txt").read_text().splitlines()
        if not line.startswith("#")
    )
}


@pytest.mark.parametrize(
    ("name", "depth"),
    [("01-2p-ply0", 3), ("13-3p-ply110", 2), ("25-6p-ply110", 2), ("30-2p-ply10000", 1)],
)
def test_the_command_counts_as_the_list_says(name: str, depth: int) -> None:
    file = PERFT / f"{name}.alhambra"
    expected = COUNTS[name][depth - 1]
    assert run("perft", file, depth).stdout == f"{expected}\n"
    *lines, total = run("perft", file, depth, "--divide").stdout.splitlines()
    assert total == f"In all: {expected}"
    if lines:
        assert sum(int(line.rpartition(": ")[2]) for line in lines) == expected
        assert len(lines) == COUNTS[name][0]


def test_counting_leaves_the_game_as_it_is() -> None:
    game = Game.new(["Ana", "Bruno"], seed=3)
    before = game.copy()
    assert perft(game, 0) == 1
    assert sum(divide(game, 2).values()) == perft(game, 2)
    assert game == before


def test_a_turn_that_waits_for_its_refill_counts_from_the_next() -> None:
    game = Game.new(["Ana", "Bruno"], seed=3)
    game.play("take " + str(next(card for card in game.row if card)), reveal=False)
    waiting = perft(game, 2)
    game.reveal()
    assert perft(game, 2) == waiting


def test_at_a_reshuffle_a_line_stops_also_where_a_shuffler_is_at_hand() -> None:
    game = random_game(2, 30)
    while game.deck_left:
        game.play(min(game.legal_actions, key=lambda action: not isinstance(action, Take)))
    assert game.discard
    without = Record.of(game).replay()
    assert perft(game, 2) == perft(without, 2)
    without.play(next(action for action in without.legal_actions if isinstance(action, Take)))
    assert without.phase is Phase.RESHUFFLE
    assert perft(without, 3) == 1


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 0"):
        perft(Game.new(["Ana", "Bruno"], seed=3), -1)
