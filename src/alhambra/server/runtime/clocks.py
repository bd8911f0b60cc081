"""The clocks of a server. Tests replace them."""

from __future__ import annotations

import time


class TimeSource:
    """The wall clock, and a monotonic clock."""

    def __init__(self) -> None:
        self._offset = self.wall_ms() - self.monotonic_ms()

    def wall_ms(self) -> int:
        """Milliseconds since 1970. It jumps when the machine's clock is set."""
        return int(time.time() * 1000)

    def monotonic_ms(self) -> int:
        """Milliseconds since some moment. It never jumps."""
        return int(time.monotonic() * 1000)

    def page_ms(self) -> int:
        """The time that is sent to pages, which compare deadlines with it: the wall clock at the
        start plus monotonic time, so that it never jumps."""
        return self._offset + self.monotonic_ms()
