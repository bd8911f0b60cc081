"""The log, people, tables and chat."""

from alhambra.server.store.columns import counter, flag, key, number, number_key, text, time, word
from alhambra.server.store.migrations.operations import create_index, create_table

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the first tables."""
    create_table(
        "events",
        key("game"),
        number_key("version"),
        word("kind", 20),
        text("data"),
        time("at"),
        word("person", optional=True),
        word("client_id", optional=True),
        word("versions", 20),
    )
    create_table("persons", key("key"), word("name"))
    create_table(
        "sitters", key("game"), number_key("seat"), word("name"), word("person", optional=True)
    )
    create_index("sitters_of_person", "sitters", ["person"])
    create_table(
        "entries",
        key("game"),
        word("status", 10),
        flag("public"),
        flag("days"),
        number("open_seats"),
        time("at"),
    )
    create_index("entries_listed", "entries", ["public", "status", "at"])
    create_table(
        "chat",
        counter("line"),
        word("game"),
        time("at"),
        word("person"),
        number("seat", optional=True),
        word("name"),
        text("text"),
        word("client_id"),
    )
    create_index("chat_of_game", "chat", ["game", "line"])
    create_index("chat_once", "chat", ["game", "person", "client_id"], unique=True)
    create_table("mutes", key("person"), key("other"))
    create_table("reports", number_key("line"), key("person"), time("at"))
