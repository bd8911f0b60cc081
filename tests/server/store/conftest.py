"""What tests of the store may ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from event_loop import Loop

if TYPE_CHECKING:
    from alhambra.server.store.sql import SqlStore


@pytest.fixture
def store(loop: Loop, database_url: str) -> SqlStore:
    from server.helpers.databases import open_store  # not before `--interpreted` takes effect

    return loop.enter(open_store(database_url))
