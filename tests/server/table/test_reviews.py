"""Reviews of finished games: by processes of their own, once for each game."""

import asyncio

import pytest

from server.helpers.games import whole_record
from server.helpers.players import Message, Person

pytestmark = pytest.mark.compiled_only


async def review_of(person: Person, game: str) -> Message:
    answer = await person.http.get(f"/api/games/{game}/review")
    assert answer.status_code == 200, answer.text
    shown: Message = answer.json()
    return shown


async def asked(person: Person, game: str) -> Message:
    answer = await person.http.post(f"/api/games/{game}/review")
    assert answer.status_code == 202, answer.text
    shown: Message = answer.json()
    return shown


async def settled(person: Person, game: str) -> Message:
    """The review once it is no longer under way."""
    while (shown := await review_of(person, game))["state"] in ("waiting", "running"):
        await asyncio.sleep(0.02)
    return shown


async def test_a_game_is_reviewed(ana: Person) -> None:
    game = (await ana.bring(whole_record()))["id"]
    assert (await review_of(ana, game))["state"] == "none"
    assert (await asked(ana, game))["state"] in ("waiting", "running")
    shown = await settled(ana, game)
    assert shown["state"] == "done", shown
    assert (await asked(ana, game))["state"] == "done"
