"""The tables of the database. A change here needs a new step in ``migrations``."""

from __future__ import annotations

from sqlalchemy import Index, MetaData, Table

from alhambra.server.store.columns import (
    blob,
    counter,
    decimal,
    flag,
    key,
    number,
    number_key,
    text,
    time,
    word,
)

metadata = MetaData()

events = Table(
    "events",
    metadata,
    key("game"),
    number_key("version"),
    word("kind", 20),
    text("data"),
    time("at"),
    word("person", optional=True),
    word("client_id", optional=True),
    word("versions", 20),
)
"""The log: its primary key is the lock of a game."""

PASSING = {"passing": True}
"""Marks tables that are worth nothing once all processes have ended."""

processes = Table("processes", metadata, key("id"), time("until"), info=PASSING)
"""The processes that use this database, and until when each is alive."""

leases = Table("leases", metadata, key("game"), word("process"), info=PASSING)
"""Which process runs the bots and the clock of a game."""

presence = Table(
    "presence",
    metadata,
    key("game"),
    key("process"),
    text("persons"),
    number("spectators"),
    info=PASSING,
)
"""Whose pages a process has at a table, as JSON, and how many are spectators'."""

persons = Table("persons", metadata, key("key"), word("name"))

sitters = Table(
    "sitters",
    metadata,
    key("game"),
    number_key("seat"),
    word("name"),
    word("person", optional=True),
    Index("sitters_of_person", "person"),
)

entries = Table(
    "entries",
    metadata,
    key("game"),
    word("status", 10),
    flag("public"),
    flag("days"),
    number("open_seats"),
    time("at"),
    Index("entries_listed", "public", "status", "at"),
)

turns = Table(
    "turns",
    metadata,
    key("game"),
    number("seat", optional=True),
    time("due"),
    Index("turns_due", "due"),
)
"""Whose turn it is in each game in progress with a clock in days, and when the game has to be in
memory. The seat is NULL until a game of an older release is loaded."""

leaving = Table("leaving", metadata, key("person"))
"""People who are being forgotten, until all their seats are given up."""

chat = Table(
    "chat",
    metadata,
    counter("line"),
    word("game"),
    time("at"),
    word("person"),
    number("seat", optional=True),
    word("name"),
    text("text"),
    word("client_id"),
    Index("chat_of_game", "game", "line"),
    Index("chat_once", "game", "person", "client_id", unique=True),
    sqlite_autoincrement=True,  # reports and pages refer to lines by number, also to deleted ones
)

mutes = Table("mutes", metadata, key("person"), key("other"))

reports = Table("reports", metadata, number_key("line"), key("person"), time("at"))

results = Table(
    "results",
    metadata,
    key("game"),
    number_key("seat"),
    word("person", optional=True),
    flag("counts"),
    text("numbers"),
    Index("results_of_person", "person"),
)

reviews = Table(
    "reviews",
    metadata,
    key("game"),
    number("version"),
    word("level", 20),
    text("seats"),
    blob("analysis"),
)
"""Analyses of finished games, compressed, with the version of their format; and of each seat what
statistics need. They name nobody: whose seat it was is in ``results``."""

daily_tries = Table(
    "daily_tries",
    metadata,
    key("game"),
    number("day"),
    word("person", optional=True),
    flag("late"),
    Index("daily_tries_once", "day", "person", unique=True),
    Index("daily_tries_of_person", "person"),
)
"""Who plays the daily deal of which day in which game. The index allows one try per person."""

daily_bots = Table(
    "daily_bots",
    metadata,
    number_key("day"),
    number("points"),
    word("replay", optional=True),
    word("invite", 60, optional=True),
)
"""The points of the strongest bot in the deal of a day, and the link to its game."""

duplicates = Table(
    "duplicates",
    metadata,
    key("id"),
    word("host", optional=True),
    text("levels"),
    flag("coach"),
    word("seed", 64),
    time("at"),
    flag("closed"),
    word("next", optional=True),
    Index("duplicates_of_host", "host"),
)
"""Deals that several persons play, each against the same bots, whose levels are JSON. The next one
is for the same persons."""

duplicate_tries = Table(
    "duplicate_tries",
    metadata,
    key("game"),
    word("duplicate"),
    word("person", optional=True),
    Index("duplicate_tries_once", "duplicate", "person", unique=True),
    Index("duplicate_tries_of_person", "person"),
)
"""Who plays which duplicate in which game. The index allows one try per person."""

puzzle_tries = Table("puzzle_tries", metadata, key("person"), key("puzzle"), flag("solved"))
"""The first try of each person at each puzzle."""

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    key("kind", 10),
    key("name"),
    decimal("mu"),
    decimal("sigma"),
)
"""The ratings of persons and of puzzles."""
