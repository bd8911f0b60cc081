"""The state folded from a log: a table with its seats and its game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from alhambra.actions import Action
from alhambra.fairness import AbandonedRound, FairDealer
from alhambra.game import Game
from alhambra.happenings import Ended, Happening, Scored, TurnBegan
from alhambra.reasons import why
from alhambra.record import Record, take_step
from alhambra.scoring import Sheet
from alhambra.server.log import events as e
from alhambra.server.log import happenings as h
from alhambra.server.log.dealing_round import DealingRound
from alhambra.server.log.events import LoggedEvent, Status
from alhambra.server.log.options import Options
from alhambra.server.log.seats import Seat
from alhambra.server.log.serialization import UnknownEvent
from alhambra.server.log.shared_deals import SharedDeal
from alhambra.server.log.tally import Tally, count, nothing_yet
from alhambra.server.log.undo import Undo
from alhambra.table import Phase

ANSWERS_KEPT = 30  # of each person; a page repeats only what has not been answered

_read = lru_cache(maxsize=1 << 12)(Action.parse)  # the same actions occur in many games


class Answered(NamedTuple):
    """A command in the log: the version after it, and its fingerprint."""

    version: int
    fingerprint: str | None  # None in older logs


@dataclass(slots=True)
class Fold:
    """A table after some of its events. ``apply`` takes the next one, or raises and changes
    nothing. Names are not in the log; the caller passes them."""

    id: str
    names: list[str]
    version: int = 0
    position_version: int = 0  # of the last event that changed more than who used the coach
    status: Status = "open"
    host: str | None = None
    invite: str = field(default="", repr=False)
    options: Options = field(default_factory=Options)
    seats: list[Seat] = field(default_factory=list)
    dealer: FairDealer | None = field(default=None, repr=False)
    salts: dict[str, str] = field(default_factory=dict)  # of scheme 1, in older logs
    round: DealingRound | None = field(default=None, repr=False)  # None if the deal was given
    abandoned: list[AbandonedRound] = field(default_factory=list)
    given: Record | None = field(default=None, repr=False)  # the record that the game continues
    given_game: Game | None = field(default=None, repr=False)
    lots: tuple[int, ...] | None = None
    game: Game | None = field(default=None, repr=False)
    ply: int = 0  # ply and steps are kept here: the game would count through its history
    steps: list[str] = field(default_factory=list)  # of this turn
    actors: bytearray = field(default_factory=bytearray, repr=False)  # the seat of each action
    sheets: list[Sheet] = field(default_factory=list)
    tally: Tally | None = field(default=None, repr=False)  # None if it has to be counted again
    undo: Undo | None = None
    counts: bool = True
    coached: set[int] = field(default_factory=set)  # the seats that used the coach
    origin: tuple[str, int] | None = None
    shared: SharedDeal | None = None
    previous: str | None = None  # the table of which this is the rematch
    next: str | None = None
    turn: int = 0  # the version at which this turn began
    turn_at: int = 0
    used: int = 0  # milliseconds of this turn, as of the last event
    answered: dict[str, dict[str, Answered]] = field(default_factory=dict)
    is_loading: bool = field(default=False, repr=False)

    @classmethod
    def of(cls, events: Sequence[LoggedEvent], names: Iterable[str]) -> Fold:
        """The table after all these events."""
        fold = cls(events[0].game, list(names), is_loading=True)
        for event in events:
            fold.apply(event)
        fold.is_loading = False
        if fold.game:
            fold.game.drop_snapshots(keep=len(fold.steps))
        return fold

    def apply(self, logged: LoggedEvent) -> list[h.AnyHappening]:
        """Apply the next event and return what happened."""
        if logged.version != self.version + 1:
            raise UnknownEvent(why("unknown_event", event=f"number {logged.version}"))
        turn = self.turn
        happened = _EFFECTS[type(logged.event)](self, logged.event, logged) or []
        self.version = logged.version
        if not isinstance(logged.event, e.Coached):
            self.position_version = logged.version
        used = max(0, logged.at - self.turn_at) if logged.used is None else logged.used
        self.used = used if self.turn == turn else 0
        if logged.client_id and logged.person:
            answered = self.answered.setdefault(logged.person, {})
            answered[logged.client_id] = Answered(logged.version, logged.fingerprint)
            if len(answered) > ANSWERS_KEPT:
                del answered[next(iter(answered))]
        return happened

    # Queries

    def seats_of(self, person: str | None) -> list[int]:
        """The seats a person acts for."""
        if not person:
            return []
        return [n for n, seat in enumerate(self.seats) if seat.person == person]

    def may_start_without(self, person: str | None, present: Collection[str]) -> bool:
        """Whether this person may start without the missing salts: the host, or any player if the
        host is absent."""
        if person is None:
            return False
        return person == self.host or (self.host not in present and bool(self.seats_of(person)))

    def answer_to(self, person: str | None, client_id: str) -> Answered | None:
        """The command with this id, if it was carried out lately."""
        return self.answered.get(person or "", {}).get(client_id)

    @property
    def playing(self) -> Game:
        """The game, which has begun."""
        assert self.game is not None, "the game has begun"
        return self.game

    def may_follow(self, base: int) -> bool:
        """Whether a command based on this version still means the same position."""
        return self.position_version <= base <= self.version

    @property
    def allows_coach(self) -> bool:
        """Whether the coach may be used in this game."""
        rule = self.options.coach
        return rule == "agreed" or (rule == "alone" and not self.is_among_people)

    @property
    def is_among_people(self) -> bool:
        """Whether several people have a seat, or may still get one."""
        return sum(seat.kind != "bot" for seat in self.seats) > 1

    @property
    def is_provable(self) -> bool:
        """Whether all shuffles follow from seed and salts: not if the deal was given."""
        return self.dealer is not None and self.given is None

    def record(self) -> Record:
        """The record of the game, with the proof of its deal once it is over."""
        game = self.playing
        proof: dict[str, str] = {}
        if self.dealer and self.is_provable and game.is_over:
            proof = self.dealer.header(self.lots, self.abandoned)
        return Record.of(game, proof)

    # Setting up

    def _created(self, event: e.Created, _: LoggedEvent) -> None:
        self.seats = list(event.seats)
        self.options = event.options
        self.host = event.host
        self.invite = event.invite
        self.dealer = FairDealer(bytes.fromhex(event.seed))
        self.previous = event.previous
        if event.record is None:
            self.round = DealingRound(self.dealer.seed)
        else:
            self.given = Record.parse(event.record)
            self.given_game = self._replay_given(self.given)  # now, because starting must be quick
            self.counts = False
            self.origin = event.origin

    def _imported(self, event: e.Imported, logged: LoggedEvent) -> None:
        """A record that was uploaded: nobody plays."""
        game = self._replay_given(Record.parse(event.record))
        self._begin(game.with_names(self.names), logged)
        self.seats = [Seat("guest", None, None, counter) for counter in event.counters]
        self.host = event.host
        self.invite = event.invite
        self.counts = False
        self.status = "over"

    def _replay_given(self, record: Record) -> Game:
        """The game of a record. Its sheets and actors become the table's."""
        game = record.start()
        for step in record.steps:
            if isinstance(step, Action):
                self.actors.append(game.seat)
            self._keep_sheets(take_step(game, step))
        game.drop_snapshots()
        return game

    def _seat_set(self, event: e.SeatSet, _: LoggedEvent) -> None:
        self.seats[event.seat] = Seat(event.kind, event.person, event.level, event.counter)
        if self.round:
            self.round.interrupt()

    def _host_changed(self, event: e.HostChanged, _: LoggedEvent) -> None:
        self.host = event.host

    def _options_set(self, event: e.OptionsSet, _: LoggedEvent) -> None:
        self.options = event.options
        if self.round:
            self.round.interrupt()

    def _deal_shared(self, event: e.DealShared, _: LoggedEvent) -> None:
        self.shared = event.shared

    # Fair dealing

    def _salted(self, event: e.Salted, _: LoggedEvent) -> None:
        """Scheme 1: no longer written."""
        self.salts.setdefault(event.person, event.salt)

    @property
    def dealing(self) -> DealingRound:
        """The round of dealing; raises if the deal was given."""
        assert self.round is not None, "the deal was not given"
        return self.round

    def _salt_committed(self, event: e.SaltCommitted, _: LoggedEvent) -> None:
        self.dealing.hashes[event.person] = event.hash

    def _start_asked(self, event: e.StartAsked, _: LoggedEvent) -> None:
        self.dealing.asked = event.persons

    def _salts_frozen(self, event: e.SaltsFrozen, _: LoggedEvent) -> None:
        self.dealing.frozen = event.persons

    def _salt_revealed(self, event: e.SaltRevealed, _: LoggedEvent) -> None:
        self.dealing.salts[event.person] = event.salt

    def _round_drawn(self, event: e.RoundDrawn, _: LoggedEvent) -> None:
        self.abandoned.append(self.dealing.abandoned())
        self.round = DealingRound(bytes.fromhex(event.seed))
        self.dealer = FairDealer(self.round.seed)

    def _started(self, event: e.Started, logged: LoggedEvent) -> list[h.AnyHappening]:
        assert self.dealer is not None
        if self.round and event.fairness == "2":
            self.dealer = self.round.dealer()
        else:
            self.dealer = FairDealer(self.dealer.seed, tuple(self.salts.values()), "1")
        if self.given_game:
            self._begin(self.given_game.with_names(self.names), logged)
            self._settle([])
        else:
            if self.options.random_order:
                self.lots = self.dealer.lots(len(self.seats))
                self.seats = [self.seats[n] for n in self.lots]
            game = Game(self.names, self.dealer.deal(len(self.seats)))
            youngest = self.options.youngest
            if youngest is not None and self.lots:
                youngest = self.lots.index(youngest)
            if youngest is not None and youngest in game.tied_to_start():
                game = Game(self.names, game.deal, youngest)
            self._begin(game, logged)
            self.tally = nothing_yet(self.names)
        return [h.Started(self.playing.seat)]

    def _begin(self, game: Game, logged: LoggedEvent) -> None:
        self.game = game
        self.ply = game.ply
        self.steps = [str(action) for action in game.steps]
        self.status = "playing"
        self._begin_turn(logged)

    def _begin_turn(self, logged: LoggedEvent) -> None:
        self.turn, self.turn_at = logged.version, logged.at

    # Playing

    def _step(self, event: e.Step, logged: LoggedEvent) -> list[h.AnyHappening]:
        actor = self.playing.seat
        happenings = self.playing.play(_read(event.action), reveal=False)
        self.actors.append(actor)
        self.ply += 1
        self.steps.append(event.action)
        self.undo = None
        if event.confirm and self.playing.phase is Phase.REFILL:
            happenings += self.playing.reveal()
        return self._went_on(happenings, logged)

    def _revealed(self, _event: e.Revealed, logged: LoggedEvent) -> list[h.AnyHappening]:
        happenings = self.playing.reveal()
        return self._went_on(happenings, logged)

    def _went_on(self, happenings: list[Happening], logged: LoggedEvent) -> list[h.AnyHappening]:
        self._settle(happenings)
        game = self.playing
        self._keep_sheets(happenings)
        if self.tally is not None:
            count(self.tally, happenings)
        if any(isinstance(happening, TurnBegan | Ended) for happening in happenings):
            if not self.is_loading:  # a log may have many undos, and each would replay the game
                game.drop_snapshots()
            self._begin_turn(logged)
            self.steps = []
        if game.is_over:
            self.status = "over"
        return [*happenings]

    def _settle(self, happenings: list[Happening]) -> None:
        """Reshuffle if the game waits for it."""
        game = self.playing
        assert self.dealer is not None
        while game.phase is Phase.RESHUFFLE:
            order = self.dealer.reshuffle(game.discard, len(game.reshuffles) + 1)
            happenings += game.reshuffle(order)

    def _keep_sheets(self, happenings: Iterable[Happening]) -> None:
        for happening in happenings:
            if isinstance(happening, Scored):
                self.sheets.append(happening.sheet)

    def _taken_back(self, _event: e.TakenBack, _: LoggedEvent) -> list[h.AnyHappening]:
        game = self.playing
        self.tally = None
        seat, action = game.seat, self.steps.pop()
        game.pop()
        self.actors.pop()
        self.ply -= 1
        return [h.TookBack(seat, action)]

    def _restarted(self, _event: e.Restarted, _: LoggedEvent) -> list[h.AnyHappening]:
        game = self.playing
        self.tally = None
        seat = game.seat
        while self.steps:
            self.steps.pop()
            game.pop()
            self.actors.pop()
            self.ply -= 1
        return [h.Restarted(seat)]

    # Undoing what was confirmed

    def _undo_asked(self, event: e.UndoAsked, logged: LoggedEvent) -> list[h.AnyHappening]:
        self.undo = Undo(event.seat, event.ply, set(event.waiting))
        return [h.UndoWished(event.seat), *self._undo_if_agreed(logged)]

    def _undo_answered(self, event: e.UndoAnswered, logged: LoggedEvent) -> list[h.AnyHappening]:
        assert self.undo is not None
        if not event.agree:
            self.undo = None
            return [h.UndoRefused(event.seat)]
        self.undo.waiting -= set(event.seats)
        return self._undo_if_agreed(logged)

    def _undo_if_agreed(self, logged: LoggedEvent) -> list[h.AnyHappening]:
        undo = self.undo
        if undo is None or undo.waiting:
            return []
        game = self.playing
        game.back_to(undo.ply)
        self.steps = [str(action) for action in game.steps]
        self.ply = undo.ply
        del self.actors[undo.ply :]
        self.sheets = self.sheets[: len(game.scored)]
        self.undo, self.counts = None, False
        self._begin_turn(logged)
        self.tally = None
        return [h.Undone(undo.seat, undo.ply)]

    def _coached(self, event: e.Coached, _: LoggedEvent) -> None:
        self.coached.add(event.seat)

    # Coming and going

    def _replaced(self, event: e.Replaced, logged: LoggedEvent) -> list[h.AnyHappening]:
        self._set_bot(event.seat, event.level)
        if self.shared:
            self.counts = False  # also if the seat is taken back: the bot has helped
        if self.undo:
            self.undo.waiting.discard(event.seat)
        happened = h.Replaced(event.seat, event.level, event.cause)
        return [happened, *self._undo_if_agreed(logged)]

    def _set_bot(self, seat: int, level: str | None) -> None:
        self.seats[seat] = replace(self.seats[seat], replaced=level)

    def _returned(self, event: e.Returned, _: LoggedEvent) -> list[h.AnyHappening]:
        self._set_bot(event.seat, None)
        return [h.Returned(event.seat)]

    def _paused(self, _event: e.Paused, _: LoggedEvent) -> None:
        """The last player disconnected. The event has the time used until then."""

    def _rematched(self, event: e.Rematched, _: LoggedEvent) -> None:
        self.next = event.table


_EFFECTS: dict[type[e.Event], Callable[[Fold, Any, LoggedEvent], list[h.AnyHappening] | None]] = {
    e.Created: Fold._created,
    e.Imported: Fold._imported,
    e.SeatSet: Fold._seat_set,
    e.HostChanged: Fold._host_changed,
    e.OptionsSet: Fold._options_set,
    e.Salted: Fold._salted,
    e.SaltCommitted: Fold._salt_committed,
    e.StartAsked: Fold._start_asked,
    e.SaltsFrozen: Fold._salts_frozen,
    e.SaltRevealed: Fold._salt_revealed,
    e.RoundDrawn: Fold._round_drawn,
    e.Started: Fold._started,
    e.DealShared: Fold._deal_shared,
    e.Step: Fold._step,
    e.Revealed: Fold._revealed,
    e.TakenBack: Fold._taken_back,
    e.Restarted: Fold._restarted,
    e.UndoAsked: Fold._undo_asked,
    e.UndoAnswered: Fold._undo_answered,
    e.Coached: Fold._coached,
    e.Replaced: Fold._replaced,
    e.Returned: Fold._returned,
    e.Paused: Fold._paused,
    e.Rematched: Fold._rematched,
}
