"""The ways a message can leave: as a file in a Maildir, through a sendmail program, by SMTP through a relay.

A transport tells what became of a message for each recipient. Where the fault is not the message's, and the next one
would fare no better, it raises `Unreachable` instead.
"""

from __future__ import annotations

import itertools
import os
import re
import smtplib
import ssl
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Protocol

from pbmserv.settings import Encryption, Maildir, Relay, Sendmail, Settings

CONNECT_SECONDS = 30
REPLY_SECONDS = 60
TAKING_SECONDS = 600
"""How long a relay may take to take a letter, as RFC 5321 (4.5.3.2.6) has it."""

PROGRAM_SECONDS = 120

_PIPELINING = "pipelining"
_PLAIN_ADDRESS = re.compile(r"[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9.-]+")
_FIRST_DOT = re.compile(rb"^\.", re.MULTILINE)

Composed = Callable[[bool], bytes]
"""Gives the message, told whether it may have bytes beyond ASCII."""


class Verdict(Enum):
    """What became of a message for one recipient."""

    TAKEN = "taken"
    DEFERRED = "deferred"
    """It may be taken later."""
    REFUSED = "refused"
    """It will never be."""


@dataclass(frozen=True)
class Reply:
    """The verdict, and the words it came with."""

    verdict: Verdict
    words: str = ""
    about_recipient: bool = False
    """Whether that was said of this recipient, by somebody who takes mail, rather than of trouble on our own side."""


class Unreachable(Exception):
    """Nothing can be sent this way at the moment. The text says why, for the operator."""


class Transport(Protocol):
    """A way for messages to leave. Not to be shared between threads."""

    def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
        """Send one message; gives what became of it for each recipient. Raises `Unreachable`."""
        ...

    def close(self) -> None:
        """Let go of what is kept open between messages."""
        ...


def transport_for(settings: Settings) -> Transport:
    """The transport that `PBMSERV_DELIVERY` names."""
    match settings.delivery:
        case Maildir(folder):
            return MaildirTransport(folder, settings.own_hostname)
        case Sendmail(program):
            return SendmailTransport(program)
        case Relay() as relay:
            return RelayTransport(relay, settings.own_hostname)


class MaildirTransport:
    """Writes each message to a file of its own, which is on the disk before it has its name."""

    _numbers = itertools.count()

    def __init__(self, folder: Path, hostname: str) -> None:
        self._folder = folder
        self._hostname = hostname

    def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
        """Write one file for all recipients."""
        # What RFC 5321 has the last server on the way do: whoever carries it on learns where it may come back.
        data = f"Return-Path: <{sender}>\n".encode() + message(True).replace(b"\r\n", b"\n")
        try:
            self._write(data)
        except OSError as error:
            raise Unreachable(f"{self._folder}: {error.strerror}") from error
        return dict.fromkeys(recipients, Reply(Verdict.TAKEN))

    def close(self) -> None:
        """Nothing is kept open."""

    def _write(self, data: bytes) -> None:
        # The mode is for the last folder of a path only.
        for folder in (self._folder.parent, self._folder, *(self._folder / name for name in ("tmp", "new", "cur"))):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = self._fresh_name()
        written = self._folder / "tmp" / name
        descriptor = os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(descriptor)
        except OSError:
            # Where there is no room, what was written of it would take the rest.
            written.unlink(missing_ok=True)
            raise
        written.rename(self._folder / "new" / name)
        _sync_folder(self._folder / "new")

    def _fresh_name(self) -> str:
        seconds, nanoseconds = divmod(time.time_ns(), 10**9)
        unique = f"M{nanoseconds // 1000:06}P{os.getpid()}Q{next(self._numbers)}"
        return f"{seconds}.{unique}.{self._hostname}"


