"""``?``: help on actions and notation, and why an action is not possible."""

from __future__ import annotations

from alhambra import actions as a
from alhambra.cli.complaints import Complaint
from alhambra.cli.terminal.choices import choice_lines, choices
from alhambra.cli.terminal.lookups import LOOKS
from alhambra.cli.text.messages import ENGLISH, Messages
from alhambra.pieces import CARDS, CURRENCIES, TILES, Card, Kind, Tile
from alhambra.reasons import AlhambraError
from alhambra.table import Table

# The page's rules explain the actions.
ACTIONS: dict[type[a.Action], str] = {
    a.Take: "rules.turn.money",
    a.Buy: "rules.turn.buy",
    a.Build: "rules.turn.redesign",
    a.Swap: "rules.turn.redesign",
    a.Remove: "rules.turn.redesign",
    a.Pass: "reason.no_need_to_pass",
    a.Place: "rules.turn.end",
    a.Reserve: "rules.turn.end",
    a.Give: "rules.two.text",
}
COMMANDS = {"undo": "undo", "save": "save FILE", "quit": "quit"}
TOPICS = ("tiles", "cards", "cells")


def explained(table: Table, topic: str, words: Messages = ENGLISH) -> list[str]:
    """The answer to ``? topic``."""
    word = topic.lower().strip()
    if not word:
        return _everything(words)
    if word in TOPICS:
        return [_topic(word, words)]
    if word in COMMANDS:
        return [_command(word, words)]
    if word.split()[0] in LOOKS:
        return [_look(word.split()[0], words)]
    return _action(table, word, words) or _piece(word, words) or _why(table, topic, words)


def _everything(words: Messages) -> list[str]:
    return [
        words.t("terminal.help.actions"),
        *(kind.form for kind in ACTIONS),
        words.t("terminal.help.beginning"),
        *(_look(word, words) for word in LOOKS),
        *(_command(word, words) for word in COMMANDS),
        words.t("terminal.help.more"),
    ]


def _topic(word: str, words: Messages) -> str:
    kinds = ", ".join(f"{kind.letter} {words.t(f'kind.{kind}')}" for kind in Kind)
    colours = ", ".join(f"{each.letter} {words.currency(each)}" for each in CURRENCIES)
    return words.t(
        f"terminal.topic.{word}",
        tile=words.tile_in_full(Tile("G8nw")).partition(", ")[2],
        card=words.card(Card("b7")),
        kinds=kinds,
        colours=colours,
    )


def _command(word: str, words: Messages) -> str:
    return f"{COMMANDS[word]}: {words.t(f'terminal.command.{word}')}."


def _look(word: str, words: Messages) -> str:
    return f"{LOOKS[word].form}: {words.t(f'terminal.look.{word}')}."


def _action(table: Table, word: str, words: Messages) -> list[str]:
    for kind, key in ACTIONS.items():
        if word == kind.word:
            open_now = [c for c in choices(table) if isinstance(c.action, kind)]
            now = choice_lines(table, open_now, words) or [words.t("terminal.not_now")]
            written = words.t("terminal.written", form=kind.form)
            return [words.t(key, dirk=words.t("dirk")), written, *now]
    return []


def _piece(word: str, words: Messages) -> list[str]:
    tiles = [words.tile_in_full(tile) for tile in TILES if tile.name.lower() == word]
    cards = [f"{card}, {words.card(card)}" for card in CARDS if card.name == word]
    return [f"{piece}." for piece in tiles + cards]


def _why(table: Table, line: str, words: Messages) -> list[str]:
    try:
        action = a.read_kindly(line)
    except AlhambraError as error:
        raise Complaint(f"{words.error(error)} {words.t('terminal.type_help')}") from None
    reason = table.why_not(action)
    if reason:
        return [words.t("terminal.no", reason=words.reason(reason))]
    return [words.t("terminal.yes", action=action)]
