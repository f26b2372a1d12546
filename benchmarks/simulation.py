"""A day of mail at a server with so many players and processes: how long are the queues, how long do letters wait?

Mail comes at random, more of it at some hours than at others; each process carries out one request after the other,
in the order in which they came. How long one takes is given: as it was measured. `python -m benchmarks.simulation`
plays it through for numbers of one's own.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import click
from rich.console import Console
from rich.table import Table

HOUR = 3_600

HOURS = (2, 1, 1, 1, 1, 2, 4, 6, 7, 6, 5, 5, 6, 5, 5, 5, 5, 6, 7, 8, 9, 9, 6, 4)
"""How the letters of a day are spread over its hours, where most players live a few zones from each other: little at
night, a hill in the morning and at noon, the most after supper."""

SPREAD = 0.5
"""The standard deviation of the logarithm of what a request takes: some take three times as long as others."""

MOST_IN_ONE_DAY = 300_000
"""Where there is more mail than that, a share of the day is played through: each hour is cut short alike."""


@dataclass(frozen=True)
class Load:
    """What comes in: players, letters of each in a day, and seconds that one takes on average."""

    players: int
    letters_a_day: float
    seconds: float

    @property
    def letters(self) -> float:
        """Letters of all players in a day."""
        return self.players * self.letters_a_day

    @property
    def busiest(self) -> float:
        """Letters a second in the busiest hour."""
        return self.letters * max(HOURS) / sum(HOURS) / HOUR

    @property
    def processes_needed(self) -> float:
        """How many processes the busiest hour keeps busy without a pause."""
        return self.busiest * self.seconds


@dataclass(frozen=True)
class Day:
    """What came of a day: the seconds that letters waited before they were begun, and how many did at once."""

    letters: int
    mean_wait: float
    wait_of_95: float
    wait_of_99: float
    longest_wait: float
    longest_queue: int
    busy_in_busiest_hour: float
    """The part of the time in the busiest hour in which a process had something to do, 0 to 1."""


def simulate(load: Load, processes: int, seed: int = 1) -> Day:
    """Play a day through."""
    chance = Random(seed)  # noqa: S311 - it has to be the same each time
    share = min(MOST_IN_ONE_DAY / load.letters, 1.0) if load.letters else 1.0
    arrivals = list(_arrivals(load, share, chance))
    mean = -(SPREAD**2) / 2
    services = [load.seconds * chance.lognormvariate(mean, SPREAD) for _ in arrivals]
    return play(arrivals, services, processes, int(HOUR * share) or 1)


def play(arrivals: Sequence[float], services: Sequence[float], processes: int, hour: int = HOUR) -> Day:
    """Have requests that come at these moments, in order, and take so long, carried out by so many processes."""
    free_at = [0.0] * processes
    heapq.heapify(free_at)
    waiting: list[float] = []
    """When those begin that have come and not begun yet."""
    waits = []
    longest_queue = 0
    busiest_at = max(range(len(HOURS)), key=HOURS.__getitem__) * hour
    busy = 0.0
    for arrival, service in zip(arrivals, services, strict=True):
        begins = max(arrival, heapq.heappop(free_at))
        heapq.heappush(free_at, begins + service)
        waits.append(begins - arrival)
        while waiting and waiting[0] <= arrival:
            heapq.heappop(waiting)
        if begins > arrival:
            heapq.heappush(waiting, begins)
        longest_queue = max(longest_queue, len(waiting))
        busy += max(min(begins + service, busiest_at + hour) - max(begins, busiest_at), 0.0)
    waits.sort()
    return Day(
        letters=len(waits),
        mean_wait=sum(waits) / len(waits) if waits else 0.0,
        wait_of_95=_of(waits, 0.95),
        wait_of_99=_of(waits, 0.99),
        longest_wait=waits[-1] if waits else 0.0,
        longest_queue=longest_queue,
        busy_in_busiest_hour=busy / (processes * hour),
    )


def enough(load: Load, seconds: float) -> tuple[int, Day]:
    """The fewest processes with which 99 of 100 letters wait no longer than that, and how the day goes then."""
    processes = max(int(load.processes_needed), 1)
    while True:
        day = simulate(load, processes)
        if day.wait_of_99 <= seconds:
            return processes, day
        processes += 1


def _arrivals(load: Load, share: float, chance: Random) -> Iterator[float]:
    """The moments at which letters come; of each hour only a share is played through."""
    for hour, weight in enumerate(HOURS):
        rate = load.letters * weight / sum(HOURS) / HOUR
        end = (hour + 1) * HOUR * share
        moment = hour * HOUR * share
        while rate and (moment := moment + chance.expovariate(rate)) < end:
            yield moment


def _of(in_order: Sequence[float], share: float) -> float:
    return in_order[min(int(len(in_order) * share), len(in_order) - 1)] if in_order else 0.0


@click.command()
@click.option("--players", default=100_000, show_default=True, help="How many players there are.")
@click.option("--letters", default=4.0, show_default=True, help="How many letters each writes in a day.")
@click.option("--milliseconds", default=5.0, show_default=True, help="How long one takes a worker.")
@click.option(
    "--processes", default=(1, 2, 4, 8), multiple=True, show_default=True, help="How many workers there are."
)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def main(players: int, letters: float, milliseconds: float, processes: tuple[int, ...], as_json: bool) -> None:
    """Play a day of mail through, once for each number of processes."""
    load = Load(players, letters, milliseconds / 1000)
    days = {number: simulate(load, number) for number in processes}
    if as_json:
        click.echo(json.dumps({number: vars(day) for number, day in days.items()}, indent=1))
        return
    table = Table(title=f"{load.letters:,.0f} letters a day, {load.busiest:,.1f} a second in the busiest hour")
    for title in ("processes", "busy then", "mean wait", "95 of 100", "99 of 100", "longest wait", "longest queue"):
        table.add_column(title, justify="right")
    for number, day in days.items():
        table.add_row(*row_of(number, day))
    Console().print(table)


def row_of(processes: int, day: Day) -> list[str]:
    """A day as a row of a table."""
    waits = (day.mean_wait, day.wait_of_95, day.wait_of_99, day.longest_wait)
    return [str(processes), f"{day.busy_in_busiest_hour:.0%}", *map(duration, waits), f"{day.longest_queue:,}"]


def duration(seconds: float) -> str:
    """A time in words that are short: `12 ms`, `3.4 s`, `2.1 h`."""
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    return f"{seconds:.1f} s" if seconds < HOUR else f"{seconds / HOUR:.1f} h"


if __name__ == "__main__":
    main()
