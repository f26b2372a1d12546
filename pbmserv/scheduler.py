"""The clock's rounds: every board that is due is looked at, each in a transaction of its own, and so is whatever
waits for players and has waited for too long; every letter of a day that is due is written.

A round can be broken off anywhere and made again at any time: a decision is stored together with its letters, and
with the time when the board is due next. Of all processes on one database, one at a time makes the round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

import structlog

from pbmserv.commands.playing.clock import Decided, look_at
from pbmserv.commands.requests.context import Call
from pbmserv.commands.starting.invitations import lapse_invitation
from pbmserv.commands.starting.open_challenges import lapse
from pbmserv.commands.starting.seeking import NotMatched, begin_match, found
from pbmserv.commands.tournaments import seasons
from pbmserv.commands.watching.daily_letter import write_daily
from pbmserv.games.base import Game
from pbmserv.letters.letter import Letter
from pbmserv.mail.before_deadline import MailBeforeDeadline
from pbmserv.play.board import Player
from pbmserv.play.clock import Verdict
from pbmserv.post_office import PostOffice
from pbmserv.request_ids import new_request_id
from pbmserv.running.traces import log_failure
from pbmserv.storage.boards import Due, DueBoards
from pbmserv.storage.daily_letters import DailyLetters, DueLetter
from pbmserv.storage.database import Database
from pbmserv.storage.faults import is_out_of_order, lost_the_race, waited_too_long
from pbmserv.storage.game_limits import Seekers
from pbmserv.storage.games import Games
from pbmserv.storage.invitations import Invitations
from pbmserv.storage.open_challenges import OpenChallenges
from pbmserv.storage.tournaments import Seasons

LOCK = "clock"
MATCHING = "match seekers"
"""A task of its own: who matches seekers must not keep the clock from a round, nor the other way round."""

READ_AT_ONCE = 200
"""How many of the due boards one query lists."""

MOST_MATCHED = 50
"""How many boards begin in one round of those who seek some."""

TRY_AGAIN_AFTER = timedelta(hours=1)
"""When a board that could not be looked at is due again."""

log = structlog.get_logger(__name__)


@dataclass
class Round:
    """What came of a round: how many boards were looked at, what was decided, and the letters about that.

    `daily` is how many letters of a day were seen to, even if there was nothing to tell. `failed` are the boards that
    could not be looked at, as pairs of game and number; `seasons` are the steps that seasons of tournaments have
    taken, `failed_seasons` those that could not, by their rows. `elsewhere` says that another process was making the
    round, so nothing was done here.
    """

    looked_at: int = 0
    decided: list[Decided] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    daily: int = 0
    failed: list[tuple[str, int]] = field(default_factory=list)
    seasons: list[str] = field(default_factory=list)
    failed_seasons: list[int] = field(default_factory=list)
    elsewhere: bool = False
    lapsed: int = 0
    """How many open challenges, and invitations by mail address, have waited for too long."""
    matched: int = 0
    """How many boards have begun of players who seek one, where that was done as well."""

    def count(self, verdict: Verdict) -> int:
        """For how many boards this was decided."""
        return sum(decided.verdict is verdict for decided in self.decided)


class _Lapsing(NamedTuple):
    """Something that has waited for too long, in the facts that the log has of it, and how it is taken down."""

    facts: dict[str, Any]
    lapse: Callable[[Call], bool]


class Scheduler:
    """Makes the clock's rounds through a post office on the same database.

    `stopping` is asked between boards: a round that is broken off is taken up by the next one. `one_round`: it makes
    one and ends, so it knows nothing of the time before.
    """

    def __init__(
        self,
        database: Database,
        office: PostOffice,
        catalogue: Mapping[str, Game[Any]],
        stopping: Callable[[], bool] = lambda: False,
        one_round: bool = False,
    ) -> None:
        self._database = database
        self._office = office
        self._catalogue = catalogue
        self._stopping = stopping
        self._mail = MailBeforeDeadline(one_round)

    def is_due(self, at: datetime) -> bool:
        """Whether there is any board to look at, or anything else."""
        return bool(
            self._list(at, 1, None)
            or self._lapsed(at, 1)
            or self._list_letters(at, 1, None)
            or self._list_seasons(at, 1)
        )

    def make_round(self, at: datetime, dry_run: bool = False, progress: Callable[[int], None] | None = None) -> Round:
        """Look at all boards and all seasons of tournaments that are due at that time.

        With `dry_run`, nothing is changed and no letter is written. After each board, `progress` is told how many
        have been looked at. Raises whatever the database raises when it cannot be reached.
        """
        made = Round()
        self._mail.begin_round(at)
        with self._database.alone(LOCK) as alone:
            made.elsewhere = not alone
            for due in self._due(at) if alone else ():
                if self._stopping():
                    break
                self._look_at(due, at, dry_run, made)
                made.looked_at += 1
                if progress:
                    progress(made.looked_at)
            if alone:
                self._lapse(at, dry_run, made)
            for letter in self._due_letters(at) if alone else ():
                if self._stopping():
                    break
                self._write(letter, at, dry_run, made)
            for season in self._list_seasons(at, READ_AT_ONCE) if alone else ():
                self._look_at_season(season, at, dry_run, made)
        if made.daily:
            log.info("clock.daily", letters=made.daily, dry_run=dry_run)
        if made.decided:
            log.info("clock.round", **{verdict.value: made.count(verdict) for verdict in Verdict}, dry_run=dry_run)
        return made

    def count_boards(self) -> None:
        """Count how much each game is played, so that lists can tell it even if that is too much to count each
        time."""
        with self._database.reading() as connection:
            counts = Games(connection).counts_to_keep(self._catalogue)
        if counts:
            with self._database.writing() as connection:
                Games(connection).keep_counts(counts)

    def match_seekers(self, at: datetime) -> int:
        """Bring players together who seek the same game, each board in a transaction of its own; says how many.

        No more than so many boards begin in one round: what is left over is for the next.
        """
        begun = 0
        with self._database.alone(MATCHING) as alone:
            for game in self._sought() if alone else ():
                for players in self._found(game, at):
                    if self._stopping() or begun == MOST_MATCHED:
                        return begun
                    begun += self._match(game, players, at)
        return begun

    def _sought(self) -> list[Game[Any]]:
        with self._database.reading() as connection:
            return [self._catalogue[word] for word in Seekers(connection).games() if word in self._catalogue]

    def _found(self, game: Game[Any], at: datetime) -> list[tuple[Player, ...]]:
        return self._office.look_up(lambda call: found(replace(call, at=at), game))

    def _match(self, game: Game[Any], players: tuple[Player, ...], at: datetime) -> bool:
        request = new_request_id()
        try:
            done = self._office.act(partial(begin_match, game=game, players=players), at, request_id=request)
        except NotMatched:
            return False
        except Exception as error:
            if is_out_of_order(error):
                raise
            # One board that cannot begin must not keep all others from beginning.
            log_failure("clock.not_matched", error, request=request, game=game.word)
            return False
        log.info("clock.matched", request=request, game=game.word, board=done.result.number)
        return True

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
            return DueBoards(connection).page(at, limit, after)

    def _lapsed(self, at: datetime, limit: int) -> list[_Lapsing]:
        """What has waited for too long: open challenges, and invitations that nobody has answered."""
        with self._database.reading() as connection:
            challenges = OpenChallenges(connection, self._catalogue).lapsed(at, limit)
            invitations = Invitations(connection).lapsed(at, limit)
        waiting = [
            _Lapsing({"game": game, "board": number}, partial(lapse, game=game, number=number))
            for game, number in challenges
        ]
        return waiting + [_Lapsing({"invitation": row}, partial(lapse_invitation, row=row)) for row in invitations]

    def _lapse(self, at: datetime, dry_run: bool, made: Round) -> None:
        """Take down what has waited for too long; what is left over is for the next round."""
        for each in self._lapsed(at, READ_AT_ONCE):
            if self._stopping():
                return
            request = new_request_id()
            try:
                done = self._office.act(each.lapse, at, dry_run, request)
            except Exception as error:
                if is_out_of_order(error):
                    raise
                # One that cannot be taken down must not keep all that comes after it from being done.
                log_failure("clock.failed", error, request=request, **each.facts)
                if "board" in each.facts:
                    made.failed.append((each.facts["game"], each.facts["board"]))
                continue
            if done.result:
                log.info("clock.lapsed", request=request, **each.facts, dry_run=dry_run)
                made.lapsed += 1
                made.letters += [letter for letter in done.letters if letter.to]

    def _due_letters(self, at: datetime) -> Iterator[DueLetter]:
        last = None
        while found := self._list_letters(at, READ_AT_ONCE, last):
            yield from found
            last = found[-1]

    def _list_letters(self, at: datetime, limit: int, after: DueLetter | None) -> list[DueLetter]:
        with self._database.reading() as connection:
            return DailyLetters(connection).page(at, limit, after)

    def _write(self, due: DueLetter, at: datetime, dry_run: bool, made: Round) -> None:
        """Write a letter of a day. One that cannot be written must not stop all others."""
        request = new_request_id()
        try:
            done = self._office.act(lambda call: write_daily(call, due), at, dry_run, request)
        except Exception as error:
            if is_out_of_order(error):
                raise
            log_failure("clock.daily_failed", error, request=request, player=due.player_id)
            if not (waited_too_long(error) or lost_the_race(error)):
                later = at + TRY_AGAIN_AFTER
                self._office.act(lambda call: call.work.daily_letters.next_at(due, later), at, dry_run, request)
            return
        made.daily += done.result
        made.letters += [letter for letter in done.letters if letter.to]

    def _list_seasons(self, at: datetime, limit: int) -> list[int]:
        with self._database.reading() as connection:
            return Seasons(connection).due(at, limit)

    def _look_at_season(self, season: int, at: datetime, dry_run: bool, made: Round) -> None:
        """Have a season take its steps, each in a transaction of its own, until there is nothing more to do now."""
        while not self._stopping():
            request = new_request_id()
            try:
                done = self._office.act(lambda call: seasons.look_at(call, season), at, dry_run, request)
            except Exception as error:
                if is_out_of_order(error):
                    raise
                log_failure("clock.failed", error, request=request, season=season)
                made.failed_seasons.append(season)
                if not (waited_too_long(error) or lost_the_race(error)):
                    self._office.act(
                        lambda call: seasons.look_again(call, season, at + TRY_AGAIN_AFTER), at, dry_run, request
                    )
                return
            if done.result is None:
                return
            letters = [letter for letter in done.letters if letter.to]
            log.info("clock.season", request=request, season=season, step=done.result, letters=len(letters))
            made.seasons.append(done.result)
            made.letters += letters
            if dry_run:
                return

    def _look_at(self, due: Due, at: datetime, dry_run: bool, made: Round) -> None:
        request = new_request_id()
        try:
            done = self._office.act(lambda call: look_at(call, due, self._mail.may_wait), at, dry_run, request)
        except Exception as error:
            if is_out_of_order(error):
                raise
            # One board that cannot be looked at, whatever the reason, must not stop the clocks of all the others.
            log_failure("clock.failed", error, request=request, game=due.game, board=due.number)
            made.failed.append((due.game, due.number))
            if waited_too_long(error) or lost_the_race(error):
                # It stays due. Writing anything to it would mean waiting once more for whoever has it.
                return
            self._office.act(lambda call: call.work.due.look_again(due, at + TRY_AGAIN_AFTER), at, dry_run, request)
            return
        letters = [letter for letter in done.letters if letter.to]
        if done.result is not None:
            facts = {"game": due.game, "board": due.number, "verdict": done.result.verdict.value}
            log.info("clock.decided", request=request, **facts, letters=len(letters), dry_run=dry_run)
            made.decided.append(done.result)
        made.letters += letters
