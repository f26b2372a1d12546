"""Run a program, and kill it with all its descendants: `python supervisor.py LIFELINE COMMAND…`.

A separate process; on Linux it adopts orphans, even of other sessions. `LIFELINE` is a pipe: if anything is written
to it, or its other end is closed, everything ends.
"""

import contextlib
import ctypes
import os
import pathlib
import select
import signal
import sys
import time

_PR_SET_CHILD_SUBREAPER = 36
_MOST_SECONDS = 5.0


def main(lifeline: int, command: list[str]) -> None:
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    ended, told = os.pipe()
    os.set_blocking(told, False)
    # Whoever writes to a program that has ended is to notice: nobody else holds on to its streams.
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    program = _start(command)
    for stream in (0, 1):
        os.close(stream)
    status = None
    while status is None:
        ready, _, _ = select.select([lifeline, ended], [], [])
        if lifeline in ready:
            break
        os.read(ended, 1024)
        status = _reaped().get(program)
    _end_all()
    if status is not None and os.WIFSIGNALED(status):
        with contextlib.suppress(OSError):  # as SIGKILL, which cannot be handled anyway
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status) if status is not None else 0)


def _start(command: list[str]) -> int:
    program = os.fork()
    if program == 0:
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.setsid()
            os.execv(command[0], command)  # noqa: S606 - the operator has named it
        finally:
            os._exit(127)
    return program


def _reaped() -> dict[int, int]:
    found = {}
    with contextlib.suppress(ChildProcessError):
        while True:
            child, status = os.waitpid(-1, os.WNOHANG)
            if not child:
                break
            found[child] = status
    return found


def _end_all() -> None:
    until = time.monotonic() + _MOST_SECONDS
    while (left := _descendants()) and time.monotonic() < until:
        for each in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(each, signal.SIGKILL)
        _reaped()
        time.sleep(0.005)


def _descendants() -> list[int]:
    children: dict[int, list[int]] = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            # Behind the name of the program, which may hold anything: its state, and its parent.
            parent = int(path.read_bytes().rpartition(b")")[2].split()[1])
            children.setdefault(parent, []).append(int(path.parent.name))
    found = [*children.get(os.getpid(), [])]
    for each in found:
        found += children.get(each, [])
    return found


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
