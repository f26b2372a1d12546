"""The scheduler: handles due boards, seasons, open challenges, invitations, daily letters and guests, each in its own
transaction.

A round can be interrupted and repeated. Of all processes on a database, one at a time makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

import structlog

from pbmserv.commands.accounts.guests import drop_guests
from pbmserv.commands.operator.reports import letter_is_due, tell_of_reports
from pbmserv.commands.playing.clock_verdicts import Decided, look_at
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
from pbmserv.post_office import Done, PostOffice
from pbmserv.request_ids import new_request_id
from pbmserv.running.traces import log_failure
from pbmserv.storage.boards import Due, DueBoards
from pbmserv.storage.daily_letters import DailyLetters, DueLetter
from pbmserv.storage.database import Database
from pbmserv.storage.faults import is_out_of_order, lost_the_race, waited_too_long
from pbmserv.storage.game_limits import Seekers
from pbmserv.storage.games import Games
from pbmserv.storage.guests import Guests
from pbmserv.storage.invitations import Invitations
from pbmserv.storage.open_challenges import OpenChallenges
from pbmserv.storage.tournaments import Seasons

LOCK = "clock"
MATCHING = "match seekers"
"""A separate task, so that matching and rounds do not block each other."""

READ_AT_ONCE = 200
"""The number of due boards in one query."""

MOST_MATCHED = 50
"""The maximum number of boards started by matching in a round."""

GUESTS_AT_ONCE = 20
"""The number of guests deleted in one transaction, with all that is theirs."""

TRY_AGAIN_AFTER = timedelta(hours=1)
"""When a board that failed is due again."""

log = structlog.get_logger(__name__)


@dataclass
class Round:
    """The result of a round: boards handled, decisions, letters.

    `daily` counts daily letters handled, even empty ones. `failed` are game and number of boards that failed;
    `seasons` are steps taken, `failed_seasons` row ids. `elsewhere` says that another process was making the round.
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
    """The number of expired open challenges and invitations."""
    matched: int = 0
    """The number of boards started by matching."""
    guests: int = 0
    """The number of guests deleted, whose day is over."""

    def count(self, verdict: Verdict) -> int:
        return sum(decided.verdict is verdict for decided in self.decided)


class _Lapsing(NamedTuple):
    facts: dict[str, Any]
    lapse: Callable[[Call], bool]


