"""A letter as it waits in the outbox."""

from __future__ import annotations

import secrets
from hashlib import sha256

from pbmserv.letters.for_programs import text_for_programs
from pbmserv.letters.headers import headers_of
from pbmserv.letters.letter import Letter
from pbmserv.letters.stored_html import stored_page
from pbmserv.storage.outbox import StoredLetter
from pbmserv.stored_names import document_of


def to_be_sent(letter: Letter, domain: str, number: int, cause: tuple[str, str | None] | None) -> StoredLetter:
    """The letter with a Message-ID of its own and its header, from a server at `domain`.

    `cause` is the name of the request that has caused it, and the Message-ID of the mail that held it, if it came by
    mail; None for no request. `number` is which of its letters this is.
    """
    request, answered = cause or (None, None)
    return StoredLetter(
        message_id=f"<{_identity(letter, request, number)}@{domain}>",
        recipients=letter.to,
        subject=letter.subject,
        text=text_for_programs(letter) if letter.as_json else letter.text,
        page=stored_page(letter),
        headers=headers_of(letter, domain, request is not None, answered),
        user_id=letter.player.id if letter.player else None,
        attachments=[document_of(attachment) for attachment in letter.attachments],
    )


def _identity(letter: Letter, request: str | None, number: int) -> str:
    """The Message-ID of a letter without its domain.

    A request that is carried out again after a restore causes letters with the same ones: mail programs show only one
    of two such letters.
    """
    if request is None:
        return secrets.token_hex(16)
    written = "\n".join([request, str(number), letter.subject, *letter.to])
    return sha256(written.encode(errors="surrogatepass")).hexdigest()[:32]
