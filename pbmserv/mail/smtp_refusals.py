"""The meaning of mail servers' refusals: about the address, the letter or us, permanent or not.

Refusals about us affect all letters: our mail server is misconfigured, say, or on a block list.
"""

from __future__ import annotations

import re

STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.]*\d)")
"""An enhanced status code (RFC 3463): class, subject, detail."""

_REPLY_CODE = re.compile(r"(?:^|[;:\s])([45])\d\d(?=[\s-])")

# System, protocol, content, policy: such refusals might meet all players at once. They count against an address, but
# only if they go on.
_NOT_ABOUT_THE_ADDRESS = frozenset({"3", "5", "6", "7"})
_ABOUT_US = frozenset({"3", "5", "7"})
# The exceptions among them: a mailbox is disabled, or it or its domain now belongs to somebody else (RFC 7293).
_ABOUT_THE_RECIPIENT = frozenset({("7", "13"), ("7", "17"), ("7", "18")})
_TOO_LARGE = ("3", "4")
_SAYS_NOTHING = ("0", "0")

_RELAYING = re.compile(r"\brelay", re.IGNORECASE)
# Compiled when a mail server has refused something: it would take a while on each start of the command line.
_TURNED_AWAY = (
    r"(?:^|[;:\s])530[\s-]"
    r"|\brelay(?:ing)?\b.{0,20}\b(?:denied|prohibited|refused|rejected|not (?:permitted|allowed|authori[sz]ed))"
    r"|\b(?:not|n't|unable to|cannot) relay\b|\brcpthosts\b"
    r"|\bauthenticat(?:e|ion)\b.{0,20}\b(?:required|first|needed)|\b(?:must|need to|please) (?:authenticate|log ?in)"
    r"|\bauth(?:entication)? (?:is )?required|\bunauthenticated (?:e-?mail|messages?)\b"
    r"|\b(?:client|host|server|ip|sender|connection|you)\b.{0,60}\b(?:blocked|block-?listed|blacklisted|banned)\b"
    r"|\b(?:dnsbl|rbl|spamhaus|spamcop|block ?list|black ?list|blacklisted)\b|\bpoor reputation\b"
    r"|\b(?:for|by|our|local|security) policy\b|\bpolicy (?:reasons?|violation|restrictions?)\b"
    r"|\bnot (?:authori[sz]ed|permitted|allowed) to (?:send|relay)\b"
)


def is_about_us(words: str) -> bool:
    """Whether a refusal is about us or our way of sending: `554 5.7.1 Relay access denied`.

    An enhanced status code takes precedence over words. A temporary refusal is about nobody.
    """
    if not _is_for_good(words):
        return False
    told = _told(words)
    if told:
        return told[0] in _ABOUT_US and told != _TOO_LARGE and told not in _ABOUT_THE_RECIPIENT
    return bool(re.search(_TURNED_AWAY, words, re.IGNORECASE))


def is_hard(words: str, gave_up: bool = False) -> bool:
    """Whether a refusal means that the address is permanently unusable.

    `gave_up` says that it was temporary but went on until we stopped trying.
    """
    if not gave_up and not _is_for_good(words):
        return False
    told = _told(words)
    if told and (told[0] == "1" or told in _ABOUT_THE_RECIPIENT):
        return True
    if told and told[0] in _NOT_ABOUT_THE_ADDRESS:
        return False
    return not (_RELAYING.search(words) or re.search(_TURNED_AWAY, words, re.IGNORECASE))


def _is_for_good(words: str) -> bool:
    status, code = STATUS.search(words), _REPLY_CODE.search(words)
    return (status[1] if status else code[1] if code else "5") == "5"


def _told(words: str) -> tuple[str, str] | None:
    """Subject and detail of an informative enhanced status code, or None."""
    status = STATUS.search(words)
    return (status[2], status[3]) if status and (status[2], status[3]) != _SAYS_NOTHING else None
