"""Rows: complete, blind to the hidden order, independent of seats, quick and slow alike."""

import random
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from alhambra import Deal, Game
from alhambra.actions import Buy, Place, action_of
from alhambra.core import building, constants, tables, turns
from alhambra.core import scoring as scoring_sheets
from alhambra.core.position import Position, Workspace
from alhambra.neural import columns, features
from alhambra.neural.encoder import Encoder
from alhambra.neural.network import row_width
from alhambra.pieces import Card, Cell
from laws.positions import COMPILED, trail
from tables import NAMES

PLAYERS = range(2, 7)
SOURCE = Path(columns.__file__).parent
EVERY = 1 if COMPILED else 60


def rows_of(game: Game) -> tuple[list[int], list[bytes]]:
    """The codes and rows of everything that can be chosen."""
    return rows_at(game.view(None).position)


def rows_at(position: Position) -> tuple[list[int], list[bytes]]:
    """The same for somebody who has the hidden order before them, as the games of a training do."""
    encoder = Encoder(position.players)
    codes, text = features.afterstates(encoder, Workspace(), position)
    width = encoder.width
    return codes, [bytes(text[width * i : width * (i + 1)]) for i in range(len(codes))]


@pytest.mark.parametrize("players", PLAYERS)
def test_a_row_written_by_what_changes_is_the_row_written_from_scratch(players: int) -> None:
    encoder = Encoder(players)
    work, other = Workspace(), Workspace()
    names = columns.columns(players)
    rng = random.Random(players)
    seen = 0
    for seed in range(4):
        for n, game in enumerate(trail(players, seed).walk()):
            if not game.legal_actions or n % EVERY:
                continue
            position = game.view(None).position
            codes, text = features.afterstates(encoder, work, position)
            for i in rng.sample(range(len(codes)), min(len(codes), 6)):
                after = position.clone()
                turns.play(after, codes[i])
                whole = features.encoded(Encoder(players), other, after)
                row = text[encoder.width * i : encoder.width * (i + 1)]
                differing = [names[k] for k in range(len(names)) if row[k] != whole[k]]
                assert not differing, f"{differing} after {codes[i]} in {game}"
                seen += 1
    assert seen > 20


@pytest.mark.parametrize("players", PLAYERS)
def test_the_hidden_order_changes_no_row(players: int) -> None:
    rng = random.Random(players)
    deck = bag = 0
    for n, game in enumerate(trail(players, 5).walk()):
        if game.legal_actions and n % (7 * EVERY) == 0:
            one, other = game._position, game.view(None).sample(rng)._position
            deck += other.deck_order != one.deck_order
            bag += other.bag_order != one.bag_order
            assert rows_at(other) == rows_at(one)
    assert deck and bag


@pytest.mark.parametrize("players", PLAYERS)
def test_every_byte_has_a_name(players: int) -> None:
    names = columns.columns(players)
    assert len(set(names)) == len(names) == columns.SEAT * players + columns.TABLE
    assert Encoder(players).width == row_width(players) >= len(names)
    assert row_width(players) <= columns.WIDEST


def test_the_compiler_is_told_the_same_offsets() -> None:
    text = (SOURCE / "columns.pxd").read_text(encoding="utf-8")
    told = {
        name: int(value)
        for name, value in re.findall(r"^    ([A-Z_]+) = (\d+)$", text, re.MULTILINE)
    }
    written = {name: value for name, value in vars(columns).items() if name.isupper()}
    assert told == {name: value for name, value in written.items() if not name.startswith("_")}
    assert len(told) > 20


