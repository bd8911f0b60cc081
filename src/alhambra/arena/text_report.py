"""A report as a table of text."""

from __future__ import annotations

from collections.abc import Sequence

from alhambra.arena.report import BotReport, LuckGain, Report
from alhambra.arena.statistics import Estimate
from alhambra.arena.times import Times


def text_report(report: Report) -> str:
    """The results, a line for each bot, the best first."""
    rows = [["bot", "games", "win share", "points", "rating", "decision", "99 %"]]
    rows += [_row(bot, report.times[bot.name]) for bot in report.bots]
    if report.unfinished:
        rows[0].insert(2, "unfinished")
        for row, bot in zip(rows[1:], report.bots, strict=True):
            row.insert(2, str(bot.unfinished))
    if any(bot.luck_adjusted for bot in report.bots):
        rows[0].insert(-4, "luck-adjusted")
        for row, bot in zip(rows[1:], report.bots, strict=True):
            row.insert(-4, in_words(bot.luck_adjusted, 3) if bot.luck_adjusted else "–")
    lines = aligned(rows)
    if gain := report.luck_gain:
        lines.append(_in_words(gain))
    if report.unfinished:
        plies = report.settings["plies"]
        lines.append(
            f"{report.unfinished} of {report.games} games stopped after {plies} plies; "
            "they count by the points so far."
        )
    return "\n".join(lines)


def _row(bot: BotReport, spent: Times) -> list[str]:
    return [
        bot.name,
        str(bot.games),
        in_words(bot.win_share, 3),
        give_or_take(bot.points),
        give_or_take(bot.rating.interval),
        duration(spent.mean) if spent.decisions else "–",
        duration(spent.percentile(99)) if spent.decisions else "–",
    ]


def _in_words(gain: LuckGain) -> str:
    found = (
        f"Without luck, the intervals are those of {gain.games:.2f} times as many games, "
        f"for {gain.time:.2f} times the time"
    )
    return f"{found}." if gain.pays else f"{found}: here it is better to play more games."


def in_words(estimate: Estimate, digits: int) -> str:
    """A mean with the ends of its interval.

    >>> in_words(Estimate(0.5, 0.25, 0.75), 2)
    '0.50 (0.25–0.75)'
    """
    mean = f"{estimate.mean:.{digits}f}"
    if estimate.low is None or estimate.high is None:
        return mean
    return f"{mean} ({estimate.low:.{digits}f}–{estimate.high:.{digits}f})"


def give_or_take(estimate: Estimate) -> str:
    """A mean with half of its interval.

    >>> give_or_take(Estimate(100.0, 98.0, 102.0))
    '100.0 ± 2.0'
    """
    half = estimate.half_width
    return f"{estimate.mean:.1f}" if half is None else f"{estimate.mean:.1f} ± {half:.1f}"


def duration(seconds: float) -> str:
    """A short time.

    >>> duration(0.0000123), duration(0.0123), duration(1.23)
    ('0.012 ms', '12.3 ms', '1.23 s')
    """
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{1000 * seconds:.{1 if seconds >= 0.001 else 3}f} ms"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows in columns, the first to the left, the others to the right.

    >>> aligned([["bot", "games"], ["greedy", "6"]])
    ['bot     games', 'greedy      6']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        first, *others = zip(row, widths, strict=True)
        lines.append("  ".join([first[0].ljust(first[1]), *(w.rjust(n) for w, n in others)]))
    return lines
