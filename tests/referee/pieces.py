"""Tiles and cards as strings: RULES.md section 1. And the one exception of the referee."""

from collections.abc import Sequence

KINDS = "PSACGT"
CURRENCIES = "bgoy"
FOUNTAIN = "@"
TILES = [
    tile
    for tiles in (
        "P2new P3sw P4es P5nw P6n P7e P8",
        "S3esw S4ne S5sw S6es S7w S8s S9",
        "A4nes A5nw A6sw A6ne A7es A8n A8e A9 A10",
        "C5nsw C6es C7sw C7ne C8nw C9w C9s C10 C11",
        "G6esw G7nsw G8sw G8ne G8nw G9e G10n G10w G10 G11 G12s",
        "T7new T8nes T9es T9ne T9nw T10w T11n T11s T11 T12 T13e",
    )
    for tile in tiles.split()
]


class Refused(Exception):
    """Something the rules or the record format do not allow; `line` is 0 outside records."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.reason = reason
        self.line = line


def refuse_if(wrong: bool, reason: str) -> None:
    """Raise `Refused` with this reason if something is wrong."""
    if wrong:
        raise Refused(reason)


def kind(tile: str) -> str:
    """Section 1: a tile's kind, one of P S A C G T."""
    return tile[0]


def price(tile: str) -> int:
    """Section 1: a tile's price."""
    return int("".join(c for c in tile if c.isdigit()))


def has_wall(tile: str, side: str) -> bool:
    """Section 1: whether a tile has a wall on a side, one of n e s w."""
    return side in tile


def worth(cards: Sequence[str]) -> int:
    """Section 1: the sum of the cards' values."""
    return sum(int(card[1]) for card in cards)


def all_cards(players: int) -> list[str]:
    """Sections 1 and 9: the money of a game, three copies of each card, or two for two players."""
    copies = 2 if players == 2 else 3
    return [f"{c}{value}" for c in CURRENCIES for value in range(1, 10)] * copies
