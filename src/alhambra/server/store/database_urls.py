"""Database URLs, and the kind of database each one is for."""

from __future__ import annotations

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from alhambra.server.runtime.refusals import CannotStart
from alhambra.server.store.database import Database

_FORMS = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


def database_at(url: str) -> Database:
    """The database with this URL. Raises CannotStart if it has none of the known forms."""
    try:
        found = make_url(url.replace("postgres://", "postgresql://", 1))
    except (ArgumentError, ValueError) as error:
        raise _unknown_form() from error
    if not found.database:
        raise _unknown_form()
    match found.get_backend_name():
        case "sqlite":
            from alhambra.server.store.sqlite import SqliteDatabase

            return SqliteDatabase(found)
        case "postgresql":
            from alhambra.server.store.postgresql import PostgresDatabase

            return PostgresDatabase(found)
    raise _unknown_form()


def prepare(url: str) -> None:
    """Check the database and migrate it to this version, or raise CannotStart."""
    database_at(url).prepare()


def _unknown_form() -> CannotStart:
    return CannotStart(f"The database's address is not of the form {_FORMS}.")
