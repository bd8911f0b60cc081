"""Duplicates: the same deal at several tables. The game of the strongest bot in a daily deal."""

from alembic import op
from sqlalchemy import inspect

from alhambra.server.store.columns import flag, key, text, time, word
from alhambra.server.store.migrations.operations import create_index, create_table

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create the tables, empty, and the columns. Games of days that are known already are not."""
    create_table(
        "duplicates",
        key("id"),
        word("host", optional=True),
        text("levels"),
        flag("coach"),
        word("seed", 64),
        time("at"),
        flag("closed"),
        word("next", optional=True),
    )
    create_table("duplicate_tries", key("game"), word("duplicate"), word("person", optional=True))
    for name, table, columns, unique in (
        ("duplicates_of_host", "duplicates", ["host"], False),
        ("duplicate_tries_once", "duplicate_tries", ["duplicate", "person"], True),
        ("duplicate_tries_of_person", "duplicate_tries", ["person"], False),
    ):
        create_index(name, table, columns, unique=unique)
    known = {column["name"] for column in inspect(op.get_bind()).get_columns("daily_bots")}
    for column in (word("replay", optional=True), word("invite", 60, optional=True)):
        if column.name not in known:
            op.add_column("daily_bots", column)
