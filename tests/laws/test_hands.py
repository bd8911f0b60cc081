"""What the cards of a hand can pay, against trying every subset of them."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from alhambra.core import hands
from laws.positions import examples


@given(st.lists(st.integers(0, 3), min_size=9, max_size=9).filter(lambda counts: sum(counts) <= 8))
@examples(50)
def test_the_sums_of_a_hand_are_those_of_its_subsets(counts: list[int]) -> None:
    hand = sum(count << 2 * k for k, count in enumerate(counts))
    cards = [k + 1 for k, count in enumerate(counts) for _ in range(count)]
    subsets = (combinations(cards, size) for size in range(len(cards) + 1))
    sums = {sum(subset) for of_one_size in subsets for subset in of_one_size}
    assert {n for n in range(100) if hands.sums_of(hand) >> n & 1} == sums
