"""Takes bots' jobs, asks a bot process, and hands the answers to the post office.

A job is deleted when its board changes, so a crash loses nothing. Stale answers are dropped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog

from pbmserv.bots.agreeing import agrees_to_undo
from pbmserv.commands.playing.turns import is_rated
from pbmserv.commands.requests.credentials import signed_in
from pbmserv.commands.requests.expectations import Expected, OutOfDate
from pbmserv.commands.run.parser import CommandFields
from pbmserv.games.base import Game
from pbmserv.language.argument_types import TypedMove
from pbmserv.play.board import Board, Player
from pbmserv.play.bot_tasks import TaskKind
from pbmserv.play.record import SWAP as SWAP_MOVE
from pbmserv.post_office import PostOffice, Request
from pbmserv.running.observer import NOBODY, Observer
from pbmserv.running.traces import trace_of
from pbmserv.storage.bots import Job, Thinking
from pbmserv.storage.database import Database
from pbmserv.storage.faults import is_out_of_order, lost_the_race, waited_too_long
from pbmserv.storage.work import UnitOfWork
from pbmserv.thinking.bot_client import MOVE, RANDOM, SWAP, TIE, BotClient, Failed, Stopped
from pbmserv.thinking.bot_view import BotView, bot_view_of, swap_comes

LEASE = timedelta(seconds=30)
"""The lease of a job, after which another server takes it."""

RENEWED_SECONDS = 10.0
"""How often the lease is renewed."""

MOST_ENDS = 3
"""How many servers may die with a job before its bot plays without thinking."""

MOST_ATTEMPTS = 6
"""How many may die before the job is put aside."""

WITHOUT_GAME = timedelta(minutes=10)
"""How long a job waits for a game that is not installed."""
NOT_INSTALLED = "The game is not installed here; the bot moves once it is."

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class _Asked:
    """What is asked about a job; where sides may be swapped, whether to swap comes first."""

    question: BotView
    may_swap: bool


@dataclass(frozen=True)
class _Wanted(Expected):
    """The state when the search began. Whoever changes a board, and so its jobs, has locked it."""

    thinking: Thinking
    job: Job

    def check(self, board: Board, player: Player, typed: TypedMove | None) -> None:
        self.check_proposed(board)

    def check_proposed(self, board: Board) -> None:
        if not self.thinking.is_wanted(self.job):
            raise OutOfDate(f"{board.title} has gone on.")


class _MakesWay(Stopped):
    """A bot that thinks for a guest stops, since somebody else waits."""


class Thinker:
    """Does jobs one at a time by asking a bot process. `written` is called when letters have been written.

    `let_pass` is called before database work, and returns when others have had their turn. With `only_quick` it does
    jobs that are soon done and no others.
    """

    def __init__(
        self,
        database: Database,
        office: PostOffice,
        catalogue: Mapping[str, Game[Any]],
        client: BotClient,
        written: Callable[[], None] = lambda: None,
        observer: Observer = NOBODY,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        let_pass: Callable[[], None] = lambda: None,
        only_quick: bool = False,
    ) -> None:
        self._database = database
        self._office = office
        self._catalogue = catalogue
        self._client = client
        self._written = written
        self._observer = observer
        self._now = now
        self._let_pass = let_pass
        self._only_quick = only_quick
        self._job: Job | None = None
        self._renewed = 0.0

    @property
    def is_at_long(self) -> bool:
        """Whether it does a job that may take long."""
        job = self._job
        return job is not None and not job.is_quick

    def run_once(self) -> bool:
        """Do one job; False if there is none. Raises database errors."""
        with self._database.reading() as connection:
            thinking = Thinking(connection)
            if not (thinking.has_quick_work if self._only_quick else thinking.has_work)(self._now()):
                return False
        self._let_pass()
        with self._changing() as thinking:
            job = thinking.take(self._now(), LEASE, self._only_quick)
        if job is None:
            return False
        self._job, self._renewed = job, time.monotonic()
        begun = time.monotonic()
        try:
            result = self._do(job)
        except Stopped as stopped:
            with self._changing() as thinking:
                thinking.give_back(job, self._now())
            return isinstance(stopped, _MakesWay)
        finally:
            self._job = None
        self._observer.bot_answered(job.level, result, time.monotonic() - begun)
        log.info("bot.answered", **_named(job), result=result, seconds=round(time.monotonic() - begun, 3))
        return True

    def _do(self, job: Job) -> str:
        if job.game not in self._catalogue:
            return self._wait_for_game(job)
        ways = [] if job.attempts > MOST_ATTEMPTS else [self._play_anything]
        if job.attempts <= MOST_ENDS:
            ways.insert(0, self._play_well)
        for way in ways:
            try:
                return way(job)
            except Stopped:
                raise
            except Exception as error:
                if is_out_of_order(error) or lost_the_race(error) or waited_too_long(error):
                    raise
                self._note(job, str(error) if isinstance(error, Failed) else trace_of(error))
        if not ways:
            self._note(job, f"Servers have ended {job.attempts - 1} times while they had this.")
        log.error("bot.gave_up", **_named(job))
        with self._changing() as thinking:
            thinking.put_aside(job)
        return "aside"

    def _wait_for_game(self, job: Job) -> str:
        """Delay a job whose game is not installed, telling the operator once."""
        if job.failure != NOT_INSTALLED:
            self._note(job, NOT_INSTALLED)
        with self._changing() as thinking:
            thinking.give_back(job, self._now() + WITHOUT_GAME)
        return "waits"

    def _play_well(self, job: Job) -> str:
        asked = self._asked(job)
        return self._hand_in(job, self._thought(job, asked), "thought") if asked else "stale"

    def _ask(self, what: str, asked: _Asked) -> str | bool:
        return self._client.ask(what, asked.question, self._renew)

    def _play_anything(self, job: Job) -> str:
        asked = self._asked(job)
        if asked is None:
            return "stale"
        answer = self._ask(RANDOM, asked) if job.about is TaskKind.MOVE else "reject"
        return self._hand_in(job, str(answer), "random")

    def _asked(self, job: Job) -> _Asked | None:
        self._let_pass()
        with self._database.reading() as connection:
            work = UnitOfWork(connection, self._catalogue)
            board = work.boards.load(job.game, job.board)
            if board is None or not work.thinking.is_wanted(job):
                return None
            return _Asked(bot_view_of(board, job, is_rated(board)), swap_comes(board, job, after=0))

    def _thought(self, job: Job, asked: _Asked) -> str:
        if job.about is TaskKind.UNDO:
            return "accept" if agrees_to_undo(asked.question.is_rated) else "reject"
        if job.about is TaskKind.DRAW:
            return "accept" if self._ask(TIE, asked) is True else "reject"
        if asked.may_swap and self._ask(SWAP, asked) is True:
            return SWAP_MOVE
        return str(self._ask(MOVE, asked))

    def _hand_in(self, job: Job, move: str, how: str) -> str:
        """Make the bot's move or answer, unless the board has changed (`stale`).

        Raises `Failed` if it is refused.
        """
        self._let_pass()
        fields = CommandFields("move", (str(job.board), *move.split(), f"#{job.number}"), job.game)
        with self._database.writing() as connection:
            thinking = Thinking(connection)
            wanted = _Wanted(thinking, job)
            request = Request(signed_in(job.bot.userid), expects=wanted, fields=fields, shows_answer=False)
            answer = self._office.handle_within(request, connection)
            is_wanted = thinking.is_wanted(job)
        if not (is_wanted or answer.ok):
            return "stale"
        if is_wanted:
            raise Failed("What it found changed nothing." if answer.ok else "What it found is no legal move.")
        self._written()
        return how

    def _note(self, job: Job, why: str) -> None:
        log.warning("bot.failed", **_named(job), reason=why)
        with self._changing() as thinking:
            thinking.note_failure(job, why, self._now())

    def _renew(self) -> None:
        """Extend the lease now and then. Raises `_MakesWay` for a guest's job while somebody else waits."""
        if self._job is not None and self._job.is_for_guest:
            with self._database.reading() as connection:
                if Thinking(connection).has_work(self._now(), of_people=True):
                    raise _MakesWay
        if self._job is not None and time.monotonic() - self._renewed > RENEWED_SECONDS:
            with self._changing() as thinking:
                thinking.extend(self._job, self._now() + LEASE)
            self._renewed = time.monotonic()

    @contextmanager
    def _changing(self) -> Iterator[Thinking]:
        with self._database.writing() as connection:
            yield Thinking(connection)


def _named(job: Job) -> dict[str, Any]:
    return {
        "game": job.game,
        "board": job.board,
        "bot": job.bot.userid,
        "number": job.number,
        "about": job.about.value,
    }
