"""The best few of many: in order, and of equals the first."""

from hypothesis import given
from hypothesis import strategies as st

from alhambra.bots.heuristic.ranking import insert_ranked


@given(st.lists(st.integers(0, 5)), st.integers(1, 8))
def test_the_best_are_kept_in_order_and_of_equals_the_first(values: list[int], limit: int) -> None:
    kept, items, n = [0.0] * limit, [0] * limit, 0
    for item, value in enumerate(values):
        n = insert_ranked(kept, items, n, limit, value, item)
    ranked = sorted(range(len(values)), key=lambda item: -values[item])[:limit]
    assert items[:n] == ranked
    assert kept[:n] == [values[item] for item in ranked]
