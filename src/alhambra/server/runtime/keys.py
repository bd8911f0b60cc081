"""Random keys."""

from __future__ import annotations

import secrets


def new_key() -> str:
    """A key for a person, a table or an invitation that nobody can guess."""
    return secrets.token_urlsafe(16)