def seat_offsets() -> dict[str, int]:
    """Names of columns in a seat's block, and where the constants say they are."""
    green_purse = columns.HAND + columns.PURSE
    green_offer = columns.OFFERS + columns.OFFER
    return {
        "pavilions in the city": columns.CITY,
        "longest wall": columns.LONGEST_WALL,
        "sides of the outline": columns.OUTLINE_SIDES,
        "outer walls": columns.OUTER_WALLS,
        "runs of wall": columns.WALL_RUNS,
        "cells for walls none": columns.FITTING,
        "cells for any tile": columns.OPEN_CELLS,
        "cells for no wall": columns.CELLS_NO_WALL,
        "cells for one wall": columns.CELLS_ONE_WALL,
        "cells for a corner": columns.CELLS_CORNER,
        "tiles in the city": columns.CITY_TILES,
        "wall with a tile of walls none, and 8": columns.GROWTH,
        "blue: worth": columns.HAND,
        "green: worth": green_purse + columns.PURSE_WORTH,
        "green: cards": green_purse + columns.PURSE_CARDS,
        "green: cards of 1": green_purse + columns.PURSE_VALUES,
        "tiles of the bag blue pays exactly": columns.EXACT,
        "tiles of the bag blue pays": columns.PAYABLE,
        "blue square: can be paid": columns.OFFERS,
        "green square: can be paid": green_offer + columns.OFFER_PAYABLE,
        "green square: can be paid exactly": green_offer + columns.OFFER_EXACT,
        "green square: least paid too much": green_offer + columns.OFFER_EXCESS,
        "green square: what is missing": green_offer + columns.OFFER_MISSING,
        "green square: cells for its tile": green_offer + columns.OFFER_CELLS,
        "green square: nobody else has as much": green_offer + columns.OFFER_RICHEST,
        "green square: exactly with one card of the row": green_offer + columns.OFFER_EXACT_NEXT,
        "green square: payable with one card of the row": green_offer + columns.OFFER_PAYABLE_NEXT,
        "green square: wall with its tile, and 8": green_offer + columns.OFFER_GROWTH,
        "green square: its majority in the next scoring": green_offer + columns.OFFER_NEXT_PRIZE,
        "green square: its majority in the last": green_offer + columns.OFFER_LAST_PRIZE,
        "pavilions in reserve": columns.RESERVED,
        "tiles in reserve": columns.RESERVED_TILES,
        "tiles in reserve that fit": columns.RESERVED_FITTING,
        "wall with the best tile in reserve, and 8": columns.RESERVED_GROWTH,
        "points": columns.POINTS,
        "lead in pavilions, and 16": columns.LEAD,
        "majorities in the next scoring": columns.NEXT_PRIZES,
        "majorities in the last": columns.LAST_PRIZES,
        "pavilions of the bag that fit": columns.ROOM,
        "tiles of the bag that fit": columns.ROOM_TILES,
        "wall with a tile of the bag, and 8, in 16ths": columns.ROOM_GROWTH,
        "ahead after the next scoring, and 128": columns.NEXT_MARGIN,
        "ahead after the last, and 128": columns.LAST_MARGIN,
        "ahead after the last by up to 10, times 12, and 128": columns.CLOSE_MARGIN,
        "ahead by up to 10 where the end is certain, times 12, and 128": columns.CERTAIN_MARGIN,
        "ahead where the end is certain: 0, 128 or 255": columns.CERTAIN_RESULT,
        "ahead by up to 10 if it ends the game by buying, times 12, and 128": columns.BUYING_MARGIN,
        "ahead if it ends the game by buying: 0, 128 or 255": columns.BUYING_RESULT,
    }


