"""The steps by which databases of older versions become those of this one."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def migrate(connection: Connection, to: str = "head") -> None:
    """Bring the database up to this version, in one transaction."""
    settings = Config()
    settings.set_main_option("script_location", "alhambra.server:migrations")
    settings.set_main_option("path_separator", "os")
    settings.attributes["connection"] = connection
    command.upgrade(settings, to)
