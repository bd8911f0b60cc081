"""The steps by which databases of older versions become those of this one.

Every step can be repeated: older versions of this program could be interrupted in the middle.
"""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def migration_config() -> Config:
    """What Alembic needs to find the steps."""
    settings = Config()
    settings.set_main_option("script_location", "alhambra.server.store:migrations")
    settings.set_main_option("path_separator", "os")
    return settings


def migrate(connection: Connection, to: str = "head") -> None:
    """Bring the database up to this version. The caller commits."""
    settings = migration_config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, to)
