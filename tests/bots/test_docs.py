"""The bot of the documentation plays."""

import random
import re
from pathlib import Path

from alhambra import Game
from alhambra.bots import Bot, never

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def test_the_bot_of_the_page_plays_a_game_in_few_lines() -> None:
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    names: dict[str, object] = {}
    exec(compile(found[1], str(PAGE), "exec"), names)
    made = names["Saver"]
    assert isinstance(made, type)
    bot = made()
    assert isinstance(bot, Bot)
    lines = [line for line in found[1].splitlines() if line.strip()]
    assert len(lines) <= 20
    game = Game.new(["Ana", "Bruno"], seed=1)
    rng = random.Random(1)
    while not game.is_over and game.ply < 120:
        game.play(bot.choose(game.view(game.seat), rng=rng, stop=never))
    assert game.ply > 40
