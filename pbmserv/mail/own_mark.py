"""The mark in our own letters, by which we recognise them when they come back."""

from __future__ import annotations

import hmac

OWN_MARK = "X-Pbmserv-Letter"


def own_mark(message_id: str, key: bytes) -> str:
    """The value of our letters' header `X-Pbmserv-Letter`: only we can make one that fits the Message-ID."""
    return hmac.digest(key, b"pbmserv letter " + message_id.strip().encode("utf-8", "replace"), "sha256")[:16].hex()


def is_our_own(header_value: str | None, message_id: str | None, key: bytes) -> bool:
    """Whether a message with this header and Message-ID is one of our own letters come back."""
    if not header_value or not message_id:
        return False
    return hmac.compare_digest(
        header_value.strip().lower().encode("utf-8", "replace"), own_mark(message_id, key).encode()
    )
