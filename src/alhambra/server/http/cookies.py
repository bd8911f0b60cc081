"""Signed cookies: a person is identified by a random key, without registration."""

from __future__ import annotations

import hmac
import re

COOKIE = "alhambra"
YEAR = 365 * 86_400
_PATTERN = re.compile(r"([0-9A-Za-z_-]{16,40})\.([0-9a-f]{64})")


def sign(person: str, key: bytes) -> str:
    """The value of a person's cookie."""
    return f"{person}.{_signature(person, key)}"


def person_of(cookie: str | None, key: bytes) -> str | None:
    """The person of a cookie; None if its signature is not valid."""
    found = _PATTERN.fullmatch(cookie or "")
    if found and hmac.compare_digest(found[2], _signature(found[1], key)):
        return found[1]
    return None


def _signature(person: str, key: bytes) -> str:
    return hmac.digest(key, b"person " + person.encode("ascii"), "sha256").hex()
