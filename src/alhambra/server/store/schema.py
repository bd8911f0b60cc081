"""The tables of the database. A change here needs a new step in ``migrations``."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(20), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("person", String(40)),
    Column("client_id", String(40)),
    Column("versions", String(20), nullable=False),
)
"""The log: its primary key is the lock of a game."""

PASSING = {"passing": True}
"""Marks tables that are worth nothing once all processes have ended."""

processes = Table(
    "processes",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("until", BigInteger, nullable=False),
    info=PASSING,
)
"""The processes that use this database, and until when each is alive."""

leases = Table(
    "leases",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("process", String(40), nullable=False),
    info=PASSING,
)
"""Which process runs the bots and the clock of a game."""

presence = Table(
    "presence",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("process", String(40), primary_key=True),
    Column("persons", Text, nullable=False),
    Column("spectators", Integer, nullable=False),
    info=PASSING,
)
"""Whose pages a process has at a table, as JSON, and how many are spectators'."""

persons = Table(
    "persons",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
)

sitters = Table(
    "sitters",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), nullable=False),
    Column("person", String(40)),
    Index("sitters_of_person", "person"),
)

entries = Table(
    "entries",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("status", String(10), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("days", Boolean, nullable=False),
    Column("open_seats", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("entries_listed", "public", "status", "at"),
)

turns = Table(
    "turns",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("seat", Integer),
    Column("due", BigInteger, nullable=False),
    Index("turns_due", "due"),
)
"""Whose turn it is in each game in progress with a clock in days, and when the game has to be in
memory. The seat is NULL until a game of an older release is loaded."""

leaving = Table(
    "leaving",
    metadata,
    Column("person", String(40), primary_key=True),
)
"""People who are being forgotten, until all their seats are given up."""

chat = Table(
    "chat",
    metadata,
    Column("line", Integer, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("person", String(40), nullable=False),
    Column("seat", Integer),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("client_id", String(40), nullable=False),
    Index("chat_of_game", "game", "line"),
    Index("chat_once", "game", "person", "client_id", unique=True),
    sqlite_autoincrement=True,  # reports and pages refer to lines by number, also to deleted ones
)

mutes = Table(
    "mutes",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("other", String(40), primary_key=True),
)

reports = Table(
    "reports",
    metadata,
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("person", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(40)),
    Column("counts", Boolean, nullable=False),
    Column("numbers", Text, nullable=False),
    Index("results_of_person", "person"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("level", String(20), nullable=False),
    Column("seats", Text, nullable=False),
    Column("analysis", LargeBinary, nullable=False),
)
"""Analyses of finished games, compressed, with the version of their format; and of each seat what
statistics need. They name nobody: whose seat it was is in ``results``."""

daily_tries = Table(
    "daily_tries",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("day", Integer, nullable=False),
    Column("person", String(40)),
    Column("late", Boolean, nullable=False),
    Index("daily_tries_once", "day", "person", unique=True),
    Index("daily_tries_of_person", "person"),
)
"""Who plays the daily deal of which day in which game. The index allows one try per person."""

daily_bots = Table(
    "daily_bots",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("points", Integer, nullable=False),
)
"""The points of the strongest bot in the deal of a day."""

puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("puzzle", String(40), primary_key=True),
    Column("solved", Boolean, nullable=False),
)
"""The first try of each person at each puzzle."""

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("kind", String(10), primary_key=True),
    Column("name", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
)
"""The ratings of persons and of puzzles."""
