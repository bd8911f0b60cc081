"""Take pictures of every screen, and measure what is cut: ``.venv/bin/python tools/screens.py``.

They go to ``build/screens/LANGUAGE``, a file for each screen, size and theme; what is cut,
covered, too small or off the screen is printed. The dark theme is photographed at two sizes.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.async_api import ViewportSize  # noqa: E402

from web.browsing import House, Person, open_house  # noqa: E402
from web.fit import faults_of_fit  # noqa: E402
from web.visits import VISITS  # noqa: E402

OUT = ROOT / "build" / "screens"
SIZES = ["360x640", "390x844", "768x1024", "1024x768", "1440x900", "3840x2160"]
DARK = ["390x844", "1440x900"]


def viewport(size: str) -> ViewportSize:
    """Width and height, written like 360x640."""
    width, height = size.split("x")
    return {"width": int(width), "height": int(height)}


async def looks(person: Person, name: str, folder: Path, sizes: list[str], *, shot: bool) -> None:
    """Measure and photograph a screen in every size."""
    page, seen = person.page, set[str]()
    for size in sizes:
        await page.set_viewport_size(viewport(size))
        await person.sees_all_at_rest()
        for fault in await faults_of_fit(page):
            print(f"{folder.name} {name} {size}: {fault}", flush=True)
            seen.add(fault)
        if not shot:
            continue
        for theme in ("light", "dark") if size in DARK else ("light",):
            await page.emulate_media(color_scheme=theme)
            await person.sees_all_at_rest()
            file = folder / f"{name}-{size}{'' if theme == 'light' else '-dark'}.jpg"
            await page.screenshot(path=file, type="jpeg", quality=70)
        await page.emulate_media(color_scheme="light")


async def visits(house: House, wish: argparse.Namespace) -> None:
    """Go to every screen in every language."""
    for language in wish.language:
        folder = OUT / language
        folder.mkdir(parents=True, exist_ok=True)
        for name, goes_there in VISITS.items():
            if wish.only and name not in wish.only:
                continue
            person = await house.arrives(
                locale=language, viewport=viewport("1440x900"), has_touch=wish.touch
            )
            person.faults.announce("404", "40", "Failed to load")
            try:
                await goes_there(house, person)
                await looks(person, name, folder, wish.size, shot=not wish.measure)
            except Exception as error:  # the other screens are still wanted
                print(f"{language} {name}: {type(error).__name__} {error}", flush=True)
            for each in house.people:
                await each.page.context.close()
            house.people = []


async def main() -> None:
    """Visit what was asked for."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--language", nargs="+", default=["en", "de", "hu"])
    asked.add_argument("--size", nargs="+", default=SIZES)
    asked.add_argument("--only", nargs="+", choices=list(VISITS))
    asked.add_argument("--measure", action="store_true", help="without pictures")
    asked.add_argument("--touch", action="store_true", help="as on a touch screen")
    wish = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(Path(folder)) as house:
            await visits(house, wish)


if __name__ == "__main__":
    asyncio.run(main())
