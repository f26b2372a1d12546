"""Addresses of ours that mean something: each is the server's own with a tag and a token in it.

Answers to a letter go to `pbmserv+r-TOKEN@example.org`: the token says whose answer it is and to what, and takes the
place of the password. `+c-` has the code of a question, `+b-` is the return path of a letter, and `+u-` ends letters
of one kind. Anybody who has such an address can use it, so what people write to each other never contains one.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterable
from enum import StrEnum
from itertools import islice

TOKEN_LETTERS = (26, 40)
"""How long tokens are: 16 or 25 bytes. They are in base32 as some mail programs change the case of addresses."""

LONGEST_LOCAL_PART = 64
"""How many characters before the @ every mail server has to accept (RFC 5321)."""

MASKED = "******"


class Tag(StrEnum):
    """What an address of ours is for."""

    REPLY = "r"
    CODE = "c"
    BOUNCE = "b"
    UNSUBSCRIBE = "u"


_TOKEN = "|".join(f"[a-z2-7]{{{letters}}}" for letters in TOKEN_LETTERS)
_AN_ADDRESS = re.compile(
    rf"(?<![\w.+-])([\w.-]{{1,64}}+)(\+[{''.join(Tag)}]-[a-z2-9]{{17,40}}+)?(?:\+[\w-]*+)?@([\w.-]{{1,255}}+)"
)
_MOST_ADDRESSES = 10
_FORMS = {tag: "[a-z2-9]{17}" if tag is Tag.CODE else _TOKEN for tag in Tag}
_TAGGED = re.compile(rf"\+([{''.join(Tag)}])-([a-z2-9]{{17,{max(TOKEN_LETTERS)}}})@")


def _sign(sign: str) -> str:
    """A sign as it is, as links and MIME write it, or as gateways that rewrite links do: `?` as `-3F` or `*`."""
    code = f"{ord(sign):x}"
    return rf"(?:{re.escape(sign)}|%(?:25)*{code}|[=-]{code}|\*)"


_LIKE_ONE = re.compile(
    rf"({_sign('+')}[a-z](?:[=-]2d|%(?:25)*2d|-))"
    rf"(?:(?![a-z2-9]{{{max(TOKEN_LETTERS)}}})[a-z2-9]++(?:=?\n[> \t]*+[a-z2-9]++)++(?=@|%40|-40)"
    r"|[a-z2-9]{12,}+(?:=\n[> \t]*+[a-z2-9]++)*+)",
    re.IGNORECASE,
)
"""A tag and its token as a text may contain them: perhaps in a link, cut off, or on several lines."""
_LIKE_A_LINK = (
    rf"((?:{_sign('?')}|{_sign('&')})(?:amp;)?(?:play|token){_sign('=')}(?:3d)?)"
    r"(?:[a-z0-9_-]{43,}|[a-z0-9_-]{8,}(?:=?\n[> \t]*+[a-z0-9_-]+)?)"
)
"""The token in a link of ours, perhaps on two lines, or in a link that a mail gateway has made of it: Safe Links,
Proofpoint, Barracuda, Google. This and the last one are compiled when they are needed."""
LIKE_A_CODE = re.compile(r"(?:(?=[a-z]*[0-9])[a-z2-9]{17}|[a-z2-7]{26}|[a-z2-7]{40}|[a-z2-7]{48})", re.IGNORECASE)
"""A word that looks like one of our codes or tokens."""
_SHORTEST_CODE = 17
_LIKE_A_CODE_ALONE = (
    rf"(?<![a-z0-9]){LIKE_A_CODE.pattern}(?![a-z0-9])"
    r"|(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[0-9])[a-z0-9_-]{43}(?![\w-])"
)
"""The last of them is the token of a link that signs in."""


def tagged_address(server: str, tag: Tag, token: str) -> str:
    """The server's address with a token in it."""
    local, _, domain = server.rpartition("@")
    return f"{local}+{tag.value}-{token}@{domain}"


def has_room_for(server: str, token: str) -> bool:
    """Whether an address with this token is short enough for mail servers."""
    return len(tagged_address(server, Tag.REPLY, token).rpartition("@")[0]) <= LONGEST_LOCAL_PART


def tokens_in(addresses: Iterable[str]) -> dict[Tag, str]:
    """The token of each kind in the first of these addresses that has one; an address may stand in any text."""
    found: dict[Tag, str] = {}
    for address in addresses:
        for letter, token in _TAGGED.findall(address.lower()):
            if re.fullmatch(_FORMS[Tag(letter)], token):
                found.setdefault(Tag(letter), token)
    return found


def answers_among(addresses: Iterable[str]) -> dict[str, str]:
    """The addresses in these texts that letters and questions of ours are answered at, by their tokens."""
    found: dict[str, str] = {}
    for text in addresses:
        for match in _AN_ADDRESS.finditer(text.lower()):
            tokens = tokens_in([match[0]])
            if token := tokens.get(Tag.REPLY) or tokens.get(Tag.CODE):
                found.setdefault(token, match[0])
    return found


def ours_among(addresses: Iterable[str]) -> list[str]:
    """Addresses in these texts that may be our plain one: if one has a tag, only such, without it."""
    found = [match for text in addresses for match in islice(_AN_ADDRESS.finditer(text.lower()), _MOST_ADDRESSES)]
    tagged = [match for match in found if match[2]]
    return list(dict.fromkeys(f"{match[1]}@{match[3]}" for match in (tagged or found)[:_MOST_ADDRESSES]))


_LIKE_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{40,}+={0,2}")
"""Some gateways write a whole link in base64 into theirs."""


def without_tokens(text: str) -> str:
    """A text as others may read it: all that looks like a token in an address or a link of ours is masked."""
    text = _LIKE_BASE64.sub(lambda found: MASKED if _holds_a_token(found[0]) else found[0], text)
    return _without_plain_tokens(text)


def _holds_a_token(coded: str) -> bool:
    """Whether something that may be base64, from wherever in it that begins, is an address or a link with a token."""
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
    """A comment as others may read it: all that looks like a code or a token of ours is masked."""
    text = without_tokens(text)
    # Hardly anybody writes a word as long as that, and to look for codes is the most that a comment costs.
    if max(map(len, text.split()), default=0) < _SHORTEST_CODE:
        return text
    return re.sub(_LIKE_A_CODE_ALONE, MASKED, text, flags=re.IGNORECASE)
