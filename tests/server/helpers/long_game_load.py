"""Requests about long games, again and again until standard input ends: ``python long_game_load.py
URL GAME INVITE``. GAME is a finished game. Prints a line once every kind of request was answered,
and at the end how many of each kind were, as JSON. In a process of its own, so that this work does
not delay the page whose answers are timed."""

import asyncio
import json
import random
import sys
from collections import Counter

import httpx
from websockets.asyncio.client import connect

from alhambra.server.protocol.to_page import PROTOCOL
from alhambra.server.table.game_length import MOST_PLIES
from server.helpers.games import long_record
from server.helpers.live_server import Server
from server.helpers.players import GUEST, ME, people

PERSONS = 4  # who upload, as many who ask, and as many who play on
SOCKETS = 20
ASKED_AT_ONCE = 14
LAST_PLIES = 5_990
PAUSE = 0.5  # seconds; this program should not use much of the processor
SEATS = [ME, GUEST]
KINDS = ("uploaded", "asked for", "played on", "ask_log")


class Load:
    """The requests, and how many were answered."""

    def __init__(self, url: str, game: str, invite: str) -> None:
        self.url, self.game, self.invite = url, game, invite
        self.answered: Counter[str] = Counter()
        self.is_complete = asyncio.Event()

    def count(self, kind: str, times: int = 1) -> None:
        self.answered[kind] += times
        if all(self.answered[kind] for kind in KINDS):
            self.is_complete.set()

    async def upload(self, http: httpx.AsyncClient, record: str) -> None:
        """Upload records that are just short enough, and ask for everything about them."""
        while True:
            answer = await http.post("/api/records", json={"text": record})
            assert answer.status_code == 201, answer.text
            self.count("uploaded")
            for part in ("", "/statistics", "/record", f"/plies/{MOST_PLIES}"):
                await self._ask(http, answer.json()["id"], part)

    async def ask(self, http: httpx.AsyncClient) -> None:
        """Ask for moments of the long game."""
        rng = random.Random(1)
        http.headers["alhambra-invite"] = self.invite
        while True:
            for part in ("", "/statistics", f"/plies/{rng.randrange(6_000)}"):
                await self._ask(http, self.game, part)

    async def _ask(self, http: httpx.AsyncClient, game: str, part: str) -> None:
        answer = await http.get(f"/api/games/{game}{part}")
        assert answer.status_code == 200, answer.text
        self.count("asked for")

    async def play_on(self, http: httpx.AsyncClient) -> None:
        """Play on from as late a moment of the long game as is allowed."""
        wish = {"ply": MOST_PLIES - 1, "same_luck": True, "seats": SEATS, "invite": self.invite}
        while True:
            answer = await http.post(f"/api/games/{self.game}/play-on", json=wish)
            assert answer.status_code == 201, answer.text
            self.count("played on")

    async def ask_log(self) -> None:
        """Without a name, ask for the end of the long game's log, several times at once."""
        address = f"{self.url.replace('http', 'ws')}api/live"
        fields = {"protocol": PROTOCOL, "table": self.game, "invite": self.invite}
        async with connect(address, compression=None, proxy=None, max_size=None) as socket:
            await socket.send(json.dumps({"type": "hello", **fields}))
            while True:
                for _ in range(ASKED_AT_ONCE):
                    await socket.send(json.dumps({"type": "ask_log", "since": LAST_PLIES}))
                logs = 0
                while logs < ASKED_AT_ONCE:
                    logs += str(await socket.recv()).count('"type":"log"')
                self.count("ask_log", logs)
                await asyncio.sleep(PAUSE)


async def main(url: str, game: str, invite: str) -> None:
    load = Load(url, game, invite)
    server = Server(url.removeprefix("http://").rstrip("/"), None)  # type: ignore[arg-type]
    names = [f"Player {n}" for n in range(3 * PERSONS)]
    record = long_record(MOST_PLIES)
    async with people(server, *names) as persons, asyncio.TaskGroup() as group:
        clients = [person.http for person in persons]
        work = [load.upload(http, record) for http in clients[:PERSONS]]
        work += [load.ask(http) for http in clients[PERSONS : 2 * PERSONS]]
        work += [load.play_on(http) for http in clients[2 * PERSONS :]]
        work += [load.ask_log() for _ in range(SOCKETS)]
        tasks = [group.create_task(each) for each in work]
        group.create_task(_end(load, tasks))


async def _end(load: Load, tasks: list[asyncio.Task[None]]) -> None:
    await load.is_complete.wait()
    print("under way", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    print(json.dumps(load.answered), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
