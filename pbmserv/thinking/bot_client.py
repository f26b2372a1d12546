"""Handles of bot processes: started to answer questions, killed when too slow."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pbmserv.running.yield_to_requests import Precedence

if TYPE_CHECKING:
    from pbmserv.thinking.bot_view import BotView

MOVE, RANDOM, SWAP, TIE = "move", "random", "swap", "tie"
"""The questions: a move; any legal move without thinking; whether to swap; whether to accept a draw."""

NICE = 19
"""The niceness of bot processes: everything else goes first."""

LOOK_SECONDS = 0.1
"""How often a waiting caller does other things."""

LONGEST_ANSWER = 65_536
"""The maximum length of an answer in bytes."""


class Failed(Exception):
    """No answer: the text tells the operator why, without hidden information."""


class Stopped(Exception):
    """The server is stopping, and the question is abandoned."""


class BotClient:
    """A bot process, started on first use. Not thread-safe.

    A question may take `seconds`, and the process `megabytes` of address space. It pauses while something has
    `precedence`. `stopping` is asked now and then.
    """

    def __init__(
        self,
        seconds: int,
        megabytes: int,
        stopping: Callable[[], bool] = lambda: False,
        precedence: Precedence | None = None,
    ) -> None:
        self._precedence = precedence
        self._seconds = seconds
        self._megabytes = megabytes
        self._stopping = stopping
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, what: str, question: BotView, meanwhile: Callable[[], None] = lambda: None) -> str | bool:
        """The answer to one of the questions above; `meanwhile` is called now and then.

        Raises `Failed` and `Stopped`.
        """
        process = self._running()
        try:
            answer = self._answer(process, json.dumps({"what": what, **vars(question)}).encode() + b"\n", meanwhile)
        except BaseException:
            # Whatever it still says would be the answer to another question.
            self.end()
            raise
        if "failure" in answer:
            raise Failed(str(answer["failure"]))
        found = answer.get("found")
        if not isinstance(found, str | bool):
            raise Failed("It answered something that is no answer.")
        return found

    def end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                pipe.close()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.end()
            first = self._precedence.file if self._precedence else None
            files = [first] if first is not None else []
            given = [NICE, self._megabytes, self._seconds, *files]
            self._process = subprocess.Popen(  # noqa: S603 - nothing in it comes from outside
                [sys.executable, "-m", "pbmserv.thinking.bot_process", *map(str, given)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                pass_fds=files,
                # Who stops the server by the keyboard stops the server, which ends this.
                start_new_session=True,
            )
        return self._process

    def _answer(self, process: subprocess.Popen[bytes], line: bytes, meanwhile: Callable[[], None]) -> dict[str, Any]:
        if process.stdin is None or process.stdout is None:
            raise Failed("It cannot be talked to.")
        until = time.monotonic() + self._seconds
        try:
            process.stdin.write(line)
        except OSError as error:
            raise Failed(_ended(process)) from error
        said = b""
        while not said.endswith(b"\n"):
            if self._stopping():
                raise Stopped
            left = until - time.monotonic()
            if left <= 0:
                raise Failed(f"It found nothing within {self._seconds} seconds.")
            if select.select([process.stdout], [], [], min(left, LOOK_SECONDS))[0]:
                part = os.read(process.stdout.fileno(), LONGEST_ANSWER)
                if not part:
                    raise Failed(_ended(process))
                said += part
                if len(said) > LONGEST_ANSWER:
                    raise Failed("It talks too much.")
            else:
                meanwhile()
        try:
            answer: dict[str, Any] = json.loads(said)
        except ValueError as error:
            raise Failed("It answered something that is no answer.") from error
        return answer


def _ended(process: subprocess.Popen[bytes]) -> str:
    process.kill()
    how = process.wait()
    return f"Its process ended by itself, {f'by signal {-how}' if how < 0 else f'with exit code {how}'}."
