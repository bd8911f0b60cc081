"""What each event does to a table, applied without a server."""

import random

from alhambra import Game, Phase, Record
from alhambra.fairness import FairDealer
from alhambra.happenings import Happening
from alhambra.server.log import events, happenings
from alhambra.server.log.events import Event, LoggedEvent
from alhambra.server.log.fold import ANSWERS_KEPT, Answered, Fold
from alhambra.server.log.options import Options
from alhambra.server.log.seats import Seat

NAMES = ["Ana", "Bruno", "Carla"]
SEATS = (
    Seat("person", "a", None, "bird"),
    Seat("person", "b", None, "bone"),
    Seat("guest", "a", None, "arch"),
)
SEED = "07" * 32
SECOND = 1000


class Log:
    """A table and its clock: each event comes a second after the one before."""

    def __init__(self, **options: object) -> None:
        self.fold = Fold("game", list(NAMES))
        self.add(events.Created(SEATS, Options(**options), "a", "invite", SEED))  # type: ignore[arg-type]

    def add(self, event: Event, **more: object) -> list[object]:
        version = self.fold.version + 1
        logged = LoggedEvent("game", version, event, version * SECOND, **more)  # type: ignore[arg-type]
        return [*self.fold.apply(logged)]

    def start(self) -> "Log":
        self.add(events.Started("2"))
        return self

    def play_turn(self) -> list[object]:
        """Take the first card of the row, and confirm."""
        card = next(card for card in self.fold.playing.row if card)
        return self.add(events.Step(f"take {card}", confirm=True))

    def play_to_the_end(self) -> None:
        rng = random.Random(5)
        while not self.fold.playing.is_over:
            game = self.fold.playing
            if game.phase is Phase.REFILL:
                self.add(events.Revealed())
            else:
                self.add(events.Step(str(rng.choice(game.legal_actions))))


def started() -> Log:
    return Log().start()


def test_the_seats_of_a_person() -> None:
    fold = Log().fold
    assert (fold.seats_of("a"), fold.seats_of("b")) == ([0, 2], [1])
    assert fold.seats_of("c") == fold.seats_of(None) == fold.seats_of("") == []


def test_who_may_start_without_the_missing_salts() -> None:
    fold = Log().fold
    assert fold.may_start_without("a", {"a", "b"})
    assert not fold.may_start_without("b", {"a", "b"})
    assert fold.may_start_without("b", {"b"})
    assert not fold.may_start_without("c", {"b", "c"})
    assert fold.may_start_without(None, set()) is False


def test_the_latest_answers_of_each_person_are_kept() -> None:
    log = started()
    for number in range(ANSWERS_KEPT):
        log.add(events.Paused(), person="a", client_id=str(number), fingerprint="f")
    assert log.fold.answer_to("a", "0") == Answered(3, "f")
    log.add(events.Paused(), person="a", client_id="last")
    assert log.fold.answer_to("a", "0") is None
    assert log.fold.answer_to("a", "1") == Answered(4, "f")
    assert log.fold.answer_to("a", "last") == Answered(log.fold.version, None)
    assert log.fold.answer_to("b", "1") is log.fold.answer_to(None, "1") is None
    log.add(events.Paused(), client_id="nobody's")
    assert set(log.fold.answered) == {"a"}


def test_the_time_of_a_turn() -> None:
    log = started()
    assert (log.fold.turn, log.fold.turn_at, log.fold.used) == (2, 2 * SECOND, 0)
    log.add(events.Paused())
    assert log.fold.used == SECOND
    log.add(events.Paused(), used=1234)
    assert log.fold.used == 1234
    log.play_turn()
    assert (log.fold.turn, log.fold.turn_at, log.fold.used) == (5, 5 * SECOND, 0)


def test_the_game_begins_as_the_dealer_deals_it() -> None:
    log = Log()
    assert log.add(events.Started("2")) == [happenings.Started(log.fold.playing.seat)]
    assert log.fold.playing.deal == FairDealer(bytes.fromhex(SEED)).deal(3)
    assert (log.fold.status, log.fold.ply, log.fold.steps, log.fold.lots) == (
        "playing",
        0,
        [],
        None,
    )
    assert log.fold.is_provable and log.fold.counts and log.fold.tally is not None


def test_seats_are_drawn_by_lot_and_the_youngest_keeps_the_first_turn_of_a_tie() -> None:
    tied = Game(NAMES, FairDealer(bytes.fromhex(SEED)).deal(3)).tied_to_start()
    lots = FairDealer(bytes.fromhex(SEED)).lots(3)
    for youngest in (None, 0, 1, 2):
        fold = Log(youngest=youngest).start().fold
        assert fold.playing.seat == (youngest if youngest in tied else min(tied))
        fold = Log(youngest=youngest, random_order=True).start().fold
        place = None if youngest is None else lots.index(youngest)
        assert fold.playing.seat == (place if place in tied else min(tied))
        assert fold.lots == lots and fold.seats == [SEATS[n] for n in lots]


