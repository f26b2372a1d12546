"""A supervisor of processes that are forked from it: it starts again what dies, and stops all of them in time.

It has one thread and does nothing else, so that a fork finds it in order, and little can end it. When it dies itself,
its processes notice, and stop.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pbmserv.running.logs import Log
from pbmserv.running.traces import log_failure

STOP_SECONDS = 8.5
"""How long all processes together may take to stop; then they are killed."""

LAST_SECONDS = 1.0
"""How long the process that stops last may take."""

LONG_LIFE = 10.0
"""After so many seconds a process that dies is started again at once."""

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""The pause before another start after a short life, which doubles with each."""

MOST_FAILURES = 5
"""After so many starts in a row that came to nothing, the supervisor gives up."""

log = Log(__name__)


@dataclass(frozen=True)
class Task:
    """What a process does: `run` calls what it is given once it is ready, and returns the exit code.

    It should stop on SIGTERM, and once there is something to read from the file `life` of the supervisor.
    """

    name: str
    run: Callable[[Callable[[], None]], int]


class _Process:
    """The process of a task, or the one to come at the time `due`."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.pid = 0
        self.ready_pipe = -1
        self.is_ready = False
        self.started = 0.0
        self.due = 0.0
        self.short_lives = 0
        self.failures = 0

    @property
    def name(self) -> str:
        return self.task.name

    def has_ended(self, now: float) -> None:
        """Forget the process, and decide when to start the next."""
        os.close(self.ready_pipe)
        self.failures = 0 if self.is_ready else self.failures + 1
        self.short_lives = 0 if now - self.started >= LONG_LIFE else self.short_lives + 1
        pause = FIRST_PAUSE * 2 ** (self.short_lives - 1) if self.short_lives else 0.0
        self.due = now + min(pause, LONGEST_PAUSE)
        self.pid, self.ready_pipe, self.is_ready = 0, -1, False


class Supervisor:
    """Runs `tasks`, and `last`, which stops after the others.

    `all_ready` is called once, when each has been ready; `stopping` when they are about to stop, in the supervisor.
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        last: Sequence[Task] = (),
        all_ready: Callable[[], None] = lambda: None,
        stopping: Callable[[], None] = lambda: None,
    ) -> None:
        self._first = [_Process(task) for task in tasks]
        self._last = [_Process(task) for task in last]
        self._all_ready = all_ready
        self._stopping = stopping
        self._was_complete = False
        self._asked = 0
        self._wakeups = -1
        self.life, self._held = os.pipe()
        """A file that ends when the supervisor does, for its processes."""

    @property
    def _all(self) -> list[_Process]:
        return [*self._first, *self._last]

    def run(self) -> int:
        """Run until SIGTERM or SIGINT; return the exit code: 0, or 1 if a process cannot start or
        had to be killed."""
        with self._signals_noted():
            code = 0
            while not self._asked and not code:
                self._start_those_due()
                self._wait(min((each.due for each in self._all if not each.pid), default=None))
                code = self._collect()
                if not self._was_complete and all(each.is_ready for each in self._all):
                    self._was_complete = True
                    self._all_ready()
            self._stopping()
            return self._stop() or code

    def _start_those_due(self) -> None:
        now = time.monotonic()
        for each in self._all:
            if not each.pid and each.due <= now and not self._asked:
                self._start(each)

    def _start(self, each: _Process) -> None:
        each.ready_pipe, ready_end = os.pipe()
        each.started = time.monotonic()
        sys.stdout.flush()
        # A signal must not be noted by the copy of this process.
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        pid = os.fork()
        if not pid:
            self._become(each, ready_end)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        os.close(ready_end)
        each.pid = pid
        log.info("process.started", name=each.name, pid=pid)

    def _become(self, each: _Process, ready_end: int) -> None:
        """Go on as the process of a task; never returns."""
        code = 1
        try:
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGTERM, signal.SIGCHLD):
                signal.signal(number, signal.SIG_DFL)
            # From a terminal it comes to all. The supervisor decides.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
            # Were it held by a process, too, the end of the supervisor would not be noticed.
            os.close(self._held)
            os.close(self._wakeups)
            for other in self._all:
                if other.ready_pipe >= 0:
                    os.close(other.ready_pipe)
            code = each.task.run(lambda: _say_ready(ready_end))
        except BaseException as error:
            log_failure("process.failed", error)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _wait(self, until: float | None) -> None:
        """Wait for a signal, or a process that is ready."""
        expected = [each.ready_pipe for each in self._all if each.pid and not each.is_ready]
        timeout = None if until is None else max(0.0, until - time.monotonic())
        heard, _, _ = select.select([self._wakeups, *expected], [], [], timeout)
        if self._wakeups in heard:
            os.read(self._wakeups, 4096)
        for each in self._all:
            # The end of the file is the end of the process.
            if each.ready_pipe in heard and os.read(each.ready_pipe, 1):
                each.is_ready = True

    def _collect(self) -> int:
        """Note the processes that have ended; return 1 to give up."""
        for each in self._all:
            status = _exit_status(each)
            if status is None:
                continue
            was_ready, pid = each.is_ready, each.pid
            each.has_ended(time.monotonic())
            if self._asked:
                continue
            log.warning("process.ended", name=each.name, pid=pid, exit_code=status, was_ready=was_ready)
            if not self._was_complete and not was_ready and status > 0:
                # It has said why.
                return 1
            if each.failures >= MOST_FAILURES:
                log.error(
                    "process.gave_up", name=each.name, reason=f"ended {each.failures} times before it was ready"
                )
                return 1
        return 0

    def _stop(self) -> int:
        code = self._end(self._first, STOP_SECONDS)
        # It has nothing in hand that could be lost.
        self._end(self._last, LAST_SECONDS)
        return code

    def _end(self, group: Sequence[_Process], seconds: float) -> int:
        """End these processes; return the exit code."""
        self._signal(group, signal.SIGTERM)
        end = time.monotonic() + seconds
        while any(each.pid for each in group):
            left = end - time.monotonic()
            if left <= 0 or self._asked > 1:
                log.warning("process.killed", names=[each.name for each in group if each.pid])
                self._signal(self._all, signal.SIGKILL)
                for each in self._all:
                    if each.pid:
                        os.waitpid(each.pid, 0)
                        each.pid = 0
                return 1
            self._wait(end)
            for each in group:
                if _exit_status(each) is not None:
                    each.pid = 0
        return 0

    def _signal(self, group: Sequence[_Process], number: int) -> None:
        for each in group:
            if each.pid:
                os.kill(each.pid, number)

    @contextmanager
    def _signals_noted(self) -> Iterator[None]:
        def ask(*_: object) -> None:
            self._asked += 1

        self._wakeups, noted = os.pipe()
        os.set_blocking(noted, False)
        before = {number: signal.getsignal(number) for number in _SIGNALS}
        wakeup = signal.set_wakeup_fd(noted, warn_on_full_buffer=False)
        for number in _SIGNALS:
            signal.signal(number, ask if number != signal.SIGCHLD else lambda *_: None)
        try:
            yield
        finally:
            signal.set_wakeup_fd(wakeup)
            for number, handler in before.items():
                signal.signal(number, handler)
            os.close(noted)
            os.close(self._wakeups)


_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD)


def _say_ready(ready_end: int) -> None:
    os.write(ready_end, b"r")
    os.close(ready_end)


def _exit_status(each: _Process) -> int | None:
    """The exit code of a process that has ended, or the negative number of its signal."""
    if not each.pid:
        return None
    pid, status = os.waitpid(each.pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if pid else None
