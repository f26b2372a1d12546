"""Tokens that tell what they stand for, and that only this server can make: numbers of rows, sealed with its key.

Nothing has to be stored for them. They stand in addresses of ours.
"""

from __future__ import annotations

import base64
import binascii
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

TOKEN_BYTES = 16


@dataclass(frozen=True)
class Seal:
    """How tokens of one kind are made: `purpose` tells them from all others, `widths` are the numbers' bytes, and
    `length` is how many bytes a token has in all: those that the numbers leave are the seal."""

    purpose: str
    widths: tuple[int, ...]
    length: int = TOKEN_BYTES

    def token(self, key: bytes, numbers: Sequence[int], of: str = "") -> str:
        """The token for these numbers; the same numbers with another `of` have another token.

        Raises OverflowError for a number that has no room in it.
        """
        plain = b"".join(number.to_bytes(width) for number, width in zip(numbers, self.widths, strict=True))
        return base64.b32encode(plain + self._code(key, plain + of.encode())).decode().rstrip("=").lower()

    def numbers(self, key: bytes, token: str, of: str = "") -> tuple[int, ...] | None:
        """What a token stands for; None for one that was not made with this seal, this key, and `of`."""
        claimed = self.claimed(token)
        # Compared as it is written: the last letter of a token has bits to spare, which could hold anything.
        if claimed is None or not hmac.compare_digest(self.token(key, claimed, of), token.lower()):
            return None
        return claimed

    def claimed(self, token: str) -> tuple[int, ...] | None:
        """What a token claims, true or not; None for one that cannot have been made with this seal."""
        try:
            plain = base64.b32decode(token.upper() + "=" * (-len(token) % 8))
        except (binascii.Error, ValueError):
            return None
        if len(plain) != self.length:
            return None
        found = []
        for width in self.widths:
            found.append(int.from_bytes(plain[:width]))
            plain = plain[width:]
        return tuple(found)

    def _code(self, key: bytes, sealed: bytes) -> bytes:
        code = hmac.digest(key, f"pbmserv {self.purpose} ".encode() + sealed, "sha256")
        return code[: self.length - sum(self.widths)]
