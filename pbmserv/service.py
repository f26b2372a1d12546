"""The server: starts front ends, worker, clock and delivery in order, and stops them in reverse.

Delivery starts before requests are carried out, and the worker before they are accepted. At shutdown, work in
progress is finished.
"""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from socket import socket
from typing import TYPE_CHECKING

import structlog
import uvloop

from pbmserv import __version__
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.mail.pruning import forget_old_mail
from pbmserv.mail.receiving.inbox_writer import InboxWriter
from pbmserv.mail.receiving.smtp_server import SmtpServer
from pbmserv.mail.sending.delivery import deliverer_for
from pbmserv.mail.worker import Worker
from pbmserv.monitoring.health import Health
from pbmserv.play.clock import Verdict
from pbmserv.post_office import PostOffice, post_office_for
from pbmserv.running.garbage import give_memory_back, look_for_garbage_rarely
from pbmserv.running.logs import log_to_stderr
from pbmserv.running.observer import NOBODY, Observer
from pbmserv.running.rounds import Rounds
from pbmserv.running.yield_to_requests import Precedence
from pbmserv.scheduler import Round, Scheduler
from pbmserv.setting_values import MailAccount, TcpAddress
from pbmserv.settings import Settings, SettingsError
from pbmserv.storage.bots import Bots
from pbmserv.storage.database import Database, Need, Unusable, opened
from pbmserv.thinking.thinker import Thinker
from pbmserv.thinking.with_engines import BotClientWithEngines

if TYPE_CHECKING:
    from pbmserv.monitoring.metrics import Metrics

CLOCK_SECONDS = 60.0
"""How often the clock checks for due boards."""

COUNTING_SECONDS = 600.0
"""How often boards are counted for games with too many to count for each list."""

PRUNING_SECONDS = 3600.0
"""How often old mail is deleted."""

REST_AFTER_STRANGER = 3
LONGEST_REST = 2.0
QUIET_SECONDS = 0.05
"""How long the server must be quiet before the worker for strangers stops resting. Otherwise it rests three times as
long as its last request took, at most two seconds, so that strangers have a quarter of one processor.
"""

_TAKEN = "another program has {listen}; the setting web_listen (PBMSERV_WEB_LISTEN) chooses another address"

log = structlog.get_logger(__name__)


class Role(StrEnum):
    """The role of a server process; by default, all."""

    RECEIVE = "receive"
    WORK = "work"
    DELIVER = "deliver"
    CLOCK = "clock"
    WEB = "web"
    THINK = "think"


class CannotStart(Exception):
    """The server cannot run like this; the text is for the operator."""


@dataclass(frozen=True)
class Share:
    """What one of the processes of a server has from the process that started them.

    The one with `number` 0 does what only one should: mail in a mailbox, old mail, strangers' requests, the clock,
    bots. `sockets` are those to listen on, by protocol. `wakers` are pipes: a byte in the one of a process wakes it.
    `life` is a file that ends when the server is to end.
    """

    number: int
    sockets: Mapping[str, Sequence[socket]]
    precedence: Precedence
    wakers: Sequence[tuple[int, int]]
    life: int
    ready: Callable[[], None]

    def wake_first(self) -> None:
        self._wake(0)

    def wake_others(self) -> None:
        for number in range(len(self.wakers)):
            if number != self.number:
                self._wake(number)

    def _wake(self, number: int) -> None:
        # Where the pipe is full, it will be woken.
        with suppress(BlockingIOError):
            os.write(self.wakers[number][1], b"w")


def serve(settings: Settings, roles: Collection[Role] = frozenset(Role)) -> int:
    """Run the server until SIGTERM or SIGINT; return the exit code: 0, or 1 if it could not start.

    Prints its addresses to standard output once everything runs, and logs to standard error.
    """
    log_to_stderr(settings)
    return _run(settings, roles, None)


def serve_share(settings: Settings, roles: Collection[Role], share: Share) -> int:
    """Be one process of a server, until SIGTERM or the end of its `life`; return the exit code as `serve` does."""
    share.precedence.use_byte(share.number)
    return _run(settings, roles, share)


def _run(settings: Settings, roles: Collection[Role], share: Share | None) -> int:
    give_memory_back()
    try:
        uvloop.run(_serve(settings, roles, share))
    except (CannotStart, SettingsError, Unusable) as error:
        log.error("server.cannot_start", reason=str(error))  # noqa: TRY400 - no fault of the code
        return 1
    return 0


