"""The clock's rounds: every board that is due is looked at, each in a transaction of its own.

A round can be broken off anywhere and made again at any time: what has been decided is stored together with its
letters, and so is when the board is due next. Among all processes on one database one makes the round at a time.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import structlog

from pbmserv.commands.timekeeping import Decided, look_at
from pbmserv.games.base import Game
from pbmserv.play.clock import Verdict
from pbmserv.post_office import AnsweredLetter, PostOffice
from pbmserv.request_ids import new_request_id
from pbmserv.store.boards import Boards, Due
from pbmserv.store.database import Database
from pbmserv.store.faults import is_out_of_order, lost_the_race, waited_too_long

LOCK = "clock"
READ_AT_ONCE = 200
"""How many of the boards that are due are listed with one query."""

TRY_AGAIN_AFTER = timedelta(hours=1)
"""When a board is due again that could not be looked at."""

log = structlog.get_logger(__name__)


@dataclass
class Round:
    """What came of a round: how many boards were looked at, what was decided, and the letters about that.

    `failed` are the boards that could not be looked at, as pairs of game and number. `elsewhere`: another process
    was at it, so nothing was done here.
    """

    looked_at: int = 0
    decided: list[Decided] = field(default_factory=list)
    letters: list[AnsweredLetter] = field(default_factory=list)
    failed: list[tuple[str, int]] = field(default_factory=list)
    elsewhere: bool = False

    def count(self, verdict: Verdict) -> int:
        """How many boards it was decided so for."""
        return sum(decided.verdict is verdict for decided in self.decided)


class Clockwork:
    """Makes the clock's rounds through a post office on the same database.

    `stopping` is asked between boards: a round that is broken off is taken up again by the next one.
    """

    def __init__(
        self,
        database: Database,
        office: PostOffice,
        catalogue: Mapping[str, Game[Any]],
        stopping: Callable[[], bool] = lambda: False,
    ) -> None:
        self._database = database
        self._office = office
        self._catalogue = catalogue
        self._stopping = stopping

    def is_due(self, at: datetime) -> bool:
        """Whether there is any board to look at."""
        return bool(self._list(at, 1, None))

    def make_round(self, at: datetime, dry_run: bool = False, progress: Callable[[int], None] | None = None) -> Round:
        """Look at all boards that are due at that time.

        With `dry_run` nothing is changed and no letter written. `progress` is told after each board how many have
        been looked at. Raises whatever the database raises when it cannot be reached.
        """
        made = Round()
        with self._database.alone(LOCK) as alone:
            made.elsewhere = not alone
            for due in self._due(at) if alone else ():
                if self._stopping():
                    break
                self._look_at(due, at, dry_run, made)
                made.looked_at += 1
                if progress:
                    progress(made.looked_at)
        if made.decided:
            log.info("clock.round", **{verdict.value: made.count(verdict) for verdict in Verdict}, dry_run=dry_run)
        return made

    def count_boards(self) -> None:
        """Count how much each game is played, for lists to tell where it is too much to be counted for each list."""
        with self._database.reading() as connection:
            counts = Boards(connection, self._catalogue).counts_to_keep()
        if counts:
            with self._database.writing() as connection:
                Boards(connection, self._catalogue).keep_counts(counts)

    def count_due(self, at: datetime) -> int:
        """How many boards there are to look at."""
        return sum(1 for _ in self._due(at))

    def _due(self, at: datetime) -> Iterator[Due]:
        last = None
        while found := self._list(at, READ_AT_ONCE, last):
            yield from found
            last = found[-1]

    def _list(self, at: datetime, limit: int, after: Due | None) -> list[Due]:
        with self._database.reading() as connection:
            return Boards(connection, self._catalogue).due(at, limit, after)

    def _look_at(self, due: Due, at: datetime, dry_run: bool, made: Round) -> None:
        request = new_request_id()
        try:
            done = self._office.act(lambda call: look_at(call, due), at, dry_run, request)
        except Exception as error:
            if is_out_of_order(error):
                raise
            # One board that cannot be looked at, whatever the reason, must not stop the clocks of all others.
            trace = "".join(traceback.format_tb(error.__traceback__))
            facts = {"game": due.game, "board": due.number, "error": type(error).__qualname__, "trace": trace}
            log.error("clock.failed", request=request, **facts)  # noqa: TRY400
            made.failed.append((due.game, due.number))
            if waited_too_long(error) or lost_the_race(error):
                # It stays due; to note anything at it would mean to wait once more for whoever is there.
                return
            self._office.act(
                lambda call: call.work.boards.look_again(due, at + TRY_AGAIN_AFTER), at, dry_run, request
            )
            return
        letters = [letter for letter in done.letters if letter.to]
        if done.result is not None:
            facts = {"game": due.game, "board": due.number, "verdict": done.result.verdict.value}
            log.info("clock.decided", request=request, **facts, letters=len(letters), dry_run=dry_run)
            made.decided.append(done.result)
        made.letters += letters
