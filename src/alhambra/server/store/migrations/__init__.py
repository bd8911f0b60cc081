"""Migrations of databases of older releases.

Every step can be repeated, because older releases could be interrupted in the middle of one.
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
    """Migrate the database to this release. The caller commits."""
    settings = migration_config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, to)
