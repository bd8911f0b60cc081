"""Make web/tests/fixtures, messages as the server sends them, for tests of the page:
`.venv/bin/python web/tools/fixtures.py`.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from alhambra.bots.bot import never
from alhambra.bots.names import bot_named
from alhambra.game import Game
from alhambra.happenings import Scored
from alhambra.scoring import Sheet
from alhambra.server.http.table_lists import about
from alhambra.server.render.legal import legal_text
from alhambra.server.render.look_ahead import prospects
from alhambra.server.render.state import Unseen, board, money
from alhambra.server.runtime.json_text import Remembered
from alhambra.table import Phase
from alhambra.view import View

OUT = Path(__file__).parent.parent / "tests" / "fixtures"
NAMES = ["Ana", "Bruno", "Chiara", "Dénes", "Elena", "Florin"]


def _legal(view: View) -> dict[str, object]:
    found: dict[str, object] = json.loads(legal_text(view))
    return found


def _state(game: Game, ply: int, sheets: list[Sheet]) -> dict[str, object]:
    """The message ``state`` for the seat to act."""
    view = game.view(game.seat)
    unseen = Unseen(view, open_hands=False)
    over = view.is_over
    own = {
        "seat": game.seat,
        "hand": json.loads(money(unseen.hands[game.seat])),
        "to_come": json.loads(unseen.to_come(game.seat)),
        "legal": None if over or not view.legal_actions else _legal(view),
        "can_take_back": bool(game.steps),
        "can_confirm": game.phase is Phase.REFILL,
        "can_ask_undo": False,
    }
    steps = [str(step) for step in game.steps]
    shown = board(view, Remembered(), ply=ply, steps=steps, sheets=sheets, open_hands=False).whole()
    return {
        "type": "state",
        "version": ply,
        "since": ply - 1,
        "board": json.loads(shown),
        "own": own,
        "happenings": [],
        "undo": None,
        "deadline": None,
    }


def _record(players: int) -> dict[str, object]:
    """A game of bots: the first later state of each phase, with prospects; and the end."""
    game = Game.new(NAMES[:players], seed=players)
    bot = bot_named("greedy")
    found: dict[str, object] = {}
    sheets: list[Sheet] = []
    ply = 0
    while game.phase is not Phase.OVER:
        phase = game.phase.value
        key = "swap" if phase == "act" and _legal(game.view(game.seat))["swaps"] else phase
        if ply > 12 * players and key not in found:
            state: dict[str, object] = {"state": _state(game, ply, sheets)}
            found[key] = state
            tiles = game.waiting or game.reserves[game.seat]
            if tiles:
                looked = prospects(game.view(game.seat), game.seat, tiles[0], version=ply, id_="1")
                state["prospects"] = looked
        action = bot.choose(game.view(game.seat), rng=random.Random(ply), stop=never)
        happenings = game.play(action, reveal=False)
        ply += 1
        if game.phase is Phase.REFILL:
            found.setdefault("refill", {"state": _state(game, ply, sheets)})
            happenings += game.reveal()
        sheets += [each.sheet for each in happenings if isinstance(each, Scored)]
    found["over"] = {"state": _state(game, ply, sheets)}
    return found


def files() -> dict[Path, str]:
    """The files to write, with their texts."""
    made: dict[str, object] = {f"players-{players}": _record(players) for players in (2, 3, 6)}
    made["about"] = {**about(own_bots=[]), "version": "0.1.0"}  # the same after a release
    return {
        OUT / f"{name}.json": json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
        for name, value in made.items()
    }


if __name__ == "__main__":
    for file, text in files().items():
        file.write_text(text, encoding="utf-8")
