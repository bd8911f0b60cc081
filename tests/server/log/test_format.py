"""The log's format: what was ever written can be read, and the game goes on."""

import json
from pathlib import Path

import pytest

from alhambra.server.log import events
from alhambra.server.log.events import KINDS, LoggedEvent, Started
from alhambra.server.log.fold import Fold
from alhambra.server.log.options import DaysClock, Options, TurnClock
from alhambra.server.log.seats import Seat
from alhambra.server.log.serialization import (
    UPCASTERS,
    UnknownEvent,
    kind_of,
    read_event,
    versions_of,
    write_data,
)
from alhambra.server.log.shared_deals import SharedDeal

LOGS = sorted((Path(__file__).parent / "earlier_releases").glob("*.json"))

EVENTS = [
    events.Created(
        (Seat("person", "p", None, "bird"), Seat("bot", None, "mason", "bone")),
        Options(clock=TurnClock(60), youngest=1, coach="agreed"),
        "p",
        "invite",
        "00" * 32,
        origin=("game", 7),
        record="record",
    ),
    events.Imported("record", "p", "invite", ("bird", "bone")),
    events.SeatSet(1, "guest", "p", None, "arch"),
    events.HostChanged(None),
    events.OptionsSet(Options(public=True, clock=DaysClock(3))),
    events.Salted("p", "11"),
    events.SaltCommitted("p", "22"),
    events.StartAsked(("p", "q")),
    events.SaltsFrozen(()),
    events.SaltRevealed("p", "33"),
    events.RoundDrawn("44"),
    events.Started(None),
    events.DealShared(SharedDeal("daily", "2026-11-19")),
    events.Step("take b3", confirm=True),
    events.Revealed(),
    events.TakenBack(),
    events.Restarted(),
    events.UndoAsked(0, 12, (1, 2)),
    events.UndoAnswered(1, False, (1,)),
    events.Coached(0),
    events.Replaced(2, "mason", "time"),
    events.Returned(2),
    events.Paused(),
    events.Rematched("next"),
]


def reread(written: LoggedEvent) -> LoggedEvent:
    kind, versions = kind_of(written.event), versions_of(written.event)
    row = (written.game, written.version, kind, write_data(written), written.at)
    return read_event(*row, written.person, written.client_id, versions)


def test_every_event_is_read_as_it_was_written() -> None:
    assert {type(event) for event in EVENTS} == set(KINDS.values())
    for event in EVENTS:
        plain = LoggedEvent("game", 3, event, 1_000)
        full = LoggedEvent("game", 3, event, 1_000, "p", "c1", "f" * 16, 0)
        assert reread(plain) == plain
        assert reread(full) == full


@pytest.mark.parametrize("file", LOGS, ids=lambda file: file.stem)
def test_the_log_of_an_earlier_release_leads_to_the_same_game(file: Path) -> None:
    kept = json.loads(file.read_text(encoding="utf-8"))
    fold = Fold.of([read_event(*row) for row in kept["events"]], kept["names"])
    assert str(fold.record()) == kept["record"]
    assert [seat.bot for seat in fold.seats] == kept["bots"]


def test_there_are_logs_of_earlier_releases() -> None:
    found = {row[7] for file in LOGS for row in json.loads(file.read_text("utf-8"))["events"]}
    assert "1/1/1" in found


def test_each_older_version_has_its_upcaster() -> None:
    older = {(kind, v) for kind, event in KINDS.items() for v in range(1, event.VERSION)}
    assert set(UPCASTERS) == older


def test_a_start_without_a_scheme_is_of_the_first() -> None:
    row = ("game", 2, "started", "{}", 0, None, None)
    assert read_event(*row, "1/1/1").event == Started("1")


def test_games_without_a_coach_have_it_where_nobody_has_to_agree() -> None:
    for event in EVENTS[0], events.OptionsSet(Options(coach="never")):
        data = json.loads(write_data(LoggedEvent("game", 1, event, 0)))
        del data["options"]["coach"]
        old = read_event("game", 1, kind_of(event), json.dumps(data), 0, None, None, "1/1/1").event
        assert isinstance(old, events.Created | events.OptionsSet)
        assert old.options.coach == "alone"


@pytest.mark.parametrize(
    ("kind", "data", "versions", "code"),
    [
        ("teleported", "{}", "1/1/1", "unknown_event"),
        ("step", '{"action": "pass"}', "2/1/1", "unknown_event"),
        ("step", '{"action": "pass"}', "1/2/1", "unknown_event"),
        ("step", '{"action": "pass"}', "1/1/2", "unknown_event"),
        ("step", '{"action": "pass"}', "one", "unreadable_game"),
        ("step", '{"action": "pass"}', "0/1/1", "unreadable_game"),
        ("step", "no JSON", "1/1/1", "unreadable_game"),
        ("step", "[]", "1/1/1", "unreadable_game"),
        ("step", "{}", "1/1/1", "unreadable_game"),
        ("step", '{"action": 7}', "1/1/1", "unreadable_game"),
    ],
)
def test_what_cannot_be_read_is_said(kind: str, data: str, versions: str, code: str) -> None:
    with pytest.raises(UnknownEvent) as refused:
        read_event("game", 1, kind, data, 0, None, None, versions)
    assert refused.value.reason.code == code


def test_a_missing_event_is_said() -> None:
    second = LoggedEvent("game", 2, events.Paused(), 0)
    with pytest.raises(UnknownEvent):
        Fold("game", ["Ana", "Bruno"]).apply(second)
