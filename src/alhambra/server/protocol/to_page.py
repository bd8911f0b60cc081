"""The messages that the server sends to a page, a list of them in each frame.

`docs/protocol.md` describes their order; `web/src/protocol.ts` has the same types for the page.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter
from typing_extensions import TypeAliasType, TypedDict

from alhambra.server.protocol.board import (
    ActionText,
    Board,
    BoardChanges,
    Fit,
    Own,
    OwnChanges,
    ReasonGiven,
    Removal,
    SheetShown,
    TileName,
    UndoAsked,
)
from alhambra.server.protocol.coach import AdviceShown, MissedShown
from alhambra.server.protocol.happenings import HappeningShown
from alhambra.server.protocol.table import TableShown

PROTOCOL = 3
"""Increased with every change that an older page would not understand."""

OLDEST_PROTOCOL = 2
"""The oldest that servers and pages still speak, so that games go on while servers are replaced one
by one. It has no ``change``."""


class Welcome(TypedDict):
    """The answer to hello."""

    type: Literal["welcome"]
    version: int
    protocol: int
    name: str | None  # yours, with a cookie
    now: int  # the server's clock, milliseconds since 1970


class Reload(TypedDict):
    """The page is older or newer than the server: it should be reloaded."""

    type: Literal["reload"]
    version: int
    protocol: int


class TableMessage(TypedDict):
    """The seats and options of the table; sent when they changed."""

    type: Literal["table"]
    version: int
    table: TableShown


class State(TypedDict):
    """The whole game as this page may see it, with what happened since ``since``."""

    type: Literal["state"]
    version: int
    since: int
    board: Board
    own: Own
    happenings: list[HappeningShown]
    undo: UndoAsked | None
    deadline: int | None  # of the turn, milliseconds since 1970


class Change(TypedDict):
    """What has changed since the state of version ``since``, which the page was sent before it.
    Fields that are missing are as they were; so is a player whose object is empty."""

    type: Literal["change"]
    version: int
    since: int
    board: BoardChanges
    own: OwnChanges
    happenings: list[HappeningShown]
    undo: UndoAsked | None
    deadline: int | None


class Answer(TypedDict):
    """A command was committed with this version, or refused for a reason."""

    type: Literal["answer"]
    version: int
    id: str
    reason: ReasonGiven | None


class Prospects(TypedDict):
    """For the selected tile: every cell around the city, every tile it could replace, and its
    removal if it is in the city. ``into`` is the word of the action, if one is possible now.
    ``forecast`` is the next scoring as it would be after the change that brings the seat most."""

    type: Literal["prospects"]
    version: int
    id: str
    tile: TileName
    into: Literal["place", "build"] | None
    fits: list[Fit]
    swaps: list[Fit]
    removal: Removal | None
    forecast: SheetShown | None


class LogEntry(TypedDict):
    """An action of the game and what followed it."""

    ply: int
    action: ActionText
    happenings: list[HappeningShown]


class Log(TypedDict):
    """What happened in the game, action by action."""

    type: Literal["log"]
    version: int
    entries: list[LogEntry]


class Boards(TypedDict):
    """The table after each of the latest actions, to show them once more."""

    type: Literal["boards"]
    version: int
    boards: list[Board]


class Hint(TypedDict):
    """The answer to ``ask_hint``: up to three actions from the best on. The first ``leading`` may
    be the best; if they are ``equal``, it does not matter which."""

    type: Literal["hint"]
    version: int
    id: str
    advice: list[AdviceShown]
    leading: int
    equal: bool


class Missed(TypedDict):
    """The answer to ``ask_missed``: what would have been better, None unless it was a blunder."""

    type: Literal["missed"]
    version: int
    id: str
    missed: MissedShown | None


class Chances(TypedDict):
    """What every seat can expect at this version, for pages that follow the chances."""

    type: Literal["chances"]
    version: int
    shares: list[float]  # of the win, by seat


class ChatLine(TypedDict):
    """A line of chat: plain text, never markup."""

    line: int
    at: int  # milliseconds since 1970
    seat: int | None  # None for a spectator
    name: str
    text: str  # empty if the person is muted
    yours: bool
    muted: bool


class Chat(TypedDict):
    """New lines of chat; after joining or muting, the latest lines."""

    type: Literal["chat"]
    version: int
    lines: list[ChatLine]


class Curtain(TypedDict):
    """In a hot-seat game: whose hand is open, and which seat the curtain waits for."""

    type: Literal["curtain"]
    version: int
    unlocked: int | None
    waiting_for: int | None


class Fault(TypedDict):
    """A frame that was not valid or not allowed."""

    type: Literal["fault"]
    version: int
    reason: ReasonGiven


class Pong(TypedDict):
    """The answer to ``ping``, with the server's time."""

    type: Literal["pong"]
    version: int
    now: int


ToPage = TypeAliasType(
    "ToPage",
    Annotated[
        Welcome
        | Reload
        | TableMessage
        | State
        | Change
        | Answer
        | Prospects
        | Log
        | Boards
        | Hint
        | Missed
        | Chances
        | Chat
        | Curtain
        | Fault
        | Pong,
        Field(discriminator="type"),
    ],
)
Frame = TypeAliasType("Frame", list[ToPage])
"""A list of messages that the server sends together."""

FRAME: TypeAdapter[Frame] = TypeAdapter(Frame, config=ConfigDict(defer_build=True))