class Scheduler:
    """Makes the clock's rounds through a post office on the same database.

    `stopping` is asked between boards; the next round resumes an interrupted one. With `one_round` it makes a single
    round and knows nothing of the time before.
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
        return bool(
            self._list(at, 1, None)
            or self._lapsed(at, 1)
            or self._list_letters(at, 1, None)
            or self._list_seasons(at, 1)
            or self._reports_wait(at)
            or self._guests(at)
        )

    def make_round(self, at: datetime, dry_run: bool = False, progress: Callable[[int], None] | None = None) -> Round:
        """Handle everything due at that time.

        A `dry_run` changes nothing. `progress` is told the number of boards handled. Raises database errors.
        """
        made = Round()
        self._mail.begin_round(at)
        with self._database.alone(LOCK) as alone:
            made.elsewhere = not alone
            if alone:
                self._look_at_boards(at, dry_run, made, progress)
                self._lapse(at, dry_run, made)
                if self._write_letters(at, dry_run, made):
                    # Reminders that waited for these letters, and did not come with one.
                    self._look_at_boards(at, dry_run, made, progress)
            for season in self._list_seasons(at, READ_AT_ONCE) if alone else ():
                self._look_at_season(season, at, dry_run, made)
            if alone and self._reports_wait(at):
                done = self._office.act(tell_of_reports, at, dry_run)
                made.letters += done.letters
                log.info("clock.reports", reports=done.result, dry_run=dry_run)
            while alone and self._guests(at) and not self._stopping() and self._drop_guests(at, dry_run, made):
                pass
        if made.guests:
            log.info("clock.guests", deleted=made.guests, dry_run=dry_run)
        if made.daily:
            log.info("clock.daily", letters=made.daily, dry_run=dry_run)
        if made.decided:
            log.info("clock.round", **{verdict.value: made.count(verdict) for verdict in Verdict}, dry_run=dry_run)
        return made

    def _look_at_boards(
        self, at: datetime, dry_run: bool, made: Round, progress: Callable[[int], None] | None
    ) -> None:
        """Look at the boards that are due, at each once in a round."""
        seen = {(each.game, each.number) for each in made.decided} | set(made.failed)
        for due in self._due(at):
            if self._stopping():
                break
            if (due.game, due.number) in seen:
                continue
            before = len(made.decided)
            self._look_at(due, at, dry_run, made)
            seen.update((each.game, each.number) for each in made.decided[before:])
            made.looked_at += max(len(made.decided) - before, 1)
            if progress:
                progress(made.looked_at)

    def _write_letters(self, at: datetime, dry_run: bool, made: Round) -> bool:
        """Write the letters of the day that are due; return whether any was."""
        some = False
        for letter in self._due_letters(at):
            if self._stopping():
                break
            self._write(letter, at, dry_run, made)
            some = True
        return some

    def count_boards(self) -> None:
        """Count the boards of each game, for lists of games with too many to count each time."""
        with self._database.reading() as connection:
            counts = Games(connection).counts_to_keep(self._catalogue)
        if counts:
            with self._database.writing() as connection:
                Games(connection).keep_counts(counts)

    def match_seekers(self, at: datetime) -> int:
        """Start boards of seekers, each in its own transaction; return how many.

        The number is limited; the rest is left for the next round.
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
        with self._database.reading() as connection:
            challenges = OpenChallenges(connection, self._catalogue).lapsed(at, limit)
            invitations = Invitations(connection).lapsed(at, limit)
        waiting = [
            _Lapsing({"game": game, "board": number}, partial(lapse, game=game, number=number))
            for game, number in challenges
        ]
        return waiting + [_Lapsing({"invitation": row}, partial(lapse_invitation, row=row)) for row in invitations]

    def _lapse(self, at: datetime, dry_run: bool, made: Round) -> None:
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

    def _reports_wait(self, at: datetime) -> bool:
        return self._office.look_up(lambda call: letter_is_due(replace(call, at=at)))

    def _guests(self, at: datetime) -> bool:
        with self._database.reading() as connection:
            return bool(Guests(connection).over(at, 1))

    def _drop_guests(self, at: datetime, dry_run: bool, made: Round) -> bool:
        """Delete some guests; return whether to go on with others."""
        request = new_request_id()
        try:
            dropped = self._office.act(lambda call: drop_guests(call, GUESTS_AT_ONCE), at, dry_run, request).result
        except Exception as error:
            if is_out_of_order(error):
                raise
            log_failure("clock.failed", error, request=request)
            return False
        made.guests += dropped
        return dropped > 0 and not dry_run

    def _due_letters(self, at: datetime) -> Iterator[DueLetter]:
        last = None
        while found := self._list_letters(at, READ_AT_ONCE, last):
            yield from found
            last = found[-1]

    def _list_letters(self, at: datetime, limit: int, after: DueLetter | None) -> list[DueLetter]:
        with self._database.reading() as connection:
            return DailyLetters(connection).page(at, limit, after)

    def _write(self, due: DueLetter, at: datetime, dry_run: bool, made: Round) -> None:
        """Write a daily letter. A failure does not stop the others."""
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
        """Take a season's steps, each in its own transaction, until nothing is left to do."""
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

    def _decide(self, due: Due, at: datetime, dry_run: bool, request: str) -> Done[list[Decided]]:
        """Decide about a board, and remind of others; about the board alone if one of these others fails."""
        may_wait = self._mail.may_wait
        try:
            return self._office.act(lambda call: look_at(call, due, may_wait), at, dry_run, request)
        except Exception as error:
            if is_out_of_order(error) or waited_too_long(error) or lost_the_race(error):
                raise
        return self._office.act(lambda call: look_at(call, due, may_wait, is_alone=True), at, dry_run, request)

    def _look_at(self, due: Due, at: datetime, dry_run: bool, made: Round) -> None:
        request = new_request_id()
        try:
            done = self._decide(due, at, dry_run, request)
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
        for decided in done.result:
            facts = {"game": decided.game, "board": decided.number, "verdict": decided.verdict.value}
            log.info("clock.decided", request=request, **facts, letters=len(letters), dry_run=dry_run)
        made.decided += done.result
        made.letters += letters
