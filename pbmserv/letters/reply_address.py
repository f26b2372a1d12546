"""The addresses of ours that stand for something: each is the server's own with a tag and a token in it.

`pbmserv+r-TOKEN@example.org` is where an answer to a letter goes: it tells whose answer it is, and to what, and
stands in for the password. `+c-` holds the code of a question, `+b-` is the return path of a letter, `+u-` ends
letters of a kind. Whoever has such an address can use it: what one person writes to another never holds one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

TOKEN_LETTERS = (26, 40)
"""How long tokens are: 16 or 25 bytes in base32, since some mail programs do not keep the case of an address."""

LONGEST_LOCAL_PART = 64
"""Characters before the @ that every mail server has to take (RFC 5321)."""

MASKED = "******"


class Tag(StrEnum):
    """What an address of ours is for."""

    REPLY = "r"
    CODE = "c"
    BOUNCE = "b"
    UNSUBSCRIBE = "u"


_TOKEN = "|".join(f"[a-z2-7]{{{letters}}}" for letters in TOKEN_LETTERS)
_FORMS = {tag: "[a-z2-9]{17}" if tag is Tag.CODE else _TOKEN for tag in Tag}
_TAGGED = {tag: re.compile(rf"\+{tag.value}-({form})@") for tag, form in _FORMS.items()}
_LIKE_ONE = re.compile(
    r"((?:\+|%(?:25)*2b|=2b)[a-z]-)(?:[a-z2-9]{12,}|[a-z2-9]++(?:=?\n[> \t]*+[a-z2-9]++)++(?=@|%40))", re.IGNORECASE
)
"""A tag and its token as they may stand in a text: also in a link, cut off, or on two lines."""
LIKE_A_CODE = re.compile(r"(?:(?=[a-z]*[0-9])[a-z2-9]{17}|[a-z2-7]{26}|[a-z2-7]{40})", re.IGNORECASE)
"""A word that looks like one of our codes or tokens."""
_LIKE_A_CODE_ALONE = re.compile(rf"(?<![a-z0-9]){LIKE_A_CODE.pattern}(?![a-z0-9])", re.IGNORECASE)


def tagged_address(server: str, tag: Tag, token: str) -> str:
    """The server's address with a token in it."""
    local, _, domain = server.rpartition("@")
    return f"{local}+{tag.value}-{token}@{domain}"


def has_room_for(server: str, token: str) -> bool:
    """Whether an address with this token in it is not too long for mail servers."""
    return len(tagged_address(server, Tag.REPLY, token).rpartition("@")[0]) <= LONGEST_LOCAL_PART


def token_in(addresses: Iterable[str], tag: Tag = Tag.REPLY) -> str | None:
    """The token in the first of these addresses that has one; an address may stand in any text."""
    found = (_TAGGED[tag].search(address.lower()) for address in addresses)
    return next((match[1] for match in found if match), None)


def without_tokens(text: str) -> str:
    """A text with all that looks like a token in an address of ours masked, as others may read it."""
    return _LIKE_ONE.sub(rf"\1{MASKED}", text)


def without_codes(text: str) -> str:
    """A comment, as others may read it, with all masked that looks like a code or a token of ours."""
    return _LIKE_A_CODE_ALONE.sub(MASKED, without_tokens(text))
