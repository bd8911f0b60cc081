"""Games written down: RECORD.md, "Records"."""

from collections.abc import Iterator
from contextlib import contextmanager

from .game import Referee
from .pieces import Refused, refuse_if
from .start import check_bag, check_deck, check_first, check_names

REQUIRED = ("alhambra", "rules", "players", "first", "deck", "bag")
NumberedLine = tuple[int, str]


def read(text: str) -> Referee:
    """Replay a record; `Refused`, with the line number, for whatever is not allowed."""
    lines = numbered_lines(text)
    blank = next((i for i, (_, line) in enumerate(lines) if line == ""), len(lines))
    game = read_header(lines[:blank], end=max((n for n, _ in lines[: blank + 1]), default=1))
    for count, (number, line) in enumerate(lines[blank + 1 :]):
        with at_line(number):
            if count < len(game.lines):  # a score or the result is due
                due = game.lines[count]
                refuse_if(line != due, f"due here: {due}")
            else:
                read_event(game, line)
    return game


def numbered_lines(text: str) -> list[NumberedLine]:
    """The lines of a record with their numbers, comments left out; only `\\n` ends a line."""
    lines = text.split("\n")
    if lines.pop() != "":
        raise Refused("the last line does not end", len(lines) + 1)
    return [(n, line) for n, line in enumerate(lines, start=1) if not line.startswith("#")]


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Whatever is refused inside is refused at this line."""
    try:
        yield
    except Refused as refused:
        raise Refused(refused.reason, number) from None


def read_header(lines: list[NumberedLine], end: int) -> Referee:
    """The required keys once each, in any order, every value checked; other keys are kept."""
    values: dict[str, str] = {}
    line_of: dict[str, int] = {}
    extra: list[tuple[str, str]] = []
    for number, line in lines:
        key, colon, value = line.partition(": ")
        if not colon or not key:
            raise Refused("not a line of the form key: value", number)
        if key in values:
            raise Refused(f"{key} is given twice", number)
        if key in REQUIRED:
            values[key], line_of[key] = value, number
        else:
            extra.append((key, value))
    for key in REQUIRED:
        if key not in values:
            raise Refused(f"{key} is missing", end)
    names = values["players"].split(" | ")
    deck = values["deck"].split(" ")
    bag = values["bag"].split(" ")
    seats = [str(seat) for seat in range(1, len(names) + 1)]
    for key in ("alhambra", "rules"):
        with at_line(line_of[key]):
            refuse_if(values[key] != "1", f"unknown version of {key}")
    with at_line(line_of["players"]):
        check_names(names)
    with at_line(line_of["deck"]):
        check_deck(deck, len(names))
    with at_line(line_of["bag"]):
        check_bag(bag)
    with at_line(line_of["first"]):
        refuse_if(values["first"] not in seats, "no such seat")
        check_first(seats.index(values["first"]), deck, len(names))
    first = seats.index(values["first"])
    game = Referee(names, first, deck, bag)
    game.extra = extra
    return game


def read_event(game: Referee, line: str) -> None:
    """One line below the header that is not a due score or result: a reshuffle or an action."""
    start, _, rest = line.partition(" ")
    if game.phase == "reshuffle":
        refuse_if(start != "deck:", "a reshuffle is due here")
        game.shuffle(rest.split(" "))
        return
    refuse_if(game.phase == "over", "nothing comes after the result")
    refuse_if(start != str(game.seat + 1), f"seat {game.seat + 1} is to play here")
    game.play(rest)


def write(game: Referee) -> str:
    """The record of a game so far."""
    header = {
        "alhambra": "1",
        "rules": "1",
        "players": " | ".join(game.names),
        "first": str(game.first + 1),
        "deck": " ".join(game.start_deck),
        "bag": " ".join(game.start_bag),
    }
    head = [f"{key}: {value}\n" for key, value in [*header.items(), *game.extra]]
    return "".join(head) + "\n" + "".join(f"{line}\n" for line in game.lines)
