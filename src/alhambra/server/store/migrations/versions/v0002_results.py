"""Results of finished games, for statistics."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the table; finished games are counted when the server starts."""
    op.create_table(
        "results",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(40)),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("numbers", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_index("results_of_person", "results", ["person"], if_not_exists=True)
