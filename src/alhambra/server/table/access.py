"""Who may see a table."""

from __future__ import annotations

import hmac

from alhambra.server.log.fold import Fold


def may_see(fold: Fold, person: str | None, invite: str | None) -> bool:
    """Whether a person may see the table: it is public, they have a seat, or they have the link."""
    if fold.options.public or (person and (person == fold.host or fold.seats_of(person))):
        return True
    return invite is not None and hmac.compare_digest(invite, fold.invite)
