"""Rates and quotas by person and by address."""

from dataclasses import replace

import pytest

from alhambra.reasons import AlhambraError
from alhambra.server.limits.addresses import counted_address
from alhambra.server.limits.amounts import Limits
from alhambra.server.limits.costs import cost_of_request
from alhambra.server.limits.quotas import Quotas
from alhambra.server.limits.rates import SWEEP_SECONDS, Bucket, Buckets
from server.helpers.live_server import GENEROUS

pytestmark = pytest.mark.compiled_only


def test_a_bucket_fills_up_again() -> None:
    now = 0.0
    bucket = Bucket(2, 3, lambda: now)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    callers = Buckets(1, 1, kept=2)
    assert callers.take("a") and not callers.take("a") and callers.take("b")


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_are_counted_by_household(host: str, counted: str) -> None:
    assert counted_address(host) == counted


def test_many_newcomers_do_not_reset_what_somebody_has_used() -> None:
    now = 0.0
    buckets = Buckets(1, 3, kept=10, clock=lambda: now)
    assert [buckets.take("busy") for _ in range(4)] == [True, True, True, False]
    for number in range(100):
        buckets.take(f"newcomer {number}")
    assert len(buckets) == 10
    assert not buckets.take("busy")
    now = SWEEP_SECONDS + 1.0
    assert buckets.take("another")
    assert len(buckets) == 1, "full buckets are forgotten"


def test_costly_requests_count_several_times() -> None:
    assert cost_of_request("GET", "/api/about") == 1
    assert cost_of_request("GET", "/api/games/abc") > cost_of_request("GET", "/api/tables/abc")
    assert cost_of_request("GET", "/api/games/abc/plies") > cost_of_request(
        "GET", "/api/games/abc/plies/3"
    )
    assert cost_of_request("POST", "/api/records") > 1
    buckets = Buckets(1, 10, clock=lambda: 0.0)
    assert [buckets.take("a", 5) for _ in range(3)] == [True, True, False]
    assert buckets.take("b", 50), "a full bucket is enough for any cost"


def test_an_address_has_a_rate_beside_those_of_its_persons() -> None:
    limits = replace(GENEROUS, address_messages_per_second=0.001, address_messages_at_once=3)
    quotas = Quotas(limits, clock=lambda: 0.0)
    for person in ("ana", "bruno", "carla"):
        quotas.charge_message(person, "here", 1)
    with pytest.raises(AlhambraError, match="too much at once"):
        quotas.charge_message("dora", "here", 1)
    quotas.charge_message("dora", "elsewhere", 1)


def test_new_tables_are_limited_by_person_and_by_address() -> None:
    now = 0.0
    limits = Limits(tables_at_once=2, tables_per_hour=1, address_tables_at_once=3)
    quotas = Quotas(limits, clock=lambda: now)

    def is_charged(person: str, address: str, public: bool = False) -> bool:
        try:
            quotas.charge_table(person, address, public=public)
        except ValueError:
            return False
        return True

    assert [is_charged("ana", "here") for _ in range(3)] == [True, True, False]
    assert [is_charged("bruno", "here") for _ in range(2)] == [True, False]
    assert is_charged("carla", "elsewhere")
    now = 3600.0
    assert is_charged("ana", "here")
