"""Work in rounds on a thread of its own."""

from __future__ import annotations

import queue
import threading

import pytest
import structlog.testing

from pbmserv.running import rounds as rounds_module
from pbmserv.running.rounds import Rounds

LONG = 600.0


class Worked:
    """Work that finds nothing to do, and counts how often it was called."""

    def __init__(self) -> None:
        self.times: queue.Queue[None] = queue.Queue()

    def __call__(self) -> bool:
        self.times.put(None)
        return False


def test_work_goes_on_while_there_is_some() -> None:
    left = [3, 2, 1, 0]
    none_left = threading.Event()

    def work() -> bool:
        if left.pop(0):
            return True
        none_left.set()
        return False

    rounds = Rounds("test", work, LONG)
    rounds.start()

    assert none_left.wait(20)
    rounds.stop()
    assert left == []


def test_who_is_woken_works_again() -> None:
    worked = Worked()
    rounds = Rounds("test", worked, LONG)
    rounds.start()
    worked.times.get(timeout=20)

    rounds.wake()

    worked.times.get(timeout=20)
    rounds.stop()


def test_who_is_not_woken_works_again_after_a_pause() -> None:
    worked = Worked()
    rounds = Rounds("test", worked, 0.01)
    rounds.start()

    for _ in range(3):
        worked.times.get(timeout=20)

    rounds.stop()


def test_a_round_that_fails_is_logged_and_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds_module, "TROUBLE_SECONDS", 0.01)
    results = [False, ValueError("sesame")]
    worked = threading.Event()

    def work() -> bool:
        if results and isinstance(error := results.pop(), ValueError):
            raise error
        worked.set()
        return False

    rounds = Rounds("test", work, LONG)
    with structlog.testing.capture_logs() as logs:
        rounds.start()
        assert worked.wait(20)
        rounds.stop()

    assert [(line["event"], line["work"]) for line in logs] == [("round.failed", "test")]
    assert "sesame" not in str(logs)


def test_to_stop_is_to_wait_for_the_round_in_hand() -> None:
    begun, may_end, ended = threading.Event(), threading.Event(), threading.Event()

    def work() -> bool:
        begun.set()
        may_end.wait(20)
        ended.set()
        return True

    rounds = Rounds("test", work, LONG)
    rounds.start()
    begun.wait(20)
    stopping = threading.Thread(target=rounds.stop)
    stopping.start()
    while not rounds.is_stopping():
        pass

    may_end.set()
    stopping.join(20)

    assert ended.is_set()
    assert not stopping.is_alive()


def test_who_stops_does_not_wait_for_a_rest() -> None:
    resting = threading.Event()

    def work() -> bool:
        resting.set()
        rounds.rest(LONG)
        return True

    rounds = Rounds("test", work, LONG)
    rounds.start()
    assert resting.wait(20)

    stopping = threading.Thread(target=rounds.stop, daemon=True)
    stopping.start()
    stopping.join(20)

    assert not stopping.is_alive()


def test_who_rests_goes_on_once_nobody_waits() -> None:
    waiting = [True, True, False]
    rounds = Rounds("test", lambda: False)

    rounds.rest(LONG, lambda: not waiting.pop(0))

    assert waiting == []


def test_who_rests_goes_on_after_that_time_although_somebody_waits() -> None:
    looked: list[None] = []

    def nobody_waits() -> bool:
        looked.append(None)
        return False

    Rounds("test", lambda: False).rest(0.05, nobody_waits)

    assert 2 <= len(looked) <= 5


def test_who_rests_is_stopped_at_once() -> None:
    resting = threading.Event()

    def nobody_waits() -> bool:
        resting.set()
        return False

    def work() -> bool:
        rounds.rest(LONG, nobody_waits)
        return True

    rounds = Rounds("test", work)
    rounds.start()
    assert resting.wait(20)

    rounds.stop()

    assert rounds.fault() == "does not run"
