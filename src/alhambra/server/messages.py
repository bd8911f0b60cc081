"""The messages between page and server, each type written once.

A page sends one message in a frame; the server sends a list of them. `docs/protocol.md` tells
how they follow each other, `web/src/protocol.ts` has the same types for the page.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, TypeAdapter, model_validator
from typing_extensions import TypeAliasType, TypedDict

from alhambra.server.setup_shapes import (
    CHAT_LENGTH,
    Asked,
    InviteKey,
    SeatChoice,
    TableId,
    TableOptions,
    TableShown,
)
from alhambra.server.shapes import (
    ActionText,
    Board,
    Fit,
    Own,
    ReasonGiven,
    Removal,
    TileName,
    UndoAsked,
)
from alhambra.server.told import Told

PROTOCOL = 2
"""Raised with every change that an older page would not understand."""

ClientId = Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{1,40}$")]
Seat = Annotated[int, Field(ge=0, le=5)]
Version = Annotated[int, Field(ge=0, le=2**53)]
LineNumber = Annotated[int, Field(ge=1, le=2**53)]
Round = Annotated[int, Field(ge=1, le=2**31)]
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]  # 32 bytes

# From the page


class Hello(Asked):
    """The first message: which table."""

    type: Literal["hello"]
    protocol: Annotated[int, Field(ge=0, le=2**31)]
    table: TableId
    invite: InviteKey | None = None


class Command(Asked):
    """A wish to change something. The id is the page's own: sent again, the same answer comes."""

    id: ClientId


class SetSeat(Command):
    """Who set the table up changes a seat before the start."""

    type: Literal["set_seat"]
    seat: Seat
    to: SeatChoice


class SetOptions(Command):
    """Who set the table up changes how it plays before the start."""

    type: Literal["set_options"]
    options: TableOptions


class Sit(Command):
    """Sit down on an open seat."""

    type: Literal["sit"]
    seat: Seat


class Stand(Command):
    """Give the seat up again, before the start."""

    type: Literal["stand"]
    seat: Seat


class Start(Command):
    """Deal the cards, as soon as the salts of all persons present are there."""

    type: Literal["start"]


class StartWithout(Command):
    """Go on without the persons whose salts are missing."""

    type: Literal["start_without"]


class CommitSalt(Command):
    """Commit to the salt of this person for the round of dealing, by its hash."""

    type: Literal["commit_salt"]
    round: Round
    hash: Hex


class RevealSalt(Command):
    """Reveal the salt, after the hashes are frozen."""

    type: Literal["reveal_salt"]
    round: Round
    salt: Hex


class Turn(Command):
    """A step in one's own turn, based on the version the page has seen."""

    base: Version
    seat: Seat


class Act(Turn):
    """Play an action. With ``confirm`` a turn that ends is confirmed at once."""

    type: Literal["act"]
    action: Annotated[str, Field(min_length=1, max_length=120)]
    confirm: bool = False


class TakeBack(Turn):
    """Take back the last step of this turn."""

    type: Literal["take_back"]


class Restart(Turn):
    """Take back all steps of this turn."""

    type: Literal["restart"]


class Confirm(Turn):
    """The turn is over: refill and go on."""

    type: Literal["confirm"]


class AskUndo(Turn):
    """Ask all others to go back to before this seat's last action."""

    type: Literal["ask_undo"]


class AnswerUndo(Turn):
    """Agree or not. The asker's own no takes the wish back."""

    type: Literal["answer_undo"]
    agree: bool


class Leave(Command):
    """Let a bot play for this seat."""

    type: Literal["leave"]
    seat: Seat


class Return(Command):
    """Take the seat back from the bot."""

    type: Literal["return"]
    seat: Seat


class Rematch(Command):
    """Set up the next table with the same players; asked again, it is the same table."""

    type: Literal["rematch"]


class Say(Command):
    """A line of chat."""

    type: Literal["say"]
    text: Annotated[str, Field(min_length=1, max_length=CHAT_LENGTH)]


class Mute(Command):
    """Show or hide what the person on a seat says, or the person who said a line of chat."""

    type: Literal["mute"]
    seat: Seat | None = None
    line: LineNumber | None = None
    muted: bool

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        if (self.seat is None) == (self.line is None):
            raise ValueError("give a seat or a line")
        return self


