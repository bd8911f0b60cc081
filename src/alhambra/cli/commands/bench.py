"""``alhambra bench``: measure the speed of the engine."""

from __future__ import annotations

import json as json_text
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from alhambra.cli.benchmark import engine_speed as engine
from alhambra.cli.benchmark import environment_speed as environments
from alhambra.cli.benchmark import limit_program
from alhambra.cli.options import optional

ROWS = {"uniform": "uniform playouts", "light": "light playouts", "python_loop": "loop from Python"}


def bench(
    json: Annotated[bool, typer.Option("--json", help="Print the numbers as JSON.")] = False,
    against: Annotated[
        Path | None,
        optional(
            metavar="DIR",
            help="Compile DIR/limit.cpp, run it in alternation, and print the ratios.",
        ),
    ] = None,
    envs: Annotated[
        bool, typer.Option("--envs", help="Measure the environments for learning programs.")
    ] = False,
    games: Annotated[int, typer.Option(min=1, help="Three-player games in each run.")] = 3000,
    repeats: Annotated[int, typer.Option(min=1, help="Number of runs; the best counts.")] = 5,
    seed: Annotated[int, typer.Option(min=0, max=2**32, help="Seed of the first game.")] = 1,
) -> None:
    """Measure the engine: playouts, clones, the loop from Python, two threads."""
    if envs:
        measured = environments.results(max(1, games // 10), repeats)
        if json:
            typer.echo(json_text.dumps(rounded(measured)))
        else:
            Console().print(environments_table(measured))
        return
    if against:
        limit_program.source_in(against)  # complain before measuring, not after
    found = results(games, repeats, seed)
    if against:
        found["ratios"] = limit_program.ratios(against, games, seed, repeats)
    if json:
        typer.echo(json_text.dumps(rounded(found)))
        return
    console = Console()
    console.print(speeds_table(found))
    console.print(f"Cloning a position: {found['clone_ns']:.0f} ns.", highlight=False)
    console.print(f"Two threads: {found['threads']['speed_up']:.2f} times one.", highlight=False)


def results(games: int, repeats: int, seed: int) -> dict[str, Any]:
    """All measurements."""
    found: dict[str, Any] = {}
    for policy in engine.POLICIES:
        speed = engine.best(lambda p=policy: engine.playouts(p, games, seed), repeats)  # type: ignore[misc]
        found[policy] = asdict(speed)
    found["python_loop"] = asdict(engine.best(lambda: engine.python_loop(games, seed), repeats))
    found["clone_ns"] = engine.clone_ns(repeats)
    found["threads"] = engine.threads(games, seed, repeats)
    return found


def rounded(found: Any) -> Any:
    """Numbers without insignificant digits."""
    if isinstance(found, dict):
        return {key: rounded(value) for key, value in found.items()}
    if isinstance(found, str):
        return found
    return round(found, 3) if found < 100 else round(found)


def speeds_table(found: dict[str, Any]) -> Table:
    """Speeds in columns without lines between them."""
    ratios = found.get("ratios")
    table = Table(box=None, pad_edge=False)
    table.add_column("Three players")
    for heading in ("decisions/s", "games/s", *(["of the limit"] if ratios else [])):
        table.add_column(heading, justify="right")
    for key, label in ROWS.items():
        cells = [f"{found[key]['decisions_per_s']:,.0f}", f"{found[key]['games_per_s']:,.0f}"]
        table.add_row(label, *cells, *([f"{ratios[key]:.2f}"] if ratios else []))
    return table


def environments_table(found: dict[str, Any]) -> Table:
    """The environments and what each is compared with."""
    table = Table(box=None, pad_edge=False)
    for heading in ("Environment", "steps/s", "compared with", "steps/s", "ratio"):
        table.add_column(heading, justify="right" if heading in {"steps/s", "ratio"} else "left")
    for row in found.values():
        table.add_row(
            row["label"],
            f"{row['steps_per_s']:,.0f}",
            row["other_label"],
            f"{row['other_steps_per_s']:,.0f}",
            f"{row['ratio']:.2f}",
        )
    return table
