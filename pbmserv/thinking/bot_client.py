"""Processes that think, as the server sees them: started to be asked something, ended when they take too long."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pbmserv.running.yield_to_requests import Precedence

MOVE, RANDOM, SWAP, TIE = "move", "random", "swap", "tie"
"""What can be asked: a move; any legal move, without thinking; whether to swap sides; whether to agree to a tie."""

NICE = 19
"""What a process that thinks has to wait for: everything else on the machine goes first."""

LOOK_SECONDS = 1.0
"""How often, while it thinks, whoever waits looks after other things."""

LONGEST_ANSWER = 65_536
"""More bytes than any move has."""


class Failed(Exception):
    """Nothing was found: the text tells the operator why, without a word of what may be hidden."""


class Stopped(Exception):
    """Somebody wants the server to stop, and the question is left."""


@dataclass(frozen=True)
class Question:
    """What is to be found at a position, of which there is nothing here but what the seat sees.

    `version` is that of the rules, `seen` the position as JSON; `seed` decides what is left to chance. With
    `may_be_swapped` the opponent may take this side over once the move is made. With `is_rated` the game counts.
    """

    game: str
    version: int
    seen: Any
    seat: int
    level: str
    seed: str
    may_be_swapped: bool = False
    is_rated: bool = False


class BotClient:
    """One process that thinks, or will as soon as it is asked. Used by one thread.

    A question takes `seconds` at most and the process has `megabytes` of address space at most. It stands still while
    something has `precedence`. `stopping` is asked now and then: the question is left where it says so.
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

    def ask(self, what: str, question: Question, meanwhile: Callable[[], None] = lambda: None) -> str | bool:
        """What is found (`what` is one of the four above); `meanwhile` is called every now and then.

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
        """End the process, whatever it is doing."""
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
        """The number of the process, None while there is none."""
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