def table_offsets() -> dict[str, int]:
    """Names of the table's columns, and where the constants say they are."""
    green_square = columns.MARKET + columns.SQUARE
    return {
        "waiting: pavilions": columns.WAITING,
        "waiting: walls none": columns.WAITING + columns.WAITING_WALLS,
        "waiting: tiles": columns.WAITING + columns.WAITING_TILES,
        "waiting: cells": columns.WAITING + columns.WAITING_CELLS,
        "waiting: without a cell": columns.WAITING + columns.WAITING_STUCK,
        "waiting: wall, and 8 each": columns.WAITING + columns.WAITING_GROWTH,
        "blue square: filled": columns.MARKET,
        "green square: filled": green_square + columns.SQUARE_FILLED,
        "green square: pavilions": green_square + columns.SQUARE_KIND,
        "green square: price": green_square + columns.SQUARE_PRICE,
        "green square: wall n": green_square + columns.SQUARE_WALLS,
        "row: blue 1": columns.MONEY,
        "row: green 1": columns.MONEY + columns.VALUES,
        "row: worth in blue": columns.MONEY + columns.MONEY_WORTH,
        "row: gaps": columns.MONEY + columns.MONEY_GAPS,
        "bag: pavilions": columns.BAG,
        "bag: tiles": columns.BAG + columns.BAG_TILES,
        "bag: price 2": columns.BAG + columns.BAG_PRICES,
        "deck: blue 1": columns.CARDS,
        "deck: money cards": columns.CARDS + columns.CARDS_LEFT,
        "before scoring A": columns.TIME,
        "A: earliest place": columns.TIME + columns.TIME_WINDOWS,
        "scoring with the next refill, in 200ths": columns.TIME + columns.TIME_REFILL,
        "… with six cards more": columns.TIME + columns.TIME_LATER,
        "to act": columns.TURN + columns.TURN_ACTING,
        "to place": columns.TURN + columns.TURN_PLACING,
        "turn over": columns.TURN + columns.TURN_OVER,
        "last placing": columns.TURN + columns.TURN_AWARDING,
        "bag cannot fill the market": columns.TURN + columns.TURN_ENDING,
        "empty squares": columns.TURN + columns.TURN_EMPTY,
        "Dirk: pavilions": columns.DIRK,
    }


def test_the_names_stand_where_the_offsets_say() -> None:
    names = columns.columns(3)
    expected = seat_offsets()
    for turn, seat in enumerate(("me", "seat +1", "seat +2")):
        start = columns.SEAT * turn
        assert {name: names.index(f"{seat}: {name}") - start for name in expected} == expected
    expected = table_offsets()
    assert {name: names.index(name) - columns.SEAT * 3 for name in expected} == expected


def test_blocks_end_where_the_next_begins() -> None:
    assert columns.WAITING + columns.WAITING_SIZE == columns.MARKET
    assert columns.MARKET + 4 * columns.SQUARE == columns.MONEY
    assert columns.MONEY + columns.MONEY_SIZE == columns.BAG
    assert columns.TIME + columns.TIME_SIZE == columns.TURN
    assert columns.HAND + 4 * columns.PURSE == columns.EXACT
    assert columns.OFFERS + 4 * columns.OFFER == columns.RESERVED
    assert 2 * columns.LAST_SCORING == columns.PRIZE_TABLE
    assert constants.KINDS * constants.MAX_SCORERS == columns.LAST_SCORING
    assert constants.KINDS * columns.HANDED == columns.HANDED_TABLE


def called(text: str, names: tuple[int, ...]) -> str:
    """Cards and actions where the currencies have other names; cards are written in order."""
    words = text.split()
    cards = [word for word in words if word[0] in "bgoy" and word[1:].isdigit()]
    told = sorted("bgoy"[names["bgoy".index(card[0])]] + card[1:] for card in cards)
    return " ".join([*(word for word in words if word not in cards), *told])


def renamed_deal(deal: Deal, names: tuple[int, ...]) -> Deal:
    """The same deal with other names; a tile lies on the square of the currency it did lie on."""
    deck = [Card(called(str(c), names)) if isinstance(c, Card) else c for c in deal.deck]
    market = sorted(zip(names, deal.bag[:4], strict=True))
    return Deal(tuple(deck), (*(tile for _, tile in market), *deal.bag[4:]))


