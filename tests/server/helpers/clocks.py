"""Clocks of a server that a test can move."""

from alhambra.server.runtime.clocks import TimeSource


class Hands(TimeSource):
    """Clocks that a test can move."""

    passed = 0  # milliseconds, on both clocks
    jumped = 0  # on the wall clock alone

    def wall_ms(self) -> int:
        return super().wall_ms() + self.passed + self.jumped

    def monotonic_ms(self) -> int:
        return super().monotonic_ms() + self.passed
