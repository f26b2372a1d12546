"""The headers that are special to a letter."""

from __future__ import annotations

from pbmserv.letters.letter import Letter


def headers_of(letter: Letter, domain: str, was_asked: bool, message_id: str | None = None) -> dict[str, str]:
    """The headers of a letter from a server of this domain.

    `was_asked` is whether somebody's request has caused it, and `message_id` is that of the mail which held it.
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