@pytest.mark.parametrize("players", PLAYERS)
def test_what_the_currencies_are_called_moves_bytes_and_changes_none(players: int) -> None:
    names = (2, 0, 3, 1)
    moved = columns.renamed(players, names)
    seen: set[int] = set()
    for seed in range(12 if COMPILED else 1):
        rng = random.Random(seed)
        deal = Deal.shuffled(players, rng)
        game = Game(NAMES[:players], deal)
        other = Game(NAMES[:players], renamed_deal(deal, names))
        # Two empty squares are filled in the order of the market: there the games part.
        while game.legal_actions and sum(tile is None for tile in game.market) < 2:
            told = [bytes(row[i] for i in moved) for row in rows_of(other)[1]]
            assert sorted(told) == sorted(row[: len(moved)] for row in rows_of(game)[1])
            seen.update(i for row in told for i, byte in enumerate(row) if byte)
            action = str(rng.choice(game.legal_actions))
            game.play(action)
            other.play(called(action, names))
    told_of = [i for i, j in enumerate(moved) if i != j]
    assert len(seen.intersection(told_of)) > 0.7 * len(told_of)


def test_games_in_turn_do_not_get_into_each_others_cities() -> None:
    """One memory serves several games: the same tiles lie elsewhere in each."""
    encoder, work = Encoder(3), Workspace()
    seen = 0
    for n, games in enumerate(zip(*(trail(3, seed).walk() for seed in range(3)), strict=False)):
        for game in games if n % (3 * EVERY) == 0 else ():
            if game.legal_actions:
                position = game.view(None).position
                fresh = features.afterstates(Encoder(3), Workspace(), position)
                assert features.afterstates(encoder, work, position) == fresh
                seen += 1
    assert seen > 3


def test_rows_show_what_is_on_the_table() -> None:
    game = Game.new(NAMES[:3], seed=4)
    row = features.encoded(Encoder(3), Workspace(), game.view(None).position)
    told = dict(zip(columns.columns(3), row, strict=False))
    hand = game.hands[game.seat]
    assert told["me: blue: worth"] == sum(card.value for card in hand if str(card)[0] == "b")
    assert [told[f"{money} square: price"] for money in ("blue", "green", "orange", "yellow")] == [
        tile.price for tile in game.market if tile
    ]
    assert told["bag: tiles"] == 50
    assert told["before scoring A"] == 1 and told["before scoring B"] == 0
    assert told["me: cells for walls none"] == told["me: cells for any tile"] == 4
    assert {told[f"me: cells for walls {side}"] for side in "nesw"} == {3}
    assert told["me: cells for walls nesw"] == 0


@pytest.mark.compiled_only
def test_rows_tell_actions_apart_that_lead_to_different_tables() -> None:
    """All that differs between two places of a tile may be geometry the row leaves out; money,
    purchases and reserves always show."""
    for game in trail(3, 2).walk():
        if game.legal_actions:
            codes, rows = rows_of(game)
            money = [row for code, row in zip(codes, rows, strict=True) if code >> 26 <= 2]
            assert all(one != other for one, other in pairwise(sorted(money)))


def test_growth_is_what_the_best_cell_does_to_the_wall() -> None:
    """Against the engine: a tile with those walls put into every cell that takes it."""
    words = ["".join(s for k, s in enumerate("nesw") if mask >> k & 1) for mask in range(16)]
    walls_of = tables.walls()[:54]
    seen: Counter[int] = Counter()
    for seed in range(6):
        for n, game in enumerate(trail(3, seed).walk()):
            if not game.legal_actions or n % (5 * EVERY):
                continue
            position, seat = game.view(None).position, game.seat
            row = features.encoded(Encoder(3), Workspace(), position)
            told = dict(zip(columns.columns(3), row, strict=False))
            wall = building.longest_wall(position, seat)
            assert told["me: longest wall"] == wall
            loose = [tile for tile in range(54) if not position.city[seat] >> tile & 1]
            for mask, word in enumerate(words):
                tile = next((t for t in loose if walls_of[t] == mask), None)
                if tile is None:
                    continue
                gains = []
                spots = building.spots(position, seat, tile)
                assert told[f"me: cells for walls {word or 'none'}"] == len(spots)
                for cell in spots:
                    grown = position.clone()
                    building.put(grown, seat, tile, cell)
                    gains.append(building.longest_wall(grown, seat) - wall)
                name = f"me: wall with a tile of walls {word or 'none'}, and 8"
                assert told[name] == (8 + max(gains) if gains else 0), f"{name} in {game}"
                seen.update(gains)
    assert seen.keys() >= ({-1, 0, 1, 2, 3} if COMPILED else {0, 1, 2, 3})


