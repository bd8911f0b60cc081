"""Measure the page: ``python bench/page.py [--without-lighthouse | --only-sizes]``.

A server runs in its own process; headless Chromium is driven like in the browser tests.

- Size: all scripts and style sheets that the first visit of Home loads, each gzipped; and what the
  replay and the review of a record load in addition.
- Lighthouse (fetched from npm when needed): Home, a table of six in mid-game, and a review. Once as
  a phone, with Lighthouse's default simulation of a slow network and a processor four times slower,
  and once as a desktop. The better of two runs counts, because a busy machine can only lower a
  score.
- Clicks: a whole game of six with animation. Measured from the timestamp of the click event to
  the frame after the one that shows the new state.
- Dragging: near the end of a game of six, a tile is dragged over the city for some seconds while
  a trace is recorded. Reported are the frame rate and the length of the main thread's tasks.
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

from web.browsing import FLAGS, HINTED, Person, chromium  # noqa: E402
from web.positions import Moment, moment  # noqa: E402

LIGHTHOUSE = "lighthouse@12.8.2"
RECORD = ROOT / "tests" / "records" / "3p-three-receivers.alhambra"
SIZE: ViewportSize = {"width": 1440, "height": 900}
DEBUGGING_PORT = 9333
DRAG_SECONDS = 5
GAME_SECONDS = 400
LIGHTHOUSE_SECONDS = 150

# Time from a click to the frame after the one with the new state; clicks that change nothing are
# not counted.
CLICKS = """() => {
  window.clicks = [];
  let clicked = null;
  addEventListener("click", (event) => { clicked = event.timeStamp; }, { capture: true });
  const table = document.querySelector("[data-testid=table]");
  new MutationObserver(() => {
    if (clicked === null) return;
    const start = clicked;
    clicked = null;
    requestAnimationFrame(() => requestAnimationFrame((now) => window.clicks.push(now - start)));
  }).observe(table, { attributeFilter: ["data-version"] });
}"""
# Wait for the opening animation of the table to end, so that it is not measured as dragging.
AT_REST = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})));
  await frame();
  await frame();
}"""
FRAMES = """() => {
  window.frame_times = [];
  const record = (now) => { window.frame_times.push(now); requestAnimationFrame(record); };
  requestAnimationFrame(record);
}"""


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[str]:
    """Run a server without rate limits; yields its address."""
    script = ROOT / "tests" / "server" / "helpers" / "serving_process.py"
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


def print_table(rows: list[tuple[str, str, str]]) -> None:
    """Print what was measured, the result and the target, in the format of docs/benchmarks.md."""
    print("| | measured | target |\n|---|---|---|")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)


# Size


async def measure_sizes(context: BrowserContext, url: str) -> list[tuple[str, str, str]]:
    """The gzipped size of the scripts and style sheets of a first visit, and of what replay and
    review add to them."""
    page = await context.new_page()
    responses: list[Any] = []
    page.on("response", lambda response: responses.append(response))
    await page.goto(url)
    await page.get_by_test_id("play").wait_for()
    await page.wait_for_load_state("networkidle")
    code, rest = await kilobytes(responses, url)
    await reviews_a_record(Person(page, url))
    with_review, _ = await kilobytes(responses, url)
    await page.close()
    first = f"{code:.1f} kB (and {rest:.1f} kB of page with all art)"
    more = f"{with_review - code:.1f} kB"
    return [
        ("first visit: script and style, gzipped", first, "under 120 kB"),
        ("replay and review: the same, in addition", more, "under 60 kB"),
    ]


async def kilobytes(responses: list[Any], url: str) -> tuple[float, float]:
    """The gzipped size of scripts and style sheets, and of the rest of the page."""
    sizes: dict[str, dict[str, int]] = {"code": {}, "rest": {}}
    for response in responses:
        kind = response.request.resource_type
        path = response.url.removeprefix(url)
        if response.ok and not path.startswith("/api"):
            group = "code" if kind in ("script", "stylesheet") else "rest"
            sizes[group][path] = len(gzip.compress(await response.body(), 9))
    return sum(sizes["code"].values()) / 1000, sum(sizes["rest"].values()) / 1000


async def reviews_a_record(person: Person) -> str:
    """Upload a record and let it be reviewed; the address of the review."""
    await person.see("record").set_input_files(RECORD)
    await person.see("review").click()
    await person.see("review-begin").click()
    await person.see("accuracy").wait_for()
    return person.page.url


# Lighthouse


