"""A page in another browser than Chromium. What the browsers have in common."""

import subprocess
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0  # seconds; only a page that never shows it takes so long
Size = tuple[int, int]
Point = tuple[float, float]

# The middle of an element and whether a click would reach it; null if there is no such element.
MIDDLE = """
  const found = document.querySelector(arguments[0]);
  if (!found) return null;
  found.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const box = found.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(x, y);
  return [x, y, top !== null && (found.contains(top) || top.contains(found))];
"""


DOWN = {"type": "pointerDown", "button": 0}
UP = {"type": "pointerUp", "button": 0}
REST = {"type": "pause", "duration": 60}


def path_of(engine: str) -> str:
    """Where a browser or its driver is. Skips the test if it cannot be had on this machine."""
    found = subprocess.run([ROOT / "tools" / "engines", engine], capture_output=True, text=True)
    if found.returncode:
        pytest.skip(found.stderr)
    return found.stdout.strip()


class Engine(ABC):
    """A browser with one page."""

    pointer = "mouse"  # or touch, where the browser's driver has it

    @abstractmethod
    def go(self, address: str) -> None:
        """Open an address."""

    @abstractmethod
    def run(self, body: str, *args: object) -> Any:
        """Run the body of a function in the page; what it returns, or its promise resolves to."""

    @abstractmethod
    def act(self, source: dict[str, Any]) -> None:
        """Move and press as this source of input of WebDriver says."""

    @abstractmethod
    def errors(self) -> list[str]:
        """All errors in the page's console so far, uncaught exceptions among them."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    def wait(self, selector: str) -> None:
        """Wait until there is such an element."""
        end = time.monotonic() + PATIENCE
        while not self.count(selector):
            assert time.monotonic() < end, f"{selector} never came: {self.errors()}"
            time.sleep(0.05)

    def count(self, selector: str) -> int:
        """How many elements there are."""
        return int(self.run("return document.querySelectorAll(arguments[0]).length", selector))

    def reads(self, selector: str, words: str) -> None:
        """Wait until an element contains these words."""
        end, text = time.monotonic() + PATIENCE, None
        while words not in (text or ""):
            assert time.monotonic() < end, f"{selector} reads {text}: {self.errors()}"
            text = self.run("return document.querySelector(arguments[0])?.innerText", selector)
            time.sleep(0.05)

    def middle(self, selector: str) -> Point:
        """Where an element is, once it rests and nothing covers it."""
        end, last = time.monotonic() + PATIENCE, None
        while True:
            found = self.run(MIDDLE, selector)
            if found and found == last and found[2]:
                return found[0], found[1]
            assert time.monotonic() < end, f"{selector} cannot be reached: {found}"
            last = found
            time.sleep(0.03)

    def click(self, selector: str) -> None:
        """Click or tap."""
        self._point(_move(*self.middle(selector)), DOWN, UP)

    def drag(self, source: str, target: str) -> None:
        """Take hold of one element and let it go over another."""
        x, y = self.middle(source)
        self._point(_move(x, y), DOWN, _move(x + 20, y + 20, 100))
        x, y = self.middle(target)  # where it is while something is dragged
        # A finger that lets go in full motion is a fling.
        self._point(_move(x, y, 150), REST, _move(x + 1, y, 30), REST, UP)

    def type(self, key: str) -> None:
        """Press a key."""
        actions = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keys", "actions": actions})

    def _point(self, *actions: dict[str, Any]) -> None:
        parameters = {"pointerType": self.pointer}
        source = {"type": "pointer", "id": "hand", "parameters": parameters}
        self.act({**source, "actions": actions})


def _move(x: float, y: float, milliseconds: int = 0) -> dict[str, Any]:
    place = {"x": round(x), "y": round(y), "origin": "viewport"}
    return {"type": "pointerMove", "duration": milliseconds, **place}
