"""`pbmserv serve` with several processes: opens what they share, and has a supervisor fork them.

Each receives, carries out, delivers and answers browsers. The first one also does what only one should: see
`pbmserv.service.Share`. One more answers those who watch, for all of them.
"""

from __future__ import annotations

import gc
import os
import select
import signal
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from socket import socket
from types import FrameType

import structlog
from sqlalchemy.engine import make_url

from pbmserv import __version__
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.running.listening import close_all, place_of, socket_on, sockets_on
from pbmserv.running.logs import log_to_stderr
from pbmserv.running.supervisor import Supervisor, Task
from pbmserv.running.yield_to_requests import Precedence
from pbmserv.service import (
    CannotStart,
    Role,
    Share,
    cannot_listen,
    goes_without_page,
    say_places,
    serve,
    serve_share,
)
from pbmserv.setting_values import TcpAddress
from pbmserv.settings import Settings, SettingsError
from pbmserv.storage.database import Need, Unusable, opened

MOST = 8
"""The largest number of processes that is chosen by itself."""

FOR_ONE = (Role.CLOCK, Role.THINK)
"""Roles of the first process only."""

WATCHER = "watch"

log = structlog.get_logger(__name__)


def number_for(settings: Settings) -> int:
    """The number of processes for this machine and database."""
    if make_url(settings.database_url).get_backend_name() == "sqlite":
        # All of them write, and SQLite lets one write at a time: see docs/scaling.md.
        return 1
    return min(cores(), MOST)


def cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def serve_with(settings: Settings, processes: int) -> int:
    """Run a server of several processes until SIGTERM or SIGINT; return the exit code as `serve` does."""
    if processes == 1:
        return serve(settings)
    log_to_stderr(settings, process="main")
    try:
        return _Processes(settings, processes).run()
    except (CannotStart, SettingsError, Unusable) as error:
        log.error("server.cannot_start", reason=str(error))  # noqa: TRY400 - no fault of the code
        return 1


@dataclass
class _Sockets:
    """The sockets of a server, by protocol, and those on which its processes are asked how they are."""

    of: dict[str, list[socket]] = field(default_factory=dict)
    asked: list[socket] = field(default_factory=list)

    def close(self) -> None:
        close_all([each for opened in (*self.of.values(), self.asked) for each in opened])
        self.of, self.asked = {}, []


class _Processes:
    def __init__(self, settings: Settings, number: int) -> None:
        self._settings = settings
        self._number = number
        self._sockets = _Sockets()

    def run(self) -> int:
        # Once, before there are several who would all do it. No connection is open when they are forked.
        with opened(self._settings.database_url, self._settings.database_seconds, Need.MADE):
            pass
        try:
            self._listen()
            _load_what_all_need(self._settings)
            self._precedence = Precedence(self._number)
            self._wakers = [waker() for _ in range(self._number)]
            supervisor = Supervisor(
                [Task(str(number + 1), self._share_of(number)) for number in range(self._number)],
                [Task(WATCHER, self._watch)] if "metrics" in self._sockets.of else [],
                self._say_that_it_runs,
                self._stopping,
            )
            self._life = supervisor.life
            code = supervisor.run()
        finally:
            self._sockets.close()
        log.info("server.stopped")
        return code

    def _listen(self) -> None:
        settings = self._settings
        for protocol, listen in (("smtp", settings.smtp_listen), ("lmtp", settings.lmtp_listen)):
            if listen is not None:
                try:
                    self._sockets.of[protocol] = sockets_on(listen)
                except OSError as error:
                    raise cannot_listen(protocol, error) from error
        if settings.web_listen is not None:
            self._open("web", settings.web_listen)
        if settings.metrics_listen is not None:
            self._open("metrics", settings.metrics_listen)
            self._sockets.asked = [socket_on(TcpAddress("127.0.0.1", 0)) for _ in range(self._number)]

    def _open(self, protocol: str, listen: TcpAddress) -> None:
        try:
            self._sockets.of[protocol] = [socket_on(listen)]
        except OSError as error:
            if not goes_without_page(listen, error):
                raise cannot_listen(protocol, error) from error

    def _share_of(self, number: int) -> Callable[[Callable[[], None]], int]:
        roles = [role for role in Role if number == 0 or role not in FOR_ONE]

        def run(ready: Callable[[], None]) -> int:
            log_to_stderr(self._settings, process=str(number + 1))
            sockets = {name: opened for name, opened in self._sockets.of.items() if name != "metrics"}
            settings = self._settings
            if self._sockets.asked:
                sockets["metrics"] = [self._sockets.asked[number]]
                settings = replace(settings, metrics_listen=_address_of(self._sockets.asked[number]))
            share = Share(number, sockets, self._precedence, self._wakers, self._life, ready)
            return serve_share(settings, roles, share)

        return run

    def _watch(self, ready: Callable[[], None]) -> int:
        """Answer those who watch, for all processes."""
        from pbmserv.monitoring.monitor import Monitor
        from pbmserv.monitoring.whole_server import WholeServer

        log_to_stderr(self._settings, process=WATCHER)
        [given] = self._sockets.of["metrics"]
        asked = {str(number): _address_of(each) for number, each in enumerate(self._sockets.asked, 1)}
        with opened(self._settings.database_url, self._settings.database_seconds) as database:
            whole = WholeServer(database, asked)
            monitor = Monitor(_address_of(given), whole.figures, whole.report, given)
            monitor.open()
            ready()
            _wait_for_end(self._life)
            monitor.close()
        return 0

    def _say_that_it_runs(self) -> None:
        names = {"smtp": "SMTP on {}", "lmtp": "LMTP on {}", "web": "browsers on http://{}/"}
        places = [
            names[each].format(place_of(self._sockets.of[each][0])) for each in names if each in self._sockets.of
        ]
        if self._settings.imap is not None:
            places.append(f"mail in {self._settings.imap}")
        if "metrics" in self._sockets.of:
            places.append(f"questions on {place_of(self._sockets.of['metrics'][0])}")
        say_places(places)
        log.info("server.running", version=__version__, processes=self._number)

    def _stopping(self) -> None:
        log.info("server.stopping")
        # Were they held open, clients would connect, and wait for an answer.
        self._sockets.close()


def _load_what_all_need(settings: Settings) -> None:
    """Import now what each process would import, and have the memory of it shared."""
    tuple(COMMANDS)
    installed()
    if settings.web_listen is not None:
        import pbmserv.web.app
        import pbmserv.web.server
        import pbmserv.web.site
    if settings.metrics_listen is not None:
        import pbmserv.monitoring.whole_server  # noqa: F401 - as above
    gc.collect()
    gc.freeze()


def waker() -> tuple[int, int]:
    """Open a pipe that makes nobody wait."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    return reading, writing


def _address_of(opened: socket) -> TcpAddress:
    return TcpAddress(*opened.getsockname()[:2])


def _wait_for_end(life: int) -> None:
    """Wait for SIGTERM, or the end of the supervisor."""

    def end(_number: int, _frame: FrameType | None) -> None:
        os.write(writing, b"e")

    reading, writing = waker()
    signal.signal(signal.SIGTERM, end)
    select.select([reading, life], [], [])