async def _serve(settings: Settings, roles: Collection[Role], share: Share | None) -> None:
    stop = asyncio.Event()
    what = "server" if share is None else "process"
    if share is None:
        _stop_on_signals(stop)
    else:
        _stop_with_others(stop, share.life)
    with opened(settings.database_url, settings.database_seconds, Need.MADE) as database:
        async with AsyncExitStack() as running:
            server = _Server(settings, database, running, share)
            places = await server.start(roles)
            look_for_garbage_rarely()
            if share is None:
                say_places(places)
            else:
                share.ready()
            log.info(f"{what}.running", version=__version__, roles=[role.value for role in Role if role in roles])
            await stop.wait()
            log.info(f"{what}.stopping")
    log.info(f"{what}.stopped")


def cannot_listen(protocol: str, error: OSError) -> CannotStart:
    """What to tell the operator if an address (of `smtp`, `lmtp`, `web` or `metrics`) cannot be listened on."""
    who = {"web": "browsers", "metrics": "those who watch"}.get(protocol, protocol.upper())
    return CannotStart(f"Cannot listen for {who}: {error}. The setting {protocol}_listen says where.")


def goes_without_page(listen: TcpAddress, error: OSError) -> bool:
    """Whether the server goes on without pages, since another program has their address; log that it does."""
    if not listen.if_free or error.errno != errno.EADDRINUSE:
        return False
    log.warning("web.no_page", reason=_TAKEN.format(listen=listen))
    return True


def say_places(places: Iterable[str]) -> None:
    """Print where the server listens."""
    for place in places:
        sys.stdout.write(f"pbmserv listens for {place}\n")
    sys.stdout.flush()


