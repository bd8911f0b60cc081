"""Taking and paying: RULES.md section 3 and RECORD.md, "Legal actions"."""

import itertools
from collections.abc import Sequence

from .pieces import worth


def takes(row: Sequence[str]) -> set[tuple[str, ...]]:
    """Section 3: any one card of the row, or several worth at most 5 together."""
    several = [
        cards
        for size in range(2, len(row) + 1)
        for cards in itertools.combinations(sorted(row), size)
        if worth(cards) <= 5
    ]
    return {(card,) for card in row} | set(several)


def is_payment(cards: Sequence[str], cost: int) -> bool:
    """Section 3: cards of one currency worth at least the price."""
    return len({card[0] for card in cards}) == 1 and worth(cards) >= cost


def is_irredundant(cards: Sequence[str], cost: int) -> bool:
    """RECORD.md: a payment from which no card can be taken back."""
    return is_payment(cards, cost) and all(worth(cards) - worth([c]) < cost for c in cards)


def payments(cards: Sequence[str], cost: int) -> set[tuple[str, ...]]:
    """RECORD.md: every irredundant payment from these cards of one currency."""
    different = sorted(set(cards))
    how_many = itertools.product(*(range(cards.count(card) + 1) for card in different))
    choices = (
        tuple(card for card, n in zip(different, numbers, strict=True) for _ in range(n))
        for numbers in how_many
    )
    return {choice for choice in choices if is_irredundant(choice, cost)}
