"""What the header of a record sets up: RULES.md section 2 and RECORD.md, "Records"."""

import unicodedata
from collections.abc import Sequence

from .pieces import TILES, all_cards, refuse_if, worth


def deal(deck: Sequence[str], players: int) -> tuple[list[list[str]], list[str]]:
    """Section 2, step 2: the hands, seat by seat up to 20 or more, and the rest of the deck."""
    rest = list(deck)
    hands: list[list[str]] = [[] for _ in range(players)]
    for hand in hands:
        while worth(hand) < 20:
            refuse_if(rest[0] in ("A", "B"), "a scoring card among the start hands")
            hand.append(rest.pop(0))
    return hands, rest


def starters(hands: Sequence[Sequence[str]]) -> set[int]:
    """Section 2, step 3: the seats with the fewest cards, and of those the lowest total."""
    fewest = min((len(hand), worth(hand)) for hand in hands)
    return {seat for seat, hand in enumerate(hands) if (len(hand), worth(hand)) == fewest}


def check_names(names: Sequence[str]) -> None:
    """RECORD.md: 2 to 6 names of 1 to 40 characters, trimmed, different, printable."""
    refuse_if(not 2 <= len(names) <= 6, "2 to 6 players are needed")
    refuse_if(len(set(names)) < len(names), "two players have the same name")
    for name in names:
        refuse_if(not 1 <= len(name) <= 40, "a name has 1 to 40 characters")
        refuse_if(name != name.strip(), "a name is not trimmed")
        bad = any(c == "|" or unicodedata.category(c) in ("Cc", "Zl", "Zp") for c in name)
        refuse_if(bad, "a character not allowed in names")


def check_deck(deck: Sequence[str], players: int) -> None:
    """Section 2, steps 2, 4 and 5: the right cards, A in pile 2 and B in pile 4."""
    wanted = [*all_cards(players), "A", "B"]
    refuse_if(sorted(deck) != sorted(wanted), "the deck has not the right cards")
    _, rest = deal(deck, players)
    refuse_if("A" in rest[:4] or "B" in rest[:4], "a scoring card in the money row")
    draw_pile = rest[4:]
    each, odd = divmod(len(draw_pile) - 2, 5)
    piles = []
    for number in range(1, 6):
        size = each + (1 if number <= odd else 0) + (1 if number in (2, 4) else 0)
        piles.append(draw_pile[:size])
        draw_pile = draw_pile[size:]
    refuse_if("A" not in piles[1], "A is not in pile 2")
    refuse_if("B" not in piles[3], "B is not in pile 4")


def check_bag(bag: Sequence[str]) -> None:
    """RECORD.md: all 54 tiles, once each."""
    refuse_if(sorted(bag) != sorted(TILES), "the bag has not the right tiles")


def check_first(first: int, deck: Sequence[str], players: int) -> None:
    """Section 2, step 3: the starting seat is one of those tied."""
    refuse_if(first not in starters(deal(deck, players)[0]), "this seat does not start")
