"""A game: a position with its history."""

from __future__ import annotations

import random
import secrets
import unicodedata
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from alhambra import happenings
from alhambra.actions import Action, action_of
from alhambra.core import constants as c
from alhambra.core import dealing, turns
from alhambra.core.position import Position
from alhambra.deal import Deal, Shuffler, bag_codes, check_players, deck_cards, deck_codes
from alhambra.happenings import Happening, Reshuffled, Scored
from alhambra.pieces import Card, Scoring, Tile
from alhambra.reasons import IllegalAction, InvalidDeal, why
from alhambra.scoring import Sheet
from alhambra.table import Table
from alhambra.view import View

SNAPSHOTS = 256
"""Snapshots kept for ``pop``. To go back further, the game is replayed."""

Event = Action | tuple[Card, ...]
"""What a player did, or the order of a reshuffle."""

# How a game keeps its events: the code of an action, the order of a reshuffle, or that what
# follows a turn was revealed.
_Event = int | bytes | None
_REVEAL = None
_Beginning = tuple[tuple[str, ...], bytes, bytes, int]  # names, deck, bag, first


class Game(Table):
    """A game of Alhambra for 2 to 6 players.

    >>> game = Game.new(["Ana", "Bruno", "Carla"], seed=7)
    >>> game.phase, len(game.legal_actions)
    (<Phase.ACT: 'act'>, 4)
    """

    __slots__ = (
        "_bag",
        "_deck",
        "_events",
        "_first",
        "_own_steps",
        "_reshuffled",
        "_shuffler",
        "_snapshots",
    )

    _shuffler: Shuffler | None

    def __init__(
        self,
        names: Sequence[str],
        deal: Deal,
        first: int | None = None,
        shuffler: Shuffler | None = None,
    ) -> None:
        """Begin a game with this deal. ``first`` is one of the seats tied for starting. Without a
        shuffler the game stops at a reshuffle and waits for ``reshuffle(order)``."""
        check_names(names)
        deal.check(len(names))
        self._start(tuple(names), deck_codes(deal.deck), bag_codes(deal.bag), first)
        self._shuffler = shuffler

    def _start(self, names: tuple[str, ...], deck: bytes, bag: bytes, first: int | None) -> None:
        self._names = names
        self._deck = deck
        self._bag = bag
        self._position = Position()
        tied = dealing.set_up(self._position, len(names), deck, bag)
        if first is not None:
            if not 0 <= first < len(names):
                raise InvalidDeal(why("no_such_seat", seat=first + 1))
            if not tied >> first & 1:
                raise InvalidDeal(why("not_starting", seat=first + 1))
            dealing.start_with(self._position, first)
        self._first = self._position.seat
        self._events: list[_Event] = []
        self._reshuffled: int | None = None  # the last event that is an order
        # A step that ``pop`` takes back begins with an action, or with one of these events: reveals
        # and reshuffles that were asked for. The others belong to the step of the action before.
        self._own_steps: set[int] = set()
        self._snapshots: deque[Position] = deque(maxlen=SNAPSHOTS)  # before the latest steps
        self._shuffler = None

    @classmethod
    def new(
        cls,
        names: Sequence[str],
        seed: int | None = None,
        *,
        youngest: int | None = None,
        shuffler: Shuffler | None = None,
    ) -> Game:
        """Begin a game with a deal made from a seed or by a shuffler. The youngest seat starts if
        it is among those tied for starting, otherwise the lowest of them."""
        check_names(names)
        if shuffler is None:
            shuffler = random.Random(secrets.randbits(64) if seed is None else seed)
        if youngest is not None and not 0 <= youngest < len(names):
            raise InvalidDeal(why("no_such_seat", seat=youngest + 1))
        deal = Deal.shuffled(len(names), shuffler)
        game = cls.__new__(cls)
        game._start(tuple(names), deck_codes(deal.deck), bag_codes(deal.bag), None)
        game._shuffler = shuffler
        if youngest is not None and youngest in game.tied_to_start():
            dealing.start_with(game._position, youngest)
            game._first = youngest
        return game

    # What it began with

    @property
    def deal(self) -> Deal:
        """The order of deck and bag it began with. Hidden from players."""
        return Deal(deck_cards(self._deck), tuple(Tile.of(n) for n in self._bag))

    @property
    def first(self) -> int:
        """The seat that began."""
        return self._first

    def tied_to_start(self) -> tuple[int, ...]:
        """The seats among which the youngest starts."""
        tied = dealing.set_up(Position(), len(self._names), self._deck, self._bag)
        return tuple(seat for seat in range(len(self._names)) if tied >> seat & 1)

    # Playing

    def play(self, action: Action | str, *, reveal: bool = True) -> list[Happening]:
        """Play an action and return what happened, or raise IllegalAction and change nothing.

        With ``reveal=False`` a turn that ends stops before anything is drawn, in phase
        ``refill``, until ``reveal()``.
        """
        if isinstance(action, str):
            action = Action.parse(action)
        reason = self.why_not(action)
        if reason:
            raise IllegalAction(reason)
        self._begin_step()
        happened = self._take(action.code)
        if reveal and self._position.phase == c.REFILLING:
            happened += self._take(_REVEAL)
        return happened

    def push(self, action: Action) -> None:
        """Play a legal action; ``pop`` takes it back. Faster than ``play``: an illegal action
        raises ValueError without a reason."""
        before = self._position
        self._position = position = turns.push(before, action.code, self._events)
        self._snapshots.append(before)
        if position.phase == c.RESHUFFLING:
            self._go_on(None)

    def pop(self) -> None:
        """Take back the last step: what one call of ``play``, ``push``, ``reveal`` or
        ``reshuffle`` did."""
        if not self._events:
            raise IllegalAction(why("nothing_to_take_back"))
        if not self._snapshots:
            self.rebuild_snapshots()
        self._position = self._snapshots.pop()
        events = turns.pop(self._events, self._own_steps)
        if self._own_steps:
            self._own_steps.discard(events)
        if self._reshuffled is not None and self._reshuffled >= events:
            orders = [n for n, event in enumerate(self._events) if isinstance(event, bytes)]
            self._reshuffled = orders[-1] if orders else None

    def back_to(self, ply: int) -> None:
        """Take back everything after this ply."""
        if not 0 <= ply <= self.ply:
            raise IllegalAction(why("no_such_ply", plies=self.ply, ply=ply))
        events = self._events_at(ply)
        while len(self._events) > events:
            self.pop()

    def can_go_back_to(self, ply: int) -> bool:
        """Do the snapshots reach this ply? Otherwise ``back_to`` replays the game."""
        events = self._events_at(ply)
        if len(self._events) == events:
            return True
        return min(self._step_starts(len(self._snapshots)), default=len(self._events)) <= events

    def _begins_step(self, event: int) -> bool:
        return isinstance(self._events[event], int) or event in self._own_steps

    def _step_starts(self, steps: int) -> list[int]:
        """The events with which the last steps begin, the latest first."""
        backwards = range(len(self._events) - 1, -1, -1)
        return list(islice(filter(self._begins_step, backwards), steps))

    def _events_at(self, ply: int) -> int:
        """The number of events before the action that follows this ply."""
        events, later = len(self._events), self.ply - ply
        while later:
            events -= 1
            later -= isinstance(self._events[events], int)
        return events

    def drop_snapshots(self, keep: int = 0) -> None:
        """Drop the snapshots for taking back, but for those of the last ``keep`` steps, to save
        memory; going back further replays the game."""
        while len(self._snapshots) > keep:
            self._snapshots.popleft()

    def reveal(self) -> list[Happening]:
        """Continue after a turn: refill row and market, score what is due, go to the next seat."""
        if self._position.phase != c.REFILLING:
            raise IllegalAction(why("no_refill_due"))
        self._begin_step()
        self._own_steps.add(len(self._events))
        return self._take(_REVEAL)

    def reshuffle(self, order: Iterable[Card]) -> list[Happening]:
        """Give the order of the new deck, the top card first, and continue."""
        if self._position.phase != c.RESHUFFLING:
            raise IllegalAction(why("no_reshuffle_due"))
        cards = tuple(order)
        if sorted(cards) != list(self.discard):
            raise IllegalAction(why("wrong_reshuffle"))
        self._begin_step()
        self._own_steps.add(len(self._events))
        return self._take(bytes(card.code for card in cards))

    @property
    def steps(self) -> tuple[Action, ...]:
        """The actions of this turn so far: what can be taken back without anything hidden
        having been shown."""
        events = self._events[len(self._events) - self._position.steps :]
        return tuple(action_of(event) for event in events if isinstance(event, int))

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far."""
        return tuple(action_of(event) for event in self._events if isinstance(event, int))

    @property
    def reshuffles(self) -> tuple[tuple[Card, ...], ...]:
        """The orders of all reshuffles so far. Hidden from players."""
        orders = [event for event in self._events if isinstance(event, bytes)]
        return tuple(tuple(Card.of(code) for code in order) for order in orders)

    @property
    def events(self) -> tuple[Event, ...]:
        """Actions and orders of reshuffles in the order they came. Hidden from players."""
        return tuple(_public(event) for event in self._events if event is not _REVEAL)

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        return list(map(type, self._events)).count(int)

    def copy(self) -> Game:
        """An independent game in the same state; both share the shuffler."""
        other = Game.__new__(Game)
        other._adopt(self, self._position.clone())
        other._shuffler = self._shuffler
        return other

    def with_names(self, names: Sequence[str]) -> Game:
        """The same game played by others, with its snapshots for taking back."""
        other = self.copy()
        other._names = tuple(names)
        other._snapshots.extend(self._snapshots)
        return other

    def _adopt(self, other: Game, position: Position) -> None:
        self._names, self._first = other._names, other._first
        self._deck, self._bag = other._deck, other._bag
        self._position = position
        self._events = list(other._events)
        self._reshuffled = other._reshuffled
        self._own_steps = set(other._own_steps)
        self._snapshots = deque(maxlen=SNAPSHOTS)
        self._shuffler = None

    def _begin_step(self) -> None:
        self._snapshots.append(self._position)
        self._position = self._position.clone()

    def _take(self, event: _Event) -> list[Happening]:
        """Apply an event and everything that follows from it. At the end of a turn the game waits
        for the reveal, which is a separate event."""
        happened: list[Happening] = []
        if isinstance(event, bytes):
            self._stack(event, happened)
        else:
            self._events.append(event)
        if isinstance(event, int):
            happened.append(happenings.of_action(self._position, action_of(event)))
            turns.play(self._position, event)
            if self._position.phase == c.REFILLING:
                return happened
        self._go_on(happened)
        return happened

    def _go_on(self, happened: list[Happening] | None) -> None:
        """Carry out every step that needs no decision. What happened is appended, unless None is
        given."""
        position = self._position
        while position.phase >= c.REFILLING:
            if position.phase == c.RESHUFFLING:
                if self._shuffler is None:
                    break
                order = list(self.discard)
                self._shuffler.shuffle(order)
                self._stack(bytes([card.code for card in order]), happened)
            elif happened is None:
                turns.settle(position)
            else:
                before = position.clone()
                turns.go_on(position)
                happened.extend(happenings.of_step(before, position))

    def _stack(self, order: bytes, happened: list[Happening] | None) -> None:
        turns.stack(self._position, order)
        self._reshuffled = len(self._events)
        self._events.append(order)
        if happened is not None:
            happened.append(Reshuffled(len(order)))

    # History

    def rebuild_snapshots(self) -> None:
        """Replay the game, so that taking back needs no replay."""
        self._snapshots.clear()
        starts = set(self._step_starts(SNAPSHOTS))
        for events, (game, _) in enumerate(_replayed(self._restart(), self._events)):
            if events in starts:
                self._snapshots.append(game._position.clone())

    def _restart(self, since: Game | None = None) -> Game:
        """The game as it began, or as it was then; it stops for every reshuffle."""
        game = Game.__new__(Game)
        if since is None:
            game._start(*self._began())
        else:
            game._adopt(since, since._position.clone())
        return game

    def _began(self) -> _Beginning:
        return self._names, self._deck, self._bag, self._first

    def history(self, since: Game | None = None) -> Iterator[tuple[Event, list[Happening], Game]]:
        """Replay from the beginning, or from ``since``, an earlier state of this game: each event,
        what happened, and the game after it. (It is one game that changes; copy what you want
        to keep.)"""
        start = self._restart(since)
        first = len(start._events)
        acted: int | bytes = 0
        happened: list[Happening] = []
        replay = _replayed(start, self._events[first:])
        next(replay)
        for n, (game, added) in enumerate(replay, start=first + 1):
            event = self._events[n - 1]
            if event is _REVEAL:
                happened = happened + added
            else:
                acted, happened = event, added
            if n == len(self._events) or self._events[n] is not _REVEAL:
                yield _public(acted), happened, game

    def at(self, ply: int, since: Game | None = None) -> Game:
        """The game as it was after this number of actions, with the same reshuffles known.
        ``since`` is an earlier state of this game to replay from."""
        if not 0 <= ply <= self.ply:
            raise IllegalAction(why("no_such_ply", plies=self.ply, ply=ply))
        start = self._restart(since)
        end = self._events_at(ply)
        return _rebuilt(start, self._events[len(start._events) : end], self._own_steps)

    def extends(self, other: Game) -> bool:
        """Is ``other`` an earlier state of this game?"""
        return (
            self._began() == other._began() and self._events[: len(other._events)] == other._events
        )

    def sheet(self, scoring: Scoring | str | None = None) -> Sheet:
        """A scoring as it was when it took place, or as if it took place now. Defaults to the
        next scoring, or C once the game is over."""
        asked = Scoring(scoring or self.next_scoring())
        if asked not in self.scored:
            return super().sheet(asked)
        for _, happened, _ in self.history():
            for happening in happened:
                if isinstance(happening, Scored) and happening.sheet.scoring is asked:
                    return happening.sheet
        raise AssertionError("a scoring that took place is in the history")

    # What players know

    def view(self, seat: int | None = None) -> View:
        """What a seat knows: everything but the order of deck and bag. None: a spectator."""
        if seat is not None and not 0 <= seat < len(self._names):
            raise IllegalAction(why("no_such_seat", seat=seat + 1))
        position = self._position.clone()
        dealing.hide(position)
        return View(self._with_hidden(position), seat)

    def _with_hidden(self, position: Position) -> Game:
        """This game with the hidden order of another position, all that was seen unchanged."""
        game = Game.__new__(Game)
        game._adopt(self, position)
        deck, bag = position.deck_order, position.bag_order
        game._bag = self._bag[: len(self._bag) - len(bag)] + bag
        if self._reshuffled is None:
            game._deck = self._deck[: len(self._deck) - len(deck)] + deck
        else:
            order = self._events[self._reshuffled]
            assert isinstance(order, bytes)
            game._events[self._reshuffled] = order[: len(order) - len(deck)] + deck
        return game

    def __eq__(self, other: object) -> bool:
        """The same deal and the same events, stopped at the same point."""
        return isinstance(other, Game) and self._facts() == other._facts()

    __hash__ = None  # type: ignore[assignment]

    def _facts(self) -> tuple[object, ...]:
        return *self._began(), tuple(self._events), self._position.facts()

    def __reduce__(self) -> tuple[object, ...]:
        steps = tuple(sorted(self._own_steps))
        return _unpickled, (self._began(), tuple(self._events), steps, self._shuffler)

    def __repr__(self) -> str:
        names = ", ".join(self._names)
        return f"<Game of {names}: ply {self.ply}, seat {self.seat + 1}, phase {self.phase}>"


def _replayed(game: Game, events: Iterable[_Event]) -> Iterator[tuple[Game, list[Happening]]]:
    """The game as it is, then after each event, with what happened. It is one game that changes."""
    yield game, []
    for event in events:
        yield game, game._take(event)


def _rebuilt(game: Game, events: Iterable[_Event], own_steps: Iterable[int]) -> Game:
    """The game after these events, which can be taken back in the same steps."""
    game, _ = deque(_replayed(game, events), maxlen=1).pop()
    game._own_steps = {start for start in own_steps if start < len(game._events)}
    return game


def _unpickled(
    began: _Beginning,
    events: tuple[_Event, ...],
    own_steps: tuple[int, ...],
    shuffler: Shuffler | None,
) -> Game:
    game = Game.__new__(Game)
    game._start(*began)
    game = _rebuilt(game, events, own_steps)
    game._shuffler = shuffler
    return game


def _public(event: int | bytes) -> Event:
    return action_of(event) if isinstance(event, int) else tuple(map(Card.of, event))


def check_names(names: Sequence[str]) -> None:
    """Raise InvalidDeal unless 2 to 6 players have good names."""
    check_players(len(names))
    for n, name in enumerate(names):
        if _is_bad_name(name):
            raise InvalidDeal(why("bad_name", name=name))
        if name in names[:n]:
            raise InvalidDeal(why("same_name", name=name))


def _is_bad_name(name: str) -> bool:
    if not 1 <= len(name) <= 40 or name != name.strip():
        return True
    forbidden = ("Cc", "Zl", "Zp", "Cs")
    return "|" in name or any(unicodedata.category(letter) in forbidden for letter in name)