def told_by(players: int, position: Position) -> dict[str, int]:
    """A row, byte by byte, as the seat to act sees it."""
    row = features.encoded(Encoder(players), Workspace(), position)
    return dict(zip(columns.columns(players), row, strict=False))


def whose(turn: int) -> str:
    return f"seat +{turn}" if turn else "me"


def points_after(position: Position, scoring: int) -> list[int]:
    """The points of all seats if a scoring were now, as the engine counts them."""
    points = [position.score[seat] for seat in range(position.players)]
    for seat in range(position.players):
        points[seat] += building.longest_wall(position, seat)
        for kind in range(6):
            points[seat] += scoring_sheets.kind_sheet(position, scoring, kind)[2][seat]
    return points


def leads(points: list[int], first: int) -> list[int]:
    """How far each is ahead of the best other, from a seat on."""
    turned = points[first:] + points[:first]
    return [own - max(turned[:i] + turned[i + 1 :]) for i, own in enumerate(turned)]


@pytest.mark.parametrize("players", PLAYERS)
def test_who_is_ahead_is_what_a_scoring_now_would_say(players: int) -> None:
    seen = 0
    for n, game in enumerate(trail(players, 3).walk()):
        position = game.view(None).position
        if not game.legal_actions or n % (3 * EVERY) or position.pending:
            continue
        if position.bag_size <= columns.LATE:
            break
        told = told_by(players, position)
        for what, scoring in (("the next scoring", position.scored), ("the last", 2)):
            for turn, lead in enumerate(leads(points_after(position, scoring), game.seat)):
                name = f"{whose(turn)}: ahead after {what}, and 128"
                assert told[name] == max(0, min(128 + lead, 255)), f"{name} in {game}"
                seen += 1
    assert seen > (100 if COMPILED else 2)


@pytest.mark.parametrize("players", PLAYERS)
def test_an_action_that_ends_the_game_shows_who_has_won(players: int) -> None:
    names, ends = columns.columns(players), 0
    for seed in range(12 if COMPILED else 2):
        for game in trail(players, seed).walk():
            position = game.view(None).position
            if position.phase != constants.AWARDING:
                continue
            for code, row in zip(*rows_of(game), strict=True):
                after = turns.after(position, code)
                if after.phase != constants.OVER:
                    continue
                told = dict(zip(names, row, strict=False))
                final = [after.score[seat] for seat in range(players)]
                for turn, lead in enumerate(leads(final, game.seat)):
                    ahead = told[f"{whose(turn)}: ahead after the last, and 128"]
                    assert ahead == max(0, min(128 + lead, 255))
                    won = told[f"{whose(turn)}: ahead where the end is certain: 0, 128 or 255"]
                    assert won == (255 if lead > 0 else 128 if lead == 0 else 0)
                ends += 1
    assert ends or not COMPILED


def richest(game: Game, square: int) -> int | None:
    """Who alone holds the most of the currency of a square."""
    letter = "bgoy"[square]
    worth = [sum(card.value for card in hand if str(card)[0] == letter) for hand in game.hands]
    return worth.index(max(worth)) if max(worth) and worth.count(max(worth)) == 1 else None


@pytest.mark.parametrize("players", PLAYERS)
def test_near_the_end_tiles_of_the_market_count_for_who_would_be_handed_them(players: int) -> None:
    seen = 0
    for seed in range(8 if COMPILED else 1):
        for game in trail(players, seed).walk():
            position = game.view(None).position
            if not game.legal_actions or position.pending or position.bag_size > columns.LATE:
                continue
            handed, n = position.clone(), 0
            for square, tile in enumerate(position.market_tiles):
                owner = richest(game, square)
                if tile == constants.NO_TILE or owner is None:
                    continue
                if building.spots(position, owner, tile):
                    n += 1
                    building.put(handed, owner, tile, Cell(40 + n, 0).code)  # they only count
            points = points_after(position, 2)
            for seat in range(players):
                for kind in range(6):
                    before, after = (
                        scoring_sheets.kind_sheet(cities, 2, kind)[2][seat]
                        for cities in (position, handed)
                    )
                    points[seat] += after - before
            told = told_by(players, position)
            for turn, lead in enumerate(leads(points, game.seat)):
                name = f"{whose(turn)}: ahead after the last, and 128"
                assert told[name] == max(0, min(128 + lead, 255)), f"{name} in {game}"
            seen += n > 0
    assert seen > 10 or not COMPILED


