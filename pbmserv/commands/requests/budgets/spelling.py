"""How addresses are counted: whatever their owners may spell in many ways is spelt in one."""

from __future__ import annotations

from functools import cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

_NO_DOTS = {"gmail.com": "gmail.com", "googlemail.com": "gmail.com"}
"""Where dots in an address mean nothing, and how the domain is called in one word."""


def folded(address: str) -> str:
    """An address without what its owner may spell in many ways: in lower case, without a tag, without idle dots."""
    local, _, domain = address.strip().strip("<>").lower().rpartition("@")
    local = local.partition("+")[0] or local
    if domain in _NO_DOTS:
        local, domain = local.replace(".", "") or local, _NO_DOTS[domain]
    return f"{local}@{domain}"


def domain_of(address: str) -> str:
    """The domain of an address as its owner has registered it: `@example.org`, `@example.co.uk`.

    What is a public suffix is said by the ICANN section of the Public Suffix List: whoever gives out names below
    their own domain (the list's private section) answers for all of them.
    """
    domain = folded(address).rpartition("@")[2].rstrip(".")
    if domain.startswith("["):
        # The number of a machine.
        return f"@{domain}"
    try:
        spelt = domain.encode("idna").decode()
    except UnicodeError:
        spelt = domain
    return f"@{_suffixes().privatesuffix(spelt) or spelt}"


@cache
def _suffixes() -> PublicSuffixList:
    # Imported here because reading the list takes a moment, and most commands come from players.
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList(only_icann=True)


def is_ours(address: str, server: str) -> bool:
    """Whether an address is the server's own, with any tag: it is nobody's."""
    return folded(address) == folded(server)


def client_at(host: str) -> str:
    """The machine behind a network address, as it is counted: of IPv6, whoever has one address has all of its /64.

    What is no such address stands for itself: a test, or what a proxy says that knows no better.
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return f"client {host[:60]}"
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped or ip_network((address, 64), strict=False))
    return str(address)


def network_of(client: str) -> str:
    """The network that such a machine belongs to: what a provider gives out to many, or to one who has many."""
    try:
        network = ip_network(client)
    except ValueError:
        return f"net {client}"
    return str(network.supernet(new_prefix=24 if network.version == 4 else 48))
