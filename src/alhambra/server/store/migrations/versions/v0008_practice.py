"""Daily deals and puzzles."""

from alhambra.server.store.columns import decimal, flag, key, number, number_key, word
from alhambra.server.store.migrations.operations import create_index, create_table

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the tables, empty."""
    create_table(
        "daily_tries", key("game"), number("day"), word("person", optional=True), flag("late")
    )
    for name, columns, unique in (
        ("daily_tries_once", ["day", "person"], True),
        ("daily_tries_of_person", ["person"], False),
    ):
        create_index(name, "daily_tries", columns, unique=unique)
    create_table("daily_bots", number_key("day"), number("points"))
    create_table("puzzle_tries", key("person"), key("puzzle"), flag("solved"))
    create_table(
        "puzzle_ratings",
        key("kind", 10),
        key("name"),
        decimal("mu"),
        decimal("sigma"),
    )
