"""Migrations of databases of older releases.

Every step can be repeated, because older releases could be interrupted in the middle of one.
"""

from __future__ import annotations

import re
from importlib.resources import files

from sqlalchemy import Connection


def known_revisions() -> list[str]:
    """The revisions of the schema, the latest first. Each step has its revision in its name."""
    names = [file.name for file in files(f"{__name__}.versions").iterdir()]
    return sorted(
        (found[1] for name in names if (found := re.match(r"v(\d+)_", name))), reverse=True
    )


def migrate(connection: Connection, to: str = "head") -> None:
    """Migrate the database to this release. The caller commits."""
    # Imported here, because it takes a fifth of a second that most starts do not need.
    from alembic import command
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", "alhambra.server.store:migrations")
    settings.set_main_option("path_separator", "os")
    settings.attributes["connection"] = connection
    command.upgrade(settings, to)
