"""Delivery by SMTP to a relay."""

from __future__ import annotations

import re
import smtplib
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import IO, Any

from pbmserv.mail.sending.transports import CUT_OFF, Composed, Reply, Transport, Unreachable, Verdict
from pbmserv.mail.smtp_refusals import is_about_us
from pbmserv.setting_values import Encryption, Relay

CONNECT_SECONDS = 30
REPLY_SECONDS = 60
TAKING_SECONDS = 600
"""The relay's time limit for accepting a letter, by RFC 5321 (4.5.3.2.6)."""

GOODBYE_SECONDS = 2

LONGEST_REPLY = 65_536
"""The maximum bytes of a reply, far above any real one."""

_PIPELINING = "pipelining"
_PLAIN_ADDRESS = re.compile(r"[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9.-]+")


class RelayTransport:
    """Sends many messages over one connection to a relay. (All errors of smtplib are OSErrors.)

    With PIPELINING (RFC 2920) the whole envelope and DATA are sent at once; replies are still read in order, and the
    message is sent when the relay is ready for it.
    """

    def __init__(self, relay: Relay, hostname: str) -> None:
        self._relay = relay
        self._hostname = hostname
        self._connection: smtplib.SMTP | None = None
        self._wire = _Wire()

    def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
        message = cache(message)
        connection = self._begin(message, sender, recipients)
        try:
            return self._send_to(connection, message, recipients)
        except OSError as error:
            # Perhaps the relay could not stand this message. The others should have their turn.
            self._drop()
            return dict.fromkeys(recipients, Reply(Verdict.DEFERRED, self._why(error)))
        except BaseException:
            # It may be waiting for this message already, and must not take the next one for it.
            self._drop()
            raise

    def close(self) -> None:
        if self._connection is not None:
            self._wait_at_most(GOODBYE_SECONDS)
            with suppress(OSError):
                self._connection.quit()
        self._drop()

    def another(self) -> Transport:
        """The same relay on another connection."""
        return RelayTransport(self._relay, self._hostname)

    def interrupt(self) -> None:
        """Cut the connection."""
        self._wire.cut()

    def _begin(self, message: Composed, sender: str, recipients: Sequence[str]) -> smtplib.SMTP:
        """Open a connection and start a message; with PIPELINING, send the whole envelope."""
        if self._connection is not None:
            # The relay may have hung up since the last message.
            with suppress(OSError):
                self._say_sender(self._connection, message, sender, recipients)
                return self._connection
            self._drop()
        try:
            self._connection = self._connected()
            self._say_sender(self._connection, message, sender, recipients)
        except OSError as error:
            self._drop()
            raise Unreachable(f"{self._relay.host}:{self._relay.port}: {self._why(error)}") from error
        return self._connection

    def _connected(self) -> smtplib.SMTP:
        if self._wire.is_cut:
            raise OSError(CUT_OFF)
        relay = self._relay
        kind: Callable[..., smtplib.SMTP] = partial(_Session, self._wire)
        if relay.encryption is Encryption.FROM_THE_START:
            kind = partial(_SecureSession, self._wire, context=ssl.create_default_context())
        connection = kind(relay.host, relay.port, local_hostname=self._hostname, timeout=CONNECT_SECONDS)
        try:
            if connection.sock:
                connection.sock.settimeout(REPLY_SECONDS)
            self._encrypt(connection)
            if relay.user is not None:
                connection.login(relay.user, relay.password)
        except BaseException:
            connection.close()
            self._wire.let_go()
            raise
        return connection

    def _encrypt(self, connection: smtplib.SMTP) -> None:
        connection.ehlo_or_helo_if_needed()
        if self._relay.encryption is Encryption.STARTTLS:
            connection.starttls(context=ssl.create_default_context())
        elif self._relay.encryption is Encryption.IF_OFFERED and connection.has_extn("starttls"):
            # Better than nothing against eavesdroppers. If it must be the right relay, there is starttls=yes.
            context = ssl.create_default_context()
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            connection.starttls(context=context)
        connection.ehlo_or_helo_if_needed()

    def _say_sender(
        self, connection: smtplib.SMTP, message: Composed, sender: str, recipients: Sequence[str]
    ) -> None:
        # A relay that does not want our address refuses all letters alike, which is no letter's fault.
        options = ["BODY=8BITMIME"] if connection.has_extn("8bitmime") else []
        if connection.has_extn(_PIPELINING):
            connection.send(_envelope(sender, options, recipients))
            # Composed while the relay answers. What fails is no fault of the relay, and fails again below.
            with suppress(Exception):
                message(bool(options))
            code, words = connection.getreply()
        else:
            code, words = connection.mail(sender, options)
        if code != 250:
            raise smtplib.SMTPResponseException(code, words)

    def _send_to(self, connection: smtplib.SMTP, message: Composed, recipients: Sequence[str]) -> dict[str, Reply]:
        is_said = connection.has_extn(_PIPELINING)
        replies = {
            recipient: _reply(*(connection.getreply() if is_said else connection.rcpt(recipient)))
            for recipient in recipients
        }
        accepted = [recipient for recipient, reply in replies.items() if reply.verdict is Verdict.TAKEN]
        if not accepted:
            if is_said:
                self._take_back(_code_of_next_reply(connection))
            else:
                self._reset()
            return replies
        data = message(bool(connection.has_extn("8bitmime")))
        code, words = self._say_data(connection, data, is_said=is_said)
        return replies | dict.fromkeys(accepted, _reply(code, words))

    def _say_data(self, connection: smtplib.SMTP, data: bytes, *, is_said: bool) -> tuple[int, bytes]:
        # A relay may look at a letter before it accepts it. If we did not wait for that, we would send it twice.
        self._wait_at_most(TAKING_SECONDS)
        try:
            code, words = connection.getreply() if is_said else connection.docmd("DATA")
            if code == 354:
                connection.send(_dotted(data))
                return connection.getreply()
        finally:
            self._wait_at_most(REPLY_SECONDS)
        self._take_back(code)
        # If this is not a refusal, it was the answer to something else: the relay has got nothing.
        return (code if 400 <= code < 600 else 0), words

    def _take_back(self, answer_to_data: int) -> None:
        """Abandon a message after DATA, so that the relay takes nothing else for it."""
        if 400 <= answer_to_data < 600:
            self._reset()
        else:
            self._drop()

    def _wait_at_most(self, seconds: float) -> None:
        if self._connection is not None and self._connection.sock is not None:
            self._connection.sock.settimeout(seconds)

    def _reset(self) -> None:
        try:
            if self._connection is not None:
                self._connection.rset()
        except OSError:
            self._drop()

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None
        self._wire.let_go()

    def _why(self, error: Exception) -> str:
        return CUT_OFF if self._wire.is_cut else _words_of(error)