class SendmailTransport:
    """Hands each message to a program that understands sendmail's arguments and exit codes."""

    _NO_SUCH_RECIPIENT = frozenset({os.EX_NOUSER, os.EX_NOHOST})
    _REFUSED = _NO_SUCH_RECIPIENT | {os.EX_DATAERR}

    def __init__(self, program: Path) -> None:
        self._program = program

    def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
        """Run the program once for all recipients."""
        command = [str(self._program), "-i", "-f", sender, "--", *recipients]
        try:
            done = subprocess.run(  # noqa: S603 - the operator named the program; no shell reads the addresses
                command,
                input=message(True).replace(b"\r\n", b"\n"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                timeout=PROGRAM_SECONDS,
                check=False,
                # Who interrupts the server from a terminal does not mean the letter in hand.
                start_new_session=True,
            )
        except OSError as error:
            raise Unreachable(f"{self._program}: {error.strerror}") from error
        except subprocess.TimeoutExpired:
            return dict.fromkeys(recipients, Reply(Verdict.DEFERRED, f"no end after {PROGRAM_SECONDS} seconds"))
        return dict.fromkeys(recipients, self._reply(done, is_only_one=len(recipients) == 1))

    def close(self) -> None:
        """Nothing is kept open."""

    def _reply(self, done: subprocess.CompletedProcess[bytes], *, is_only_one: bool) -> Reply:
        if done.returncode == os.EX_OK:
            return Reply(Verdict.TAKEN)
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        words = f"exit code {done.returncode}" + (f": {said[-1][:300]}" if said else "")
        verdict = Verdict.REFUSED if done.returncode in self._REFUSED else Verdict.DEFERRED
        # One exit code for several recipients does not tell which of them it means.
        return Reply(verdict, words, is_only_one and done.returncode in self._NO_SUCH_RECIPIENT)


class RelayTransport:
    """Sends messages to another mail server, many over one connection. (All errors of smtplib are OSErrors.)

    A server that offers PIPELINING (RFC 2920) hears the whole envelope of a message at once, and DATA with it: it
    answers to each command nevertheless, in their order, and gets the message when it has said that it waits for it.
    """

    def __init__(self, relay: Relay, hostname: str) -> None:
        self._relay = relay
        self._hostname = hostname
        self._connection: smtplib.SMTP | None = None

    def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
        """Send one message."""
        connection = self._begin(sender, recipients)
        try:
            return self._send_to(connection, message, recipients)
        except OSError as error:
            # Perhaps it was this message that the relay could not stand: the others are to have their turn.
            self._drop()
            return dict.fromkeys(recipients, Reply(Verdict.DEFERRED, _words_of(error)))
        except BaseException:
            # It may be waiting for the message already: the next one must not be taken for this.
            self._drop()
            raise

    def close(self) -> None:
        """Say goodbye to the relay."""
        if self._connection is not None:
            with suppress(OSError):
                self._connection.quit()
        self._drop()

    def _begin(self, sender: str, recipients: Sequence[str]) -> smtplib.SMTP:
        """A connection on which a message has been begun; where it may be, the rest of the envelope has been said."""
        if self._connection is not None:
            # The relay may have become tired of it since the last message.
            with suppress(OSError):
                self._say_sender(self._connection, sender, recipients)
                return self._connection
            self._drop()
        try:
            self._connection = self._connected()
            self._say_sender(self._connection, sender, recipients)
        except OSError as error:
            self._drop()
            raise Unreachable(f"{self._relay.host}:{self._relay.port}: {_words_of(error)}") from error
        return self._connection

    def _connected(self) -> smtplib.SMTP:
        relay = self._relay
        kind: Callable[..., smtplib.SMTP] = smtplib.SMTP
        if relay.encryption is Encryption.FROM_THE_START:
            kind = partial(smtplib.SMTP_SSL, context=ssl.create_default_context())
        connection = kind(relay.host, relay.port, local_hostname=self._hostname, timeout=CONNECT_SECONDS)
        try:
            if connection.sock:
                connection.sock.settimeout(REPLY_SECONDS)
            self._encrypt(connection)
            if relay.user is not None:
                connection.login(relay.user, relay.password)
        except BaseException:
            connection.close()
            raise
        return connection

    def _encrypt(self, connection: smtplib.SMTP) -> None:
        connection.ehlo_or_helo_if_needed()
        if self._relay.encryption is Encryption.STARTTLS:
            connection.starttls(context=ssl.create_default_context())
        elif self._relay.encryption is Encryption.IF_OFFERED and connection.has_extn("starttls"):
            # Better than nothing against who only listens; a relay that must be the right one is for starttls=yes.
            context = ssl.create_default_context()
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            connection.starttls(context=context)
        connection.ehlo_or_helo_if_needed()

    def _say_sender(self, connection: smtplib.SMTP, sender: str, recipients: Sequence[str]) -> None:
        # A relay that does not want our address refuses all letters alike: that is no letter's fault.
        options = ["BODY=8BITMIME"] if connection.has_extn("8bitmime") else []
        if connection.has_extn(_PIPELINING):
            connection.send(_envelope(sender, options, recipients))
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
        data = message(connection.has_extn("8bitmime"))
        code, words = self._say_data(connection, data, is_said=is_said)
        return replies | dict.fromkeys(accepted, _reply(code, words))

    def _say_data(self, connection: smtplib.SMTP, data: bytes, *, is_said: bool) -> tuple[int, bytes]:
        # A relay may want to look at a letter before it takes it. Who does not wait for that sends it twice.
        self._wait_at_most(TAKING_SECONDS)
        try:
            code, words = connection.getreply() if is_said else connection.docmd("DATA")
            if code == 354:
                connection.send(_dotted(data))
                return connection.getreply()
        finally:
            self._wait_at_most(REPLY_SECONDS)
        self._take_back(code)
        # What is no refusal was the answer to something else: it has got nothing.
        return (code if 400 <= code < 600 else 0), words

    def _take_back(self, answer_to_data: int) -> None:
        """The relay has heard DATA, and gets no message: see that it does not take something else for it."""
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


def _code_of_next_reply(connection: smtplib.SMTP) -> int:
    try:
        return connection.getreply()[0]
    except OSError:
        return 0


def _envelope(sender: str, options: Sequence[str], recipients: Sequence[str]) -> bytes:
    """All commands that come before a message."""
    commands = [" ".join([f"MAIL FROM:{_quoted(sender)}", *options])]
    commands += [f"RCPT TO:{_quoted(recipient)}" for recipient in recipients]
    if any("\r" in command or "\n" in command for command in commands):
        raise ValueError("an address that would be a command of its own")
    return "".join(f"{command}\r\n" for command in [*commands, "DATA"]).encode("ascii")


def _quoted(address: str) -> str:
    # What smtplib does to find the address in a name and an address takes longer than to compose a letter.
    return f"<{address}>" if _PLAIN_ADDRESS.fullmatch(address) else smtplib.quoteaddr(address)


def _dotted(data: bytes) -> bytes:
    """A message as it goes over the wire: no line of it is its end, and then there is one that is."""
    end = b".\r\n" if data.endswith(b"\r\n") else b"\r\n.\r\n"
    return _FIRST_DOT.sub(b"..", data) + end


def _reply(code: int, words: bytes) -> Reply:
    said = f"{code} {words.decode('utf-8', 'replace')}"[:300].replace("\n", " ")
    if 200 <= code < 300:
        return Reply(Verdict.TAKEN, said)
    return Reply(Verdict.REFUSED if 500 <= code < 600 else Verdict.DEFERRED, said, about_recipient=400 <= code < 600)


def _words_of(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return _reply(error.smtp_code, _as_bytes(error.smtp_error)).words
    return str(error)[:300] or type(error).__name__


def _as_bytes(words: bytes | str) -> bytes:
    return words if isinstance(words, bytes) else words.encode("utf-8", "replace")


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
