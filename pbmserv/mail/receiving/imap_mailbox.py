"""A mailbox on an IMAP server.

Reading leaves messages unread; the caller marks them once stored. Error texts are for the operator and hold no
password.
"""

from __future__ import annotations

import imaplib
import re
import select
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from time import monotonic
from typing import Any

from imapclient import IMAPClient, SocketTimeout  # type: ignore[import-untyped]
from imapclient.exceptions import CapabilityError  # type: ignore[import-untyped]
from imapclient.imap4 import IMAP4WithTimeout  # type: ignore[import-untyped]
from imapclient.tls import IMAP4_TLS  # type: ignore[import-untyped]

from pbmserv.setting_values import Delete, Encryption, Keep, MailAccount, MoveTo

LONGEST_ANSWER = 2_000_000
"""The maximum bytes of an answer besides the message: UIDs of 250,000 messages."""


class LimitedClient(IMAPClient):  # type: ignore[misc]
    """imapclient's client, which raises `AbortError` for an answer longer than expected."""

    def expect(self, size: int = 0) -> None:
        """Expect `size` bytes of a message in the next answer."""
        self._imap.left = LONGEST_ANSWER + size

    def _create_IMAP4(self) -> imaplib.IMAP4:  # noqa: N802 - its name there
        timeout = self._timeout.connect
        if self.ssl:
            return _LimitedTls(self.host, self.port, self.ssl_context, timeout)  # type: ignore[call-arg]
        return _Limited(self.host, self.port, timeout)


class _Counting(imaplib.IMAP4):
    left = LONGEST_ANSWER

    def read(self, size: int) -> bytes:
        """Read bytes. Raises `abort` before reading too many."""
        self._count(size)
        return super().read(size)

    def readline(self) -> bytes:
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


CONNECT_SECONDS = 10
REPLY_SECONDS = 30
GOODBYE_SECONDS = 3

STOP_SECONDS = 0.5
"""The maximum delay in noticing a stop while waiting."""


class MailboxError(Exception):
    """The mailbox is unusable; the text says why."""


class Refused(MailboxError):
    """The server refuses a request."""


class Unreachable(MailboxError):
    """The server is unreachable, perhaps temporarily."""


class NotSecure(MailboxError):
    """The connection is not authenticated or encrypted as it should be."""


class WrongPassword(MailboxError):
    """The server does not let this user in with this password."""


class NoFolder(MailboxError):
    """The folder does not exist, or messages in it cannot be marked."""


class Unreadable(Exception):
    """The server fails with one message; others may work."""


