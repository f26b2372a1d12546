"""A letter as it waits in the outbox."""

from __future__ import annotations

import secrets
from dataclasses import asdict

from pbmserv.letters.for_programs import text_for_programs
from pbmserv.letters.headers import headers_of
from pbmserv.letters.letter import Letter
from pbmserv.letters.stored import stored_page
from pbmserv.store.outbox import StoredLetter


def to_be_sent(letter: Letter, domain: str, answers_request: bool, answered: str | None) -> StoredLetter:
    """The letter with a Message-ID of its own and its header, from a server at `domain`.

    `answers_request` is whether a request has caused it, `answered` the Message-ID of the mail that held the request.
    """
    return StoredLetter(
        message_id=f"<{secrets.token_hex(16)}@{domain}>",
        recipients=letter.to,
        subject=letter.subject,
        text=text_for_programs(letter) if letter.as_json else letter.text,
        page=stored_page(letter),
        headers=headers_of(letter, domain, answers_request, answered),
        user_id=letter.player.id if letter.player else None,
        attachments=[asdict(attachment) for attachment in letter.attachments],
    )
