from dataclasses import replace
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from alhambra.drawing.pictures import (
    COUNTERS,
    CURRENCIES,
    KINDS,
    CardPicture,
    CityPicture,
    DirkPicture,
    PlacedTile,
    SeatPicture,
    TablePicture,
    TilePicture,
)
from alhambra.drawing.table import draw_table
from drawing.reading import SVG, art_in, ids_in, read_city, texts_in

CITY = read_city(
    """
+---+   +
| G   F
+---+   +
    | A
    +   +
""",
    wall=frozenset({(-1, 0, "n"), (-1, 0, "w"), (-1, 0, "s"), (0, -1, "w")}),
)
LINE = CityPicture([PlacedTile(TilePicture("tower", 9), x, 0) for x in range(1, 55)])
COLUMN = CityPicture([PlacedTile(TilePicture("tower", 9), 0, y) for y in range(1, 55)])
NAMES = ("Ana", "Bruno", "Chiara", "Dénes", "Emil", "Flóra")
EVERY_CARD = [CardPicture(currency, value) for currency in CURRENCIES for value in range(1, 10)]


def table(players: int, **changes: object) -> TablePicture:
    hand = [CardPicture("denar", 3), CardPicture("florin", 9)]
    plain = TablePicture(
        seats=[SeatPicture(name, 40 + i, hand, CITY) for i, name in enumerate(NAMES[:players])],
        market=[None, *(TilePicture(kind, 11, "e") for kind in ("garden", "tower", "pavilion"))],
        row=[CardPicture("ducat", 8), None, CardPicture("dirham", 2), CardPicture("denar", 1)],
        deck=37,
        bag=10,
        turn=0,
        phase="take an action",
        dirk=DirkPicture([TilePicture("chambers", 8), TilePicture("tower", 13)], 12)
        if players == 2
        else None,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def with_first_seat(picture: TablePicture, **changes: object) -> TablePicture:
    first = replace(picture.seats[0], **changes)  # type: ignore[arg-type]
    return replace(picture, seats=[first, *picture.seats[1:]])


def names_of_art(picture: TablePicture) -> list[str]:
    return [piece.name for piece in art_in(draw_table(picture))]


@pytest.mark.parametrize("players", range(1, 7))
def test_every_seat_is_there_with_name_counter_points_and_city(players: int) -> None:
    svg = draw_table(table(players))
    texts, art = texts_in(svg), [piece.name for piece in art_in(svg)]
    for number in range(players):
        assert NAMES[number] in texts
        assert str(40 + number) in texts
        assert f"counter-{COUNTERS[number]}" in art
    assert art.count("tile-fountain") == players


@pytest.mark.parametrize("players", range(1, 7))
def test_panels_do_not_overlap_and_stay_on_the_sheet(players: int) -> None:
    root = ElementTree.fromstring(draw_table(table(players)))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    panels = [
        tuple(float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
        for rect in root.iter(f"{SVG}rect")
        if rect.get("rx") == "14"
    ]
    assert len(panels) == 3 + players + (players == 2)
    for x, y, wide, high in panels:
        assert 0 <= x < x + wide <= width
        assert 0 <= y < y + high <= height
    for (x1, y1, w1, h1), (x2, y2, w2, h2) in combinations(panels, 2):
        assert x1 + w1 <= x2 or x2 + w2 <= x1 or y1 + h1 <= y2 or y2 + h2 <= y1


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize(
    "crowd", [{"city": LINE}, {"city": COLUMN}, {"hand": EVERY_CARD}, {"hand": 108}]
)
@pytest.mark.parametrize("tiles", [0, 1, 4, 40])
def test_long_cities_large_hands_and_full_reserves_stay_in_their_seat(
    players: int, crowd: dict[str, object], tiles: int
) -> None:
    many = [TilePicture("garden", 6, "esw")] * tiles
    picture = with_first_seat(table(players), reserve=many, waiting=many[:4], **crowd)
    svg = draw_table(picture)
    root = ElementTree.fromstring(svg)
    left, top, width, height = next(
        tuple(float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
        for rect in root.iter(f"{SVG}rect")
        if rect.get("stroke-width") == "2.5" and rect.get("rx") == "14"
    )
    inside = [piece for piece in art_in(svg) if left <= piece.x < left + width and piece.y >= top]
    own = [piece for piece in inside if piece.y < top + height]
    assert len(own) > tiles
    for piece in own:
        assert piece.x + piece.width <= left + width
        assert piece.y + piece.height <= top + height


def test_the_market_shows_numbers_currencies_and_prices() -> None:
    svg = draw_table(table(3))
    texts = texts_in(svg)
    assert [text for text in texts if text in {"Denar", "Dirham", "Ducat", "Florin"}] == [
        "Denar",
        "Dirham",
        "Ducat",
        "Florin",
    ]
    assert texts.count("11") == 3
    coins = [piece.name for piece in art_in(svg) if piece.name.endswith("-blank")]
    assert coins == ["coin-dirham-blank", "coin-ducat-blank", "coin-florin-blank"]


def test_empty_squares_and_places_say_so() -> None:
    assert texts_in(draw_table(table(3))).count("empty") == 2
    assert texts_in(draw_table(table(3, market=[None] * 4, row=[]))).count("empty") == 8


def test_the_header_tells_whose_turn_it_is_and_what_is_left() -> None:
    texts = texts_in(draw_table(table(3, turn=1)))
    assert {"Bruno to play", "take an action", "37 cards", "10 tiles"} <= set(texts)
    assert texts.count("to play") == 1


def test_after_the_end_nobody_is_to_play() -> None:
    texts = texts_in(draw_table(table(3, turn=None, phase="Game over")))
    assert "Game over" in texts
    assert not any("to play" in text for text in texts)


def test_a_hidden_hand_shows_backs_and_their_number_only() -> None:
    hidden = table(3)
    hidden = replace(hidden, row=[], seats=[replace(seat, hand=5) for seat in hidden.seats])
    names = names_of_art(hidden)
    assert not any(f"card-{currency}" in names for currency in CURRENCIES)
    assert names.count("card-back") == 3 * 5 + 1
    assert "5 cards" in texts_in(draw_table(hidden))


def test_an_open_hand_is_grouped_by_currency_and_summed() -> None:
    cards = [CardPicture("florin", 9), CardPicture("denar", 4), CardPicture("denar", 2)]
    picture = with_first_seat(table(1), hand=[*cards, CardPicture("florin", 9)])
    picture = replace(picture, row=[], seats=picture.seats[:1])
    svg = draw_table(picture)
    cards_drawn = [
        piece.name for piece in art_in(svg) if piece.name in {"card-denar", "card-florin"}
    ]
    assert cards_drawn == ["card-denar", "card-denar", "card-florin"]
    assert {"6", "18", "×2"} <= set(texts_in(svg))


def test_of_a_large_hand_every_card_keeps_its_number_in_sight() -> None:
    svg = draw_table(with_first_seat(table(6, row=[]), hand=EVERY_CARD))
    cards = [piece for piece in art_in(svg) if piece.name == "card-ducat"]
    gaps = [after.x - before.x for before, after in pairwise(cards)]
    assert len(cards) == 9
    assert min(gaps) >= 0.35 * cards[0].width  # the index is that wide


def test_buildings_and_walls_of_all_players_are_compared_and_the_most_underlined() -> None:
    svg = draw_table(with_first_seat(table(2), city=LINE))
    root = ElementTree.fromstring(svg)
    counts = [
        text
        for text in root.iter(f"{SVG}text")
        if float(text.attrib["x"]) > 990 and 100 < float(text.attrib["y"]) < 270
    ]
    assert [(text.text, text.get("font-weight") == "700") for text in counts] == [
        *[("0", False)] * 5,
        ("54", True),
        ("0", False),
        *[("0", False)] * 2,
        ("1", True),
        ("0", False),
        ("1", True),
        ("0", False),
        ("4", True),
        ("Dirk", True),
        *[("0", False)] * 3,
        ("1", True),
        ("0", False),
        ("1", False),
        ("–", False),
    ]


def test_reserve_and_tiles_to_be_placed_are_shown_with_prices() -> None:
    plain = table(3)
    picture = with_first_seat(
        plain, reserve=[TilePicture("seraglio", 9)], waiting=[TilePicture("chambers", 12)]
    )
    before, after = names_of_art(plain), names_of_art(picture)
    assert after.count("tile-seraglio") == before.count("tile-seraglio") + 1
    assert after.count("tile-chambers") == before.count("tile-chambers") + 1
    assert {"Reserve", "To place", "9", "12"} <= set(texts_in(draw_table(picture)))


def test_two_players_see_dirk_his_points_and_every_tile_of_his() -> None:
    tiles = [TilePicture(kind, 5) for kind in KINDS for _ in range(5)]
    svg = draw_table(table(2, dirk=DirkPicture(tiles, 12), market=[None] * 4))
    assert {"Dirk", "12 points, 30 tiles"} <= set(texts_in(svg))
    drawn = [piece.name for piece in art_in(svg)]
    assert drawn.count("tile-seraglio") == 5
    assert drawn.count("tile-tower") == 5


def test_names_are_escaped_everywhere() -> None:
    nasty = '<b onclick="x">&'
    picture = table(2, phase=nasty, title=nasty, dirk=DirkPicture([], 0, nasty))
    svg = draw_table(with_first_seat(picture, name=nasty))
    assert "<b" not in svg
    assert nasty in texts_in(svg)


def test_long_names_are_cut_and_given_whole_as_a_tooltip() -> None:
    name = "Maximiliana-Katharina von Hohenlohe-Langenburg"
    svg = draw_table(with_first_seat(table(6), name=name))
    assert name not in texts_in(svg)
    titles = [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}title")]
    assert name in titles


def test_the_description_tells_the_whole_table() -> None:
    description = ElementTree.fromstring(draw_table(table(2))).find(f"{SVG}desc")
    assert description is not None
    assert description.text is not None
    for part in (
        "Ana to play: take an action.",
        "1, empty; 2, Garden 11, wall east, costs 11 dirhams;",
        "Money: 8 ducats, 2 dirhams and 1 denar.",
        "Bruno: 41 points, 2 cards. The fountain, 1 arcade and 1 garden. Longest wall: 4 sides.",
        "Dirk: 12 points, 2 tiles.",
    ):
        assert part in description.text


def test_two_tables_share_no_ids_and_repeat_none() -> None:
    ids = ids_in(draw_table(table(2))) + ids_in(draw_table(table(3)))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seats": []}, "1 to 6 seats"),
        ({"market": [None]}, "four squares"),
        ({"turn": 3}, "no seat 3"),
    ],
)
def test_impossible_tables_are_refused_with_a_reason(
    changes: dict[str, object], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        table(3, **changes)