class Mailbox:
    """A folder on its own connection. Not thread-safe.

    Raises `MailboxError` if it cannot be opened.
    """

    def __init__(self, account: MailAccount, afterwards: Keep | Delete | MoveTo) -> None:
        self._account = account
        self._afterwards = afterwards
        self._client = self._connected()
        try:
            if account.encryption is Encryption.STARTTLS:
                self._ask(self._client.starttls, ssl.create_default_context())
            self._log_in()
            self._select()
            self.tells_news = bool(self._ask(self._client.has_capability, "IDLE"))
        except BaseException:
            self.close()
            raise

    def unread(self, since: date) -> list[int]:
        """UIDs of unread messages that arrived on that day or later, in order.

        They are valid as long as `validity` is the same.
        """
        # So that the server looks at what others have done: it may search only what it has told us about.
        self._ask(self._client.noop)
        return sorted(self._ask(self._client.search, ["UNSEEN", "UNDELETED", "SINCE", since]))

    def size(self, number: int) -> int:
        with self._about_one_message():
            return int(self._client.fetch([number], ["RFC822.SIZE"])[number][b"RFC822.SIZE"])

    def message(self, number: int, limit: int) -> bytes:
        """At most `limit` bytes of a message, which stays unread.

        Raises `Unreadable` or `Unreachable`.
        """
        with self._about_one_message():
            self._client.expect(limit)
            found = self._client.fetch([number], [f"BODY.PEEK[]<0.{limit}>"])
            raw = found.get(number, {}).get(b"BODY[]<0>")
            if not isinstance(raw, bytes):
                raise Unreadable("the server sent nothing of it")
            return raw

    def leave(self, number: int) -> None:
        with self._about_one_message():
            self._client.add_flags([number], [rb"\Seen"], silent=True)

    def put_away(self, number: int) -> None:
        """Do with a stored message what the settings say.

        Raises `Unreadable` or `Unreachable`; the message may be marked as read by then.
        """
        # Always, and first: if the rest fails, the message is not taken a second time.
        self.leave(number)
        with self._about_one_message():
            match self._afterwards:
                case Delete():
                    self._delete(number)
                case MoveTo(folder) if self._client.has_capability("MOVE"):
                    self._client.move([number], folder)
                case MoveTo(folder):
                    self._client.copy([number], folder)
                    self._delete(number)

    def wait_for_news(self, seconds: float, stopping: Callable[[], bool]) -> None:
        """Wait for news (IDLE), at most `seconds`; needs `tells_news`."""
        self._ask(self._client.idle)
        end = monotonic() + seconds
        while not stopping() and (left := end - monotonic()) > 0:
            if self._has_something_to_read(min(left, STOP_SECONDS)):
                break
        self._client.socket().settimeout(GOODBYE_SECONDS if stopping() else REPLY_SECONDS)
        self._ask(self._client.idle_done)

    def cut(self) -> None:
        """Break the connection, from any thread."""
        with suppress(OSError):
            self._client.socket().shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        with suppress(Exception):
            self._client.socket().settimeout(GOODBYE_SECONDS)
            self._client.logout()
        with suppress(Exception):
            # In case it was not listening.
            self._client.shutdown()

    def _connected(self) -> LimitedClient:
        account = self._account
        with self._translated():
            return LimitedClient(
                account.host,
                account.port,
                ssl=account.encryption is Encryption.FROM_THE_START,
                ssl_context=ssl.create_default_context(),
                timeout=SocketTimeout(CONNECT_SECONDS, REPLY_SECONDS),
            )

    def _log_in(self) -> None:
        account = self._account
        # With LOGIN, names and passwords are ASCII; the newer way allows all characters.
        plain = account.user.isascii() and account.password.isascii()
        try:
            self._ask(self._client.login if plain else self._client.plain_login, account.user, account.password)
        except Refused as error:
            if "[UNAVAILABLE]" in str(error).upper():
                raise Unreachable(f"{self._place}: {error}") from None
            raise WrongPassword(f"{self._place} does not let {account.user} in: {error}") from None

    def _select(self) -> None:
        try:
            told = self._ask(self._client.select_folder, self._account.folder)
        except Refused as error:
            raise NoFolder(f"{self._account} cannot be opened: {error}") from None
        self.validity = int(told.get(b"UIDVALIDITY", 0))
        if isinstance(self._afterwards, MoveTo):
            self._make_sure_of(self._afterwards.folder)

    def _make_sure_of(self, folder: str) -> None:
        try:
            if not self._ask(self._client.folder_exists, folder):
                self._ask(self._client.create_folder, folder)
        except Refused as error:
            raise NoFolder(f"There is no folder {folder} at {self._place}, nor can it be made: {error}") from None

    def _delete(self, number: int) -> None:
        self._client.delete_messages([number], silent=True)
        # The older command removes everything that anybody has marked as deleted, which is what they wanted.
        self._client.expunge([number] if self._client.has_capability("UIDPLUS") else None)

    def _has_something_to_read(self, seconds: float) -> bool:
        connection = self._client.socket()
        # A socket does not tell what has been decrypted already.
        if isinstance(connection, ssl.SSLSocket) and connection.pending():
            return True
        poll = select.poll()
        poll.register(connection, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    def _ask(self, command: Callable[..., object], *arguments: object) -> Any:
        with self._translated():
            self._client.expect()
            return command(*arguments)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (ssl.SSLCertVerificationError, CapabilityError) as error:
            raise NotSecure(f"{self._place}: {_words_of(error, self._account.password)}") from None
        except IMAPClient.ReadOnlyError as error:
            raise Refused(_words_of(error, self._account.password)) from None
        except (IMAPClient.AbortError, OSError) as error:
            raise Unreachable(f"{self._place}: {_words_of(error, self._account.password)}") from None
        except IMAPClient.Error as error:
            # Logging in fails in the same way if the connection breaks meanwhile.
            if isinstance(error.__context__, IMAPClient.AbortError):
                raise Unreachable(f"{self._place}: {_words_of(error, self._account.password)}") from None
            raise Refused(_words_of(error, self._account.password)) from None

    @contextmanager
    def _about_one_message(self) -> Iterator[None]:
        try:
            with self._translated():
                self._client.expect()
                yield
        except Refused as error:
            raise Unreadable(str(error)) from None
        except (MailboxError, Unreadable):
            raise
        except Exception as error:
            # The server's answer was complete, but made no sense: that concerns this message only.
            raise Unreadable(type(error).__name__) from None

    @property
    def _place(self) -> str:
        return f"{self._account.host}:{self._account.port}"


def _words_of(error: Exception, password: str) -> str:
    words = re.sub(r"^b(['\"])(.*)\1$", r"\2", str(error))
    for spelling in (password, password.replace("\\", "\\\\").replace('"', '\\"')):
        words = words.replace(spelling, "***")
    return re.sub(r"[\x00-\x1f\x7f]+", " ", words)[:300].strip() or type(error).__name__
