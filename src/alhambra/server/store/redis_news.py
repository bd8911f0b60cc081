"""News between processes through Redis or Valkey. It carries hints to look at the database, never
anything that is nowhere else, so it can be restarted or lost at any time."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from alhambra.server.runtime.keys import new_key
from alhambra.server.runtime.refusals import CannotStart
from alhambra.server.store.store import Listener, News

if TYPE_CHECKING:
    from redis.asyncio import Redis

log = logging.getLogger("alhambra.news")

CHANNEL = "alhambra"
MOST_WAITING = 10_000
ANSWER_SECONDS = 2
RETRY_SECONDS = 0.5


class RedisNews:
    """The fan-out through a Redis server. Publishing never waits: what cannot be sent is dropped,
    and the others find it in the database."""

    def __init__(self, url: str) -> None:
        if find_spec("redis") is None:
            raise CannotStart(
                "Redis needs the Python package redis: pip install 'alhambra[cluster]'."
            )
        from redis.asyncio import Redis

        try:
            self._redis: Redis = Redis.from_url(
                url,
                socket_connect_timeout=ANSWER_SECONDS,
                socket_timeout=ANSWER_SECONDS,
                health_check_interval=0,
            )
        except ValueError as error:
            raise CannotStart("Redis's address is not of the form redis://HOST/0.") from error
        self.is_well = False
        self._sender = new_key()
        self._listener: Listener = lambda _: None
        self._waiting: asyncio.Queue[News] = asyncio.Queue(MOST_WAITING)

    def subscribe(self, listener: Listener) -> None:
        """Call this with the news of other processes."""
        self._listener = listener

    async def publish(self, news: News) -> None:
        """Notify the other processes, soon."""
        with suppress(asyncio.QueueFull):
            self._waiting.put_nowait(news)

    async def keep(self) -> None:
        """Send and receive, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._keep_sending())
            tasks.create_task(self._keep_listening())

    async def _keep_sending(self) -> None:
        """Send what waits, until cancelled. While Redis is away it is dropped."""
        from redis.exceptions import RedisError

        while True:
            batch = [await self._waiting.get()]
            while not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            if self.is_well:
                with suppress(RedisError, OSError, TimeoutError):
                    await self._redis.publish(CHANNEL, json.dumps([self._sender, *batch]))

    async def _keep_listening(self) -> None:
        """Receive news, until cancelled. If Redis is lost, connect again."""
        from redis.exceptions import RedisError

        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    await self._listen(channel)
            except (RedisError, OSError, TimeoutError) as error:
                if self.is_well:
                    log.warning("Redis is away", extra={"problem": repr(error)})
            self.is_well = False
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, channel: Any) -> None:
        while True:
            message = await channel.get_message(timeout=ANSWER_SECONDS)
            if message is None:  # silence: is it still there?
                await channel.ping()
                continue
            if message["type"] == "subscribe":
                self.is_well = True
            elif message["type"] == "message":
                self._hear(message["data"])

    def _hear(self, data: bytes) -> None:
        try:
            sender, *batch = json.loads(data)
            found = [News(*each) for each in batch]
        except (ValueError, TypeError):
            log.warning("news that cannot be read")
            return
        if sender != self._sender:
            for news in found:
                self._listener(news)

    async def close(self) -> None:
        """Close the connections."""
        await self._redis.aclose()
