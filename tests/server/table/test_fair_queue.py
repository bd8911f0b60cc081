"""Queues in which callers take turns."""

import random

import pytest

from alhambra.server.table.fair_queue import AddressQueue, FairQueue

pytestmark = pytest.mark.compiled_only


def test_persons_at_an_address_and_addresses_take_turns() -> None:
    queue: AddressQueue[str] = AddressQueue()
    for address, person, item in (
        ("home", "Ana", "a1"),
        ("home", "Ana", "a2"),
        ("home", "Bruno", "b1"),
        ("home", "Bruno", "b2"),
        ("school", "Carla", "c1"),
        ("school", "Carla", "c2"),
    ):
        queue.push(address, person, item)
    assert list(queue) == ["a1", "c1", "b1", "c2", "a2", "b2"]
    queue.remove("school", "Carla", "c1")
    assert list(queue) == ["a1", "c2", "b1", "a2", "b2"]
    assert [queue.pop() for _ in range(6)] == ["a1", "c2", "b1", "a2", "b2", None]


def test_the_order_that_is_shown_is_that_of_popping() -> None:
    rng = random.Random(2)
    queue: AddressQueue[int] = AddressQueue()
    pushed: dict[int, tuple[str, str]] = {}
    for number in range(2_000):
        expected = list(queue)
        assert len(queue) == len(expected) == len(pushed)
        match rng.choice(["push", "push", "pop", "pop", "remove"]):
            case "push":
                place = rng.choice("ABC"), rng.choice("pqr")
                queue.push(*place, number)
                pushed[number] = place
            case "pop":
                popped = queue.pop()
                assert popped == (expected[0] if expected else None)
                pushed.pop(popped or 0, None)
            case _ if expected:
                item = rng.choice(expected)
                queue.remove(*pushed.pop(item), item)
                expected.remove(item)
                assert sorted(queue) == sorted(expected)


def test_a_caller_with_many_items_delays_another_by_one() -> None:
    queue: FairQueue[int] = FairQueue()
    for number in range(5):
        queue.push("many", number)
    assert queue.pop() == 0
    queue.push("one", 7)
    assert [queue.pop(), queue.pop(), queue.pop()] == [1, 7, 2]