class _Server:
    """The parts of a running server. `running` stops them in reverse order."""

    def __init__(
        self, settings: Settings, database: Database, running: AsyncExitStack, share: Share | None = None
    ) -> None:
        self._share = share
        self._is_first = share is None or share.number == 0
        self._sockets: Mapping[str, Sequence[socket]] = share.sockets if share else {}
        self._settings = settings
        self._database = database
        self._running = running
        self._wake_worker: Callable[[], None] = lambda: None
        self._wake_delivery: Callable[[], None] = lambda: None
        self._wake_strangers: Callable[[], None] = lambda: None
        self._wake_thinkers: list[Callable[[], None]] = []
        if share is not None and not self._is_first:
            # Both are there in the first process only.
            self._wake_strangers = share.wake_first
            self._wake_thinkers.append(share.wake_first)
        self._health = Health(database)
        self._observer: Observer = NOBODY
        self._precedence = running.enter_context(closing(share.precedence if share else Precedence()))

    async def start(self, roles: Collection[Role]) -> list[str]:
        office = post_office_for(self._settings, self._database)
        # All commands are imported now, and none while somebody waits for it, or for the database.
        tuple(COMMANDS)
        if self._settings.engines:
            with self._database.writing() as connection:
                Bots(connection).add_engines([each.name for each in self._settings.engines], datetime.now(UTC))
        for entry, why in installed().left_out.items():
            log.error("game.left_out", entry_point=entry, reason=why)
        metrics = self._count()
        if Role.DELIVER in roles:
            self._start_delivery(office)
        if Role.WORK in roles:
            self._start_worker(office)
        if Role.CLOCK in roles:
            self._start_clock(office)
        if Role.THINK in roles:
            self._start_thinking(office)
        places = await self._listen_for_mail() if Role.RECEIVE in roles else []
        listen = self._settings.web_listen if self._share is None or "web" in self._sockets else None
        if Role.WEB in roles and listen is not None:
            # Who wants pages and nothing else is not served by going on without.
            places += await self._open_page(listen if len(roles) > 1 else replace(listen, if_free=False), office)
        if metrics is not None and self._settings.metrics_listen is not None:
            places.append(f"questions on {self._open_monitor(self._settings.metrics_listen, metrics)}")
        if self._share is not None:
            self._let_others_wake(self._share.wakers[self._share.number][0])
        return places

    def _let_others_wake(self, waker: int) -> None:
        """Look for work once another process of the server says that there is some."""

        def woken() -> None:
            os.read(waker, 4096)
            self._wake_worker()
            if self._is_first:
                self._wake_strangers()
                for wake in self._wake_thinkers:
                    wake()

        loop = asyncio.get_running_loop()
        loop.add_reader(waker, woken)
        self._running.callback(loop.remove_reader, waker)

    def _count(self) -> Metrics | None:
        if self._settings.metrics_listen is None:
            return None
        # Its library is imported only if somebody wants figures.
        from pbmserv.monitoring.metrics import Metrics

        # The queues are counted once, by the process that is asked for all.
        self._observer = metrics = Metrics(None if self._share else self._database)
        return metrics

    def _open_monitor(self, listen: TcpAddress, metrics: Metrics) -> TcpAddress:
        from pbmserv.monitoring.monitor import Monitor

        [given] = self._sockets.get("metrics", [None])
        monitor = Monitor(listen, metrics.exposition, self._health.report, given)
        try:
            where = monitor.open()
        except OSError as error:
            raise cannot_listen("metrics", error) from error
        self._running.push_async_callback(_in_a_thread(monitor.close))
        return where

    def _start_delivery(self, office: PostOffice) -> None:
        rounds = Rounds("delivery", lambda: deliverer.run_round())
        deliverer = deliverer_for(self._settings, self._database, office, rounds.is_stopping, self._observer)
        self._running.push_async_callback(_in_a_thread(deliverer.close))
        self._wake_delivery = rounds.wake
        self._start(rounds)
        self._health.watch(rounds.name, lambda: rounds.fault() or deliverer.fault())

    def _start_worker(self, office: PostOffice) -> None:
        def work() -> bool:
            with self._precedence:
                done = worker.run_once()
            if self._share is not None and done and worker.is_behind:
                self._share.wake_others()
            return done > 0

        rounds = Rounds("worker", work)
        worker = Worker(
            self._database,
            office,
            letters_written=self._wake_others,
            stopping=rounds.is_stopping,
            authserv_id=self._settings.authserv_id,
            observer=self._observer,
            strangers_wait=lambda: self._wake_strangers(),
        )
        self._wake_worker = rounds.wake
        self._start(rounds)
        if not self._is_first:
            self._health.watch(rounds.name, rounds.fault)
            return
        strangers = self._rounds_of_strangers(office)
        self._wake_strangers = strangers.wake
        strangers.start()
        self._running.push_async_callback(_in_a_thread(strangers.stop))
        self._health.watch(rounds.name, lambda: rounds.fault() or strangers.fault())
        kept = timedelta(days=self._settings.kept_mail_days)
        pruning = Rounds("pruning", lambda: self._prune(kept, pruning.is_stopping), PRUNING_SECONDS)
        self._start(pruning)

    def _rounds_of_strangers(self, office: PostOffice) -> Rounds:
        """The rounds of the worker for requests that need a stranger's hash, with a limited share of time unless the
        server is idle.
        """

        def work() -> bool:
            begun = time.monotonic()
            done = worker.run_strangers() > 0
            if done:
                seconds = min((time.monotonic() - begun) * REST_AFTER_STRANGER, LONGEST_REST)
                rounds.rest(seconds, lambda: self._precedence.is_quiet(QUIET_SECONDS))
            return done

        rounds = Rounds("strangers", work)
        worker = Worker(
            self._database,
            office,
            letters_written=self._wake_others,
            stopping=rounds.is_stopping,
            authserv_id=self._settings.authserv_id,
            observer=self._observer,
        )
        return rounds

    def _wake_others(self) -> None:
        self._wake_delivery()
        for wake in self._wake_thinkers:
            wake()

    def _start_thinking(self, office: PostOffice) -> None:
        thinkers = [
            self._start_thinker(office, f"think-{which + 1}") for which in range(self._settings.bot_processes)
        ]
        # While all of them think long, one more does what is quick; otherwise its process is not even started.
        self._start_thinker(office, "think-quick", lambda: all(each.is_at_long for each in thinkers))

    def _start_thinker(
        self, office: PostOffice, name: str, only_quick_while: Callable[[], bool] | None = None
    ) -> Thinker:
        only_quick = only_quick_while is not None
        may_think = only_quick_while or (lambda: True)
        rounds = Rounds(name, lambda: may_think() and thinker.run_once())
        settings = self._settings
        client = BotClientWithEngines(
            settings.engines, settings.bot_seconds, settings.bot_megabytes, rounds.is_stopping, self._precedence
        )
        thinker = Thinker(
            self._database,
            office,
            installed(),
            client,
            written=self._wake_delivery,
            observer=self._observer,
            let_pass=self._precedence.let_pass,
            only_quick=only_quick,
        )
        self._running.push_async_callback(_in_a_thread(client.end))
        self._wake_thinkers.append(rounds.wake)
        self._start(rounds)
        return thinker

    def _start_clock(self, office: PostOffice) -> None:
        def make_round() -> bool:
            now = datetime.now(UTC)
            begun = time.monotonic()
            if scheduler.is_due(now):
                made = scheduler.make_round(now)
                self._wake_others()
                self._observer.clock_looked(time.monotonic() - begun, _by_decision(made))
            else:
                self._observer.clock_looked()
            return False

        def count_boards() -> bool:
            scheduler.count_boards()
            if scheduler.match_seekers(datetime.now(UTC)):
                self._wake_delivery()
            return False

        rounds = Rounds("clock", make_round, CLOCK_SECONDS)
        scheduler = Scheduler(self._database, office, installed(), rounds.is_stopping)
        self._start(rounds)
        self._start(Rounds("counting", count_boards, COUNTING_SECONDS))

    async def _listen_for_mail(self) -> list[str]:
        writer = InboxWriter(self._database, self._wake_worker, self._precedence)
        servers = [
            SmtpServer(
                self._settings, listen, writer, local=local, observer=self._observer,
                given=self._sockets.get(protocol, ()),
            )
            for listen, local, protocol in (
                (self._settings.smtp_listen, False, "smtp"), (self._settings.lmtp_listen, True, "lmtp"),
            )
            if listen is not None
        ]  # fmt: skip
        writer.start()
        self._health.watch("inbox-writer", writer.fault)
        self._running.push_async_callback(_in_a_thread(writer.stop))
        places = []
        for server in servers:
            try:
                where = await server.open()
            except OSError as error:
                raise cannot_listen(server.protocol, error) from error
            self._running.push_async_callback(server.close)
            places.append(f"{server.protocol.upper()} on {where}")
        if self._settings.imap is not None and self._is_first:
            self._start_collecting(self._settings.imap, writer)
            places.append(f"mail in {self._settings.imap}")
        return places

    async def _open_page(self, listen: TcpAddress, office: PostOffice) -> list[str]:
        # Its libraries are imported only where there is a page.
        from pbmserv.web.app import application
        from pbmserv.web.server import WebServer
        from pbmserv.web.site import site_for

        app = application(
            site_for(self._settings, self._database, office, self._wake_others, self._precedence), self._observer
        )
        [given] = self._sockets.get("web", [None])
        pages = WebServer(app, listen, self._settings, self._observer, app.state.live.close, given=given)
        try:
            where = await pages.open()
        except OSError as error:
            if goes_without_page(listen, error):
                return []
            raise cannot_listen("web", error) from error
        self._health.watch("web", pages.fault)
        self._running.push_async_callback(pages.close)
        return [f"browsers on http://{where}/"]

    def _start_collecting(self, account: MailAccount, writer: InboxWriter) -> None:
        # Its library is imported only if there is a mailbox.
        from pbmserv.mail.receiving.imap_collector import Collector, ImapWatcher

        rounds = Rounds("imap", lambda: watcher.run_once(), cut=lambda: watcher.cut())
        collector = Collector(lambda message: writer.store(message).result(), self._settings.max_message_bytes)
        watcher = ImapWatcher(self._database, account, self._settings.imap_afterwards, collector, rounds.is_stopping)
        self._running.callback(watcher.close)
        self._start(rounds)

    def _prune(self, kept: timedelta, stopping: Callable[[], bool]) -> bool:
        gone = forget_old_mail(self._database, kept, datetime.now(UTC), stopping)
        if gone:
            log.info("mail.forgotten", rows=gone)
        return False

    def _start(self, rounds: Rounds) -> None:
        rounds.start()
        self._health.watch(rounds.name, rounds.fault)
        self._running.push_async_callback(_in_a_thread(rounds.stop))


def _by_decision(made: Round) -> dict[str, int]:
    decided = {verdict.value: made.count(verdict) for verdict in Verdict}
    return {**decided, "failed": len(made.failed), "none": made.looked_at - len(made.decided) - len(made.failed)}


def _in_a_thread(stop: Callable[[], None]) -> Callable[[], Awaitable[None]]:
    """Stop a part in a thread, so that front ends can still answer."""
    return lambda: asyncio.to_thread(stop)


def _stop_with_others(stop: asyncio.Event, life: int) -> None:
    loop = asyncio.get_running_loop()

    def begin_to_stop() -> None:
        stop.set()
        # It stays readable.
        loop.remove_reader(life)

    # However often: it may come to all processes at once, and from the one that has started them as well.
    loop.add_signal_handler(signal.SIGTERM, begin_to_stop)
    loop.add_reader(life, begin_to_stop)


def _stop_on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()

    def begin_to_stop() -> None:
        stop.set()
        # If somebody asks a second time, they do not want to wait.
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, begin_to_stop)
