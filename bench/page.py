"""How light and quick the page is: ``python bench/page.py [--without-lighthouse]``.

A server in a process of its own, the system's Chromium without a window, and the person who
clicks in the tests. What is measured, and how:

- Weight: all scripts and style sheets that a first visit of Home loads, each gzipped.
- Lighthouse, from npm and fetched when it is needed: Home, and a table of six where I sit. For a
  phone (its own choice: a slow network and a processor a quarter as fast, simulated) and for a
  desktop. The better of two runs counts, since a busy machine can only spoil one.
- Clicks: a whole game of six with all movement on. From the time of the click, as the browser
  stamps it, until the frame after the one that shows the new state of the game.
- Dragging: the end of a game of six. A tile is dragged over the city for some seconds while a
  trace is taken; how often frames were drawn, and how long the main thread worked on each.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.async_api import BrowserContext, ViewportSize, async_playwright  # noqa: E402

from web.browsing import FLAGS, Person, chromium  # noqa: E402
from web.positions import Moment, moment  # noqa: E402

LIGHTHOUSE = "lighthouse@12.8.2"
SIZE: ViewportSize = {"width": 1440, "height": 900}
PORT = 9333
DRAGGED_SECONDS = 5
GAME_SECONDS = 400
LIGHTHOUSE_SECONDS = 150

# From the click that sends something until the frame after the one with the new state.
CLICKS = """() => {
  window.clicks = [];
  let since = null;
  addEventListener("click", (event) => { since = event.timeStamp; }, { capture: true });
  const table = document.querySelector("[data-testid=table]");
  new MutationObserver(() => {
    if (since === null) return;
    const from = since;
    since = null;
    requestAnimationFrame(() => requestAnimationFrame((now) => window.clicks.push(now - from)));
  }).observe(table, { attributeFilter: ["data-version"] });
}"""
# A table that was just opened still moves into place; that is no part of dragging.
AT_REST = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})));
  await frame();
  await frame();
}"""
FRAMES = """() => {
  window.frames_at = [];
  const look = (now) => { window.frames_at.push(now); requestAnimationFrame(look); };
  requestAnimationFrame(look);
}"""


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[str]:
    """A server with room for somebody who clicks without a pause."""
    script = ROOT / "tests" / "server" / "serving_process.py"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    server = await asyncio.create_subprocess_exec(
        sys.executable,
        str(script),
        str(folder / "games.db"),
        "0",
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    try:
        assert server.stdout is not None
        line = await asyncio.wait_for(server.stdout.readline(), 60)
        yield line.decode().strip().rstrip("/")
    finally:
        server.terminate()
        await server.wait()


def table(rows: list[tuple[str, str, str]]) -> None:
    """Print rows of what, measured and to reach, as the docs keep them."""
    print("| | measured | to reach |\n|---|---|---|")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)


# Weight


async def weigh(context: BrowserContext, url: str) -> tuple[str, str, str]:
    """Scripts and styles of a first visit, gzipped."""
    sizes: dict[str, int] = {}
    page = await context.new_page()
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer))
    await page.goto(url)
    await page.get_by_test_id("play").wait_for()
    await page.wait_for_load_state("networkidle")
    for answer in answers:
        kind = answer.request.resource_type
        path = answer.url.removeprefix(url)
        if answer.ok and not path.startswith("/api"):
            group = "code" if kind in ("script", "stylesheet") else "rest"
            sizes[group] = sizes.get(group, 0) + len(gzip.compress(await answer.body(), 9))
    await page.close()
    code, rest = sizes.get("code", 0) / 1000, sizes.get("rest", 0) / 1000
    told = f"{code:.1f} kB (and {rest:.1f} kB of page with all art)"
    return "first visit: script and style, gzipped", told, "under 120 kB"


# Lighthouse


