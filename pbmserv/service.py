"""The server: wires doors, worker, clock and delivery together, starts them in order, and stops them in reverse.

Letters have to be able to leave before requests are carried out, and requests to be carried out before they are let
in; and when the server goes down, all that came in is still dealt with as far as it was begun.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

import structlog
import uvloop
from sqlalchemy.exc import SQLAlchemyError

from pbmserv import __version__
from pbmserv.clockwork import Clockwork, Round
from pbmserv.games.catalogue import installed
from pbmserv.mail.delivery import Deliverer
from pbmserv.mail.inbox_writer import InboxWriter
from pbmserv.mail.logs import log_to_stderr
from pbmserv.mail.observer import NOBODY, Observer
from pbmserv.mail.pruning import forget_old_mail
from pbmserv.mail.rounds import Rounds
from pbmserv.mail.signing import signer_for
from pbmserv.mail.smtp import Door
from pbmserv.mail.transports import transport_for
from pbmserv.mail.worker import Worker
from pbmserv.monitoring.health import Health
from pbmserv.play.clock import Verdict
from pbmserv.post_office import PostOffice, post_office_for
from pbmserv.settings import MailAccount, Settings, SettingsError, TcpAddress
from pbmserv.store.database import Database, OutdatedSchema

if TYPE_CHECKING:
    from pbmserv.monitoring.metrics import Metrics

CLOCK_SECONDS = 60.0
"""How often the clock looks whether a board is due."""

COUNTING_SECONDS = 600.0
"""How often boards are counted where they are too many to be counted for each list."""

PRUNING_SECONDS = 3600.0
"""How often mail is forgotten that is old enough."""

log = structlog.get_logger(__name__)


class Role(StrEnum):
    """What a process of the server does; by default, one does everything."""

    RECEIVE = "receive"
    WORK = "work"
    DELIVER = "deliver"
    CLOCK = "clock"


class CannotStart(Exception):
    """The server cannot run like this. The text is for the operator."""


def serve(settings: Settings, roles: Collection[Role] = frozenset(Role)) -> int:
    """Run the server until SIGTERM or SIGINT; gives the exit code: 0, or 1 if it could not start.

    Prints on standard output where it listens, once everything runs, and logs on standard error.
    """
    log_to_stderr(settings)
    try:
        uvloop.run(_serve(settings, roles))
    except (CannotStart, SettingsError, OutdatedSchema) as error:
        log.error("server.cannot_start", reason=str(error))  # noqa: TRY400 - no fault of the code
        return 1
    return 0


async def _serve(settings: Settings, roles: Collection[Role]) -> None:
    stop = asyncio.Event()
    _stop_on_signals(stop)
    database = _ready_database(settings)
    try:
        async with AsyncExitStack() as running:
            server = _Server(settings, database, running)
            places = await server.start(roles)
            for place in places:
                sys.stdout.write(f"pbmserv listens for {place}\n")
            sys.stdout.flush()
            log.info("server.running", version=__version__, roles=[role.value for role in Role if role in roles])
            await stop.wait()
            log.info("server.stopping")
    finally:
        database.close()
    log.info("server.stopped")


class _Server:
    """The parts of a running server. `running` stops them, in reverse order, when it is left."""

    def __init__(self, settings: Settings, database: Database, running: AsyncExitStack) -> None:
        self._settings = settings
        self._database = database
        self._running = running
        self._wake_worker: Callable[[], None] = lambda: None
        self._wake_delivery: Callable[[], None] = lambda: None
        self._health = Health(database)
        self._observer: Observer = NOBODY

    async def start(self, roles: Collection[Role]) -> list[str]:
        """Start the parts that these roles need; gives where the doors are, in words."""
        office = post_office_for(self._settings, self._database)
        for entry, why in installed().left_out.items():
            log.error("game.left_out", entry_point=entry, reason=why)
        metrics = self._count()
        if Role.DELIVER in roles:
            self._start_delivery(office)
        if Role.WORK in roles:
            self._start_worker(office)
        if Role.CLOCK in roles:
            self._start_clock(office)
        places = await self._open_doors() if Role.RECEIVE in roles else []
        if metrics is not None and self._settings.metrics_listen is not None:
            places.append(f"questions on {self._open_monitor(self._settings.metrics_listen, metrics)}")
        return places

    def _count(self) -> Metrics | None:
        if self._settings.metrics_listen is None:
            return None
        # Only who wants figures pays for the library that it takes.
        from pbmserv.monitoring.metrics import Metrics

        self._observer = metrics = Metrics(self._database)
        return metrics

    def _open_monitor(self, listen: TcpAddress, metrics: Metrics) -> TcpAddress:
        from pbmserv.monitoring.monitor import Monitor

        monitor = Monitor(listen, metrics, self._health)
        try:
            where = monitor.open()
        except OSError as error:
            raise CannotStart(
                f"Cannot listen on {listen} for those who watch: {error}. The setting metrics_listen says where."
            ) from error
        self._running.push_async_callback(_in_a_thread(monitor.close))
        return where

    def _start_delivery(self, office: PostOffice) -> None:
        rounds = Rounds("delivery", lambda: deliverer.run_once() > 0)
        transport = transport_for(self._settings)
        deliverer = Deliverer(
            self._database,
            transport,
            self._settings.address,
            stopping=rounds.is_stopping,
            office=office,
            signer=signer_for(self._settings),
            observer=self._observer,
            sender_name=self._settings.sender_name,
        )
        self._running.push_async_callback(_in_a_thread(deliverer.close))
        self._wake_delivery = rounds.wake
        self._start(rounds)
        self._health.watch(rounds.name, lambda: rounds.fault() or deliverer.fault())

    def _start_worker(self, office: PostOffice) -> None:
        rounds = Rounds("worker", lambda: worker.run_once() > 0)
        worker = Worker(
            self._database,
            office,
            letters_written=self._wake_delivery,
            stopping=rounds.is_stopping,
            authserv_id=self._settings.authserv_id,
            observer=self._observer,
        )
        self._wake_worker = rounds.wake
        self._start(rounds)
        kept = timedelta(days=self._settings.kept_mail_days)
        pruning = Rounds("pruning", lambda: self._prune(kept, pruning.is_stopping), PRUNING_SECONDS)
        self._start(pruning)

    def _start_clock(self, office: PostOffice) -> None:
        def make_round() -> bool:
            now = datetime.now(UTC)
            begun = time.monotonic()
            if clockwork.is_due(now):
                made = clockwork.make_round(now)
                self._wake_delivery()
                self._observer.clock_looked(time.monotonic() - begun, _by_decision(made))
            else:
                self._observer.clock_looked()
            return False

        def count_boards() -> bool:
            clockwork.count_boards()
            return False

        rounds = Rounds("clock", make_round, CLOCK_SECONDS)
        clockwork = Clockwork(self._database, office, installed(), rounds.is_stopping)
        self._start(rounds)
        self._start(Rounds("counting", count_boards, COUNTING_SECONDS))

    async def _open_doors(self) -> list[str]:
        writer = InboxWriter(self._database, stored=self._wake_worker)
        doors = []
        if self._settings.smtp_listen is not None:
            doors.append(Door(self._settings, self._settings.smtp_listen, writer, observer=self._observer))
        if self._settings.lmtp_listen is not None:
            doors.append(
                Door(self._settings, self._settings.lmtp_listen, writer, local=True, observer=self._observer)
            )
        writer.start()
        self._health.watch("inbox-writer", writer.fault)
        self._running.push_async_callback(_in_a_thread(writer.stop))
        places = []
        for door in doors:
            try:
                where = await door.open()
            except OSError as error:
                raise CannotStart(
                    f"Cannot listen for {door.protocol.upper()}: {error}."
                    f" The setting {door.protocol}_listen says where."
                ) from error
            self._running.push_async_callback(door.close)
            places.append(f"{door.protocol.upper()} on {where}")
        if self._settings.imap is not None:
            self._start_collecting(self._settings.imap, writer)
            places.append(f"mail in {self._settings.imap}")
        return places

    def _start_collecting(self, account: MailAccount, writer: InboxWriter) -> None:
        # Only who has a mailbox pays for the library that it takes.
        from pbmserv.mail.collecting import Collector
        from pbmserv.mail.imap_door import ImapDoor

        rounds = Rounds("imap", lambda: door.run_once())
        collector = Collector(lambda message: writer.store(message).result(), self._settings.max_message_bytes)
        door = ImapDoor(self._database, account, self._settings.imap_afterwards, collector, rounds.is_stopping)
        self._running.callback(door.close)
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
    """To stop a part is to wait for it, which must not keep the doors from answering."""
    return lambda: asyncio.to_thread(stop)


def _stop_on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()

    def begin_to_stop() -> None:
        stop.set()
        # Whoever asks a second time does not want to wait.
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, begin_to_stop)


def _ready_database(settings: Settings) -> Database:
    try:
        database = Database(settings.database_url, settings.database_seconds)
        database.make_ready()
    except (SQLAlchemyError, ImportError, OSError) as error:
        # The driver's own words: SQLAlchemy's would add the statement and its parameters.
        raise CannotStart(f"The database cannot be used: {getattr(error, 'orig', None) or error}") from error
    return database
