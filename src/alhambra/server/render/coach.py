"""What the coach says, as fields of messages.

It is found from views, which know all hands but no hidden order. In words it speaks of the money of
others only where the table shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from alhambra.analysis.hints import Advice, hint, missed
from alhambra.game import Game
from alhambra.neural.evaluation import evaluate
from alhambra.server.protocol.coach import AdviceShown, MissedShown
from alhambra.server.render.happenings import happenings_shown
from alhambra.server.runtime.json_text import text

Stop = Callable[[], bool]


def hint_fields(game: Game, open_hands: bool, stop: Stop) -> str:
    """The best actions for the seat to act: the fields of a ``Hint``, without braces. Raises
    AnalysisStopped if ``stop`` returned true."""
    found = hint(game.view(game.seat), stop=stop, open_hands=open_hands)
    advice = [_advice_shown(game, each) for each in found.advice]
    return _fields({"advice": advice, "leading": found.leading, "equal": found.equal})


def missed_fields(game: Game, open_hands: bool, stop: Stop) -> str:
    """Whether the last action of this turn was a blunder: the fields of a ``Missed``."""
    played = game.steps[-1]
    game.pop()
    view = game.view(game.seat)
    found = missed(view, played, stop=stop, open_hands=open_hands)
    shown: MissedShown | None = None
    if found:
        shown = {"better": _advice_shown(game, found.better), "cost": found.cost}
    return _fields({"missed": shown})


def chances_fields(game: Game) -> str:
    """What every seat can expect: the fields of ``Chances``."""
    return _fields({"shares": [seat.share for seat in evaluate(game.view()).seats]})


def _advice_shown(game: Game, advice: Advice) -> AdviceShown:
    after = game.copy()
    happening, *_ = happenings_shown(after.play(advice.action, reveal=False))
    return {
        "action": str(advice.action),
        "happening": happening,
        "strength": cast(Any, advice.strength.value),
        "share": advice.share,
        "reason": {"code": advice.reason.code, "params": dict(advice.reason.params)},
    }


def _fields(values: dict[str, object]) -> str:
    return text(values)[1:-1]
