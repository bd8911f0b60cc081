"""Games that are legal and very long: players who redesign their cities back and forth."""

from alhambra import Game, Record

PLIES = 6_426


def long_game(plies: int = PLIES) -> Game:
    """A game of this number of plies that is not over."""
    game = Game.new(["Ana", "Bruno"], seed=4)
    for _ in range(plies):
        game.push(min(game.legal_actions, key=lambda action: _rank(str(action))))
    return game


def _rank(action: str) -> int:
    """Redesigning consumes nothing, so that it can go on for ever."""
    liked = ["build", "remove", "reserve", "buy", "take"]
    word = action.split()[0]
    return liked.index(word) if word in liked else len(liked)


def long_record(plies: int = PLIES) -> str:
    return str(Record.of(long_game(plies)))
