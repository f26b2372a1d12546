"""What the log calls a request: one word from where it came in to the letters that it causes."""

from __future__ import annotations

from uuid import uuid4


def new_request_id() -> str:
    """A word that no other request of these weeks has: drawn by chance, and short enough to be read out.

    Mail, the operator and the clock all cause letters; whatever does has one.
    """
    return uuid4().hex[:12]
