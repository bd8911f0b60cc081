"""Who may see a table."""

from __future__ import annotations

import hmac

from alhambra.server.log.fold import Fold


def may_see(fold: Fold, person: str | None, invite: str | None) -> bool:
    """Whether a person may see the table: it is public, they have a seat, or they have the link.
    The link to a game of a shared deal shows the deal, and opens it only once it is over; that of a
    duplicate never does (``Duplicates.may_read``)."""
    if fold.options.public or (person and (person == fold.host or fold.seats_of(person))):
        return True
    if fold.shared and (fold.status != "over" or fold.shared.kind == "duplicate"):
        return False
    return invite is not None and hmac.compare_digest(invite, fold.invite)
