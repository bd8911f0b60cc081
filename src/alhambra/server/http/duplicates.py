"""The routes for duplicates."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from alhambra.server.http.api import ERRORS, Address, AllTables, Anybody, Somebody
from alhambra.server.protocol.duplicates import DuplicateList, DuplicateSetup, DuplicateShown
from alhambra.server.protocol.table import TableId, TableShown
from alhambra.server.render.table import table_shown

router = APIRouter(prefix="/api", responses=ERRORS)

Key = Annotated[TableId, Path()]


@router.post("/duplicates", status_code=201)
async def set_up_duplicate(
    setup: DuplicateSetup, person: Somebody, tables: AllTables, address: Address
) -> DuplicateShown:
    """Set up a duplicate: everybody with its link plays the same deal against the same bots."""
    tables.quotas.charge_table(person, address, public=False)
    duplicate = await tables.duplicates.set_up(person, setup)
    return await tables.duplicates.shown(duplicate.id, person)


@router.get("/duplicates")
async def list_duplicates(person: Somebody, tables: AllTables) -> DuplicateList:
    """The duplicates that you have set up or play."""
    return {"duplicates": await tables.duplicates.listed(person)}


@router.get("/duplicates/{duplicate}")
async def show_duplicate(duplicate: Key, person: Anybody, tables: AllTables) -> DuplicateShown:
    """A duplicate: who plays it, and the results once you may see them."""
    return await tables.duplicates.shown(duplicate, person)


@router.post("/duplicates/{duplicate}/table", status_code=201)
async def play_duplicate(
    duplicate: Key, person: Somebody, tables: AllTables, address: Address
) -> TableShown:
    """Your table of a duplicate, which is dealt when you first ask for it."""
    tables.quotas.charge_table(person, address, public=False)
    name = await tables.store.people.name(person) or ""
    table = await tables.duplicates.begin(duplicate, person, name)
    return table_shown(table.fold, person)


@router.post("/duplicates/{duplicate}/close")
async def close_duplicate(duplicate: Key, person: Somebody, tables: AllTables) -> DuplicateShown:
    """Let nobody begin any more, and show the results to all who have the link."""
    await tables.duplicates.close(duplicate, person)
    return await tables.duplicates.shown(duplicate, person)


@router.post("/duplicates/{duplicate}/next", status_code=201)
async def set_up_next_duplicate(
    duplicate: Key, person: Somebody, tables: AllTables, address: Address
) -> DuplicateShown:
    """The next duplicate for the same persons: a new one at the first call of any of them."""
    tables.quotas.charge_table(person, address, public=False)
    new = await tables.duplicates.again(duplicate, person)
    return await tables.duplicates.shown(new.id, person)
