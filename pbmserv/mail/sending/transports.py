"""Transports: Maildir and sendmail; SMTP is in `relay`.

A transport reports each recipient's result. If the next message would fare no better, it raises `Unreachable`.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol

PROGRAM_SECONDS = 120

CUT_OFF = "cut off, for the server had to stop"
"""The result of a message cut off at shutdown. It may have been accepted."""

Composed = Callable[[bool], bytes]
"""Composes the message; the argument says whether 8-bit text is allowed."""


class Verdict(Enum):
    """The result for one recipient."""

    TAKEN = "taken"
    DEFERRED = "deferred"
    """May be accepted later."""
    REFUSED = "refused"
    """Permanently refused."""


@dataclass(frozen=True)
class Reply:
    """A verdict with its text."""

    verdict: Verdict
    words: str = ""
    about_recipient: bool = False
    """Whether it is about this recipient, from a working mail server, not about trouble on our side."""
    about_us: bool = False
    """Whether it rejects us, so that another letter would fare no better."""


class Unreachable(Exception):
    """Nothing can be sent at present. The text says why, for the operator."""


class Transport(Protocol):
    """A way to send messages. Not thread-safe, except `interrupt`."""

    def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
        """Send a message; return each recipient's reply. Raises `Unreachable`."""
        ...

    def close(self) -> None: ...

    def another(self) -> Transport:
        """Another of the same kind, for concurrent messages."""
        ...

    def interrupt(self) -> None:
        """Make `send`, in another thread, return at once, now and later."""
        ...


class MaildirTransport:
    """Writes each message to a file, synced before it is renamed into place."""

    _numbers = itertools.count()

    def __init__(self, folder: Path, hostname: str) -> None:
        self._folder = folder
        self._hostname = hostname

    def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
        # RFC 5321 has the last server on the way do this: whoever carries it on learns where it may come back.
        data = f"Return-Path: <{sender}>\n".encode() + message(True).replace(b"\r\n", b"\n")
        try:
            self._write(data)
        except OSError as error:
            raise Unreachable(f"{self._folder}: {error.strerror}") from error
        return dict.fromkeys(recipients, Reply(Verdict.TAKEN))

    def close(self) -> None:
        """Nothing is kept open."""

    def another(self) -> Transport:
        return MaildirTransport(self._folder, self._hostname)

    def interrupt(self) -> None:
        """There is nothing to wait for but the disk."""

    def _write(self, data: bytes) -> None:
        # The mode applies only to the last folder of a path.
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
            # If there is no room, what was written of it would take up the rest.
            written.unlink(missing_ok=True)
            raise
        written.rename(self._folder / "new" / name)
        _sync_folder(self._folder / "new")

    def _fresh_name(self) -> str:
        seconds, nanoseconds = divmod(time.time_ns(), 10**9)
        unique = f"M{nanoseconds // 1000:06}P{os.getpid()}Q{next(self._numbers)}"
        return f"{seconds}.{unique}.{self._hostname}"


class SendmailTransport:
    """Runs a program with sendmail's arguments and exit codes."""

    _NO_SUCH_RECIPIENT = frozenset({os.EX_NOUSER, os.EX_NOHOST})
    _REFUSED = _NO_SUCH_RECIPIENT | {os.EX_DATAERR}
    _NOT_US = frozenset({os.EX_NOPERM, os.EX_CONFIG})

    def __init__(self, program: Path) -> None:
        self._program = program
        self._running: subprocess.Popen[bytes] | None = None
        self._is_cut = False
        self._lock = threading.Lock()

    def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
        command = [str(self._program), "-i", "-f", sender, "--", *recipients]
        data = message(True).replace(b"\r\n", b"\n")
        with self._started(command) as running:
            try:
                said = running.communicate(data, timeout=PROGRAM_SECONDS)[1]
            except subprocess.TimeoutExpired:
                running.kill()
                return dict.fromkeys(recipients, Reply(Verdict.DEFERRED, f"no end after {PROGRAM_SECONDS} seconds"))
            except BaseException:
                running.kill()
                raise
        if self._is_cut and running.returncode:
            return dict.fromkeys(recipients, Reply(Verdict.DEFERRED, CUT_OFF))
        return dict.fromkeys(recipients, self._reply(running.returncode, said, is_only_one=len(recipients) == 1))

    def close(self) -> None:
        """Nothing is kept open."""

    def another(self) -> Transport:
        return SendmailTransport(self._program)

    def interrupt(self) -> None:
        with self._lock:
            self._is_cut = True
            if self._running is not None:
                self._running.kill()

    def _started(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._is_cut:
                raise Unreachable(CUT_OFF)
            try:
                self._running = subprocess.Popen(  # noqa: S603 - the operator named it; no shell reads the addresses
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    # Interrupting the server from a terminal is not meant for the letter in hand.
                    start_new_session=True,
                )
            except OSError as error:
                raise Unreachable(f"{self._program}: {error.strerror}") from error
            return self._running

    def _reply(self, code: int, stderr: bytes, *, is_only_one: bool) -> Reply:
        if code == os.EX_OK:
            return Reply(Verdict.TAKEN)
        said = stderr.decode("utf-8", "replace").strip().splitlines()
        words = f"exit code {code}" + (f": {said[-1][:300]}" if said else "")
        verdict = Verdict.REFUSED if code in self._REFUSED else Verdict.DEFERRED
        # One exit code for several recipients does not say which of them it means.
        return Reply(verdict, words, is_only_one and code in self._NO_SUCH_RECIPIENT, about_us=code in self._NOT_US)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
