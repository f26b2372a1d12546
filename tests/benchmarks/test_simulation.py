"""A day of mail, played through."""

from __future__ import annotations

import pytest

from benchmarks.simulation import Load, enough, play, simulate

pytestmark = pytest.mark.long


def test_letters_that_come_together_wait_for_each_other() -> None:
    day = play(arrivals=[0.0, 0.0, 0.0, 10.0], services=[2.0, 2.0, 2.0, 2.0], processes=1)

    assert day.mean_wait == (0 + 2 + 4 + 0) / 4
    assert day.longest_wait == 4.0
    assert day.longest_queue == 2


def test_with_a_process_for_each_nobody_waits() -> None:
    day = play(arrivals=[0.0, 0.0, 0.0], services=[2.0, 2.0, 2.0], processes=3)

    assert (day.longest_wait, day.longest_queue) == (0.0, 0)


def test_waiting_is_as_long_as_the_theory_of_queues_says() -> None:
    # One process that is busy for half of the busiest hour, M/G/1, where services have a squared coefficient of
    # variation of exp(0.25) - 1 = 0.284. Pollaczek and Khinchin: 0.5 / (1 - 0.5) * (1 + 0.284) / 2 = 0.64 times a
    # service is waited for in that hour, less in all others.
    load = Load(players=50_000, letters_a_day=4.0, seconds=0.5 / (50_000 * 4 * 9 / 111 / 3600))

    day = simulate(load, processes=1)

    assert 0.45 < day.busy_in_busiest_hour < 0.55
    assert 0.2 * load.seconds < day.mean_wait < 0.64 * load.seconds


def test_as_many_processes_as_it_takes() -> None:
    load = Load(players=1_000_000, letters_a_day=4.0, seconds=0.05)

    processes, day = enough(load, seconds=1.0)

    assert 4 < load.processes_needed < 5
    assert processes == 5
    assert day.wait_of_99 <= 1.0


def test_the_same_day_comes_out_the_same() -> None:
    load = Load(players=1000, letters_a_day=4.0, seconds=0.01)

    assert simulate(load, 1) == simulate(load, 1)
    assert simulate(load, 1).letters in range(3700, 4300)
