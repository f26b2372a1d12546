"""The addresses of ours that stand for something: each is the server's own with a tag and a token in it.

`pbmserv+r-TOKEN@example.org` is where an answer to a board letter goes: it tells whose answer it is, and to which
board, and stands in for the password. `+b-` is the return path of a letter, `+u-` ends letters of a kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

TOKEN_LETTERS = 26
"""How long a token is: 128 bits in base32, since some mail programs do not keep the case of an address."""


class Tag(StrEnum):
    """What an address of ours is for."""

    REPLY = "r"
    BOUNCE = "b"
    UNSUBSCRIBE = "u"


_TAGGED = {tag: re.compile(rf"\+{tag.value}-([a-z2-7]{{{TOKEN_LETTERS}}})@") for tag in Tag}


def tagged_address(server: str, tag: Tag, token: str) -> str:
    """The server's address with a token in it."""
    local, _, domain = server.rpartition("@")
    return f"{local}+{tag.value}-{token}@{domain}"


def reply_address(server: str, token: str) -> str:
    """Where the answer goes that this token stands for."""
    return tagged_address(server, Tag.REPLY, token)


def token_in(addresses: Iterable[str], tag: Tag = Tag.REPLY) -> str | None:
    """The token in the first of these addresses that has one; an address may stand in any text."""
    found = (_TAGGED[tag].search(address.lower()) for address in addresses)
    return next((match[1] for match in found if match), None)
