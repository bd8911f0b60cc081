from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from alhambra.drawing.city import draw_city
from alhambra.drawing.pictures import KINDS, CityPicture, PlacedTile, TilePicture
from drawing.reading import SVG, art_in, by_cell, ids_in, read_city, texts_in

BEND = """
+---+   +---+
| G   F   C |
+---+   +---+
    | A   P
    +   +   +
    | T | S
    +---+   +
"""
BEND_WALL = frozenset(
    {(-1, 0, "n"), (-1, 0, "w"), (-1, 0, "s"), (0, -1, "w"), (0, -2, "w"), (0, -2, "s")}
)


def test_all_tiles_are_drawn_before_any_wall() -> None:
    names = [name for name, _, _ in by_cell(draw_city(read_city(BEND)))]
    last_tile = max(index for index, name in enumerate(names) if name.startswith("tile-"))
    first_wall = min(index for index, name in enumerate(names) if name.startswith("wall-"))
    assert last_tile < first_wall


def test_north_is_up_and_east_is_right() -> None:
    drawn = by_cell(draw_city(read_city(BEND)))
    assert ("tile-garden", -1, 0) in drawn
    assert ("tile-seraglio", 1, -2) in drawn
    assert ("tile-chambers", 1, 0) in drawn


def test_walls_join_at_convex_and_concave_corners() -> None:
    turrets = {piece for piece in by_cell(draw_city(read_city(BEND))) if "corner" in piece[0]}
    assert turrets == {
        ("wall-corner-nw", -1, 0),
        ("wall-corner-sw", -1, 0),
        ("wall-corner-ne", 1, 0),
        ("wall-corner-sw", 0, -2),
        ("wall-corner-sw", 0, 0),  # the concave one, on the fountain
    }


def test_inner_walls_stand_on_both_tiles() -> None:
    inner = {piece for piece in by_cell(draw_city(read_city(BEND))) if "inner" in piece[0]}
    assert inner == {
        ("wall-inner-s", 1, 0),
        ("wall-inner-n", 1, -1),
        ("wall-inner-e", 0, -2),
        ("wall-inner-w", 1, -2),
    }


def test_only_the_longest_run_is_hot_with_the_turrets_inside_it() -> None:
    city = replace(read_city(BEND), wall=BEND_WALL)
    hot = {piece for piece in by_cell(draw_city(city)) if piece[0].endswith("-hot")}
    assert hot == {
        ("wall-n-hot", -1, 0),
        ("wall-w-hot", -1, 0),
        ("wall-s-hot", -1, 0),
        ("wall-w-hot", 0, -1),
        ("wall-w-hot", 0, -2),
        ("wall-s-hot", 0, -2),
        ("wall-corner-nw-hot", -1, 0),
        ("wall-corner-sw-hot", -1, 0),
        ("wall-corner-sw-hot", 0, 0),
        ("wall-corner-sw-hot", 0, -2),
    }


def test_the_longest_run_is_traced_and_counted() -> None:
    plain, traced = draw_city(read_city(BEND)), draw_city(replace(read_city(BEND), wall=BEND_WALL))
    path = "M95.5 309 L-9 309 L-9 109 L-109 109 L-109 -9 L-4.5 -9"
    assert path in traced
    assert path not in plain
    assert "6" in texts_in(traced)
    assert "6" not in texts_in(plain)


def test_prices_are_written_on_large_tiles_only() -> None:
    city = read_city(BEND)
    assert texts_in(draw_city(city)).count("7") == len(city.tiles)
    assert texts_in(draw_city(_line(54))) == []


def test_a_city_of_54_tiles_in_a_line_stays_on_its_sheet() -> None:
    svg = draw_city(_line(54))
    width, height = _size(svg)
    assert width <= 1200
    for piece in art_in(svg):
        assert 0 <= piece.x <= piece.x + piece.width <= width
        assert 0 <= piece.y <= piece.y + piece.height <= height


def test_the_picture_has_a_role_a_title_and_a_description() -> None:
    root = ElementTree.fromstring(draw_city(read_city(BEND, title="Ana")))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("role") == "img"
    assert title is not None
    assert title.text == "Ana"
    assert description is not None
    assert description.text is not None
    assert "The fountain, 1 pavilion, 1 seraglio, 1 arcade" in description.text
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"


