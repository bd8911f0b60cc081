"""Dates for browser tests. Timers take 32 bits, so a delay computed from a date works or fails
depending on where the date lies in that range. The tests run at several points of it."""

import time
import zlib

RANGE = 1 << 32  # milliseconds: after this long a wrapped delay is the same again
PARTS = (0.1, 0.4, 0.6, 0.9)

# The page's clock runs as usual, only at another date.
_SHIFT = """(() => {
  const shift = %d;
  const Real = Date;
  globalThis.Date = class Date extends Real {
    constructor(...given) { if (given.length) super(...given); else super(Real.now() + shift); }
    static now() { return Real.now() + shift; }
  };
})()"""


def part_for(name: str) -> float:
    """The part of the range that a test runs at: always the same for a name."""
    return PARTS[zlib.crc32(name.encode()) % len(PARTS)]


def shift_to(part: float) -> str:
    """A script that moves the page's date forward until it lies at this part of the range."""
    now = int(time.time() * 1000)
    return _SHIFT % ((int(part * RANGE) - now) % RANGE)
