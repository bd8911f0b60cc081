"""The address of a client, as limits count it."""

from __future__ import annotations

import ipaddress

from starlette.types import Scope

UNKNOWN = "?"
_NETWORK_BITS = 64


def address_of(scope: Scope) -> str:
    """The address that sent this request or opened this websocket."""
    client = scope.get("client")
    return counted_address(client[0]) if client else UNKNOWN


def counted_address(host: str) -> str:
    """An IPv4 address unchanged, an IPv6 address as its /64 network, which one household shares.

    >>> counted_address("::ffff:192.0.2.7")
    '192.0.2.7'
    >>> counted_address("2001:db8:1:2:3:4:5:6")
    '2001:db8:1:2::/64'
    """
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, _NETWORK_BITS), strict=False))
