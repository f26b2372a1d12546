"""The address that an answer to a board letter goes to: it tells whose answer it is, and to which board.

It is the server's own address with a token in it, `pbmserv+r-TOKEN@example.org`, which stands in for the password.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

TOKEN_LETTERS = 26
"""How long a token is: 128 bits in base32, since some mail programs do not keep the case of an address."""

_TAGGED = re.compile(rf"\+r-([a-z2-7]{{{TOKEN_LETTERS}}})@")


def reply_address(server: str, token: str) -> str:
    """The server's address with a token in it."""
    local, _, domain = server.rpartition("@")
    return f"{local}+r-{token}@{domain}"


def token_in(addresses: Iterable[str]) -> str | None:
    """The token in the first of these addresses that has one; an address may stand in any text."""
    found = (_TAGGED.search(address.lower()) for address in addresses)
    return next((match[1] for match in found if match), None)
