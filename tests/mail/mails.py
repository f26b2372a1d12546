"""Messages for tests, as short to write as what they are about."""

from __future__ import annotations

from pbmserv.mail.incoming import Message, read_message


def mail(body: str | bytes = "", /, **fields: str) -> bytes:
    """A message from Alice with this body and these fields: `mail("Hi", subject="help", list_id="x")`.

    A field given as an empty string is left out.
    """
    given = {"from": "Alice <alice@example.org>", "message-id": "<1@example.org>", "subject": "help"}
    given |= {name.rstrip("_").replace("_", "-"): value for name, value in fields.items()}
    head = "".join(f"{name}: {value}\n" for name, value in given.items() if value)
    return head.encode() + b"\n" + (body if isinstance(body, bytes) else body.encode())


def read(body: str | bytes = "", /, **fields: str) -> Message:
    """What `mail` says."""
    return read_message(mail(body, **fields))
