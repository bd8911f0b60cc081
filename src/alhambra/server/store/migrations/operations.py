"""What most migrations do. A database of an early release may have a table already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from alembic import op
from sqlalchemy import Column


def create_table(name: str, *columns: Column[Any]) -> None:
    """Create a table, unless there is one."""
    op.create_table(name, *columns, if_not_exists=True)


def create_index(name: str, table: str, columns: Sequence[str], *, unique: bool = False) -> None:
    """Create an index, unless there is one."""
    op.create_index(name, table, columns, unique=unique, if_not_exists=True)
