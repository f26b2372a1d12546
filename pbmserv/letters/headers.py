"""Special headers of letters."""

from __future__ import annotations

import hmac
from base64 import b64encode
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from pbmserv.letters.letter import Letter
from pbmserv.locale.catalogs import in_the_language

OWN_MARK = "X-Pbmserv-Letter"

LANGUAGE = "Content-Language"
"""The languages of a letter (RFC 3282): English where it is missing."""
ONE_CLICK = "List-Unsubscribe=One-Click"
"""What a mail program posts to a page that unsubscribes (RFC 8058)."""

_BEGINNING = datetime(1601, 1, 1, tzinfo=UTC)
_THREADS_SINCE = datetime(2020, 1, 1, tzinfo=UTC)


def own_mark(message_id: str, key: bytes) -> str:
    """The value of `X-Pbmserv-Letter`, a keyed hash of the Message-ID."""
    return hmac.digest(key, b"pbmserv letter " + message_id.strip().encode("utf-8", "replace"), "sha256")[:16].hex()


def is_our_own(header_value: str | None, message_id: str | None, key: bytes) -> bool:
    """Whether a message with this header and Message-ID is a letter of ours."""
    if not header_value or not message_id:
        return False
    return hmac.compare_digest(
        header_value.strip().lower().encode("utf-8", "replace"), own_mark(message_id, key).encode()
    )


def headers_of(
    letter: Letter, domain: str, at: datetime, was_asked: bool, message_id: str | None = None
) -> dict[str, str]:
    """The headers of a letter from this domain, written `at` a time.

    `was_asked` says whether a request caused it; `message_id` is that of the request's mail. From holds only what the
    letter says, which stands before the server's name.
    """
    headers = {"From": in_the_language(letter.says)} if letter.says else {}
    headers |= {"Auto-Submitted": "auto-replied" if was_asked and not letter.unasked else "auto-generated"}
    # What programs of Microsoft's heed in its place.
    headers["X-Auto-Response-Suppress"] = "All"
    if letter.language:
        headers[LANGUAGE] = letter.language
    if letter.unsubscribe:
        headers["List-Unsubscribe"] = ", ".join([f"<{address}>" for address in letter.unsubscribe])
        if any(address.startswith("https:") for address in letter.unsubscribe):
            headers["List-Unsubscribe-Post"] = ONE_CLICK
    if letter.reply_to:
        headers["Reply-To"] = letter.reply_to
    # All letters of a board answer one message that was never sent: mail programs show them as one thread, and no
    # letter has to know which of the others its reader still has.
    before = [f"<{letter.thread}.board@{domain}>"] if letter.thread else []
    if letter.answers and message_id:
        before.append(message_id)
    if before:
        headers["In-Reply-To"] = before[0]
        headers["References"] = " ".join(before)
    if letter.thread:
        headers["Thread-Topic"] = letter.subject
        headers["Thread-Index"] = thread_index(f"{letter.thread}@{domain}", at, " ".join(letter.to))
    return headers


def thread_index(thread: str, at: datetime, reader: str = "") -> str:
    """The place of a letter written `at` a time in a thread, by which Outlook groups letters.

    It is as [MS-OXOMSG] 2.2.1.3 says: 22 bytes that all letters of a thread share, and five that say when this one
    came. No letter knows of the first one, so all threads begin at one time, and the thread's name gives the GUID.
    """
    begun = _ticks(_THREADS_SINCE) >> 24
    since = _ticks(at) - (begun << 24)
    is_long = since >> 49 > 0
    when = (is_long << 31) | (since >> (23 if is_long else 18)) & 0x7FFF_FFFF
    guid, chance = sha256(thread.encode()).digest()[:16], sha256(f"{thread} {at} {reader}".encode()).digest()[:1]
    return b64encode(b"\x01" + begun.to_bytes(5) + guid + when.to_bytes(4) + chance).decode()


def _ticks(at: datetime) -> int:
    """A time as Windows counts it (FILETIME): tenths of microseconds since 1601."""
    return (at - _BEGINNING) // timedelta(microseconds=1) * 10
