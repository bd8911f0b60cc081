"""What a log folds to: a table with its seats, and the game that is played there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from pydantic import TypeAdapter

from alhambra.actions import Action
from alhambra.fairness import AbandonedRound, FairDealer
from alhambra.game import Game
from alhambra.happenings import Ended, Happening, Scored, TurnBegan
from alhambra.reasons import why
from alhambra.record import Record, take_step
from alhambra.server.log.dealing_round import Round
from alhambra.server.log.events import Event, Status, UnknownEvent
from alhambra.server.log.seats import Seat
from alhambra.server.log.tally import Tally, count, nothing_yet
from alhambra.server.log.undo import Undo
from alhambra.server.protocol.board import SheetShown
from alhambra.server.protocol.happenings import Told
from alhambra.server.protocol.table import TableOptions
from alhambra.server.render.happenings import sheet_shown, tell
from alhambra.table import Phase

ANSWERS_KEPT = 200

_OPTIONS = TypeAdapter(TableOptions)
_read = lru_cache(maxsize=1 << 12)(Action.parse)  # many are played again and again


class Answered(NamedTuple):
    """A command that is in the log: where, and a fingerprint that tells it from others."""

    version: int
    fingerprint: str | None  # older logs have none


@dataclass(slots=True)
class Fold:
    """A table after some of its events. ``apply`` takes the next one, or raises and changes
    nothing. Names are not in the log; they are handed in."""

    id: str
    names: list[str]
    version: int = 0
    status: Status = "open"
    host: str | None = None
    invite: str = field(default="", repr=False)
    options: TableOptions = field(default_factory=TableOptions)
    seats: list[Seat] = field(default_factory=list)
    dealer: FairDealer | None = field(default=None, repr=False)
    salts: dict[str, str] = field(default_factory=dict)  # of scheme 1, in older logs
    round: Round | None = field(default=None, repr=False)  # none where the deal was given
    abandoned: list[AbandonedRound] = field(default_factory=list)
    given: Record | None = field(default=None, repr=False)  # where the game goes on from
    given_game: Game | None = field(default=None, repr=False)
    lots: tuple[int, ...] | None = None
    game: Game | None = field(default=None, repr=False)
    ply: int = 0  # this and the next are followed along: the game would look through its history
    steps: list[str] = field(default_factory=list)  # of this turn
    actors: list[int] = field(default_factory=list, repr=False)  # the seat that played each action
    sheets: list[SheetShown] = field(default_factory=list)
    tally: Tally | None = field(default=None, repr=False)  # none where it is to be counted anew
    undo: Undo | None = None
    counts: bool = True
    origin: tuple[str, int] | None = None
    previous: str | None = None  # the table this one is the rematch of
    next: str | None = None
    turn: int = 0  # the version at which this turn began
    turn_at: int = 0
    used: int = 0  # milliseconds of this turn, as of the last event
    answered: dict[tuple[str, str], Answered] = field(default_factory=dict)

    @classmethod
    def of(cls, events: Sequence[Event], names: Iterable[str]) -> Fold:
        """The table after all these events."""
        fold = cls(events[0].game, list(names))
        for event in events:
            fold.apply(event)
        return fold

    def apply(self, event: Event) -> list[Told]:
        """Take the next event, and tell what it brings about."""
        event.check()
        deed = _DEEDS.get(event.kind)
        if deed is None or event.version != self.version + 1:
            raise UnknownEvent(why("unknown_event", event=f"{event.kind} {event.version}"))
        turn = self.turn
        told = deed(self, event) or []
        self.version = event.version
        # Older events do not have it.
        used = event.data.get("used", max(0, event.at - self.turn_at))
        self.used = used if self.turn == turn else 0
        if event.client_id and event.person:
            answered = Answered(event.version, event.data.get("fingerprint"))
            self.answered[event.person, event.client_id] = answered
            if len(self.answered) > ANSWERS_KEPT:
                del self.answered[next(iter(self.answered))]
        return told

    # Asking

    def seats_of(self, person: str | None) -> list[int]:
        """The seats a person acts for."""
        if not person:
            return []
        return [n for n, seat in enumerate(self.seats) if seat.person == person]

    def may_start_without(self, person: str | None, present: Collection[str]) -> bool:
        """May this person start without the missing salts? Any player may if the host is away."""
        if person is None:
            return False
        return person == self.host or (self.host not in present and bool(self.seats_of(person)))

    @property
    def playing(self) -> Game:
        """The game, which has begun."""
        assert self.game is not None, "the game has begun"
        return self.game

    @property
    def is_provable(self) -> bool:
        """Do all shuffles follow from seed and salts? Not where the deal was given."""
        return self.dealer is not None and self.given is None

    def record(self) -> Record:
        """The game written down, with the proof of its deal once it is over."""
        game = self.playing
        proof: dict[str, str] = {}
        if self.dealer and self.is_provable and game.is_over:
            proof = self.dealer.header(self.lots, self.abandoned)
        return Record.of(game, proof)

    # Setting up

    def _created(self, event: Event) -> None:
        self.seats = [Seat.of(seat) for seat in event.data["seats"]]
        self.options = _OPTIONS.validate_python(event.data["options"])
        self.host = event.data["host"]
        self.invite = event.data["invite"]
        self.dealer = FairDealer(bytes.fromhex(event.data["seed"]))
        self.previous = event.data.get("previous")
        if "record" not in event.data:
            self.round = Round(self.dealer.seed)
        else:
            self.given = Record.parse(event.data["record"])
            self.given_game = self._replay_given(self.given)  # now, since starting must be quick
            self.counts = False
            self.origin = tuple(event.data["origin"]) if event.data["origin"] else None

    def _imported(self, event: Event) -> None:
        """A record to look at: nobody plays on."""
        game = self._replay_given(Record.parse(event.data["record"]))
        self._begin(game.with_names(self.names), event)
        self.seats = [Seat("guest", None, None, counter) for counter in event.data["counters"]]
        self.host = event.data["host"]
        self.invite = event.data["invite"]
        self.counts = False
        self.status = "over"

    def _replay_given(self, record: Record) -> Game:
        """The game that a record holds. Its sheets and actors become the table's."""
        game = record.start()
        for step in record.steps:
            if isinstance(step, Action):
                self.actors.append(game.seat)
            self._keep_sheets(take_step(game, step))
        game.keep_snapshots(len(game.names))
        return game

    def _seat_set(self, event: Event) -> None:
        self.seats[event.data["seat"]] = Seat.of(event.data)
        if self.round:
            self.round.interrupt()

    def _host_changed(self, event: Event) -> None:
        self.host = event.data["host"]

    def _options_set(self, event: Event) -> None:
        self.options = _OPTIONS.validate_python(event.data["options"])
        if self.round:
            self.round.interrupt()

    # Fair dealing

    def _salted(self, event: Event) -> None:
        """Scheme 1: no longer written."""
        self.salts.setdefault(event.data["person"], event.data["salt"])

    @property
    def dealing(self) -> Round:
        """The round of dealing, which a table has whose deal was not given."""
        assert self.round is not None, "the deal was not given"
        return self.round

    def _salt_committed(self, event: Event) -> None:
        self.dealing.hashes[event.data["person"]] = event.data["hash"]

    def _start_asked(self, event: Event) -> None:
        self.dealing.asked = tuple(event.data["persons"])

    def _salts_frozen(self, event: Event) -> None:
        self.dealing.frozen = tuple(event.data["persons"])

    def _salt_revealed(self, event: Event) -> None:
        self.dealing.salts[event.data["person"]] = event.data["salt"]

    def _round_drawn(self, event: Event) -> None:
        self.abandoned.append(self.dealing.abandoned())
        self.round = Round(bytes.fromhex(event.data["seed"]))
        self.dealer = FairDealer(self.round.seed)

    def _started(self, event: Event) -> list[Told]:
        assert self.dealer is not None
        if self.round and event.data.get("fairness") == "2":
            self.dealer = self.round.dealer()
        else:
            self.dealer = FairDealer(self.dealer.seed, tuple(self.salts.values()), "1")
        if self.given_game:
            self._begin(self.given_game.with_names(self.names), event)
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
            self._begin(game, event)
            self.tally = nothing_yet(self.names)
        return [{"type": "started", "seat": self.playing.seat}]

    def _begin(self, game: Game, event: Event) -> None:
        self.game = game
        self.ply = game.ply
        self.steps = [str(action) for action in game.steps]
        self.status = "playing"
        self._begin_turn(event)

    def _begin_turn(self, event: Event) -> None:
        self.turn, self.turn_at = event.version, event.at

    # Playing

    def _step(self, event: Event) -> list[Told]:
        actor = self.playing.seat
        happenings = self.playing.play(_read(event.data["action"]), reveal=False)
        self.actors.append(actor)
        self.ply += 1
        self.steps.append(event.data["action"])
        self.undo = None
        if event.data.get("confirm") and self.playing.phase is Phase.REFILL:
            happenings += self.playing.reveal()
        return self._went_on(happenings, event)

    def _revealed(self, event: Event) -> list[Told]:
        happenings = self.playing.reveal()
        return self._went_on(happenings, event)

    def _went_on(self, happenings: list[Happening], event: Event) -> list[Told]:
        self._settle(happenings)
        game = self.playing
        self._keep_sheets(happenings)
        if self.tally is not None:
            count(self.tally, happenings)
        if any(isinstance(happening, TurnBegan | Ended) for happening in happenings):
            game.keep_snapshots(len(self.seats))  # an undo goes back a round at most
            self._begin_turn(event)
            self.steps = []
        if game.is_over:
            self.status = "over"
        return tell(happenings)

    def _settle(self, happenings: list[Happening]) -> None:
        """Shuffle where the game waits for it."""
        game = self.playing
        assert self.dealer is not None
        while game.phase is Phase.RESHUFFLE:
            order = self.dealer.reshuffle(game.discard, len(game.reshuffles) + 1)
            happenings += game.reshuffle(order)

    def _keep_sheets(self, happenings: Iterable[Happening]) -> None:
        for happening in happenings:
            if isinstance(happening, Scored):
                self.sheets.append(sheet_shown(happening.sheet))

    def _taken_back(self, _event: Event) -> list[Told]:
        game = self.playing
        self.tally = None
        seat, action = game.seat, self.steps.pop()
        game.pop()
        self.actors.pop()
        self.ply -= 1
        return [{"type": "took_back", "seat": seat, "action": action}]

    def _restarted(self, _event: Event) -> list[Told]:
        game = self.playing
        self.tally = None
        seat = game.seat
        while self.steps:
            self.steps.pop()
            game.pop()
            self.actors.pop()
            self.ply -= 1
        return [{"type": "restarted", "seat": seat}]

    # Undoing what was confirmed

    def _undo_asked(self, event: Event) -> list[Told]:
        self.undo = Undo(event.data["seat"], event.data["ply"], set(event.data["waiting"]))
        wished: Told = {"type": "undo_wished", "seat": event.data["seat"]}
        return [wished, *self._undo_if_agreed(event)]

    def _undo_answered(self, event: Event) -> list[Told]:
        assert self.undo is not None
        if not event.data["agree"]:
            self.undo = None
            return [{"type": "undo_refused", "seat": event.data["seat"]}]
        self.undo.waiting -= set(event.data["seats"])
        return self._undo_if_agreed(event)

    def _undo_if_agreed(self, event: Event) -> list[Told]:
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
        self._begin_turn(event)
        self.tally = None
        return [{"type": "undone", "seat": undo.seat, "ply": undo.ply}]

    # Coming and going

    def _replaced(self, event: Event) -> list[Told]:
        self.seats[event.data["seat"]].replaced = event.data["level"]
        if self.undo:
            self.undo.waiting.discard(event.data["seat"])
        told: Told = {
            "type": "replaced",
            "seat": event.data["seat"],
            "level": event.data["level"],
            "cause": event.data["cause"],
        }
        return [told, *self._undo_if_agreed(event)]

    def _returned(self, event: Event) -> list[Told]:
        self.seats[event.data["seat"]].replaced = None
        return [{"type": "returned", "seat": event.data["seat"]}]

    def _paused(self, _event: Event) -> None:
        """The last person is gone. The event has the time that was used until then."""

    def _rematched(self, event: Event) -> None:
        self.next = event.data["table"]


_DEEDS: dict[str, Callable[[Fold, Event], list[Told] | None]] = {
    "created": Fold._created,
    "imported": Fold._imported,
    "seat_set": Fold._seat_set,
    "host_changed": Fold._host_changed,
    "options_set": Fold._options_set,
    "salted": Fold._salted,
    "salt_committed": Fold._salt_committed,
    "start_asked": Fold._start_asked,
    "salts_frozen": Fold._salts_frozen,
    "salt_revealed": Fold._salt_revealed,
    "round_drawn": Fold._round_drawn,
    "started": Fold._started,
    "step": Fold._step,
    "revealed": Fold._revealed,
    "taken_back": Fold._taken_back,
    "restarted": Fold._restarted,
    "undo_asked": Fold._undo_asked,
    "undo_answered": Fold._undo_answered,
    "replaced": Fold._replaced,
    "returned": Fold._returned,
    "paused": Fold._paused,
    "rematched": Fold._rematched,
}
