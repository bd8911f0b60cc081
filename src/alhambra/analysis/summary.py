"""What an analysed game adds up to."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from alhambra.analysis.results import Account, Analysis, Mark, SeatSummary, Shares, Turn

# The error per open turn that halves the accuracy, by the number of players
HALVING: Mapping[int, float] = MappingProxyType({2: 0.10, 3: 0.05, 4: 0.065, 5: 0.065, 6: 0.065})
INTERVAL = 1.96  # standard errors
LEAST_ERROR, MOST_ERROR = 5.0, 50.0  # of an accuracy
MOMENTS = 3


def with_luck(turns: Sequence[Turn], result: Shares) -> tuple[Turn, ...]:
    """The turns with the luck of the draw after each: the value of the next turn, or the result,
    minus what the line played was worth."""
    values = [turn.value for turn in turns[1:]] + [result]
    return tuple(
        replace(turn, luck=tuple(then - now for then, now in zip(value, turn.played, strict=True)))
        for turn, value in zip(turns, values, strict=True)
    )


def account(turns: Sequence[Turn], result: Shares, seat: int) -> Account:
    """What the result of a seat is made of. It adds up whatever the values are, because each value
    is subtracted where it was added before."""
    even = 1 / len(result)
    changes = [(turn.seat, turn.value[seat] - turn.played[seat]) for turn in turns]
    return Account(
        result=result[seat] - even,
        deal=turns[0].value[seat] - even if turns else result[seat] - even,
        luck=sum(turn.luck[seat] for turn in turns),
        errors=sum(change for actor, change in changes if actor == seat),
        others=-sum(change for actor, change in changes if actor != seat),
    )


def error_rate(turns: Sequence[Turn], seat: int) -> float:
    """The error of a seat per open turn. The sum of errors does not measure skill: a player who is
    already beaten has nothing left to lose."""
    own = [turn for turn in turns if turn.seat == seat]
    weight = sum(turn.openness for turn in own)
    return sum(turn.error for turn in own) / weight if weight else 0.0


def accuracy(rate: float, players: int) -> float:
    """An error rate as a number from 0 to 100."""
    return float(100 * 2 ** (-max(rate, 0.0) / HALVING[players]))


def accuracy_error(turns: Sequence[Turn], seat: int, players: int) -> float:
    """Half the width of the 95 % interval of an accuracy: how much it would vary in other games of
    the player, estimated from the variation between the turns of this one. There is a minimum,
    because a game without errors has no variation."""
    own = [turn for turn in turns if turn.seat == seat]
    weight = sum(turn.openness for turn in own)
    if len(own) < 2 or not weight:
        return MOST_ERROR
    rate = error_rate(turns, seat)
    squares = sum((turn.error - rate * turn.openness) ** 2 for turn in own)
    standard_error = math.sqrt(squares * len(own) / (len(own) - 1)) / weight
    slope = accuracy(rate, players) * math.log(2) / HALVING[players]
    return min(max(INTERVAL * standard_error * slope, LEAST_ERROR), MOST_ERROR)


def seat_summary(turns: Sequence[Turn], result: Shares, seat: int, name: str) -> SeatSummary:
    """A player's game in numbers."""
    own = [turn for turn in turns if turn.seat == seat]
    marks = Counter(turn.mark for turn in own if turn.mark)
    rate = error_rate(turns, seat)
    return SeatSummary(
        name=name,
        account=account(turns, result, seat),
        turns=len(own),
        marks={mark: marks[mark] for mark in Mark},
        error_rate=rate,
        accuracy=accuracy(rate, len(result)),
        accuracy_error=accuracy_error(turns, seat, len(result)),
    )


def moments(turns: Sequence[Turn]) -> tuple[int, ...]:
    """The turns after which, by an error or by the draw, the chances had changed most."""
    changes = {
        turn.number: max(map(abs, turn.luck)) + (turn.gap if turn.mark else 0.0) for turn in turns
    }
    return tuple(sorted(sorted(changes, key=lambda number: -changes[number])[:MOMENTS]))


def whole(
    level: str, seed: int, names: Sequence[str], result: Shares, turns: Sequence[Turn]
) -> Analysis:
    """The analysis of a game from that of its turns."""
    all_turns = with_luck(turns, result)
    seats = [seat_summary(all_turns, result, seat, name) for seat, name in enumerate(names)]
    return Analysis(level, seed, tuple(names), result, all_turns, tuple(seats), moments(all_turns))
