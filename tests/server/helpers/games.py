"""Games to bring to the server or to play on it: short, whole, and very long ones."""

import random

from alhambra import Build, Game, Record, Remove, Swap
from server.helpers.players import Message, Page, Person

PLIES = 6_426


def long_game(plies: int = PLIES) -> Game:
    """A game of this number of plies that is not over: its players redesign back and forth."""
    game = Game.new(["Ana", "Bruno"], seed=4)
    for _ in range(plies):
        game.push(min(game.legal_actions, key=lambda action: _rank(str(action))))
    return game


def _rank(action: str) -> int:
    """Redesigning consumes nothing, so that it can go on for ever."""
    return _place_in("build remove reserve buy take", action)


def long_record(plies: int = PLIES) -> str:
    return str(Record.of(long_game(plies)))


def short_record() -> Record:
    rng = random.Random(3)
    game = Game.new(["Ana", "Bruno"], shuffler=rng)
    for _ in range(10):
        game.play(rng.choice(game.legal_actions))
    return Record.of(game)


def stuck_record() -> Record:
    """Ana spends all she has and the others save, until she can do nothing but redesign."""
    game = Game.new(["Ana", "Bruno", "Carla"], seed=3)
    while any(not isinstance(action, Build | Remove | Swap) for action in game.legal_actions):
        liked = "buy place reserve take" if game.seat == 0 else "take place reserve"
        game.push(min(game.legal_actions, key=lambda action: _place_in(liked, str(action))))
    return Record.of(game)


def _place_in(liked: str, action: str) -> int:
    words, word = liked.split(), action.split()[0]
    return words.index(word) if word in words else len(words)


def whole_record(players: int = 3, seed: int = 5) -> Record:
    rng = random.Random(seed)
    game = Game.new(["Ana", "Bruno", "Carla", "David"][:players], shuffler=rng)
    while not game.is_over:
        game.play(rng.choice(game.legal_actions))
    return Record.of(game)


async def finished(person: Person, *seats: Message, seed: int = 1) -> Message:
    """A table whose game is over, played by any actions."""
    async with person.plays(*seats) as page:
        return await _played(page, seed)


async def played(person: Person, table: Message | str, seed: int = 1) -> Message:
    """A table where the person plays any actions until its game is over."""
    async with person.look_at(table) as page:
        return await _played(page, seed)


async def _played(page: Page, seed: int) -> Message:
    await page.play_out(random.Random(seed))
    while page.table["status"] != "over":
        await page.read()
    return page.table


async def record_of(person: Person, game: str) -> Record:
    """The record of a finished game."""
    return Record.parse((await person.http.get(f"/api/games/{game}/record")).text)
