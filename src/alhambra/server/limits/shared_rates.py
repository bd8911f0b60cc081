"""Rate limits that several processes share through Redis or Valkey.

Nobody waits for it: each process charges its own buckets, and a few times a second it adds what was
used to a counter in Redis and learns what the others have used meanwhile. While Redis is away, each
process limits by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from hashlib import blake2b
from importlib.util import find_spec
from typing import TYPE_CHECKING

from alhambra.server.limits.rates import Buckets
from alhambra.server.runtime.refusals import CannotStart

if TYPE_CHECKING:
    from redis.asyncio import Redis

SHARE_SECONDS = 0.25
ANSWER_SECONDS = 2
AT_ONCE = 200  # counters, so that neither Redis nor this process is kept busy for long

# A counter is the time at which the caller's bucket will be full again; it expires then.
_USE = """
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local missing = {}
for n, key in ipairs(KEYS) do
  local full = math.max(tonumber(redis.call('GET', key) or 0), now) + ARGV[n]
  missing[n] = math.max(1, math.ceil(full - now))
  redis.call('SET', key, full, 'PX', missing[n])
end
return missing
"""


class SharedRates:
    """Buckets that processes share."""

    def __init__(self, url: str, key: bytes, buckets: Mapping[str, Buckets]) -> None:
        if find_spec("redis") is None:
            raise CannotStart(
                "Redis needs the Python package redis: pip install 'alhambra[cluster]'."
            )
        from redis.asyncio import Redis

        self._redis: Redis = Redis.from_url(
            url, socket_connect_timeout=ANSWER_SECONDS, socket_timeout=ANSWER_SECONDS
        )
        self._use = self._redis.register_script(_USE)
        self._key = key
        self._buckets = buckets
        for each in buckets.values():
            each.used = {}

    async def keep(self) -> None:
        """Share what is used, until cancelled."""
        from redis.exceptions import RedisError

        while True:
            await asyncio.sleep(SHARE_SECONDS)
            try:
                await self.share()
            except (RedisError, OSError, TimeoutError):
                continue  # what was used meanwhile has been charged here

    async def share(self) -> None:
        """Add what was used here since the last time, and charge what was used elsewhere."""
        keys: list[str] = []
        amounts: list[float] = []
        callers: list[tuple[Buckets, str]] = []
        for name, buckets in self._buckets.items():
            used, buckets.used = buckets.used or {}, {}
            for caller, cost in used.items():
                keys.append(self._name_of(name, caller))
                amounts.append(1000 * cost / buckets.rate)
                callers.append((buckets, caller))
        for start in range(0, len(keys), AT_ONCE):
            some = slice(start, start + AT_ONCE)
            missing = await self._use(keys[some], amounts[some])
            for (buckets, caller), ms in zip(callers[some], missing, strict=True):
                buckets.lower(caller, buckets.most - ms / 1000 * buckets.rate)

    def _name_of(self, name: str, caller: str) -> str:
        """The name of a counter, which does not say whose it is."""
        hashed = blake2b(f"{name} {caller}".encode(), key=self._key[:64], digest_size=16)
        return f"alhambra:{hashed.hexdigest()}"

    async def close(self) -> None:
        """Close the connection."""
        await self._redis.aclose()
