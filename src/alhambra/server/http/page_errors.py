"""Errors that pages report: a metric and a line in the log, without private data."""

from __future__ import annotations

import logging
import re
import unicodedata

from alhambra.server.protocol.http import PageError
from alhambra.server.runtime.metrics import Metrics

log = logging.getLogger("alhambra.page")

_GONE = "…"
_ADDRESS = re.compile(r"\w[\w+.-]*:/\S*|\S*[#?]\S*")
_QUOTED = re.compile(r"\"[^\"]*\"?|`[^`]*`?|[“„«].*?[”»]|'[^']*'?")
_PROPERTY = re.compile(r"'[A-Za-z_$][\w$]{0,15}'", re.ASCII)
_TOKEN = re.compile(r"[\w-]{16,}")
_PLAIN_TOKEN = re.compile(r"[a-z_]+")


def without_private_data(message: str) -> str:
    """The message without addresses, quoted text, and anything that may be a key or an id.

    Names of properties stay, which browsers put between single quotes.
    """
    printable = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in message)
    text = _ADDRESS.sub(_GONE, printable)
    text = _QUOTED.sub(lambda found: found[0] if _PROPERTY.fullmatch(found[0]) else _GONE, text)
    return _TOKEN.sub(lambda found: found[0] if _PLAIN_TOKEN.fullmatch(found[0]) else _GONE, text)


def note_page_error(error: PageError, metrics: Metrics) -> None:
    """Count and log a report."""
    metrics.page_errors.labels(error.screen).inc()
    about = {"screen": error.screen, "page": error.version, "frames": error.frames}
    log.warning("page error", extra={**about, "problem": without_private_data(error.message)})
