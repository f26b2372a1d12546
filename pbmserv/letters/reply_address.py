"""Addresses of the server with a tag and a token.

Answers go to `pbmserv+r-TOKEN@example.org`, whose token identifies the answer and replaces the password. `+c-` has a
question's code, `+b-` is a return path, `+u-` unsubscribes. Anybody with such an address can use it, so it is masked
in words to others.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterable
from enum import StrEnum
from itertools import islice

TOKEN_LETTERS = (26, 40)
"""The lengths of tokens of 16 or 25 bytes, in base32 as some mail programs change case."""

LONGEST_LOCAL_PART = 64
"""The maximum local part that mail servers have to accept (RFC 5321)."""

MASKED = "******"


class Tag(StrEnum):
    """The purpose of an address."""

    REPLY = "r"
    CODE = "c"
    BOUNCE = "b"
    UNSUBSCRIBE = "u"


_TOKEN = "|".join(f"[a-z2-7]{{{letters}}}" for letters in TOKEN_LETTERS)
_AN_ADDRESS = re.compile(
    rf"(?<![\w.+-])([\w.-]{{1,64}}+)(\+[{''.join(Tag)}]-[a-z2-9]{{17,40}}+)?(?:\+[\w-]*+)?@([\w.-]{{1,255}}+)"
)
_MOST_ADDRESSES = 10
_FORMS = {tag: "[a-z2-9]{17}[2-9]?" if tag is Tag.CODE else _TOKEN for tag in Tag}
"""A figure behind a code tells of several letters with it which one is answered."""
_TAGGED = re.compile(rf"\+([{''.join(Tag)}])-([a-z2-9]{{17,{max(TOKEN_LETTERS)}}})@")


def _sign(sign: str) -> str:
    """A pattern for a sign as it is, quoted by links and MIME, or rewritten by gateways: `?` as `-3F` or `*`."""
    code = f"{ord(sign):x}"
    return rf"(?:{re.escape(sign)}|%(?:25)*{code}|[=-]{code}|\*)"


_LIKE_ONE = re.compile(
    rf"({_sign('+')}[a-z](?:[=-]2d|%(?:25)*2d|-))"
    rf"(?:(?![a-z2-9]{{{max(TOKEN_LETTERS)}}})[a-z2-9]++(?:=?\n[> \t]*+[a-z2-9]++)++(?=@|%40|-40)"
    r"|[a-z2-9]{12,}+(?:=\n[> \t]*+[a-z2-9]++)*+)",
    re.IGNORECASE,
)
"""A tag and token in a text: perhaps in a link, cut off, or on several lines."""
_LIKE_A_LINK = (
    rf"((?:{_sign('?')}|{_sign('&')})(?:amp;)?(?:play|token){_sign('=')}(?:3d)?)"
    r"(?:[a-z0-9_-]{43,}|[a-z0-9_-]{8,}(?:=?\n[> \t]*+[a-z0-9_-]+)?)"
)
"""The token in a link of ours, perhaps on two lines or rewritten by a mail gateway (Safe Links, Proofpoint,
Barracuda, Google). Compiled when needed, like the last one.
"""
LIKE_A_CODE = re.compile(r"(?:(?=[a-z]*[0-9])[a-z2-9]{17}|[a-z2-7]{26}|[a-z2-7]{40}|[a-z2-7]{48})", re.IGNORECASE)
"""A word like a code or token."""
_SHORTEST_CODE = 17
_LIKE_A_CODE_ALONE = (
    rf"(?<![a-z0-9]){LIKE_A_CODE.pattern}(?![a-z0-9])"
    r"|(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[0-9])[a-z0-9_-]{43}(?![\w-])"
)
"""The last alternative is the token of a sign-in link."""


def tagged_address(server: str, tag: Tag, token: str) -> str:
    local, _, domain = server.rpartition("@")
    return f"{local}+{tag.value}-{token}@{domain}"


def reply_address(server: str, token: str) -> str | None:
    """The address for an answer with this token; None if it would be too long for mail servers."""
    address = tagged_address(server, Tag.REPLY, token)
    return address if address.rindex("@") <= LONGEST_LOCAL_PART else None


def tokens_in(addresses: Iterable[str]) -> dict[Tag, str]:
    """The token of each kind in the first of these texts that has one."""
    found: dict[Tag, str] = {}
    for address in addresses:
        for letter, token in _TAGGED.findall(address.lower()):
            if re.fullmatch(_FORMS[Tag(letter)], token):
                found.setdefault(Tag(letter), token)
    return found


def answers_among(addresses: Iterable[str]) -> dict[str, str]:
    """The reply addresses in these texts, by token."""
    found: dict[str, str] = {}
    for text in addresses:
        for match in _AN_ADDRESS.finditer(text.lower()):
            tokens = tokens_in([match[0]])
            if token := tokens.get(Tag.REPLY) or tokens.get(Tag.CODE):
                found.setdefault(token, match[0])
    return found


def ours_among(addresses: Iterable[str]) -> list[str]:
    """Addresses that may be our plain one; if one has a tag, only such, without it."""
    found = [match for text in addresses for match in islice(_AN_ADDRESS.finditer(text.lower()), _MOST_ADDRESSES)]
    tagged = [match for match in found if match[2]]
    return list(dict.fromkeys(f"{match[1]}@{match[3]}" for match in (tagged or found)[:_MOST_ADDRESSES]))


_LIKE_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{40,}+={0,2}")
"""Some gateways encode a whole link in base64."""


def without_tokens(text: str) -> str:
    """Mask tokens in addresses and links, for other readers."""
    text = _LIKE_BASE64.sub(lambda found: MASKED if _holds_a_token(found[0]) else found[0], text)
    return _without_plain_tokens(text)


def _holds_a_token(coded: str) -> bool:
    """Whether possible base64, at any offset, encodes an address or link with a token."""
    digits = coded.rstrip("=").replace("-", "+").replace("_", "/")
    for start in range(4):
        whole = digits[start : start + (len(digits) - start) // 4 * 4]
        told = binascii.a2b_base64(whole).decode("latin-1")
        if _without_plain_tokens(told) != told:
            return True
    return False


def _without_plain_tokens(text: str) -> str:
    # To look for a character takes no time at all, and each command has this done with ten texts.
    if not ("=" in text or "+" in text or "%" in text or "*" in text or "-2" in text or "-3" in text):
        return text
    text = _LIKE_ONE.sub(rf"\1{MASKED}", text)
    folded = text.lower()
    if "play" not in folded and "token" not in folded:
        return text
    return re.sub(_LIKE_A_LINK, rf"\1{MASKED}", text, flags=re.IGNORECASE)


def without_codes(text: str) -> str:
    """Mask codes and tokens in a comment, for other readers."""
    text = without_tokens(text)
    # Hardly anybody writes a word as long as that, and to look for codes is the most that a comment costs.
    if max(map(len, text.split()), default=0) < _SHORTEST_CODE:
        return text
    return re.sub(_LIKE_A_CODE_ALONE, MASKED, text, flags=re.IGNORECASE)
