"""Processes that share the database, which of them runs which game, and whose pages they have."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the tables. Nothing in them is worth keeping."""
    op.create_table(
        "processes",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "presence",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("process", sa.String(40), primary_key=True),
        sa.Column("persons", sa.Text, nullable=False),
        sa.Column("spectators", sa.Integer, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "leases",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("process", sa.String(40), nullable=False),
        if_not_exists=True,
    )
