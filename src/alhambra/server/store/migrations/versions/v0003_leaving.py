"""People who are being forgotten, and no names of players in the log."""

import json

import sqlalchemy as sa
from alembic import op

from alhambra.server.store.columns import key
from alhambra.server.store.migrations.operations import create_table

revision = "0003"
down_revision = "0002"

_KEPT = ("alhambra", "rules", "first", "deck", "bag")


def upgrade() -> None:
    """Create the table, and remove names from the records that games were imported or continued
    from: the names to show are in ``sitters``, where they can be deleted."""
    create_table("leaving", key("person"))
    connection = op.get_bind()
    firsts = sa.text("SELECT game, data FROM events WHERE version = 1 AND data LIKE '%\"record\"%'")
    change = sa.text("UPDATE events SET data = :data WHERE game = :game AND version = 1")
    for game, data in connection.execute(firsts).all():
        changed = _without_names(data)
        if changed != data:
            connection.execute(change, {"game": game, "data": changed})


def _without_names(data: str) -> str:
    try:
        event = json.loads(data)
        event["record"] = "\n".join(_lines_without_names(event["record"]))
    except (ValueError, TypeError, KeyError, AttributeError):
        return data  # unreadable: left unchanged
    return json.dumps(event, ensure_ascii=False, separators=(",", ":"))


def _lines_without_names(record: str) -> list[str]:
    header, blank, events = record.partition("\n\n")
    lines = []
    for line in header.split("\n"):
        field, _, value = line.partition(": ")
        if field == "players":
            seats = range(1, len(value.split(" | ")) + 1)
            lines.append("players: " + " | ".join(f"Player {seat}" for seat in seats))
        elif field in _KEPT:
            lines.append(line)
    return [*lines, *f"{blank}{events}".split("\n")[1:]]
