"""Health and metrics of a server of several processes, each of which is asked by HTTP on a port of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from prometheus_client import generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from pbmserv.monitoring.health import DATABASE_SECONDS, Health, Report
from pbmserv.monitoring.metrics import queues_of
from pbmserv.monitoring.monitor import ask
from pbmserv.setting_values import TcpAddress
from pbmserv.storage.database import Database

ANSWER_SECONDS = DATABASE_SECONDS + 2
"""How long a process may take to answer: as long as its database may, or as long as it takes to start again."""

SILENT = "does not answer"


class WholeServer:
    """What the processes of one server say, by their names. `processes` are asked at the same time."""

    def __init__(
        self, database: Database, processes: Mapping[str, TcpAddress], seconds: float = ANSWER_SECONDS
    ) -> None:
        self._processes = processes
        self._seconds = seconds
        self._health = Health(database)
        self._registry = queues_of(database)
        self._registry.register(_OfProcesses(lambda: self._ask_all("/metrics")))

    def report(self) -> Report:
        """The database and the queues, and what is wrong in each process."""
        with ThreadPoolExecutor(1) as thread:
            asked = thread.submit(self._ask_all, "/healthz")
            own = self._health.report()
            parts = dict(own.parts)
            for name, answer in asked.result().items():
                parts |= _parts_of(name, answer)
        return Report(parts, own.waiting)

    def figures(self) -> bytes:
        """The figures of the queues, and those of each process with its name as the label `process`."""
        return generate_latest(self._registry)

    def _ask_all(self, page: str) -> dict[str, str | None]:
        def answer_of(listen: TcpAddress) -> str | None:
            try:
                return ask(listen, page, self._seconds)[1]
            except OSError:
                return None

        with ThreadPoolExecutor(len(self._processes)) as threads:
            return dict(zip(self._processes, threads.map(answer_of, self._processes.values()), strict=True))


def _parts_of(name: str, answer: str | None) -> dict[str, str | None]:
    try:
        report: dict[str, Any] = json.loads(answer or "")
    except ValueError:
        return {f"process {name}": SILENT}
    # The database is asked once for all.
    faults = {part: fault for part, fault in report["parts"].items() if part != "database"}
    return {f"{part} ({name})": None if fault == "ok" else str(fault) for part, fault in faults.items()}


class _OfProcesses(Collector):
    """The metrics of several processes as one: a family stands once, with the samples of all."""

    def __init__(self, answers: Callable[[], Mapping[str, str | None]]) -> None:
        self._answers = answers

    def describe(self) -> list[Metric]:
        """Describe nothing, so that registration asks nobody."""
        return []

    def collect(self) -> Iterator[Metric]:
        up = GaugeMetricFamily("pbmserv_process_up", "Whether a process answers.", labels=["process"])
        families: dict[str, Metric] = {}
        for name, answer in self._answers().items():
            up.add_metric([name], answer is not None)
            for family in text_string_to_metric_families(answer or ""):
                known = families.setdefault(family.name, Metric(family.name, family.documentation, family.type))
                known.samples += [each._replace(labels={**each.labels, "process": name}) for each in family.samples]
        yield up
        yield from families.values()