class Report(Command):
    """Tell who runs the server about a line of chat."""

    type: Literal["report"]
    line: LineNumber


class Look(Asked):
    """A tile was picked: where could it go? ``id`` comes back with the answer."""

    type: Literal["look"]
    id: ClientId
    seat: Seat
    tile: Annotated[str, Field(min_length=1, max_length=10)]


class AskLog(Asked):
    """Send what happened from this ply on."""

    type: Literal["ask_log"]
    since: Annotated[int, Field(ge=0, le=2**31)] = 0


class Unlock(Asked):
    """At a hot seat: the curtain is opened for this seat, or closed with none."""

    type: Literal["unlock"]
    seat: Seat | None = None


class Ping(Asked):
    """Are you there?"""

    type: Literal["ping"]


FromPage = TypeAliasType(
    "FromPage",
    Annotated[
        Hello
        | SetSeat
        | SetOptions
        | Sit
        | Stand
        | Start
        | StartWithout
        | CommitSalt
        | RevealSalt
        | Act
        | TakeBack
        | Restart
        | Confirm
        | AskUndo
        | AnswerUndo
        | Leave
        | Return
        | Rematch
        | Say
        | Mute
        | Report
        | Look
        | AskLog
        | Unlock
        | Ping,
        Field(discriminator="type"),
    ],
)

# To the page


class Welcome(TypedDict):
    """The answer to hello."""

    type: Literal["welcome"]
    version: int
    protocol: int
    name: str | None  # yours, with a cookie
    now: int  # the server's clock, milliseconds since 1970


class Reload(TypedDict):
    """The page is older or newer than the server: load it anew."""

    type: Literal["reload"]
    version: int
    protocol: int


class TableMessage(TypedDict):
    """Who sits where, how the table plays; sent when it changed."""

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
    told: list[Told]
    undo: UndoAsked | None
    deadline: int | None  # of the turn, milliseconds since 1970


class Answer(TypedDict):
    """A command was committed with this version, or refused for a reason."""

    type: Literal["answer"]
    version: int
    id: str
    reason: ReasonGiven | None


class Prospects(TypedDict):
    """For the tile that was picked: every cell around, every tile it could replace, and, if it
    stands in the city, its removal. ``into`` is the word of the action, if any is open now."""

    type: Literal["prospects"]
    version: int
    id: str
    tile: TileName
    into: Literal["place", "build"] | None
    fits: list[Fit]
    swaps: list[Fit]
    removal: Removal | None


class LogEntry(TypedDict):
    """An action of the game and what followed it."""

    ply: int
    action: ActionText
    told: list[Told]


class Log(TypedDict):
    """What happened in the game, action by action."""

    type: Literal["log"]
    version: int
    entries: list[LogEntry]


class ChatLine(TypedDict):
    """What somebody said. Text, never markup."""

    line: int
    at: int  # milliseconds since 1970
    seat: int | None  # none for a spectator
    name: str
    text: str  # empty if the person is muted
    yours: bool
    muted: bool


class Chat(TypedDict):
    """New lines of chat; on joining, and after muting somebody, the last ones."""

    type: Literal["chat"]
    version: int
    lines: list[ChatLine]


class Curtain(TypedDict):
    """At a hot seat: whose hand is open, and for whom the curtain waits."""

    type: Literal["curtain"]
    version: int
    unlocked: int | None
    waiting_for: int | None


class Fault(TypedDict):
    """A frame that could not be understood or was not allowed."""

    type: Literal["fault"]
    version: int
    reason: ReasonGiven


class Pong(TypedDict):
    """Yes, and this is the server's clock."""

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
        | Answer
        | Prospects
        | Log
        | Chat
        | Curtain
        | Fault
        | Pong,
        Field(discriminator="type"),
    ],
)
Frame = TypeAliasType("Frame", list[ToPage])
"""What the server sends at once."""

FROM_PAGE: TypeAdapter[FromPage] = TypeAdapter(FromPage)
FRAME: TypeAdapter[Frame] = TypeAdapter(Frame)
