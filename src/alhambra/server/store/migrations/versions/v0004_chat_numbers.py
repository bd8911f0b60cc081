"""Numbers of lines of chat are never used again."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Delete the reports of deleted lines, and rebuild the table: SQLite cannot add AUTOINCREMENT
    to an existing one."""
    connection = op.get_bind()
    connection.execute(sa.text("DELETE FROM reports WHERE line NOT IN (SELECT line FROM chat)"))
    if connection.dialect.name != "sqlite":
        return  # other databases never use a number again
    made = sa.text("SELECT sql FROM sqlite_master WHERE name = 'chat'")
    if "AUTOINCREMENT" in connection.execute(made).scalar_one():
        return  # built again, it would forget the numbers of deleted lines
    keeping = {"sqlite_autoincrement": True}
    with op.batch_alter_table("chat", recreate="always", table_kwargs=keeping):
        pass