def test_a_turn_is_kept_until_it_is_over() -> None:
    log = started()
    first = log.fold.playing.seat
    card = next(card for card in log.fold.playing.row if card)
    log.add(events.Step(f"take {card}"))
    assert (log.fold.ply, log.fold.steps, [*log.fold.actors]) == (1, [f"take {card}"], [first])
    assert all(isinstance(h, Happening) for h in log.add(events.Revealed()))
    assert (log.fold.ply, log.fold.steps, [*log.fold.actors]) == (1, [], [first])
    assert log.fold.playing.seat == (first + 1) % 3


def test_an_action_is_taken_back() -> None:
    log = started()
    log.play_turn()
    before = str(log.fold.record())
    card = next(card for card in log.fold.playing.row if card)
    for event, happening in (
        (events.TakenBack(), happenings.TookBack(log.fold.playing.seat, f"take {card}")),
        (events.Restarted(), happenings.Restarted(log.fold.playing.seat)),
    ):
        log.add(events.Step(f"take {card}"))
        assert log.add(event) == [happening]
        assert (log.fold.ply, log.fold.steps, len(log.fold.actors)) == (1, [], 1)
        assert log.fold.tally is None and str(log.fold.record()) == before


def test_an_undo_needs_everyone_who_is_asked() -> None:
    log = started()
    before = str(log.fold.record())
    log.play_turn()
    log.play_turn()
    assert log.add(events.UndoAsked(0, 0, (1, 2))) == [happenings.UndoWished(0)]
    assert log.add(events.UndoAnswered(1, True, (1,))) == []
    assert log.add(events.UndoAnswered(2, True, (2,))) == [happenings.Undone(0, 0)]
    fold = log.fold
    assert (fold.ply, fold.steps, [*fold.actors], fold.undo) == (0, [], [], None)
    assert (fold.turn, fold.counts, fold.tally) == (fold.version, False, None)
    assert str(fold.record()) == before


def test_an_undo_is_refused_or_forgotten() -> None:
    log = started()
    log.play_turn()
    log.add(events.UndoAsked(0, 0, (1,)))
    assert log.add(events.UndoAnswered(1, False, (1,))) == [happenings.UndoRefused(1)]
    assert (log.fold.undo, log.fold.ply) == (None, 1)
    log.add(events.UndoAsked(0, 0, (1,)))
    log.play_turn()
    assert (log.fold.undo, log.fold.ply, log.fold.counts) == (None, 2, True)


def test_a_bot_that_takes_a_seat_is_not_asked() -> None:
    log = started()
    log.play_turn()
    log.add(events.UndoAsked(0, 0, (1,)))
    replaced = happenings.Replaced(1, "mason", "left")
    happened = log.add(events.Replaced(1, "mason", "left"))
    assert happened == [replaced, happenings.Undone(0, 0)]
    assert log.fold.seats[1].replaced == "mason"
    assert log.add(events.Returned(1)) == [happenings.Returned(1)]
    assert log.fold.seats[1].replaced is None


def test_a_whole_game_is_proved_and_scored() -> None:
    log = started()
    log.play_to_the_end()
    fold = log.fold
    assert fold.status == "over" and fold.playing.reshuffles
    assert [str(sheet.scoring) for sheet in fold.sheets] == ["A", "B", "C"]
    assert fold.record().extra == tuple(FairDealer(bytes.fromhex(SEED)).header().items())
    assert fold.ply == len(fold.actors) == fold.playing.ply
    dealer = FairDealer(bytes.fromhex(SEED))
    for number, order in enumerate(fold.playing.reshuffles, start=1):
        assert dealer.reshuffle(order, number) == order


def test_a_record_that_is_continued() -> None:
    log = started()
    for _ in range(3):
        log.play_turn()
    record = log.fold.record()
    fold = Fold("other", list(NAMES))
    created = events.Created(
        SEATS, Options(), "a", "invite", SEED, record=str(record), origin=("game", 3)
    )
    fold.apply(LoggedEvent("other", 1, created, 0))
    assert (fold.counts, fold.is_provable, fold.origin) == (False, False, ("game", 3))
    fold.apply(LoggedEvent("other", 2, events.Started(None), 0))
    assert fold.record() == record and fold.status == "playing"
    assert [*fold.actors] == [*log.fold.actors] and fold.ply == 3


def test_a_record_that_was_uploaded_is_over() -> None:
    log = started()
    log.play_to_the_end()
    text = str(log.fold.record())
    fold = Fold("other", list(NAMES))
    fold.apply(LoggedEvent("other", 1, events.Imported(text, "p", "invite", ("bird",) * 3), 0))
    assert (fold.status, fold.counts, fold.host, fold.invite) == ("over", False, "p", "invite")
    assert Record.of(fold.playing).steps == log.fold.record().steps
    assert [str(sheet.scoring) for sheet in fold.sheets] == ["A", "B", "C"]
    assert fold.actors == log.fold.actors
