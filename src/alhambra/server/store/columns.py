"""The kinds of columns that tables have. Migrations use them too, so none of them may change."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, LargeBinary, String, Text


def key(name: str, length: int = 40) -> Column[str]:
    """A part of the primary key: a game, a person, …"""
    return Column(name, String(length), primary_key=True)


def number_key(name: str) -> Column[int]:
    """A part of the primary key: a version, a seat, …"""
    return Column(name, Integer, primary_key=True, autoincrement=False)


def word(name: str, length: int = 40, *, optional: bool = False) -> Column[str]:
    """A short text, at most ``length`` characters long."""
    return Column(name, String(length), nullable=optional)


def text(name: str) -> Column[str]:
    """A text of any length."""
    return Column(name, Text, nullable=False)


def number(name: str, *, optional: bool = False) -> Column[int]:
    """A whole number."""
    return Column(name, Integer, nullable=optional)


def decimal(name: str) -> Column[float]:
    """A number."""
    return Column(name, Float, nullable=False)


def time(name: str) -> Column[int]:
    """A time in milliseconds since 1970."""
    return Column(name, BigInteger, nullable=False)


def flag(name: str) -> Column[bool]:
    """Yes or no."""
    return Column(name, Boolean, nullable=False)


def blob(name: str) -> Column[bytes]:
    """Bytes."""
    return Column(name, LargeBinary, nullable=False)


def counter(name: str) -> Column[int]:
    """The primary key, counted up by the database."""
    return Column(name, Integer, primary_key=True)
