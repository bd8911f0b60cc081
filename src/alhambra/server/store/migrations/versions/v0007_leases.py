"""Processes that share the database, which of them runs which game, and whose pages they have."""

from alhambra.server.store.columns import key, number, text, time, word
from alhambra.server.store.migrations.operations import create_table

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the tables. Nothing in them is worth keeping."""
    create_table("processes", key("id"), time("until"))
    create_table("presence", key("game"), key("process"), text("persons"), number("spectators"))
    create_table("leases", key("game"), word("process"))
