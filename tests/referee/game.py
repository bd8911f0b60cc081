"""A whole game: RULES.md sections 3, 4, 8 and 9."""

from collections.abc import Sequence

from .building import Cell, City, may_remove, may_swap, spots
from .money import is_payment, payments, takes
from .pieces import CURRENCIES, FOUNTAIN, price, refuse_if, worth
from .scoring import score
from .start import check_bag, check_deck, check_first, check_names, deal


class Referee:
    """A game, from set-up to result. Seats count from 0; in action lines from 1.

    `phase` is `action`, `placing`, `reshuffle` (then `shuffle` comes next), `awards` or
    `over`. `lines` are the lines of the record so far, below its header.
    """

    def __init__(
        self, names: Sequence[str], first: int, deck: Sequence[str], bag: Sequence[str]
    ) -> None:
        """Sections 2 and 9: set up from the header of a record."""
        check_names(names)
        check_deck(deck, len(names))
        check_bag(bag)
        check_first(first, deck, len(names))
        players = len(names)
        self.names = list(names)
        self.start_deck, self.start_bag = list(deck), list(bag)
        self.extra: list[tuple[str, str]] = []  # a record's unknown header keys
        self.first = self.seat = first
        self.hands, rest = deal(deck, players)
        self.row = rest[:4]
        self.deck = rest[4:]
        self.discard: list[str] = []
        self.market: dict[int, str | None] = {n: bag[n - 1] for n in (1, 2, 3, 4)}
        self.bag = list(bag[4:])
        self.cities: list[City] = [{(0, 0): FOUNTAIN} for _ in range(players)]
        self.reserves: list[list[str]] = [[] for _ in range(players)]
        self.bought: list[str] = []  # bought this turn, or awarded: still to be placed
        self.awards: dict[int, list[str]] = {}  # seat: tiles, of seats whose turn is to come
        self.turned_up: list[str] = []  # scoring cards of this refill
        self.dirk: list[str] | None = None
        self.points = [0] * (3 if players == 2 else players)
        self.phase = "action"
        self.lines: list[str] = []
        if players == 2:
            self.dirk = []
            self.dirk_draws(6)

    def legal(self) -> set[str]:
        """RECORD.md: the legal actions, complete; none when a reshuffle or nothing is due."""
        if self.phase == "action":
            return self.money_actions() | self.redesigns() or {"pass"}
        if self.phase in ("placing", "awards"):
            return self.placings()
        return set()

    def money_actions(self) -> set[str]:
        """Section 3: take money, and buy."""
        actions = {f"take {' '.join(cards)}" for cards in takes(self.row)}
        for square, tile in self.market.items():
            if tile is not None:
                for cards in payments(self.purse(self.seat, square), price(tile)):
                    actions.add(f"buy {tile} {' '.join(cards)}")
        return actions

    def redesigns(self) -> set[str]:
        """Section 3: build, remove, swap."""
        city = self.cities[self.seat]
        actions = {f"remove {city[cell]}" for cell in city if may_remove(city, cell)}
        for tile in self.reserves[self.seat]:
            actions |= {f"build {tile} {x},{y}" for x, y in spots(city, tile)}
            actions |= {f"swap {tile} {x},{y}" for x, y in city if may_swap(city, tile, (x, y))}
        return actions

    def placings(self) -> set[str]:
        """Sections 4, 8 and 9: each tile into the city, the reserve, or to Dirk if bought."""
        actions = set()
        for tile in self.bought:
            actions |= {f"place {tile} {x},{y}" for x, y in spots(self.cities[self.seat], tile)}
            actions.add(f"reserve {tile}")
            if self.dirk is not None and self.phase == "placing":
                actions.add(f"give {tile}")
        return actions

    def purse(self, seat: int, square: int) -> list[str]:
        """Section 1: a player's cards in the currency of a square."""
        return [card for card in self.hands[seat] if card[0] == CURRENCIES[square - 1]]

    def square_of(self, tile: str) -> int | None:
        """The market square a tile lies on."""
        return next((square for square, t in self.market.items() if t == tile), None)

    def overpays(self, action: str) -> bool:
        """RECORD.md: a purchase with more cards than needed: never listed, yet accepted."""
        word, *rest = action.split(" ")
        if self.phase != "action" or word != "buy" or len(rest) < 2:
            return False
        tile, cards = rest[0], rest[1:]
        square = self.square_of(tile)
        if square is None or cards != sorted(cards):
            return False
        purse = self.purse(self.seat, square)
        held = all(cards.count(card) <= purse.count(card) for card in cards)
        return held and is_payment(cards, price(tile))

    def play(self, action: str) -> None:
        """Sections 3 and 4: play one action, and all that follows from it."""
        refuse_if(action not in self.legal() and not self.overpays(action), f"illegal: {action}")
        self.lines.append(f"{self.seat + 1} {action}")
        word, *rest = action.split(" ")
        if word in ("place", "reserve", "give"):
            self.put(word, rest)
            if not self.bought:
                self.end_placing()
        elif word == "buy":
            exact = self.buy(rest[0], rest[1:])
            if not exact:
                self.end_actions()
        else:
            if word == "take":
                self.take(rest)
            elif word != "pass":
                self.redesign(word, rest)
            self.end_actions()

    def take(self, cards: Sequence[str]) -> None:
        """Section 3: take money."""
        for card in cards:
            self.row.remove(card)
            self.hands[self.seat].append(card)

    def buy(self, tile: str, cards: Sequence[str]) -> bool:
        """Section 3: buy; true if paid to the exact amount, which gives another action."""
        for card in cards:
            self.hands[self.seat].remove(card)
            self.discard.append(card)
        square = self.square_of(tile)
        assert square is not None
        self.market[square] = None
        self.bought.append(tile)
        return worth(cards) == price(tile)

    def redesign(self, word: str, rest: Sequence[str]) -> None:
        """Section 3: build, remove or swap."""
        city, reserve, tile = self.cities[self.seat], self.reserves[self.seat], rest[0]
        if word == "remove":
            cell = next(c for c, t in city.items() if t == tile)
            reserve.append(city.pop(cell))
            return
        cell = cell_named(rest[1])
        if word == "swap":
            reserve.append(city[cell])
        reserve.remove(tile)
        city[cell] = tile

    def put(self, word: str, rest: Sequence[str]) -> None:
        """Section 4, step 1: place one tile."""
        tile = rest[0]
        self.bought.remove(tile)
        if word == "place":
            self.cities[self.seat][cell_named(rest[1])] = tile
        elif word == "reserve":
            self.reserves[self.seat].append(tile)
        else:
            assert self.dirk is not None
            self.dirk.append(tile)

    def end_actions(self) -> None:
        """Section 4, step 1: place the tiles bought, if any."""
        self.phase = "placing"
        if not self.bought:
            self.refill_row()

    def end_placing(self) -> None:
        """Sections 4 and 8: all tiles in hand are placed."""
        if self.phase == "placing":
            self.refill_row()
        else:
            self.next_award()

    def refill_row(self) -> None:
        """Section 4, step 2; with an empty deck it waits for `shuffle`."""
        while len(self.row) < 4:
            if not self.deck and self.discard:
                self.phase = "reshuffle"
                return
            if not self.deck:
                break
            card = self.deck.pop(0)
            (self.turned_up if card in ("A", "B") else self.row).append(card)
        self.refill_market()

    def shuffle(self, order: Sequence[str]) -> None:
        """Section 4, step 2: the discard pile becomes the new deck, in this order from the top."""
        refuse_if(self.phase != "reshuffle", "no reshuffle is due")
        refuse_if(sorted(order) != sorted(self.discard), "not the cards of the discard pile")
        self.lines.append(f"deck: {' '.join(order)}")
        self.deck, self.discard = list(order), []
        self.refill_row()

    def refill_market(self) -> None:
        """Section 4, steps 3 to 5."""
        for square in (1, 2, 3, 4):
            if self.market[square] is None and self.bag:
                self.market[square] = self.bag.pop(0)
        for scoring in self.turned_up:
            self.hold_scoring(scoring)
            self.dirk_draws(6 if scoring == "A" else len(self.bag) // 3)
        self.turned_up = []
        self.seat = (self.seat + 1) % len(self.names)
        if None in self.market.values():
            self.award()
        else:
            self.phase = "action"

    def hold_scoring(self, scoring: str) -> None:
        """Section 6: add the points of a scoring."""
        gained = score(scoring, self.cities, self.dirk)
        self.points = [before + more for before, more in zip(self.points, gained, strict=True)]
        self.lines.append(f"score {scoring}: {' '.join(map(str, gained))}")

    def dirk_draws(self, number: int) -> None:
        """Section 9: Dirk gets tiles from the bag, or what there is."""
        if self.dirk is not None:
            self.dirk += self.bag[:number]
            self.bag = self.bag[number:]

    def award(self) -> None:
        """Section 8: each tile left goes to the one who holds most of its currency."""
        self.phase = "awards"
        for square, tile in self.market.items():
            totals = [worth(self.purse(seat, square)) for seat in range(len(self.names))]
            if tile is not None and max(totals) > 0 and totals.count(max(totals)) == 1:
                self.awards.setdefault(totals.index(max(totals)), []).append(tile)
                self.market[square] = None
        self.next_award()

    def next_award(self) -> None:
        """Section 8: seat by seat from the player who would have been next; then scoring C."""
        for step in range(len(self.names)):
            seat = (self.seat + step) % len(self.names)
            if seat in self.awards:
                self.seat, self.bought = seat, self.awards.pop(seat)
                return
        self.hold_scoring("C")
        self.lines.append(f"result: {' '.join(map(str, self.points))}")
        self.phase = "over"

    def outcome(self) -> list[int] | None:
        """Section 8: the winning seats, all those tied; Dirk cannot win. None while playing."""
        if self.phase != "over":
            return None
        players = self.points[: len(self.names)]
        return [seat for seat, points in enumerate(players) if points == max(players)]


def cell_named(text: str) -> Cell:
    """RECORD.md: the cell written `x,y`."""
    x, y = text.split(",")
    return int(x), int(y)
