"""What each thing costs on databases of very different sizes: it should cost about the same.

All sizes are measured in turns, in memory that is large enough for all of them: what a disk adds to the first look at
a page is the disk's affair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from random import Random

from benchmarks.databases import KINDS, fresh, read_into_memory
from benchmarks.figures import Effort, Figure, Target, interleaved
from benchmarks.operations import OPERATIONS, World
from benchmarks.population import populate

TITLE = "Milliseconds for one of each, on databases of growing size"
SMALL, MIDDLE, LARGE = (100, 100), (10_000, 10_000), (100_000, 1_000_000)
"""Players and boards."""

REACH = Target(1.2, at_least=False)

READ_EACH = 40
"""After how many repetitions all is read into memory again: some systems take away what nobody has looked at for
minutes, and of a large database that is nearly all."""


def measure(effort: Effort) -> Iterator[Figure]:
    """The milliseconds of each operation on each size, against the smallest, on both databases."""
    sizes = effort.of([SMALL, (200, 300)], [SMALL, MIDDLE], [SMALL, MIDDLE, LARGE])
    repetitions = effort.of(1, 30 * effort.runs, 100 * effort.runs)
    for kind in KINDS:
        with ExitStack() as stack:
            worlds = {}
            for users, boards in sizes:
                database = stack.enter_context(fresh(kind))
                population = populate(database, users, boards)
                worlds[users, boards] = World(database, population, Random(1))  # noqa: S311 - no secret
            yield from _compared(kind, worlds, repetitions)


def _compared(kind: str, worlds: dict[tuple[int, int], World], repetitions: int) -> Iterator[Figure]:
    ways = {
        (name, size): partial(_milliseconds, operation, world)
        for name, operation in OPERATIONS.items()
        for size, world in worlds.items()
    }
    # What is done at the first time only is not what it costs.
    interleaved(1, ways)
    samples = interleaved(repetitions, ways, before=partial(_read_again, list(worlds.values())))
    smallest = next(iter(worlds))
    for name in OPERATIONS:
        base = samples[name, smallest]
        yield base.figure(f"{name}, {kind}", case_of(smallest), "ms")
        for size in list(worlds)[1:]:
            yield samples[name, size].figure(
                f"{name}, {kind}", case_of(size), "ms", ("smallest", base), REACH, ratio_of_medians=True
            )


def _read_again(worlds: Sequence[World], run: int) -> None:
    if run % READ_EACH == 0:
        for world in worlds:
            read_into_memory(world.database)


def _milliseconds(operation: Callable[[World], float], world: World) -> float:
    return 1000 * operation(world)


def case_of(size: tuple[int, int]) -> str:
    """How large a database is, in words."""
    users, boards = size
    return f"{users:,} players, {boards:,} boards"
