"""A program driven line by line, with limits of time, memory and output."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from pbmserv.setting_values import Engine

MOST_BYTES = 1_000_000
"""The maximum output for one move."""
LOOK_SECONDS = 1.0
"""How often a waiting caller does other things."""
GRACE_SECONDS = 2.0
"""How long a program may take to end when asked."""
_MORE_SECONDS = 2
"""How much later an abandoned program ends after we were killed."""
_ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C.UTF-8"}
"""A program's complete environment, as ours may hold passwords."""
_SUPERVISOR = Path(__file__).with_name("supervisor.py")
_LIMITED = 'ulimit -v "$0" && ulimit -t "$1" && shift && exec nice -n 10 "$@"'
"""A shell command that sets limits for the program and its children."""


class EngineFault(Exception):
    """A program failed. The text is for the operator."""


class Program:
    """A running program. `ask` and `tell` raise `EngineFault`."""

    def __init__(
        self, process: subprocess.Popen[bytes], name: str, ends: float, meanwhile: Callable[[], None]
    ) -> None:
        self._process = process
        self._name = name
        self._ends = ends
        self._meanwhile = meanwhile
        self._rest = b""
        self._printed = 0
        self._out = process.stdout.fileno() if process.stdout else -1
        os.set_blocking(self._out, False)

    @property
    def seconds_left(self) -> float:
        return self._ends - time.monotonic()

    def tell(self, lines: Sequence[str]) -> None:
        into = self._process.stdin
        try:
            if into:
                into.write("".join(f"{line}\n" for line in lines).encode("ascii"))
                into.flush()
        except OSError as error:
            raise EngineFault(f"{self._name} has ended{self._how()}") from error

    def lines(self) -> Iterator[str]:
        """Yield the program's output lines within the time limit."""
        looked = time.monotonic()
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._out, selectors.EVENT_READ)
            while True:
                # A program that never falls silent is waited for like any other.
                if time.monotonic() - looked >= LOOK_SECONDS:
                    self._meanwhile()
                    looked = time.monotonic()
                line, end, rest = self._rest.partition(b"\n")
                if end:
                    self._rest = rest
                    yield line.decode("ascii", "replace").rstrip("\r")
                    continue
                if self.seconds_left <= 0:
                    raise EngineFault(f"{self._name} has not answered in time")
                if not waiting.select(min(self.seconds_left, LOOK_SECONDS)):
                    continue
                read = os.read(self._out, 65536)
                if not read:
                    raise EngineFault(f"{self._name} has ended{self._how()}")
                self._printed += len(read)
                if self._printed > MOST_BYTES:
                    raise EngineFault(f"{self._name} has printed more than {MOST_BYTES} bytes")
                self._rest += read

    def wait_for(self, is_it: Callable[[str], bool]) -> str:
        return next(line for line in self.lines() if is_it(line))

    def _how(self) -> str:
        try:
            code = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return ""
        return f": killed by signal {-code}" if code < 0 else f" with exit code {code}" if code else ""


@contextmanager
def started(engine: Engine, meanwhile: Callable[[], None] = lambda: None) -> Iterator[Program]:
    """Run an engine for the block; `meanwhile` is called now and then while waiting.

    Raises `EngineFault` if it cannot be started.
    """
    kilobytes, seconds = engine.megabytes * 1024, engine.seconds + _MORE_SECONDS
    limited = ["/bin/sh", "-c", _LIMITED, str(kilobytes), str(seconds), *engine.command]
    watched, lifeline = os.pipe()
    try:
        process = subprocess.Popen(  # noqa: S603 - the operator has named it
            [sys.executable, "-I", "-S", str(_SUPERVISOR), str(watched), *limited],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_ENVIRONMENT,
            pass_fds=[watched],
            start_new_session=True,
        )
    except OSError as error:
        os.close(lifeline)
        raise EngineFault(f"{engine.name} cannot be started: {error.strerror}") from error
    finally:
        os.close(watched)
    try:
        yield Program(process, engine.name, time.monotonic() + engine.seconds, meanwhile)
    finally:
        _end(process, lifeline)


def _end(process: subprocess.Popen[bytes], lifeline: int) -> None:
    # Some other process of ours may hold the pipe, too, so that to close it would not be noticed.
    with suppress(OSError):
        os.write(lifeline, b"end")
    os.close(lifeline)
    try:
        process.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    for stream in (process.stdin, process.stdout):
        # What it was still to be told cannot be told any more.
        with suppress(OSError):
            if stream:
                stream.close()
    process.wait(GRACE_SECONDS)
