"""Pages report their errors: counted and logged within limits, and nothing private is kept."""

import json
import logging
from typing import Any

import pytest

from alhambra.server.http.page_errors import without_private_data
from server.helpers.players import Person

pytestmark = pytest.mark.compiled_only

REPORT: dict[str, Any] = {
    "message": "TypeError: Cannot read properties of undefined (reading 'seat')",
    "frames": ["assets/index-CsJlI0Rk.js:1:23456"],
    "version": "index-CsJlI0Rk.js",
    "screen": "table",
}


async def _metric(person: Person) -> str:
    lines = (await person.http.get("/metrics")).text.splitlines()
    found = [line for line in lines if line.startswith("alhambra_page_errors_total{")]
    return found[0] if found else ""


def _logged(caplog: pytest.LogCaptureFixture) -> dict[str, Any]:
    [record] = [record for record in caplog.records if record.getMessage() == "page error"]
    return vars(record)


async def test_an_error_is_counted_and_logged(
    stranger: Person, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "alhambra.page"):
        assert (await stranger.http.post("/api/page-errors", json=REPORT)).status_code == 204
    assert await _metric(stranger) == 'alhambra_page_errors_total{screen="table"} 1.0'
    logged = _logged(caplog)
    assert logged["problem"] == REPORT["message"]
    assert logged["frames"] == REPORT["frames"]
    assert (logged["screen"], logged["page"]) == ("table", "index-CsJlI0Rk.js")


async def test_a_report_is_logged_without_private_data(
    stranger: Person, caplog: pytest.LogCaptureFixture
) -> None:
    private = {"message": 'no seat for "Ana" at #/table/Vb3?invite=k9'}
    with caplog.at_level(logging.WARNING, "alhambra.page"):
        await stranger.http.post("/api/page-errors", json=REPORT | private)
    assert _logged(caplog)["problem"] == "no seat for … at …"


@pytest.mark.parametrize(
    "change",
    [
        {"message": ""},
        {"message": "x" * 201},
        {"frames": ["assets/index.js:1:1"] * 9},
        {"frames": ["https://games.example/#/table/Vb3?invite=k9"]},
        {"frames": ["../index.js:1:1"]},
        {"screen": "table/Vb3"},
        {"version": "a b"},
        {"name": "Ana"},
        {"message": "x" * 5000},
    ],
)
async def test_other_reports_are_refused(stranger: Person, change: dict[str, Any]) -> None:
    answer = await stranger.http.post("/api/page-errors", json=REPORT | change)
    large = len(json.dumps(REPORT | change)) > 4000
    assert answer.status_code == (413 if large else 422), answer.text
    assert await _metric(stranger) == ""


@pytest.mark.limits(address_page_errors_per_hour=1, address_page_errors_at_once=3)
async def test_an_address_reports_a_few_only(stranger: Person) -> None:
    answers = [await stranger.http.post("/api/page-errors", json=REPORT) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [204, 204, 204, 429, 429]
    assert answers[-1].json()["reason"]["code"] == "too_fast"
    assert await _metric(stranger) == 'alhambra_page_errors_total{screen="table"} 3.0'


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("Error: effect_update_depth_exceeded", "Error: effect_update_depth_exceeded"),
        ("(reading 'seat')", "(reading 'seat')"),
        (
            "Failed to fetch https://games.example/#/table/Vb3?invite=k9 now",
            "Failed to fetch … now",
        ),
        ("at #/table/Vb3?invite=k9", "at …"),
        (
            'Unexpected token, "Ana says hi"... is not valid JSON',
            "Unexpected token, …... is not valid JSON",
        ),
        ("no seat for 'Ana María'", "no seat for …"),
        ("no seat for “Ana”", "no seat for …"),
        ("table q3J-x_Zk81aBcDeFgHiJkL is gone", "table … is gone"),
        ("one\nline\u202eonly", "one line only"),
    ],
)
def test_nothing_private_is_logged(message: str, kept: str) -> None:
    assert without_private_data(message) == kept
