"""The log, people, tables and chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the first tables."""
    op.create_table(
        "events",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.String(40)),
        sa.Column("client_id", sa.String(40)),
        sa.Column("versions", sa.String(20), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "persons",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "sitters",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("person", sa.String(40)),
        if_not_exists=True,
    )
    op.create_index("sitters_of_person", "sitters", ["person"], if_not_exists=True)
    op.create_table(
        "entries",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("days", sa.Boolean, nullable=False),
        sa.Column("open_seats", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_index("entries_listed", "entries", ["public", "status", "at"], if_not_exists=True)
    op.create_table(
        "chat",
        sa.Column("line", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("client_id", sa.String(40), nullable=False),
        if_not_exists=True,
    )
    op.create_index("chat_of_game", "chat", ["game", "line"], if_not_exists=True)
    op.create_index(
        "chat_once", "chat", ["game", "person", "client_id"], unique=True, if_not_exists=True
    )
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("other", sa.String(40), primary_key=True),
        if_not_exists=True,
    )
    op.create_table(
        "reports",
        sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        if_not_exists=True,
    )