async def lighthouse_scores(url: str, form: str) -> dict[str, int] | None:
    """The scores of an address, measured in the open browser; None if Lighthouse failed."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "report.json"
        command = ["npx", "--yes", LIGHTHOUSE, url, "--quiet", f"--port={DEBUGGING_PORT}"]
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


async def run_lighthouse(url: str) -> list[tuple[str, str, str]]:
    """The scores of Home, of a table and of a review, as a phone and as a desktop."""
    rows: list[tuple[str, str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        async with async_playwright() as play:
            context = await play.chromium.launch_persistent_context(
                folder,
                executable_path=chromium(),
                args=[*FLAGS, f"--remote-debugging-port={DEBUGGING_PORT}"],
                viewport=None,
            )
            person = Person(await context.new_page(), url)
            await person.page.goto(url)
            review = await reviews_a_record(person)
            game = await person.goes_on(six_in_the_middle())
            await person.page.close()
            addresses = {"Home": f"{url}/", "Table": f"{url}/#/table/{game}", "Review": review}
            for name, address in addresses.items():
                for form in ("mobile", "desktop"):
                    runs = [await lighthouse_scores(address, form) for _ in range(2)]
                    scores = [run for run in runs if run]
                    if scores:
                        best = max(scores, key=lambda run: run["performance"])
                        measured = " / ".join(str(score) for score in best.values())
                    else:
                        measured = "failed"
                    what = f"Lighthouse, {name}, {form}: performance / accessibility / practices"
                    rows.append((what, measured, "95 / 100 / 100"))
            await context.close()
    return rows


# Clicks


async def measure_clicks(context: BrowserContext, url: str) -> tuple[str, str, str]:
    """The time from a click to the screen, over a whole game of six."""
    person = Person(await context.new_page(), url)
    await person.page.goto(url)
    await person.plays_bots(5)
    await person.page.evaluate(CLICKS)
    note = ""
    try:
        async with asyncio.timeout(GAME_SECONDS):
            await person.plays_until_over()
    except TimeoutError:
        note = ", game not finished"
    times: list[float] = await person.page.evaluate("window.clicks")
    await person.page.close()
    ninety = quantiles(times, n=10)[-1]
    spread = f"median {median(times):.0f} ms, nine of ten within {ninety:.0f} ms"
    what = "from the click to the screen, a game of 6"
    return what, f"{spread} ({len(times)} clicks{note})", "median within 100 ms"


# Dragging


def six_in_the_middle() -> Moment:
    """A position in the middle of a game of six."""
    return moment("6p-nothing-awarded", lambda game, _: game.ply > 90 and not game.steps)


def six_at_the_end() -> Moment:
    """A late position with a tile in the reserve and many cells to choose from."""
    return moment(
        "6p-nothing-awarded", lambda game, legal: game.ply > 160 and bool(legal["builds"])
    )


async def measure_dragging(context: BrowserContext, url: str) -> list[tuple[str, str, str]]:
    """The frame rate and the length of tasks while a tile is dragged over the city."""
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
    end, step = loop.time() + DRAG_SECONDS, 0
    while loop.time() < end:
        step += 1
        along, across = abs(step % 120 - 60) / 60, abs(step % 74 - 37) / 37
        x, y = city["x"] + city["width"] * along, city["y"] + city["height"] * across
        await page.mouse.move(x, y)
    frames: list[float] = await page.evaluate("window.frame_times")
    await devtools.send("Tracing.end")
    await asyncio.wait_for(done.wait(), 60)
    await page.mouse.up()
    await page.close()
    gaps = [later - one for one, later in pairwise(frames)]
    rate = 1000 * len(gaps) / (frames[-1] - frames[0])
    late = sum(gap > 25 for gap in gaps)
    lengths = task_lengths(events)
    drawn = f"{rate:.1f} frames/s, {late} of {len(gaps)} late, {step} moves"
    long = sum(length > 16.7 for length in lengths)
    tasks = (
        f"{quantiles(lengths, n=100)[-1]:.1f} ms, {long} of {len(lengths)} over 16.7 ms"
        if len(lengths) > 2
        else "not in the trace"
    )
    return [
        ("dragging at the end of a game of 6", drawn, "60 frames/s"),
        ("tasks of the main thread meanwhile: 99 of 100 within", tasks, "16.7 ms"),
    ]


def task_lengths(events: list[dict[str, Any]]) -> list[float]:
    """The length of each task of the page's main thread, in milliseconds."""
    main_threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "FireAnimationFrame" or event["name"] == "EventDispatch"
    }
    return [
        event["dur"] / 1000
        for event in events
        if event["name"] == "RunTask"
        and (event["pid"], event["tid"]) in main_threads
        and "dur" in event
    ]


async def main() -> None:
    """Measure everything, and print a table of the results."""
    parser = argparse.ArgumentParser(description="Measure the page.")
    parser.add_argument("--without-lighthouse", action="store_true", help="skip Lighthouse")
    parser.add_argument("--only-sizes", action="store_true", help="on a busy machine: no times")
    options = parser.parse_args()
    rows: list[tuple[str, str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as url:
            async with async_playwright() as play:
                browser = await play.chromium.launch(executable_path=chromium(), args=FLAGS)
                context = await browser.new_context(viewport=SIZE, locale="en")
                await context.add_init_script(HINTED)
                rows += await measure_sizes(context, url)
                if not options.only_sizes:
                    rows += await measure_dragging(context, url)
                    rows.append(await measure_clicks(context, url))
                await browser.close()
            skipped = options.without_lighthouse or options.only_sizes
            if not skipped and shutil.which("npx"):
                rows += await run_lighthouse(url)
    print_table(rows)


if __name__ == "__main__":
    asyncio.run(main())
