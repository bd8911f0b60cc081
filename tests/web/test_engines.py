"""The first turns of a game, a drag and a replay in the engines of Firefox and Safari."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from event_loop import Loop
from server.helpers.live_server import Server, serving
from web import positions
from web.browsing import LAPTOP, PHONE, STATIC
from web.engine import PATIENCE, Engine, Size, path_of
from web.firefox import Firefox
from web.webkit import WebKit, unseen_display

pytestmark = pytest.mark.compiled_only

SIZES = {
    name: (size["width"], size["height"])
    for name, size in {"laptop": LAPTOP, "phone": PHONE}.items()
}
PLY = "[data-testid=ply]"
SHIFT, RIGHT = "\ue008", "\ue014"
TABLE = "[data-testid=table]"
PAYABLE = ".square:has(.pays) button.tile"
FITTING = "[role=gridcell][data-fits]"


@pytest.fixture(scope="module")
def server(loop: Loop, tmp_path_factory: pytest.TempPathFactory) -> Server:
    assert STATIC.exists(), "the page is not built: make setup"
    return loop.enter(serving(tmp_path_factory.mktemp("server") / "games.db"))


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    path_of("webkit")  # skips without it
    with unseen_display() as name:
        yield name


@pytest.fixture(params=["laptop", "phone"])
def size(request: pytest.FixtureRequest) -> Size:
    return SIZES[request.param]


@pytest.fixture(params=["webkit", "firefox"])
def engine(request: pytest.FixtureRequest, size: Size, tmp_path: Path) -> Iterator[Engine]:
    found: Engine
    if request.param == "webkit":
        display = request.getfixturevalue("display")
        found = WebKit(path_of("webkit"), size, display, tmp_path)
    else:
        found = Firefox(path_of("firefox"), size, tmp_path, touch=size == SIZES["phone"])
    yield found
    found.close()


async def test_first_turns_a_drag_and_a_replay(server: Server, engine: Engine) -> None:
    await asyncio.to_thread(play, engine, server.url)
    await asyncio.to_thread(replay, engine)
    assert engine.errors() == []
    await asyncio.to_thread(notices_an_error, engine)


def play(engine: Engine, home: str) -> None:
    """Three turns against bots, and at least one tile dragged into the city."""
    engine.go(home)
    engine.click("[data-testid=play]")
    engine.click("label:has(input[name=level][value=apprentice])")
    engine.click("[data-testid=begin]")
    turns, dragged = 0, False
    while turns < 3 or (not dragged and turns < 20):
        while not engine.count(f"{TABLE}[data-mine=true], [data-testid=scoring]"):
            engine.type(SHIFT)  # shows at once what others have done
        if engine.count("[data-testid=scoring]"):
            engine.click("[data-testid=go-on]")
            engine.wait("body:not(:has([data-testid=scoring]))")
            continue
        version, phase = engine.run(
            "const { version, phase } = document.querySelector(arguments[0]).dataset;"
            "return [version, phase]",
            TABLE,
        )
        if phase == "act":
            engine.click(PAYABLE if engine.count(PAYABLE) else "[data-place]")
            engine.click("[data-testid=do]")
        elif phase == "place" and engine.count(FITTING):
            engine.drag("[data-drop=waiting] [data-tile]", FITTING)
            dragged = True
        elif phase == "place":
            engine.click("[data-testid=to-reserve]")
        else:
            engine.click("[data-testid=do]")
            turns += 1
        engine.wait(f"{TABLE}:not([data-version='{version}'])")
    wide, room = engine.run("return [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= room
    assert dragged


KEEP = """
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ text: arguments[0] });
  const answer = await fetch("/api/records", { method: "POST", headers, body });
  location.hash = `#/replay/${(await answer.json()).id}?ply=0`;
"""


def replay(engine: Engine) -> None:
    """Go through a record with button, key and slider."""
    record = (positions.RECORDS / "3p-uniform.alhambra").read_text(encoding="utf-8")
    engine.run(KEEP, record)
    engine.reads(PLY, "0 of 407")
    engine.click("[data-testid=next]")
    engine.reads(PLY, "1 of 407")
    engine.type(RIGHT)
    engine.reads(PLY, "2 of 407")
    engine.click("input[type=range]")
    engine.reads(PLY, "Action 20")  # in the middle, but for a pixel


def notices_an_error(engine: Engine) -> None:
    """An error in the page would have been seen."""
    engine.run("setTimeout(() => { throw new Error('on purpose'); })")
    end = time.monotonic() + PATIENCE
    while not any("on purpose" in error for error in engine.errors()):
        assert time.monotonic() < end, "an error in the page was not noticed"
        time.sleep(0.05)
