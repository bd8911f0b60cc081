"""``?``: help on actions and notation, and why an action is not possible."""

from __future__ import annotations

from alhambra import actions as a
from alhambra.cli.complaints import Complaint
from alhambra.cli.terminal.choices import choice_lines, choices
from alhambra.cli.terminal.lookups import LOOKS
from alhambra.cli.text.words import described, spelled
from alhambra.pieces import CARDS, TILES
from alhambra.reasons import AlhambraError
from alhambra.table import Table

ACTIONS: dict[type[a.Action], str] = {
    a.Take: "Take money from the row: a card, or several small ones together.",
    a.Buy: "Buy a tile of the market. Who pays the exact price acts again.",
    a.Build: "Build a tile of your reserve into your city.",
    a.Swap: "Put a tile of your reserve in the place of one in your city.",
    a.Remove: "Take a tile out of your city, into your reserve.",
    a.Pass: "Do nothing, when nothing can be done.",
    a.Place: "Place a tile that you bought or were awarded into your city.",
    a.Reserve: "Put a tile that you bought or were awarded into your reserve.",
    a.Give: "Give a tile that you bought to Dirk, in a game of two.",
}
COMMANDS = {
    "undo": "undo: take back your last step, as long as nothing was drawn after it",
    "save": "save FILE: keep the game in a file; play --resume FILE goes on with it",
    "quit": "quit: leave the game",
}
TOPICS = {
    "tiles": (
        "A tile is written as kind, price and walls: G8nw is a garden for 8, walls north and west.",
        "The kinds: P pavilion, S seraglio, A arcades, C chambers, G garden, T tower.",
    ),
    "cards": (
        "A money card is written as colour and value: b7 is 7 blue denars.",
        "The colours: b denars, g dirhams, o ducats, y florins.",
    ),
    "cells": (
        "A cell is written x,y. The fountain is at 0,0; x grows east, y grows north.",
        "So 2,-1 is two steps east and one south of the fountain.",
    ),
}


def explained(table: Table, topic: str) -> list[str]:
    """The answer to ``? topic``."""
    word = topic.lower().strip()
    if not word:
        return _everything()
    if word in TOPICS:
        return list(TOPICS[word])
    if word in COMMANDS:
        return [f"{COMMANDS[word]}."]
    if word.split()[0] in LOOKS:
        look = LOOKS[word.split()[0]]
        return [f"{look.form}: {look.help}."]
    return _action(table, word) or _piece(word) or _why(table, topic)


def _everything() -> list[str]:
    return [
        "Type a number, or an action in words. Actions:",
        *(f"{kind.form}: {text}" for kind, text in ACTIONS.items()),
        "The beginning of an action lists what fits: buy, or place and a tile.",
        "To hear again:",
        *(f"{look.form}: {look.help}." for look in LOOKS.values()),
        "Also:",
        *(f"{text}." for text in COMMANDS.values()),
        "Ask more with ? and a word: ? take, ? tiles, ? cards, ? cells,",
        "? and a tile or card, or ? and an action, to hear whether and why not.",
    ]


def _action(table: Table, word: str) -> list[str]:
    for kind, text in ACTIONS.items():
        if word == kind.word:
            open_now = [c for c in choices(table) if isinstance(c.action, kind)]
            now = choice_lines(table, open_now) or ["Not possible now."]
            return [text, f"Written: {kind.form}", *now]
    return []


def _piece(word: str) -> list[str]:
    tiles = [described(tile) for tile in TILES if tile.name.lower() == word]
    cards = [spelled(card) for card in CARDS if card.name == word]
    return [f"{words}." for words in tiles + cards]


def _why(table: Table, line: str) -> list[str]:
    try:
        action = a.read_kindly(line)
    except AlhambraError as error:
        raise Complaint(f"{error}; ? alone says what there is") from None
    reason = table.why_not(action)
    return [f"No: {reason}." if reason else f"Yes, {action} can be played."]
