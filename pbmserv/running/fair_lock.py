"""A lock that threads get in the order in which they asked for it, which `threading.Lock` does not promise."""

from __future__ import annotations

import threading
from collections import deque


class FairLock:
    """A lock to be held in a `with` block. Not reentrant.

    A thread that takes it again and again, as a busy worker does, lets every other thread in between.
    """

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._is_held = False
        self._waiting: deque[threading.Lock] = deque()
        """A locked lock for each waiting thread, which is released when it is that thread's turn."""

    def locked(self) -> bool:
        """Whether some thread holds it."""
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