class _Wire:
    """A connection's socket, which another thread can cut.

    It is a duplicate, which STARTTLS does not replace.
    """

    def __init__(self) -> None:
        self.is_cut = False
        self._socket: socket.socket | None = None
        self._lock = threading.Lock()

    def lay(self, connected: socket.socket) -> None:
        """Set the socket. Raises `OSError` if cut already."""
        with self._lock:
            if self.is_cut:
                raise OSError(CUT_OFF)
            self._socket = connected.dup()

    def cut(self) -> None:
        """Wake a waiting thread with end of file, and refuse further sockets."""
        with self._lock:
            self.is_cut = True
            if self._socket is not None:
                with suppress(OSError):
                    self._socket.shutdown(socket.SHUT_RDWR)

    def let_go(self) -> None:
        with self._lock:
            if self._socket is not None:
                self._socket.close()
            self._socket = None


class _Replies:
    """A relay's replies, limited to `LONGEST_REPLY` bytes and `TAKING_SECONDS` each."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.begin()

    def begin(self) -> None:
        """Expect the next reply."""
        self._left = LONGEST_REPLY
        self._until = time.monotonic() + TAKING_SECONDS

    def readline(self, size: int) -> bytes:
        """Return the next line. Raises `OSError` for an endless reply."""
        line = self._file.readline(size)
        self._left -= len(line)
        if self._left < 0:
            raise OSError(f"a reply of more than {LONGEST_REPLY} bytes")
        if time.monotonic() > self._until:
            raise OSError(f"a reply without an end after {TAKING_SECONDS} seconds")
        return line

    def close(self) -> None:
        self._file.close()


class _Session(smtplib.SMTP):
    """A connection that can be cut from its start, with bounded replies."""

    def __init__(self, wire: _Wire, *arguments: Any, **more: Any) -> None:
        self._wire = wire
        super().__init__(*arguments, **more)

    def getreply(self) -> tuple[int, bytes]:
        """Return a reply's code and text. Raises `OSError`."""
        # After STARTTLS, and at the beginning, smtplib has no file yet.
        if self.file is None and self.sock is not None:
            self.file = _Replies(self.sock.makefile("rb"))
        if self.file is not None:
            self.file.begin()
        return super().getreply()

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        connected: socket.socket = super()._get_socket(host, port, timeout)  # type: ignore[misc]
        try:
            self._wire.lay(connected)
        except OSError:
            connected.close()
            raise
        return connected


class _SecureSession(smtplib.SMTP_SSL, _Session):
    """The same with TLS from the start."""

    def __init__(self, wire: _Wire, *arguments: Any, **more: Any) -> None:
        self._wire = wire
        smtplib.SMTP_SSL.__init__(self, *arguments, **more)


def _code_of_next_reply(connection: smtplib.SMTP) -> int:
    try:
        return connection.getreply()[0]
    except OSError:
        return 0


def _envelope(sender: str, options: Sequence[str], recipients: Sequence[str]) -> bytes:
    commands = [" ".join([f"MAIL FROM:{_quoted(sender)}", *options])]
    commands += [f"RCPT TO:{_quoted(recipient)}" for recipient in recipients]
    if any("\r" in command or "\n" in command for command in commands):
        raise ValueError("an address that would be a command of its own")
    return "".join(f"{command}\r\n" for command in [*commands, "DATA"]).encode("ascii")


def _quoted(address: str) -> str:
    # smtplib.quoteaddr parses it as a whole header field, 25 µs of work that a plain address does not need.
    return f"<{address}>" if _PLAIN_ADDRESS.fullmatch(address) else smtplib.quoteaddr(address)


def _dotted(data: bytes) -> bytes:
    end = b".\r\n" if data.endswith(b"\r\n") else b"\r\n.\r\n"
    # Regular expressions try every character, which takes twenty times as long in a letter with a picture.
    begin = b"." if data.startswith(b".") else b""
    return begin + data.replace(b"\n.", b"\n..") + end


def _reply(code: int, words: bytes) -> Reply:
    said = f"{code} {words.decode('utf-8', 'replace')}"[:300].replace("\n", " ")
    if 200 <= code < 300:
        return Reply(Verdict.TAKEN, said)
    if is_about_us(said):
        return Reply(Verdict.DEFERRED, said, about_us=True)
    return Reply(Verdict.REFUSED if 500 <= code < 600 else Verdict.DEFERRED, said, about_recipient=400 <= code < 600)


def _words_of(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return _reply(error.smtp_code, _as_bytes(error.smtp_error)).words
    return str(error)[:300] or type(error).__name__


def _as_bytes(words: bytes | str) -> bytes:
    return words if isinstance(words, bytes) else words.encode("utf-8", "replace")
