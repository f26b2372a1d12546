"""Special headers of letters."""

from __future__ import annotations

import hmac

from pbmserv.letters.letter import Letter

OWN_MARK = "X-Pbmserv-Letter"


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


def headers_of(letter: Letter, domain: str, was_asked: bool, message_id: str | None = None) -> dict[str, str]:
    """The headers of a letter from this domain.

    `was_asked` says whether a request caused it; `message_id` is that of the request's mail.
    """
    headers = {"Auto-Submitted": "auto-replied" if was_asked and not letter.unasked else "auto-generated"}
    # What programs of Microsoft's heed in its place.
    headers["X-Auto-Response-Suppress"] = "All"
    if letter.unsubscribe:
        headers["List-Unsubscribe"] = f"<{letter.unsubscribe}>"
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
    return headers
