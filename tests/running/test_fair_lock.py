"""Threads get the lock in the order in which they asked for it."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from pbmserv.running.fair_lock import FairLock


def waiting_for(lock: FairLock, order: list[int], number: int) -> threading.Thread:
    """A thread that waits for the lock by now."""
    before = len(lock._waiting)

    def take() -> None:
        with lock:
            order.append(number)

    thread = threading.Thread(target=take)
    thread.start()
    while len(lock._waiting) == before:
        time.sleep(0.001)
    return thread


def test_who_asks_first_gets_it_first() -> None:
    lock, order = FairLock(), list[int]()

    with lock:
        threads = [waiting_for(lock, order, number) for number in range(5)]
    for thread in threads:
        thread.join()

    assert order == [0, 1, 2, 3, 4]
    assert not lock.locked()


def test_a_thread_that_takes_it_again_at_once_comes_after_the_one_that_waits() -> None:
    lock, order = FairLock(), list[int]()

    with lock:
        thread = waiting_for(lock, order, 1)
    with lock:
        order.append(2)
    thread.join()

    assert order == [1, 2]


def test_it_is_given_back_when_an_exception_leaves_the_block() -> None:
    lock = FairLock()

    with pytest.raises(ValueError, match="wrong"), lock:
        raise ValueError("wrong")

    assert not lock.locked()


def test_a_wait_that_is_interrupted_keeps_nobody_else_waiting() -> None:
    class Interrupted(Exception):
        pass

    def interrupt(*_: object) -> None:
        raise Interrupted

    lock, order = FairLock(), list[int]()
    held, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        with lock:
            held.set()
            let_go.wait()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait()
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(Interrupted), lock:
            order.append(1)
    finally:
        signal.signal(signal.SIGALRM, before)
    thread = waiting_for(lock, order, 2)
    let_go.set()
    thread.join()
    holder.join()

    assert order == [2]
    assert not lock.locked()
