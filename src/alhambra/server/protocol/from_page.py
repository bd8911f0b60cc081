"""The messages that a page sends, one in each frame.

`docs/protocol.md` describes their order; `web/src/protocol.ts` has the same types for the page.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, TypeAdapter, model_validator
from typing_extensions import TypeAliasType

from alhambra.server.protocol.table import (
    CHAT_LENGTH,
    Asked,
    InviteKey,
    SeatChoice,
    TableId,
    TableOptions,
)

ClientId = Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{1,40}$")]
Seat = Annotated[int, Field(ge=0, le=5)]
Version = Annotated[int, Field(ge=0, le=2**53)]
LineNumber = Annotated[int, Field(ge=1, le=2**53)]
RoundNumber = Annotated[int, Field(ge=1, le=2**31)]
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]  # 32 bytes


class Hello(Asked):
    """The first message, which names the table."""

    type: Literal["hello"]
    protocol: Annotated[int, Field(ge=0, le=2**31)]
    table: TableId
    invite: InviteKey | None = None


class Command(Asked):
    """A request to change something. The page chooses the id; a repeated command is not executed
    again and gets the same answer."""

    id: ClientId


class SetSeat(Command):
    """The host changes a seat before the start."""

    type: Literal["set_seat"]
    seat: Seat
    to: SeatChoice


class SetOptions(Command):
    """The host changes the options before the start."""

    type: Literal["set_options"]
    options: TableOptions


class Sit(Command):
    """Sit down on an open seat."""

    type: Literal["sit"]
    seat: Seat


class Stand(Command):
    """Give up the seat before the start."""

    type: Literal["stand"]
    seat: Seat


class Start(Command):
    """Deal the cards as soon as the salts of all present persons have been revealed."""

    type: Literal["start"]


class StartWithout(Command):
    """Continue without the persons whose salts are missing."""

    type: Literal["start_without"]


class CommitSalt(Command):
    """Commit to the salt of this person for the round of dealing, by its hash."""

    type: Literal["commit_salt"]
    round: RoundNumber
    hash: Hex


class RevealSalt(Command):
    """Reveal the salt, after the hashes are frozen."""

    type: Literal["reveal_salt"]
    round: RoundNumber
    salt: Hex


class Turn(Command):
    """A command in the sender's own turn, based on the version the page has seen."""

    base: Version
    seat: Seat


class Act(Turn):
    """Play an action. With ``confirm``, the turn is confirmed at once if the action ends it."""

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
    """Confirm the end of the turn: refill, and let the next player begin."""

    type: Literal["confirm"]


class AskUndo(Turn):
    """Ask all other players to undo this seat's last action."""

    type: Literal["ask_undo"]


class AnswerUndo(Turn):
    """Agree or refuse. If the asker refuses, the request is withdrawn."""

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
    """Set up the next table with the same players. A second request returns the same table."""

    type: Literal["rematch"]


class Say(Command):
    """A line of chat."""

    type: Literal["say"]
    text: Annotated[str, Field(min_length=1, max_length=CHAT_LENGTH)]


class Mute(Command):
    """Show or hide the chat of the person on a seat, or of the author of a line."""

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
    """Report a line of chat to the operator of the server."""

    type: Literal["report"]
    line: LineNumber


class Look(Asked):
    """Ask where the selected tile could go. The answer has the same ``id``."""

    type: Literal["look"]
    id: ClientId
    seat: Seat
    tile: Annotated[str, Field(min_length=1, max_length=10)]


class AskLog(Asked):
    """Ask for what happened from this ply on."""

    type: Literal["ask_log"]
    since: Annotated[int, Field(ge=0, le=2**31)] = 0


class AskBoards(Asked):
    """Ask for the table as it was after this number of actions, and after each later one."""

    type: Literal["ask_boards"]
    since: Annotated[int, Field(ge=0, le=2**31)]


class AskCoach(Asked):
    """A question about the position of this version, in the sender's own turn. The answer has the
    same ``id``; there is none once the position has changed."""

    id: ClientId
    base: Version
    seat: Seat


class AskHint(AskCoach):
    """Ask for the best actions."""

    type: Literal["ask_hint"]


class AskMissed(AskCoach):
    """Ask whether the last action of this turn was a blunder."""

    type: Literal["ask_missed"]


class FollowChances(Asked):
    """Ask for the chances of winning, now and after every change, or no longer."""

    type: Literal["follow_chances"]
    on: bool


class Unlock(Asked):
    """In a hot-seat game: open the curtain for this seat, or close it with None."""

    type: Literal["unlock"]
    seat: Seat | None = None


class Ping(Asked):
    """Ask for a ``pong``."""

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
        | AskBoards
        | AskHint
        | AskMissed
        | FollowChances
        | Unlock
        | Ping,
        Field(discriminator="type"),
    ],
)

FROM_PAGE: TypeAdapter[FromPage] = TypeAdapter(FromPage)
