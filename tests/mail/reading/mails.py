"""Messages for tests, as short to write as what they are about."""

from __future__ import annotations

from pbmserv.mail.reading.headers import split_head
from pbmserv.mail.reading.incoming import Incoming, read_message
from pbmserv.mail.reading.mime_parts import contents_of


def mail(body: str | bytes = "", /, **fields: str) -> bytes:
    """A message from Alice with this body and these fields: `mail("Hi", subject="help", list_id="x")`.

    A field given as an empty string is left out.
    """
    given = {"from": "Alice <alice@example.org>", "message-id": "<1@example.org>", "subject": "help"}
    given |= {name.rstrip("_").replace("_", "-"): value for name, value in fields.items()}
    head = "".join(f"{name}: {value}\n" for name, value in given.items() if value)
    return head.encode() + b"\n" + (body if isinstance(body, bytes) else body.encode())


def read(body: str | bytes = "", /, **fields: str) -> Incoming:
    """What `mail` says."""
    return read_message(mail(body, **fields))


def attachments(body: str, /, **fields: str) -> tuple[str, ...]:
    """The names of what is attached to it."""
    return contents_of(*split_head(mail(body, **fields))).attachments
