"""Colours and small cities, and where there are none."""

from io import StringIO

import pytest
from rich.console import Console

from alhambra import City, Game, Record, Tile
from alhambra.cli.terminal.screen import THEME, Screen, city_block, side_by_side
from alhambra.cli.text.messages import ENGLISH
from cli.running import PERFT

LINE = "Denars: b8 b5, worth 13. 1. buy G8nw b8 and more words, so that the line is a long one."


def shown(
    width: int = 80, *, terminal: bool = True, no_color: bool = False
) -> tuple[Screen, StringIO]:
    out = StringIO()
    console = Console(
        file=out,
        width=width,
        theme=THEME,
        highlight=False,
        force_terminal=terminal,
        no_color=no_color,
        color_system="standard" if terminal else None,
    )
    return Screen(console), out


@pytest.fixture(scope="module")
def game() -> Game:
    return Record.load(PERFT / "08-2p-ply75.alhambra").replay()


def test_cards_and_tiles_have_colours_at_a_terminal() -> None:
    screen, out = shown()
    screen.say(["Denars: b8", "1. buy G8nw"])
    assert "\x1b[1;94mb8" in out.getvalue()
    assert "\x1b[1;32mG8nw" in out.getvalue()


def test_what_a_line_begins_with_stands_out_unless_it_is_a_sentence() -> None:
    screen, out = shown()
    screen.say(["Denars: none", "Ana placed Garden 8 (G8nw): 0,1."])
    title, placed = out.getvalue().splitlines()
    assert title.startswith("\x1b[1mDenars:")
    assert placed.startswith("Ana placed Garden 8 (")


@pytest.mark.parametrize("how", [{"terminal": False}, {"no_color": True}])
def test_without_colours_there_is_plain_text_and_no_city(how: dict[str, bool], game: Game) -> None:
    screen, out = shown(**how)
    screen.say([LINE[:70]])
    screen.show_cities(game, 0, ENGLISH)
    assert out.getvalue() == f"{LINE[:70]}\n"


def test_lines_are_wrapped_between_words_only_at_a_terminal() -> None:
    screen, out = shown(40, no_color=True)
    screen.say([LINE])
    assert max(map(len, out.getvalue().splitlines())) <= 40
    assert out.getvalue().split() == LINE.split()
    screen, out = shown(40, terminal=False)
    screen.say([LINE])
    assert out.getvalue() == f"{LINE}\n"


def test_no_color_of_the_environment_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert not Screen(Console(force_terminal=True)).is_coloured
    monkeypatch.delenv("NO_COLOR")
    assert Screen(Console(force_terminal=True)).is_coloured


def test_a_small_city_shows_prices_and_walls() -> None:
    city = City({(-1, 0): Tile("G8nw"), (1, 0): Tile("T9es")})
    title, above, row = city_block("Ana", city, ENGLISH)[:3]
    assert title.plain == f"Ana: Wall {city.longest_wall()}"
    assert row.plain == "┃ 8   ◎   9 ┃"
    assert above.plain.rstrip() == " ___", "the wall north of the garden"
    south = [span for span in row.spans if "underline" in str(span.style)]
    assert [row.plain[span.start : span.end] for span in south] == [" 9 "]


@pytest.mark.parametrize("width", [20, 30, 200])
def test_cities_stand_side_by_side_as_far_as_there_is_room(width: int, game: Game) -> None:
    blocks = [city_block(*pair, ENGLISH) for pair in zip(game.names, game.cities, strict=True)]
    widest = max(line.cell_len for block in blocks for line in block)
    lines = side_by_side(blocks, width)
    assert max(line.cell_len for line in lines) <= max(width, widest)
    assert lines[0].plain.count(": Wall") == (2 if width == 200 else 1)
    assert sum(line.plain.count(": Wall") for line in lines) == 2


def test_the_hint_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "1")
    for terminal in (True, False):
        screen, out = shown(terminal=terminal)
        assert screen.ask("type a number", "?") == "1"
        assert ("type a number" in out.getvalue()) is terminal