def test_titles_are_escaped_and_characters_unfit_for_xml_dropped() -> None:
    svg = draw_city(CityPicture(title="<script>\"&'\0\x07\ud800"))
    assert "<script>" not in svg
    assert texts_in(svg) == ["<script>\"&'"]


def test_two_drawings_share_no_ids() -> None:
    ids = ids_in(draw_city(read_city(BEND, title="Ana"))) + ids_in(draw_city(read_city(BEND)))
    assert len(ids) == len(set(ids))


def test_the_same_city_gives_the_same_text_whatever_the_order_of_its_wall() -> None:
    city = read_city(BEND)
    there = replace(city, wall=frozenset(sorted(BEND_WALL)))
    back = replace(city, wall=frozenset(sorted(BEND_WALL, reverse=True)))
    assert draw_city(there) == draw_city(back)


def test_every_reference_has_its_definition() -> None:
    svg = draw_city(replace(read_city(BEND), wall=BEND_WALL))
    ids = set(ids_in(svg))
    for element in ElementTree.fromstring(svg).iter():
        for value in element.attrib.values():
            if value.startswith(("#", "url(#")) and not _is_colour(value):
                assert value.removeprefix("url(").strip("#)") in ids


@pytest.mark.parametrize("kind", KINDS)
def test_only_kinds_in_the_city_are_defined(kind: str) -> None:
    ids = " ".join(ids_in(draw_city(CityPicture([PlacedTile(TilePicture(kind, 5), 1, 0)]))))
    assert [other for other in KINDS if f"tile-{other}" in ids] == [kind]


def test_nothing_outside_the_picture_is_needed() -> None:
    svg = draw_city(read_city(BEND)).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "http" not in svg
    assert "var(" not in svg
    assert "<style" not in svg


def test_a_ghost_is_shown_without_joining_the_walls() -> None:
    ghost = PlacedTile(TilePicture("tower", 9, "n"), 2, 0)
    before, after = draw_city(read_city(BEND)), draw_city(replace(read_city(BEND), ghost=ghost))
    assert set(by_cell(after)) - set(by_cell(before)) == {("tile-tower", 2, 0), ("wall-n", 2, 0)}


def test_highlighted_cells_are_framed() -> None:
    svg = draw_city(replace(read_city(BEND), highlighted=frozenset({(0, 1), (2, 0)})))
    frames = [
        (element.get("x"), element.get("y"))
        for element in ElementTree.fromstring(svg).iter(f"{SVG}rect")
        if element.get("width") == "102"
    ]
    assert frames == [("-1", "-101"), ("199", "-1")]


def test_dark_changes_the_ground_and_not_the_tiles() -> None:
    light, dark = draw_city(read_city(BEND)), draw_city(read_city(BEND), theme="dark")
    assert "#E3D2AE" in light
    assert "#E3D2AE" not in dark
    assert "#5B3F78" in light
    assert "#5B3F78" in dark


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: TilePicture("palace", 5), "kind of tile 'palace'"),
        (lambda: TilePicture("tower", 5, "x"), "side 'x'"),
        (lambda: CityPicture([PlacedTile(TilePicture("tower", 5), 0, 0)]), "two tiles"),
        (lambda: read_city(BEND, frozenset({(1, 0, "s")})), "not outer walls"),
        (lambda: draw_city(CityPicture(), "dusk"), "theme 'dusk'"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_drawn_is_refused_with_a_reason(
    make: Callable[[], object], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        make()


def _line(length: int) -> CityPicture:
    tiles = [PlacedTile(TilePicture("tower", 13, "ns"), x, 0) for x in range(1, length + 1)]
    return CityPicture(tiles, frozenset((x, 0, "n") for x in range(1, length + 1)))


def _size(svg: str) -> tuple[float, float]:
    root = ElementTree.fromstring(svg)
    return float(root.attrib["width"]), float(root.attrib["height"])


def _is_colour(value: str) -> bool:
    return len(value) == 7 and all(digit in "0123456789ABCDEFabcdef" for digit in value[1:])
