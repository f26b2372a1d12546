"""The envelope of mail that came by no SMTP session of ours: what others say of it, made to fit the inbox."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from pbmserv.store.inbox import ReceivedMessage


def as_received(door: str, raw: bytes, sender: str | None, recipients: Iterable[str]) -> ReceivedMessage:
    """The message `raw` as it came in by `door`, now.

    `sender` is `""` for the null sender, and None where nobody told.
    """
    return ReceivedMessage(
        door=door,
        sender="" if sender is None else _clean(sender) or "<>",
        recipients=tuple(_clean(recipient) for recipient in recipients),
        message=raw,
        received_at=datetime.now(UTC),
    )


def _clean(address: str) -> str:
    """An address as the table takes it: printable, and not too long."""
    return "".join(character for character in address if " " < character <= "~")[:512]