async def look_from_a_lighthouse(url: str, form: str) -> dict[str, int] | None:
    """The scores of an address in the browser that is open."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "report.json"
        command = ["npx", "--yes", LIGHTHOUSE, url, "--quiet", f"--port={PORT}"]
        command += ["--disable-storage-reset", "--output=json", f"--output-path={out}"]
        command += ["--only-categories=performance,accessibility,best-practices"]
        command += ["--preset=desktop"] if form == "desktop" else []
        quiet = {**os.environ, "npm_config_loglevel": "error"}
        process = await asyncio.create_subprocess_exec(*command, cwd=folder, env=quiet)
        try:
            await asyncio.wait_for(process.wait(), LIGHTHOUSE_SECONDS)
        except TimeoutError:
            process.kill()
            return None
        if not out.exists():
            return None
        report = json.loads(out.read_text(encoding="utf-8"))
        found = report["categories"]
        return {name: round(100 * (found[name]["score"] or 0)) for name in found}


async def from_a_lighthouse(url: str) -> list[tuple[str, str, str]]:
    """Home and a table, as a phone and as a desktop."""
    rows: list[tuple[str, str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        async with async_playwright() as play:
            context = await play.chromium.launch_persistent_context(
                folder,
                executable_path=chromium(),
                args=[*FLAGS, f"--remote-debugging-port={PORT}"],
                viewport=None,
            )
            person = Person(await context.new_page(), url)
            await person.page.goto(url)
            game = await person.goes_on(six_in_the_middle())
            await person.page.close()
            for name, address in {"Home": f"{url}/", "Table": f"{url}/#/table/{game}"}.items():
                for form in ("mobile", "desktop"):
                    runs = [await look_from_a_lighthouse(address, form) for _ in range(2)]
                    seen = [run for run in runs if run]
                    if seen:
                        best = max(seen, key=lambda run: run["performance"])
                        told = " / ".join(str(score) for score in best.values())
                    else:
                        told = "no answer"
                    wish = "95 / 100 / 100"
                    what = f"Lighthouse, {name}, {form}: performance / accessibility / practices"
                    rows.append((what, told, wish))
            await context.close()
    return rows


# Clicks


async def click_through_a_game(context: BrowserContext, url: str) -> tuple[str, str, str]:
    """A whole game of six."""
    person = Person(await context.new_page(), url)
    await person.page.goto(url)
    await person.plays_bots(5)
    await person.page.evaluate(CLICKS)
    note = ""
    try:
        async with asyncio.timeout(GAME_SECONDS):
            await person.plays_until_over()
    except TimeoutError:
        note = ", the game not over yet"
    times: list[float] = await person.page.evaluate("window.clicks")
    await person.page.close()
    ninety = quantiles(times, n=10)[-1]
    told = f"median {median(times):.0f} ms, nine of ten within {ninety:.0f} ms ({len(times)}{note})"
    return "from the click to the screen, a game of 6", told, "median within 100 ms"


# Dragging


def six_in_the_middle() -> Moment:
    """Some way into a game of six."""
    return moment("6p-nothing-awarded", lambda game, _: game.ply > 90 and not game.steps)


def six_at_the_end() -> Moment:
    """Late, with a tile in the reserve and many cells to choose from."""
    return moment("6p-nothing-awarded", lambda game, may: game.ply > 160 and bool(may["builds"]))


async def drag(context: BrowserContext, url: str) -> list[tuple[str, str, str]]:
    """Drag a tile over the city while frames are counted."""
    person = Person(await context.new_page(), url)
    await person.page.goto(url)
    last = six_at_the_end()
    await person.goes_on(last)
    page = person.page
    tile = page.locator(f"[data-drop=reserve] [data-tile={last.legal['builds'][0]['tile']}]")
    city = await page.locator("[role=grid]").bounding_box()
    assert city is not None
    await tile.hover()
    await page.evaluate(AT_REST)
    await page.mouse.down()
    devtools = await context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    done = asyncio.Event()
    devtools.on("Tracing.dataCollected", lambda found: events.extend(found["value"]))
    devtools.on("Tracing.tracingComplete", lambda _: done.set())
    categories = "devtools.timeline,disabled-by-default-devtools.timeline"
    await devtools.send("Tracing.start", {"categories": categories, "transferMode": "ReportEvents"})
    await page.evaluate(FRAMES)
    loop = asyncio.get_running_loop()
    end, step = loop.time() + DRAGGED_SECONDS, 0
    while loop.time() < end:
        step += 1
        along, across = abs(step % 120 - 60) / 60, abs(step % 74 - 37) / 37
        x, y = city["x"] + city["width"] * along, city["y"] + city["height"] * across
        await page.mouse.move(x, y)
    frames: list[float] = await page.evaluate("window.frames_at")
    await devtools.send("Tracing.end")
    await asyncio.wait_for(done.wait(), 60)
    await page.mouse.up()
    await page.close()
    gaps = [later - one for one, later in pairwise(frames)]
    rate = 1000 * len(gaps) / (frames[-1] - frames[0])
    late = sum(gap > 25 for gap in gaps)
    work = sorted(tasks(events))
    shown = f"{rate:.1f} frames/s, {late} of {len(gaps)} late, {step} moves"
    long = sum(task > 16.7 for task in work)
    busy = (
        f"{quantiles(work, n=100)[-1]:.1f} ms for 99 of 100, {long} of {len(work)} over 16.7 ms"
        if len(work) > 2
        else "not in the trace"
    )
    return [
        ("dragging at the end of a game of 6", shown, "60 frames/s"),
        ("work of the main thread on a task meanwhile", busy, "under 16.7 ms"),
    ]


def tasks(events: list[dict[str, Any]]) -> list[float]:
    """How long the page's main thread worked at a stretch, in milliseconds."""
    names = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "FireAnimationFrame" or event["name"] == "EventDispatch"
    }
    return [
        event["dur"] / 1000
        for event in events
        if event["name"] == "RunTask" and (event["pid"], event["tid"]) in names and "dur" in event
    ]


async def main() -> None:
    """Measure everything, and print it."""
    options = argparse.ArgumentParser(description="How light and quick the page is.")
    options.add_argument("--without-lighthouse", action="store_true")
    wished = options.parse_args()
    rows: list[tuple[str, str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as url:
            async with async_playwright() as play:
                browser = await play.chromium.launch(executable_path=chromium(), args=FLAGS)
                context = await browser.new_context(viewport=SIZE, locale="en")
                rows.append(await weigh(context, url))
                rows += await drag(context, url)
                rows.append(await click_through_a_game(context, url))
                await browser.close()
            if not wished.without_lighthouse and shutil.which("npx"):
                rows += await from_a_lighthouse(url)
    table(rows)


if __name__ == "__main__":
    asyncio.run(main())
