"""The host names that this server answers to.

Otherwise a site could point its own name at this machine (DNS rebinding) and count as the same
origin. It cannot do that with an IP address, nor with a name that only a local network resolves.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Set
from urllib.parse import urlsplit

_LOCAL = (".localhost", ".local", ".home.arpa", ".internal")


def host_of(origin: str) -> str | None:
    """The host name in an origin; None if there is none."""
    try:
        return urlsplit(origin).hostname
    except ValueError:  # like "http://["
        return None


def is_known_host(header: str, names: Set[str]) -> bool:
    """Whether a request with this ``Host`` header is meant for us."""
    host = host_of(f"//{header}")
    if host is None:
        return False
    is_local = "." not in host.rstrip(".") or host.endswith(_LOCAL)
    return is_local or host in names or _is_address(host)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
