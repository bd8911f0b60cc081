"""Results of finished games, for statistics."""

from alhambra.server.store.columns import flag, key, number_key, text, word
from alhambra.server.store.migrations.operations import create_index, create_table

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the table; finished games are counted when the server starts."""
    create_table(
        "results",
        key("game"),
        number_key("seat"),
        word("person", optional=True),
        flag("counts"),
        text("numbers"),
    )
    create_index("results_of_person", "results", ["person"])
