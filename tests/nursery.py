"""Processes of pbmserv that start at once: they are forked from one which has everything loaded already.

A start is mostly imports. Each is still a process of its own, with its own connections and files, but without those.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO

TOP = Path(__file__).parent.parent
SECONDS = 60.0
"""That an answer may take."""
SHORTER = "TESTS_SHORTER"
"""The variable that says what a process waits for others, where that is long for a test: `module.NAME=0.2`."""


class Nursery:
    """The process that others are forked from."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair()
        self._ours.settimeout(SECONDS)
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.nursery", str(theirs.fileno())],
            cwd=TOP,
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()

    def start(self, environ: Mapping[str, str], words: tuple[str, ...]) -> Forked:
        """Start `pbmserv`, in the folder above its own."""
        (out, out_end), (err, err_end) = os.pipe(), os.pipe()
        wanted = json.dumps({"environ": dict(environ), "words": words}).encode()
        with self._lock:
            socket.send_fds(self._ours, [wanted], [out_end, err_end])
            pid = int(self._ours.recv(64))
        for end in (out_end, err_end):
            os.close(end)
        return Forked(self, pid, os.fdopen(out), os.fdopen(err))

    def exit_code_of(self, pid: int) -> int | None:
        """The exit code of one that has ended."""
        with self._lock:
            self._ours.send(json.dumps({"ended": pid}).encode())
            code: int | None = json.loads(self._ours.recv(64))
        return code

    def end(self) -> None:
        self._ours.close()
        self._process.wait(SECONDS)


class Forked:
    """A process that was forked: as much of `subprocess.Popen` as is needed."""

    def __init__(self, nursery: Nursery, pid: int, stdout: IO[str], stderr: IO[str]) -> None:
        self.stdout = stdout
        self.stderr = stderr
        self.pid = pid
        self._exit_code: int | None = None
        self._nursery = nursery

    def send_signal(self, how: int) -> None:
        """Send it a signal, if it has not ended. Until it was waited for, nobody else has its number."""
        if self._exit_code is None:
            os.kill(self.pid, how)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; gives the exit code."""
        end = time.monotonic() + (SECONDS if timeout is None else timeout)
        while self._exit_code is None:
            self._exit_code = self._nursery.exit_code_of(self.pid)
            if self._exit_code is None:
                assert time.monotonic() < end, f"process {self.pid} goes on"
                time.sleep(0.005)
        return self._exit_code


def forked(environ: Mapping[str, str], *words: str) -> Forked:
    """Start `pbmserv` with these words."""
    return _nursery().start(environ, words)


@functools.cache
def _nursery() -> Nursery:
    nursery = Nursery()
    atexit.register(nursery.end)
    return nursery


def _listen(ours: socket.socket) -> None:
    """Fork who is asked for; comes back in each of them, to become it, and at the end."""
    while True:
        said, ends, _, _ = socket.recv_fds(ours, 1 << 16, 2)
        if not said:
            os._exit(0)
        wanted = json.loads(said)
        if "ended" in wanted:
            pid, status = os.waitpid(wanted["ended"], os.WNOHANG)
            ours.send(json.dumps(os.waitstatus_to_exitcode(status) if pid else None).encode())
            continue
        pid = os.fork()
        if not pid:
            ours.close()
            os.environ.clear()
            os.environ.update(wanted["environ"])
            os.chdir(Path(os.environ["PBMSERV_HOME"]).parent)
            for number, end in enumerate(ends, 1):
                os.dup2(end, number)
                os.close(end)
            sys.argv = ["pbmserv", *wanted["words"]]
            _shorten(os.environ.pop(SHORTER, ""))
            return
        for end in ends:
            os.close(end)
        ours.send(str(pid).encode())


def _shorten(waits: str) -> None:
    for where, _, seconds in (each.partition("=") for each in waits.split()):
        module, _, name = where.rpartition(".")
        setattr(sys.modules[module], name, float(seconds))


def _load_everything() -> None:
    import psycopg  # noqa: F401 - loaded for those to come
    from sqlalchemy.dialects import postgresql, sqlite  # noqa: F401

    import pbmserv.monitoring.whole_server
    import pbmserv.processes
    import pbmserv.service
    import pbmserv.web.app
    import pbmserv.web.server  # noqa: F401
    from pbmserv.games.catalogue import installed

    installed()


if __name__ == "__main__":
    from pbmserv.cli import main

    _load_everything()
    _listen(socket.socket(fileno=int(sys.argv[1])))
    main()
