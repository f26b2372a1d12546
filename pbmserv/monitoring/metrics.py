"""Prometheus metrics. No label has values that outsiders can choose."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector
from sqlalchemy.exc import SQLAlchemyError

from pbmserv import __version__
from pbmserv.running.observer import Observer
from pbmserv.storage.bots import Thinking, Waiting
from pbmserv.storage.database import Database
from pbmserv.storage.queues import Backlog, backlog

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_UP_TO_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics(Observer):
    """The metrics of this process, and the queues of all, if given the `database`."""

    def __init__(self, database: Database | None) -> None:
        self._registry = CollectorRegistry() if database is None else queues_of(database)
        self._answers = self._counter("messages", "Messages by door and SMTP code of the answer.", "door", "answer")
        self._storing = self._histogram("accepting_seconds", "From a message's last byte until it is safe.", "door")
        self._turned_away = self._counter("connections_refused", "Clients for whom there was no room.", "door")
        self._requests = self._counter("requests", "Requests by command and result.", "command", "result")
        self._handling = self._histogram("handling_seconds", "How long requests took.")
        self._deliveries = self._counter("deliveries", "Letters times recipients, by what came of them.", "result")
        self._sending = self._histogram("sending_seconds", "How long it took to hand a letter on.")
        self._unreachable = self._counter("relay_unreachable", "How often no letter could be handed on.")
        self._pages = self._counter("web_requests", "Requests of browsers by HTTP status.", "status")
        self._answering = self._histogram("web_seconds", "How long until browsers began to get their answer.")
        self._looked = Gauge(
            "pbmserv_clock_last_look_timestamp_seconds",
            "When the clock last looked for boards that are due.",
            registry=self._registry,
        )
        self._rounds = self._histogram("clock_round_seconds", "How long the clock's rounds took.")
        self._boards = self._counter("clock_boards", "Boards that the clock looked at, by decision.", "decision")
        self._bots = self._counter("bot_answers", "Moves and answers of bots, by how they were found.", "result")
        self._thinking = self._histogram("bot_seconds", "How long bots took for a move or an answer.", "level")
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self._registry)

    def exposition(self) -> bytes:
        """The metrics in Prometheus' format."""
        return generate_latest(self._registry)

    def connection_refused(self, protocol: str) -> None:
        self._turned_away.labels(protocol).inc()

    def message_answered(self, protocol: str, code: str) -> None:
        self._answers.labels(protocol, code).inc()

    def message_stored(self, protocol: str, seconds: float) -> None:
        self._storing.labels(protocol).observe(seconds)

    def request_dealt_with(self, command: str, result: str, seconds: float) -> None:
        self._requests.labels(command or "none", result).inc()
        self._handling.observe(seconds)

    def letter_tried(self, results: Mapping[str, int], seconds: float) -> None:
        for result, recipients in results.items():
            self._deliveries.labels(result).inc(recipients)
        self._sending.observe(seconds)

    def relay_unreachable(self) -> None:
        self._unreachable.inc()

    def page_answered(self, status: int, seconds: float) -> None:
        self._pages.labels(str(status)).inc()
        self._answering.observe(seconds)

    def clock_looked(self, seconds: float | None = None, boards: Mapping[str, int] | None = None) -> None:
        self._looked.set(time.time())
        if seconds is not None:
            self._rounds.observe(seconds)
        for decision, number in (boards or {}).items():
            self._boards.labels(decision).inc(number)

    def bot_answered(self, level: str, result: str, seconds: float) -> None:
        self._bots.labels(result).inc()
        self._thinking.labels(level).observe(seconds)

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(f"pbmserv_{name}", meaning, labels, registry=self._registry)

    def _histogram(self, name: str, meaning: str, *labels: str) -> Histogram:
        return Histogram(f"pbmserv_{name}", meaning, labels, registry=self._registry, buckets=_UP_TO_SECONDS)


def queues_of(database: Database) -> CollectorRegistry:
    """The version, and the queues of the whole server."""
    registry = CollectorRegistry()
    Info("pbmserv", "The version of pbmserv.", registry=registry).info({"version": __version__})
    registry.register(_QueueCollector(database))
    return registry


class _QueueCollector(Collector):
    """Queries the queues on each scrape."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def describe(self) -> list[Metric]:
        """Describe nothing, so that registration makes no query."""
        return []

    def collect(self) -> Iterator[Metric]:
        try:
            with self._database.reading() as connection:
                left, thoughts = backlog(connection), Thinking(connection).waiting()
        except (SQLAlchemyError, OSError):
            yield GaugeMetricFamily("pbmserv_database_up", "Whether the database answers.", 0)
            return
        yield GaugeMetricFamily("pbmserv_database_up", "Whether the database answers.", 1)
        now = datetime.now(UTC)
        yield from _figures(left, now)
        yield from _thoughts(thoughts, now)


def _figures(left: Backlog, now: datetime) -> Iterator[Metric]:
    requests = GaugeMetricFamily("pbmserv_inbox_requests", "Requests by state, 10000 at most.", labels=["status"])
    for status, number in left.requests.items():
        requests.add_metric([status.value], number)
    yield requests
    letters = GaugeMetricFamily("pbmserv_outbox_letters", "Letters by state, 10000 at most.", labels=["status"])
    for state, number in left.letters.items():
        letters.add_metric([state.value], number)
    yield letters
    for name, meaning, since in (
        ("inbox_oldest_seconds", "For how long the oldest request has waited.", left.oldest_request),
        ("outbox_oldest_seconds", "For how long the oldest letter has waited.", left.oldest_letter),
        ("outbox_overdue_seconds", "For how long a letter should have been sent already.", left.first_due),
    ):
        waited = max(now - since, timedelta()) if since else timedelta()
        yield GaugeMetricFamily(f"pbmserv_{name}", meaning, waited.total_seconds())


def _thoughts(waiting: Waiting, now: datetime) -> Iterator[Metric]:
    jobs = GaugeMetricFamily("pbmserv_bot_jobs", "What bots have to answer, 10000 at most.", labels=["status"])
    jobs.add_metric(["waiting"], waiting.jobs - waiting.aside)
    jobs.add_metric(["aside"], waiting.aside)
    yield jobs
    waited = max(now - waiting.since, timedelta()) if waiting.since else timedelta()
    meaning = "For how long the oldest of them has waited."
    yield GaugeMetricFamily("pbmserv_bot_oldest_seconds", meaning, waited.total_seconds())
