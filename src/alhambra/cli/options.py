"""Options and arguments that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

RECORDS = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE...", help="Records, folders of records, or patterns.", show_default=False
    ),
]


def optional(*names: str, **details: Any) -> Any:
    """An option that may be left out. The help shows no default for it."""
    return typer.Option(*names, show_default=False, **details)


DATABASE = Annotated[
    str | None,
    optional(help="Database, as sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME."),
]
DATA = Annotated[
    Path | None, optional(metavar="FOLDER", help="Folder for the database and the signing key.")
]
