"""Reviews of finished games."""

from alhambra.server.store.columns import blob, key, number, text, word
from alhambra.server.store.migrations.operations import create_table

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table."""
    create_table(
        "reviews",
        key("game"),
        number("version"),
        word("level", 20),
        text("seats"),
        blob("analysis"),
    )
