"""Screens have room for their words and controls, in the longest languages and in every size.

`tools/screens.py` measures all screens; here are those that have most to show.
"""

import pytest
from playwright.async_api import ViewportSize

from web.browsing import LYING_TABLET, PHONE, SMALL, House
from web.fit import faults_of_fit
from web.visits import VISITS

pytestmark = pytest.mark.compiled_only

SIZES: list[ViewportSize] = [
    SMALL,
    PHONE,
    {"width": 768, "height": 1024},
    LYING_TABLET,
    {"width": 1440, "height": 900},
]
SCREENS = [
    "de payments",
    "de tile-to-place",
    "hu lesson",
    "hu nudge",
    "hu third-action",
    "de puzzle",
]


@pytest.mark.parametrize("screen", SCREENS)
async def test_nothing_is_cut_covered_or_off_the_screen(house: House, screen: str) -> None:
    language, name = screen.split()
    person = await house.arrives(locale=language, has_touch=True)
    await VISITS[name](house, person)
    found = []
    for size in SIZES:
        await person.page.set_viewport_size(size)
        await person.sees_all_at_rest()
        found += [f"{size['width']}: {fault}" for fault in await faults_of_fit(person.page)]
    assert not found, "\n".join(found)
