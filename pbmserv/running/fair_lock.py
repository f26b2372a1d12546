"""A first-come, first-served lock, which `threading.Lock` is not."""

from __future__ import annotations

import threading
from collections import deque


class FairLock:
    """A lock for `with` blocks. Not reentrant.

    A thread that takes it repeatedly lets every waiting thread in between.
    """

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._is_held = False
        self._waiting: deque[threading.Lock] = deque()
        """A locked lock for each waiting thread, released at its turn."""

    def locked(self) -> bool:
        return self._is_held

    def __enter__(self) -> None:
        with self._mutex:
            if not self._is_held:
                self._is_held = True
                return
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        try:
            turn.acquire()
        except BaseException:
            # Interrupted while it waited, by Ctrl+C: it may have been given the lock already.
            with self._mutex:
                if turn in self._waiting:
                    self._waiting.remove(turn)
                    raise
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        with self._mutex:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_held = False
