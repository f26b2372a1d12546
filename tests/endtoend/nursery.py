"""Servers that start at once: they are forked from a process which has everything loaded already.

A server's start is mostly imports. Where hundreds are started to be killed, each is still a process of its own, with
its own connections and files, but without that second.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from tests.serving import PATIENCE, TOP


class Nursery:
    """The process that servers are forked from; `with` it, it is there for the time of the block."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair()
        self._ours.settimeout(PATIENCE)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.endtoend.nursery", str(theirs.fileno())],
            cwd=TOP,
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()

    def serve(self, environ: Mapping[str, str]) -> Forked:
        """Start `pbmserv serve` with these settings."""
        (out, out_end), (err, err_end) = os.pipe(), os.pipe()
        socket.send_fds(self._ours, [json.dumps({"serve": dict(environ)}).encode()], [out_end, err_end])
        for end in (out_end, err_end):
            os.close(end)
        return Forked(self, self._answer(), os.fdopen(out), os.fdopen(err))

    def exit_code_of(self, pid: int) -> int:
        """Wait for the end of a server."""
        self._ours.send(json.dumps({"wait": pid}).encode())
        return self._answer()

    def __enter__(self) -> Nursery:
        return self

    def __exit__(self, *_: object) -> None:
        self._ours.close()
        self._process.wait(PATIENCE)

    def _answer(self) -> int:
        return int(self._ours.recv(64))


class Forked:
    """A server that was forked: as much of `subprocess.Popen` as is needed."""

    def __init__(self, nursery: Nursery, pid: int, stdout: IO[str], stderr: IO[str]) -> None:
        self.stdout: IO[str] | None = stdout
        self.stderr: IO[str] | None = stderr
        self._exit_code: int | None = None
        self._nursery = nursery
        self._pid = pid

    def send_signal(self, how: int) -> None:
        """Send it a signal, if it has not ended. Until it was waited for, nobody else has its number."""
        if self._exit_code is None:
            os.kill(self._pid, how)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; gives the exit code."""
        if self._exit_code is None:
            self._exit_code = self._nursery.exit_code_of(self._pid)
        return self._exit_code


def _listen(ours: socket.socket) -> None:
    _load_everything()
    while True:
        words, ends, _, _ = socket.recv_fds(ours, 1 << 16, 2)
        if not words:
            return
        wanted = json.loads(words)
        if "wait" in wanted:
            _, status = os.waitpid(wanted["wait"], 0)
            ours.send(str(os.waitstatus_to_exitcode(status)).encode())
            continue
        pid = os.fork()
        if not pid:
            ours.close()
            _serve(wanted["serve"], ends)
        for end in ends:
            os.close(end)
        ours.send(str(pid).encode())


def _load_everything() -> None:
    import psycopg  # noqa: F401 - loaded for those to come
    from sqlalchemy.dialects import postgresql, sqlite  # noqa: F401

    import pbmserv.cli
    import pbmserv.service  # noqa: F401
    from pbmserv.games.catalogue import installed

    installed()


def _serve(environ: dict[str, str], ends: list[int]) -> None:
    """Become a server; does not come back."""
    from pbmserv.cli import main

    code = 1
    try:
        os.environ.clear()
        os.environ.update(environ)
        os.chdir(Path(environ["PBMSERV_HOME"]).parent)
        for number, end in enumerate(ends, 1):
            os.dup2(end, number)
            os.close(end)
        main(["serve"])
    except SystemExit as end_of_it:
        code = end_of_it.code if isinstance(end_of_it.code, int) else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    _listen(socket.socket(fileno=int(sys.argv[1])))
