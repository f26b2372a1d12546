"""Servers for tests: `pbmserv` as processes of their own, heard while they run and ended whatever happens."""

from __future__ import annotations

import os
import re
import signal
import smtplib
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol

from tests.mail.smtp_servers import US
from tests.nursery import TOP, forked

ONE_PROCESS = ("--processes", "1")
"""Options of a server that is one process on any machine and database."""

PATIENCE = 60.0
"""Seconds for anything to happen: many times as long as it takes, for machines that have other things to do."""


def environment(home: Path, **settings: object) -> dict[str, str]:
    """The environment of a server called games@example.org, whose files lie in `home`, with no settings but these."""
    ours = {
        "home": home,
        "address": US,
        "smtp_listen": "127.0.0.1:0",
        "web_listen": "",
        "log_level": "debug",
        **settings,
    }
    others = {name: value for name, value in os.environ.items() if not name.startswith("PBMSERV_")}
    return {
        **others,
        "PYTHONPATH": str(TOP),
        **{f"PBMSERV_{name.upper()}": str(value) for name, value in ours.items()},
    }


def pbmserv(environ: Mapping[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Type a command line and wait for its end."""
    process = forked(environ, *words)
    in_vain = threading.Timer(PATIENCE, process.kill)
    in_vain.daemon = True
    in_vain.start()
    with process.stdout, process.stderr, ThreadPoolExecutor() as readers:
        printed, told = readers.map(lambda stream: stream.read(), (process.stdout, process.stderr))
        code = process.wait(PATIENCE)
    in_vain.cancel()
    return subprocess.CompletedProcess(words, code, printed, told)


@contextmanager
def serving(environ: Mapping[str, str], *options: str, start: Callable[..., Process] = forked) -> Iterator[Server]:
    """`pbmserv serve`, running, for the time of the block; afterwards it is killed if it has not been stopped.

    It is one process, unless the options say something else.
    """
    server = Server(start(environ, "serve", *(options or ONE_PROCESS)))
    try:
        server.wait_for_log("server.running")
        yield server
    finally:
        server.kill()


class Process(Protocol):
    """A process as `subprocess` has it, as far as it is used here."""

    @property
    def stdout(self) -> IO[str] | None: ...

    @property
    def stderr(self) -> IO[str] | None: ...

    @property
    def pid(self) -> int: ...

    def send_signal(self, how: int, /) -> None: ...

    def kill(self) -> None: ...

    def wait(self, timeout: float | None = None) -> int: ...


def spawned(environ: Mapping[str, str], *words: str) -> Process:
    """Start `pbmserv` as people do, which takes a second."""
    return subprocess.Popen(
        [sys.executable, "-m", "pbmserv", *words],
        env=environ,
        cwd=Path(environ["PBMSERV_HOME"]).parent,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


class Server:
    """A process of `pbmserv serve`, and what it says."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.printed: list[str] = []
        """Lines of its standard output."""
        self.log: list[str] = []
        """Lines of its log."""
        self._heard = threading.Condition()
        self._silent = 0
        self._listeners = [
            threading.Thread(target=self._listen, args=(self.process.stdout, self.printed)),
            threading.Thread(target=self._listen, args=(self.process.stderr, self.log)),
        ]
        for listener in self._listeners:
            listener.start()

    def wait_for_log(self, words: str, lines: int = 1) -> None:
        """Wait until `words` have stood in the log, in so many lines."""
        self._wait(lambda: sum(words in line for line in self.log) >= lines, words)

    def processes(self) -> dict[str, int]:
        """Of a server of several processes, the number of each by its name, as the log tells it."""
        found = [re.search(r"process\.started\s+name=(\S+) pid=(\d+) process=main", line) for line in [*self.log]]
        return {each[1]: int(each[2]) for each in found if each}

    def wait_for_more_log(self, lines: int) -> None:
        """Wait until the log has grown by so many lines."""
        wanted = len(self.log) + lines
        self._wait(lambda: len(self.log) >= wanted, f"{lines} more lines")

    def place(self, protocol: str) -> str:
        """Where it listens, in its own words."""
        pattern = re.compile(f"pbmserv listens for {protocol} on (.*)")
        self._wait(lambda: any(map(pattern.fullmatch, self.printed)), protocol)
        [place] = [found[1] for found in map(pattern.fullmatch, self.printed) if found]
        return place

    def address(self, protocol: str = "SMTP") -> tuple[str, int]:
        """The same, as host and port."""
        host, _, port = self.place(protocol).rpartition(":")
        return host, int(port)

    def smtp(self) -> smtplib.SMTP:
        """A connection to its door for SMTP."""
        return smtplib.SMTP(*self.address(), timeout=PATIENCE)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Tell it to stop, and wait until it has; gives the exit code and what it has logged."""
        self.process.send_signal(how)
        return self.wait()

    def wait(self) -> tuple[int, str]:
        """Wait until it has ended; gives the exit code and what it has logged."""
        code = self.process.wait(PATIENCE)
        for listener in self._listeners:
            listener.join()
        return code, "\n".join(self.log)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.wait()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream
            stream.close()

    def _listen(self, stream: IO[str] | None, heard: list[str]) -> None:
        for line in stream or ():
            with self._heard:
                heard.append(line.rstrip("\n"))
                self._heard.notify_all()
        with self._heard:
            self._silent += 1
            self._heard.notify_all()

    def _wait(self, happened: Callable[[], bool], what: str) -> None:
        with self._heard:
            self._heard.wait_for(lambda: happened() or self._silent == len(self._listeners), PATIENCE)
            assert happened(), f"waited in vain for {what}; the log is:\n" + "\n".join(self.log)


def wait_until(happened: Callable[[], bool], what: str) -> None:
    """Look again and again until something has happened, for what nobody can be asked to tell."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.02)
