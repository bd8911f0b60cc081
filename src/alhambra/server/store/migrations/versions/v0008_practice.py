"""Daily deals and puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the tables, empty."""
    op.create_table(
        "daily_tries",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("person", sa.String(40)),
        sa.Column("late", sa.Boolean, nullable=False),
        if_not_exists=True,
    )
    for name, columns, unique in (
        ("daily_tries_once", ["day", "person"], True),
        ("daily_tries_of_person", ["person"], False),
    ):
        op.create_index(name, "daily_tries", columns, unique=unique, if_not_exists=True)
    op.create_table(
        "daily_bots",
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("points", sa.Integer, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "puzzle_tries",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("puzzle", sa.String(40), primary_key=True),
        sa.Column("solved", sa.Boolean, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        if_not_exists=True,
    )
