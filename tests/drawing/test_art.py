from xml.etree import ElementTree

import pytest

from alhambra.drawing.art import art, art_names, art_text, glyphs
from alhambra.drawing.pictures import COUNTERS, CURRENCIES, KINDS
from drawing.reading import ids_in


@pytest.mark.parametrize("name", art_names())
def test_every_art_file_is_an_svg_with_a_view_box(name: str) -> None:
    root = ElementTree.fromstring(art_text(name))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(root.attrib["viewBox"].split()) == 4


@pytest.mark.parametrize("kind", [*KINDS, "fountain"])
def test_every_kind_and_the_fountain_have_a_tile(kind: str) -> None:
    assert art(f"tile-{kind}").view_box == "0 0 100 100"


@pytest.mark.parametrize("currency", CURRENCIES)
def test_every_currency_has_a_card_and_coins(currency: str) -> None:
    assert art(f"card-{currency}").view_box == "0 0 100 140"
    assert art(f"coin-{currency}").view_box == "0 0 40 40"
    assert art(f"coin-{currency}-blank").view_box == "0 0 40 40"


@pytest.mark.parametrize("counter", COUNTERS)
def test_every_seat_has_a_counter_of_its_own(counter: str) -> None:
    others = {art(f"counter-{other}").body for other in COUNTERS if other != counter}
    assert art(f"counter-{counter}").body not in others


@pytest.mark.parametrize(
    "part", ["n", "e", "s", "w", "corner-nw", "corner-ne", "corner-se", "corner-sw"]
)
def test_walls_of_the_longest_run_have_colours_of_their_own(part: str) -> None:
    assert art(f"wall-{part}", hot=True).body != art(f"wall-{part}").body


@pytest.mark.parametrize("side", "nesw")
def test_every_side_has_an_inner_wall(side: str) -> None:
    assert "path" in art(f"wall-inner-{side}").body


def test_ids_are_unique_across_the_files_so_that_a_page_may_hold_them_all() -> None:
    ids = [found for name in art_names() for found in ids_in(art_text(name))]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", art_names())
def test_loaded_art_needs_no_style_sheet(name: str) -> None:
    assert "var(" not in art(name).body


def test_glyphs_are_found_by_name() -> None:
    assert {"wall", "bag", "hand"} <= glyphs().keys()
