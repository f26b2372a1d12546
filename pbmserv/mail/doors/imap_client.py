"""A client for IMAP that reads no more of an answer than it expects: whoever sends more is hung up on."""

from __future__ import annotations

import imaplib

from imapclient import IMAPClient  # type: ignore[import-untyped]
from imapclient.imap4 import IMAP4WithTimeout  # type: ignore[import-untyped]
from imapclient.tls import IMAP4_TLS  # type: ignore[import-untyped]

LONGEST_ANSWER = 2_000_000
"""Bytes that a server may answer to one question, beside the message that was asked for: the numbers of 250,000."""


class LimitedClient(IMAPClient):  # type: ignore[misc]
    """imapclient's client, which raises `AbortError` where an answer is longer than expected."""

    def expect(self, size: int = 0) -> None:
        """Before a question: expect `size` bytes of a message, beside the usual answer."""
        self._imap.left = LONGEST_ANSWER + size

    def _create_IMAP4(self) -> imaplib.IMAP4:  # noqa: N802 - its name there
        timeout = self._timeout.connect
        if self.ssl:
            return _LimitedTls(self.host, self.port, self.ssl_context, timeout)  # type: ignore[call-arg]
        return _Limited(self.host, self.port, timeout)


class _Counting(imaplib.IMAP4):
    """What is read of an answer is counted, from the greeting on; `left` is how much more of it may come."""

    left = LONGEST_ANSWER

    def read(self, size: int) -> bytes:
        """Return so many bytes. Raises `abort` before it reads any if these are too many."""
        self._count(size)
        return super().read(size)

    def readline(self) -> bytes:
        """Return a line, which imaplib itself limits. Raises `abort` if it is too long, or one too many."""
        try:
            line = super().readline()
        except self.error as error:
            # What comes next is the rest of that line: nothing more can be understood.
            raise self.abort(str(error)) from None
        self._count(len(line))
        return line

    def _count(self, size: int) -> None:
        self.left -= size
        if self.left < 0:
            raise self.abort("the server sends more than it was asked for")


class _Limited(_Counting, IMAP4WithTimeout):  # type: ignore[misc]
    pass


class _LimitedTls(_Counting, IMAP4_TLS):  # type: ignore[misc]
    pass
