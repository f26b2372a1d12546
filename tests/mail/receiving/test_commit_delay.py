"""Messages that are coming in: which of them whoever stores one waits for, and for how long, by a clock of ours."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from pbmserv.mail.receiving.inbox_writer import LONGEST_WAIT_SECONDS, CommitDelay

A_BIT = LONGEST_WAIT_SECONDS / 4


class Course(threading.Condition):
    """What happens while somebody waits, and when; time passes only then."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self._events: list[tuple[float, Callable[[], None]]] = []
        self._is_told = False

    def after(self, seconds: float, event: Callable[[], None]) -> None:
        """Have something happen so long after now."""
        self._events.append((self.now + seconds, event))
        self._events.sort(key=lambda each: each[0])

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        end = self.now + timeout
        self._is_told = False
        while not self._is_told and self._events and self._events[0][0] <= end:
            self.now, event = self._events.pop(0)
            event()
        if not self._is_told:
            # As clocks do, a little later than was asked for.
            self.now = end + 1e-9
        return self._is_told

    def notify_all(self) -> None:
        self._is_told = True


@pytest.fixture
def course() -> Course:
    return Course()


@pytest.fixture
def arrivals(course: Course) -> CommitDelay:
    return CommitDelay(lambda: course.now, course)


def waited(arrivals: CommitDelay, course: Course) -> float:
    """For how long it is waited now, in moments."""
    begun = course.now
    arrivals.wait()
    return round((course.now - begun) / LONGEST_WAIT_SECONDS, 3)


def test_where_no_message_is_coming_in_nobody_waits(arrivals: CommitDelay, course: Course) -> None:
    assert waited(arrivals, course) == 0


def test_a_message_that_is_coming_in_is_waited_for_until_it_is_handed_in(
    arrivals: CommitDelay, course: Course
) -> None:
    arrivals.heard("alice")
    course.after(A_BIT, lambda: arrivals.over("alice"))

    assert waited(arrivals, course) == 0.25


def test_all_that_are_coming_in_are_waited_for(arrivals: CommitDelay, course: Course) -> None:
    arrivals.heard("alice")
    arrivals.heard("bob")
    course.after(A_BIT, lambda: arrivals.over("bob"))
    course.after(2 * A_BIT, lambda: arrivals.over("alice"))

    assert waited(arrivals, course) == 0.5


def test_one_that_begins_to_come_in_meanwhile_is_waited_for_as_well(arrivals: CommitDelay, course: Course) -> None:
    arrivals.heard("alice")
    course.after(A_BIT, lambda: arrivals.heard("bob"))
    course.after(2 * A_BIT, lambda: arrivals.over("alice"))
    course.after(3 * A_BIT, lambda: arrivals.over("bob"))

    assert waited(arrivals, course) == 0.75


def test_nobody_waits_longer_than_a_moment_however_much_comes_in(arrivals: CommitDelay, course: Course) -> None:
    for number in range(20):
        course.after(number * A_BIT, lambda number=number: arrivals.heard(f"client {number}"))  # type: ignore[misc]
    arrivals.heard("alice")

    assert waited(arrivals, course) == 1


def test_a_large_message_that_comes_in_parts_is_waited_for_no_longer_than_a_moment(
    arrivals: CommitDelay, course: Course
) -> None:
    arrivals.heard("alice")
    for number in range(20):
        course.after(number * A_BIT, lambda: arrivals.heard("alice"))

    assert waited(arrivals, course) == 1


def test_a_client_that_has_been_silent_for_a_moment_is_not_waited_for(arrivals: CommitDelay, course: Course) -> None:
    arrivals.heard("alice")
    course.now += LONGEST_WAIT_SECONDS

    assert waited(arrivals, course) == 0


def test_a_client_is_not_waited_for_once_it_has_been_silent_for_a_moment(
    arrivals: CommitDelay, course: Course
) -> None:
    arrivals.heard("alice")
    course.now += 3 * A_BIT

    assert waited(arrivals, course) == 0.25


def test_a_client_that_has_stopped_costs_those_that_go_on_nothing(arrivals: CommitDelay, course: Course) -> None:
    arrivals.heard("alice")
    course.now += 2 * LONGEST_WAIT_SECONDS
    arrivals.heard("bob")
    course.after(A_BIT, lambda: arrivals.over("bob"))

    assert waited(arrivals, course) == 0.25


def test_a_client_that_goes_on_after_a_while_is_waited_for_again(arrivals: CommitDelay, course: Course) -> None:
    arrivals.heard("alice")
    course.now += 2 * LONGEST_WAIT_SECONDS
    arrivals.wait()
    arrivals.heard("alice")
    course.after(A_BIT, lambda: arrivals.over("alice"))

    assert waited(arrivals, course) == 0.25


def test_that_a_message_is_over_may_be_said_again_and_of_one_that_never_came(arrivals: CommitDelay) -> None:
    arrivals.heard("alice")

    arrivals.over("alice")
    arrivals.over("alice")
    arrivals.over("bob")

    arrivals.wait()
