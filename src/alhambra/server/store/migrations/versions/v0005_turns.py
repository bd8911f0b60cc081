"""Turns of games with a clock in days, so that only those that are due are loaded."""

import sqlalchemy as sa
from alembic import op

from alhambra.server.store.columns import key, number, time
from alhambra.server.store.migrations.operations import create_index, create_table

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the table. Games in progress are due at once, and get their turn when they are
    loaded."""
    create_table("turns", key("game"), number("seat", optional=True), time("due"))
    create_index("turns_due", "turns", ["due"])
    op.get_bind().execute(
        sa.text(
            "INSERT INTO turns (game, due) SELECT game, 0 FROM entries "
            "WHERE days AND status = 'playing' AND game NOT IN (SELECT game FROM turns)"
        )
    )