@pytest.mark.parametrize("players", [2, 4])
def test_a_tile_that_waits_and_fits_counts_as_placed(players: int) -> None:
    names = columns.columns(players)
    standing = [i for i, name in enumerate(names) if re.search("lead in|majorities in", name)]
    ahead = names.index("me: ahead after the next scoring, and 128")
    seen = 0
    for seed in range(6 if COMPILED else 1):
        for game in trail(players, seed).walk():
            position = game.view(None).position
            if position.phase != constants.PLACING or position.pending.bit_count() > 1:
                continue
            before = features.encoded(Encoder(players), Workspace(), position)
            placed = [
                row
                for code, row in zip(*rows_of(game), strict=True)
                if isinstance(action_of(code), Place)
            ]
            for row in placed:
                assert [before[i] for i in standing] == [row[i] for i in standing]
            if placed:  # in the best place for the wall
                assert before[ahead] == max(row[ahead] for row in placed)
                seen += 1
    assert seen > 20 or not COMPILED


@pytest.mark.parametrize("players", [2, 3])
def test_a_tile_on_the_market_has_the_worth_of_its_majority(players: int) -> None:
    gains: Counter[int] = Counter()
    for n, game in enumerate(trail(players, 2).walk()):
        position = game.view(None).position
        if not game.legal_actions or n % (3 * EVERY) or position.pending:
            continue
        told = told_by(players, position)
        for square, money in enumerate(("blue", "green", "orange", "yellow")):
            tile = position.market_tiles[square]
            for turn in range(players):
                seat = (game.seat + turn) % players
                cells = building.spots(position, seat, tile) if tile != constants.NO_TILE else []
                if not cells:
                    continue
                kind = next(k for k in range(6) if tables.kind_tiles()[k] >> tile & 1)
                grown = position.clone()
                building.put(grown, seat, tile, cells[0])
                for scoring, what in ((min(position.scored, 2), "next scoring"), (2, "last")):
                    before, after = (
                        scoring_sheets.kind_sheet(p, scoring, kind)[2][seat]
                        for p in (position, grown)
                    )
                    name = f"{whose(turn)}: {money} square: its majority in the {what}"
                    assert told[name] == after - before, f"{name} in {game}"
                    gains[told[name]] += 1
    assert len(gains) > 3 or not COMPILED


@pytest.mark.parametrize("players", PLAYERS)
def test_who_can_end_the_game_by_buying_sees_what_that_would_bring(players: int) -> None:
    names, seen = columns.columns(players), 0
    for seed in range(12 if COMPILED else 1):
        for game in trail(players, seed).walk():
            position = game.view(None).position
            missing = position.market_tiles.count(constants.NO_TILE)
            if position.phase != constants.ACTING or position.bag_size != missing:
                continue
            told, ends = told_by(players, position), []
            for code, row in zip(*rows_of(game), strict=True):
                after = dict(zip(names, row, strict=False))
                bought = isinstance(action_of(code), Buy)
                if bought and after["waiting: without a cell"] == told["waiting: without a cell"]:
                    ends.append(
                        after["me: ahead by up to 10 where the end is certain, times 12, and 128"]
                    )
            best = max(ends, default=128)
            name = "me: ahead by up to 10 if it ends the game by buying, times 12, and 128"
            assert told[name] == best
            won = 255 if best > 128 else 128 if best == 128 else 0
            assert told["me: ahead if it ends the game by buying: 0, 128 or 255"] == won
            seen += bool(ends)
    assert seen or not COMPILED
