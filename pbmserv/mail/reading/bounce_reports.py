"""Bounce reports: which addresses failed, and whether permanently.

RFC 3464 reports are parsed here, free-form ones by flufl.bounce. Only the beginning of a message is read, and
whatever breaks the parser is no report.
"""

from __future__ import annotations

import email
import logging
import re
from collections.abc import Iterator
from email.message import Message
from email.policy import compat32

from pbmserv.commands.accounts.bounced_addresses import Failure
from pbmserv.mail.reading.charsets import one_line
from pbmserv.mail.reading.headers import Fields, sender_of, split_head, with_plain_line_ends
from pbmserv.mail.reading.mime_parts import parts_of_type
from pbmserv.mail.smtp_refusals import STATUS, is_hard

# Its log quotes what it could not read, and says nothing else.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL + 1)

_STATUS_PARTS = frozenset({"message/delivery-status", "message/global-delivery-status"})
_MAX_BLOCKS = 100
_MAX_FAILURES = 200
_MAX_WORDS = 500

# A free-form report says what it has to say at the beginning. The detectors go over all lines many times.
_FREE_FORM_BYTES = 8 * 1024
_FREE_FORM_LINES = 200
_FREE_FORM_LINE = 200
_FREE_FORM_PARTS = 10
_BOUNDARY = re.compile(rb"boundary", re.IGNORECASE)
_NESTING_TYPE = re.compile(rb"message/|multipart/", re.IGNORECASE)


def failures_in(raw: bytes) -> list[Failure]:
    plain = with_plain_line_ends(raw)
    try:
        return list(_standard(plain)) or list(_free_form(plain))
    except Exception:  # what no parser, ours or the library's, can read is no report
        return []


def _standard(plain: bytes) -> Iterator[Failure]:
    fields, body = split_head(plain)
    blocks = [
        split_head(block.strip(b"\n") + b"\n\n")[0]
        for _, part in parts_of_type(fields, body, _STATUS_PARTS)
        for block in part.replace(b"\r\n", b"\n").split(b"\n\n", _MAX_BLOCKS)[:_MAX_BLOCKS]
    ]
    for block in blocks[:_MAX_BLOCKS]:
        action = (block.text("action") or "").strip().lower()
        if not action.startswith(("fail", "error", "delayed")):
            continue
        words = _words(block)
        hard = not action.startswith("delayed") and is_hard(words)
        named = ("original-recipient", "final-recipient", "x-actual-recipient")
        addresses = dict.fromkeys(filter(None, (_address(block.text(name)) for name in named)))
        for address in addresses:
            yield Failure(address, hard, words)


def _words(block: Fields) -> str:
    status = (block.text("status") or "").strip()
    diagnosis = (block.text("diagnostic-code") or "").strip()
    found = STATUS.search(diagnosis)
    vague = re.match(r"[245]\.0\.0\b", status) and found and found[1] == status[0]
    return one_line(diagnosis if vague else f"{status} {diagnosis}".strip())[:_MAX_WORDS]


def _address(value: str | None) -> str | None:
    if value is None:
        return None
    kind, semicolon, rest = value[:1000].partition(";")
    address = (rest if semicolon else kind).strip().removeprefix("<").removesuffix(">").strip()
    return address if "@" in address and " " not in address else None


def _free_form(plain: bytes) -> Iterator[Failure]:
    from flufl.bounce import all_failures

    message = _short_message(plain)
    if message is None:
        return
    delayed, failed = all_failures(message)
    for address in sorted(delayed | failed)[:_MAX_FAILURES]:
        if b"@" in address:
            yield Failure(address.decode("ascii", "replace"), address in failed, "")


def _short_message(plain: bytes) -> Message | None:
    lines = plain[:_FREE_FORM_BYTES].split(b"\n")[:_FREE_FORM_LINES]
    short = b"\n".join(line[:_FREE_FORM_LINE] for line in lines)
    if len(_BOUNDARY.findall(short)) > _FREE_FORM_PARTS or len(_NESTING_TYPE.findall(short)) > _FREE_FORM_PARTS:
        return None
    message = email.message_from_bytes(short, policy=compat32)
    # One detector fails if there is no address in From, and with it all that come after it.
    author = sender_of(split_head(short)[0]) or "mailer-daemon@invalid"
    del message["From"]
    message["From"] = author
    return message
