"""``alhambra verify``: check records against the rules and their proofs."""

from __future__ import annotations

from pathlib import Path

import typer

from alhambra.cli.complaints import problem
from alhambra.cli.files import records_among
from alhambra.cli.options import RECORDS
from alhambra.cli.text.words import count, listed
from alhambra.fairness import claims_fairness, rounds_of, why_unproved
from alhambra.reasons import InvalidRecord
from alhambra.record import Record


def verify(
    files: RECORDS,
) -> None:
    """Check records. A record that breaks a rule is reported with line and reason."""
    paths = records_among(files)
    bad = sum(not _is_good(path) for path in paths)
    if len(paths) > 1:
        typer.echo(f"{count(len(paths), 'record')}: {len(paths) - bad} ok, {bad} bad.")
    raise typer.Exit(1 if bad else 0)


def _is_good(path: Path) -> bool:
    try:
        record = Record.load(path)
    except InvalidRecord as error:
        fault = str(error)
    except OSError as error:
        fault = problem(error)
    else:
        unproved = why_unproved(record)
        if unproved is None:
            typer.echo(f"{path}: ok, {summary(record)}.")
            return True
        fault = f"the proof of fair dealing fails: {unproved}"
    typer.echo(f"{path}: {fault}.", err=True)
    return False


def summary(record: Record) -> str:
    """Players, actions and, if the game is over, points and winners."""
    game = record.replay()
    start = f"{count(len(game.names), 'player')}, {count(game.ply, 'action')}"
    if not game.is_over:
        return f"{start}, under way"
    outcome = game.outcome()
    points = " ".join(map(str, outcome.points))
    winners = listed(game.names[s] for s in outcome.winners)
    return f"{start}, points {points}, won by {winners}{_proof(record)}"


def _proof(record: Record) -> str:
    """What the valid proof of a record proves."""
    if not claims_fairness(record):
        return ""
    header = dict(record.extra)
    if header["salts"] == "none":
        proof = ", shuffles follow from the committed seed, no player added a salt"
    elif header["fairness"] == "1":
        proof = ", fair dealing proved (scheme 1: salts were not committed)"
    else:
        proof = f", fair dealing proved with {count(len(header['salts'].split()), 'salt')}"
    given_up = rounds_of(record) - 1
    return f"{proof}, {count(given_up, 'round')} of dealing abandoned" if given_up else proof
