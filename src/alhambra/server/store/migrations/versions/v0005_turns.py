"""Turns of games with a clock in days, so that only those that are due are loaded."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the table. Games in progress are due at once, and get their turn when they are
    loaded."""
    op.create_table(
        "turns",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer),
        sa.Column("due", sa.BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_index("turns_due", "turns", ["due"], if_not_exists=True)
    op.get_bind().execute(
        sa.text(
            "INSERT INTO turns (game, due) SELECT game, 0 FROM entries "
            "WHERE days AND status = 'playing' AND game NOT IN (SELECT game FROM turns)"
        )
    )
