"""A bot process: `python -m pbmserv.thinking.bot_process NICE MEGABYTES SECONDS [PRECEDENCE]`.

It answers questions, each a line of JSON, and knows nothing else: no database, and of a board only what a seat sees.
PRECEDENCE is the open file of `running.yield_to_requests`.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any

from pbmserv.bots.agreeing import agrees_to_tie, wants_swap
from pbmserv.bots.choosing import choose, random_move
from pbmserv.bots.levels import Level, levels_of
from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.running.traces import trace_of
from pbmserv.running.yield_to_requests import giving_way
from pbmserv.thinking.bot_client import RANDOM, SWAP, TIE

SPARE = 0.6
"""The share of a question's time in which the search has to end by itself."""

FULL_MEBIBYTES = 135
"""The resident memory at which the search ends, so that no process exceeds 150. The longest games of Go need it."""

CPU_SPARE_SECONDS = 10
"""Processor seconds beyond its time after which the system kills the process."""


def main(nice: int, megabytes: int, seconds: int, precedence: int | None = None) -> None:
    """Answer questions until the input ends."""
    os.nice(nice)
    give_way = giving_way(precedence) if precedence is not None else lambda: None
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # What games print is nobody's answer.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for line in sys.stdin:
        _limit_processor(seconds)
        answers.write(json.dumps(_answered(line, seconds, give_way)) + "\n")
        answers.flush()


def _limit_processor(seconds: int) -> None:
    """Have the system kill this process if it runs on without anybody left to do so."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime) + seconds + CPU_SPARE_SECONDS
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def _answered(line: str, seconds: int, give_way: Callable[[], None]) -> dict[str, Any]:
    try:
        return {"found": _find(json.loads(line), seconds, give_way)}
    except MemoryError:
        return {"failure": "It needed more memory than a bot may have."}
    except Exception as error:
        # Where it went wrong, and none of the words: they may tell what is hidden.
        return {"failure": trace_of(error)}


def _find(asked: dict[str, Any], seconds: int, give_way: Callable[[], None]) -> str | bool:
    game = installed()[asked["game"]].rules_of(asked["version"])
    seen, seat = game.load(asked["seen"]), int(asked["seat"])
    seed = bytes.fromhex(asked["seed"])
    if asked["what"] == RANDOM:
        return random_move(game, seen, seat, seed)
    level = _level(game, asked["level"])
    deadline = _deadline(level, seconds, give_way)
    if asked["what"] == SWAP:
        return wants_swap(game, seen, seat, level, seed, deadline)
    if asked["what"] == TIE:
        return agrees_to_tie(game, seen, seat, level, seed, deadline, is_rated=asked["is_rated"])
    return choose(game, seen, seat, level, seed, deadline, may_be_swapped=asked["may_be_swapped"])


def _level(game: Game[Any], name: str) -> Level:
    levels = levels_of(game)
    if not levels:
        raise LookupError("this game is played at no level")
    return next((level for level in levels if level.name == name), levels[-1])


def _deadline(level: Level, seconds: int, give_way: Callable[[], None]) -> Callable[[], bool]:
    """A deadline: the level's time is used up, the question's is nearly over, or memory is full.

    Each check first yields to requests.
    """
    computed, late = time.process_time() + level.seconds, time.monotonic() + seconds * SPARE

    def is_over() -> bool:
        give_way()
        return time.process_time() > computed or time.monotonic() > late or _is_full()

    return is_over


def _is_full() -> bool:
    return _resident_mebibytes() > FULL_MEBIBYTES


def _resident_mebibytes() -> float:
    file = _memory_file()
    return int(os.pread(file, 100, 0).split()[1]) * resource.getpagesize() / 2**20 if file is not None else 0.0


@cache
def _memory_file() -> int | None:
    try:
        return os.open("/proc/self/statm", os.O_RDONLY)
    except OSError:
        return None


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
