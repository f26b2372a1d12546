"""What can be measured: each scenario is a module with a title, and a function that gives its figures one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from benchmarks.figures import Effort, Figure
from benchmarks.scenarios import (
    accept,
    bots,
    deliver,
    growth,
    load,
    memory,
    move,
    pictures,
    processes,
    rules,
    start,
    turn,
    web,
    workers,
)

SCENARIOS: Mapping[str, tuple[str, Callable[[Effort], Iterator[Figure]]]] = {
    "turn": (turn.TITLE, turn.measure),
    "accept": (accept.TITLE, accept.measure),
    "move": (move.TITLE, move.measure),
    "deliver": (deliver.TITLE, deliver.measure),
    "pictures": (pictures.TITLE, pictures.measure),
    "growth": (growth.TITLE, growth.measure),
    "start": (start.TITLE, start.measure),
    "memory": (memory.TITLE, memory.measure),
    "workers": (workers.TITLE, workers.measure),
    "processes": (processes.TITLE, processes.measure),
    "load": (load.TITLE, load.measure),
    "web": (web.TITLE, web.measure),
    "bots": (bots.TITLE, bots.measure),
    "rules": (rules.TITLE, rules.measure),
}
