"""What a server owes its players, told a second time and in fewer words than the server itself needs.

The model takes what everybody may know of a board from the board (`Facts`). From how that changes, and from what
players have said, it follows who has to be told, who may do what, who has had to move for how long, and what the
clock may decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import Any

from pbmserv.games.base import Game, Illegal, Options
from pbmserv.play.board import Question, Status, Terms
from pbmserv.play.clock import Verdict
from tests.state_machine.facts import Facts, Key

EVERY_BOARD = 0
"""In the place of a number: all boards of a game, and those to come."""

DAY = timedelta(days=1)
DAY_OFF = "-"
NO_TIME = timedelta()
HOUR = timedelta(hours=1)
"""All that happens in these lives happens on the hour."""
STOPS = 3
"""How often the proposals of each player stop the clock, from one move to the next."""
TO_SETTLE_IN = 3 * DAY
"""After an absence nobody loses a game so soon."""
IN_THE_LISTS = 14 * DAY
"""How long a board stays there when it is over."""


@dataclass
class Wish:
    """What a player wants of a game: at most so many boards, and so many more challenges."""

    most_boards: int | None = None
    seeking: int = 0


@dataclass
class Clocks:
    """How long each player of a board has had to move: in all, on this move, and to answer what was proposed."""

    used: dict[str, timedelta] = field(default_factory=dict)
    used_after: list[dict[str, timedelta]] = field(default_factory=list)
    """The same after each of the moves that were made."""
    on_this_move: dict[str, timedelta] = field(default_factory=dict)
    """Since the last move, or since the last question ended that stopped the clock, but for such questions."""
    since_the_move: dict[str, timedelta] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)
    """How often each has proposed a tie since the last move."""
    rests_since: datetime | None = None
    """When the open question was asked, if it stops the clock."""
    left: dict[str, timedelta] = field(default_factory=dict)
    """How long those have who had to move when such a question ended."""
    eased: set[str] = field(default_factory=set)
    """Who had less than a day then, and was given one."""
    unanswered: dict[str, timedelta] = field(default_factory=dict)
    """Since something was proposed."""
    asked_again: dict[str, datetime] = field(default_factory=dict)
    """When each was first reminded of what was proposed."""
    nagged: dict[str, datetime] = field(default_factory=dict)
    """When each was first reminded of this move."""
    last_nag: datetime | None = None


@dataclass
class Model:
    """What has been said and done on a server so far, as far as it matters to what comes next."""

    now: datetime
    boards: dict[Key, Facts] = field(default_factory=dict)
    watching: dict[str, set[Key]] = field(default_factory=dict)
    awaiting_the_end: dict[str, set[Key]] = field(default_factory=dict)
    wishes: dict[tuple[str, str], Wish] = field(default_factory=dict)
    """By userid and game."""
    absences: dict[str, list[tuple[datetime, datetime]]] = field(default_factory=dict)
    clocks: dict[Key, Clocks] = field(default_factory=dict)
    withdrawn: list[tuple[str, str, datetime]] = field(default_factory=list)
    """Who has withdrawn from a board of which game, and when."""

    # Letters

    def readers(self, before: Facts | None, after: Facts) -> set[str]:
        """Who has to be told what has happened on a board."""
        if before is None or after.status is Status.REMOVED:
            playing = set(after.seats)
        else:
            playing = after.staying | before.staying
        watching = self._who(self.watching, after.key)
        has_ended = after.is_over and (before is None or before.is_on)
        return playing | watching | (self._who(self.awaiting_the_end, after.key) if has_ended else set())

    def chatters(self, facts: Facts) -> set[str]:
        """Who gets what somebody writes to a board, and may write to it."""
        playing = set(facts.seats) if facts.status is Status.REMOVED else facts.staying
        return playing | self._who(self.watching, facts.key)

    # What has happened

    def observe(self, before: Facts | None, after: Facts) -> None:
        """Take note of how a board has changed."""
        self.boards[after.key] = after
        clocks = self.clocks.setdefault(after.key, Clocks())
        if before is None:
            for userid in set(after.seats):
                self.wish(userid, after.game.word).seeking = max(self.wish(userid, after.game.word).seeking - 1, 0)
            return
        for userid in before.staying - (after.staying if after.status is not Status.REMOVED else before.staying):
            self.watching.setdefault(userid, set()).add(after.key)
        if after.begins_again(before):
            clocks = self.clocks[after.key] = Clocks()
        elif before.moves != after.moves:
            self._note_moves(clocks, before, after)
        elif clocks.rests_since and after.is_on and not after.vote:
            self._go_on(clocks, after)
        if not after.vote:
            clocks.rests_since = None
        elif not before.vote and after.tie_is_proposed:
            proposer = after.vote[1][0]
            clocks.asked[proposer] = clocks.asked.get(proposer, 0) + 1
            clocks.rests_since = self.now if clocks.asked[proposer] <= STOPS else None
        if after.vote is None or before.vote is None or after.vote[1][0] != before.vote[1][0]:
            clocks.unanswered, clocks.asked_again = {}, {}

    def _note_moves(self, clocks: Clocks, before: Facts, after: Facts) -> None:
        """Take note that moves were made, or taken back: then all have used what they had after the last of them."""
        clocks.on_this_move, clocks.since_the_move, clocks.asked, clocks.left = {}, {}, {}, {}
        clocks.nagged, clocks.last_nag, clocks.eased = {}, None, set()
        if len(after.moves) < len(before.moves):
            del clocks.used_after[len(after.moves) :]
            clocks.used = dict(clocks.used_after[-1]) if clocks.used_after else {}
        else:
            clocks.used_after += [dict(clocks.used) for _ in after.moves[len(before.moves) :]]

    def _go_on(self, clocks: Clocks, facts: Facts) -> None:
        """Have the clocks go on after a question with what was left before it, the first time a day at least."""
        left = {userid: self._left(clocks, facts, userid) for userid in facts.to_move}
        eased = {userid for userid, time in left.items() if time < DAY} - clocks.eased
        clocks.left = {userid: DAY if userid in eased else time for userid, time in left.items()}
        clocks.eased |= eased
        clocks.on_this_move = {}

    def _left(self, clocks: Clocks, facts: Facts, userid: str) -> timedelta:
        """How much time a player had when the open question was asked, counted hour by hour."""
        asked_at = at = clocks.rests_since or self.now
        nagged = min(clocks.nagged.get(userid, asked_at), asked_at)
        then = [(start, end) for start, end in self.absences.get(userid, ()) if start <= asked_at]
        days, counted = facts.terms.days, NO_TIME
        while not (
            self._is_over(facts, userid, counted)
            and _on_days(days, nagged, at) >= DAY
            and not _stands_still(days, then, at, TO_SETTLE_IN)
        ):
            counted += _counted(days, then, at, at + HOUR)
            at += HOUR
        return counted

    def pass_time(self, time: timedelta) -> None:
        """Let time go by, on the clocks of those who are not away."""
        until = self.now + time
        for key, facts in self.boards.items():
            if not facts.is_on:
                continue
            clocks = self.clocks[key]
            days = facts.terms.days
            for seat in facts.seats_to_move if not clocks.rests_since else ():
                _add(clocks.used, facts.seats[seat], self._counted(facts.seats[seat], until, days))
            for userid in facts.to_move:
                _add(clocks.since_the_move, userid, self._counted(userid, until, days))
                if not clocks.rests_since:
                    _add(clocks.on_this_move, userid, self._counted(userid, until, days))
            for userid in facts.staying if facts.vote else ():
                _add(clocks.unanswered, userid, self._counted(userid, until, days))
        self.now = until

    def go_away(self, userid: str, until: datetime) -> None:
        """Have a player be away until then; who is away already comes back then."""
        away = self.absences.setdefault(userid, [])
        start = away.pop()[0] if away and away[-1][1] > self.now else self.now
        if start < until:
            away.append((start, until))

    def is_away(self, userid: str) -> bool:
        """Whether a player is on vacation now."""
        return any(start <= self.now < end for start, end in self.absences.get(userid, ()))

    # Lists

    def wish(self, userid: str, word: str) -> Wish:
        """What a player wants of a game."""
        return self.wishes.setdefault((userid, word), Wish())

    def active_boards(self, userid: str, word: str) -> int:
        """On how many boards of a game a player plays."""
        return sum(facts.is_on and userid in facts.staying for facts in self._of(word))

    def count(self, word: str) -> tuple[int, int]:
        """How many boards of a game are being played, and by how many players."""
        playing = [facts.staying for facts in self._of(word) if facts.is_on]
        return len(playing), len(set().union(*playing))

    def listed(self, word: str | None, which: str, names: Sequence[str] = ()) -> list[Key]:
        """The boards, in order, that a list shows for a selector and players."""
        wanted = {
            "active": {Status.ACTIVE},
            "next": {Status.ACTIVE},
            "inactive": {Status.OVER},
            "all": {Status.ACTIVE, Status.OVER},
        }[which]
        return sorted(
            facts.key
            for facts in self.boards.values()
            if (word in {None, facts.game.word})
            and facts.status in wanted
            and (not names or set(names) & set(facts.to_move if which == "next" else facts.seats))
        )

    def finished(self, word: str, names: Sequence[str] = ()) -> list[Facts]:
        """The games that are over, newest first."""
        over = [facts for facts in self._of(word) if facts.is_over and (not names or set(names) & set(facts.seats))]
        return sorted(over, key=lambda facts: (facts.finished_at or self.now, facts.number), reverse=True)

    # What players may do

    def may_start(self, game: Game[Any], userids: Sequence[str], options: Options, terms: Terms) -> bool:
        """Whether these players can be challenged, by somebody who may."""
        if len(userids) not in game.seats or (len(set(userids)) < len(userids) and not game.same_player_twice):
            return False
        limits = [(self.wish(userid, game.word).most_boards, userid) for userid in userids]
        if any(most is not None and self.active_boards(userid, game.word) >= most for most, userid in limits):
            return False
        if terms.nag_days > terms.forfeit_days or (terms.increment_hours and not terms.total_days):
            return False
        try:
            game.check_options(options, len(userids))
        except Illegal:
            return False
        # What players take on trust is not rated.
        return not (terms.rated and game.on_trust(options))

    def may_propose(self, facts: Facts, userid: str, question: Question) -> bool:
        """Whether a player may open a vote, or join one by proposing the same."""
        if not facts.is_on or userid not in facts.staying or len(facts.seats) < 2:
            return False
        if question is Question.DRAW and not facts.game.allows_draw:
            return False
        if question is Question.DRAW and facts.is_leaving(userid):
            return False
        if question is Question.UNDO and facts.kept_by_undo(userid) is None:
            return False
        return facts.vote is None or (facts.vote[0] is question and userid not in facts.vote[1])

    def may_answer(self, facts: Facts, userid: str, agrees: bool) -> bool:
        """Whether a player may say yes or no to a vote."""
        if not facts.is_on or userid not in facts.staying or facts.vote is None:
            return False
        return not agrees or not (userid in facts.vote[1] or (facts.tie_is_proposed and facts.is_leaving(userid)))

    def note_withdrawal(self, userid: str, word: str) -> None:
        """Take note that a player has withdrawn from a board of a game."""
        self.withdrawn.append((userid, word, self.now))

    def withdrawals(self, userid: str, word: str) -> int:
        """From how many boards of a game a player has withdrawn within a day."""
        return sum(by == userid and of == word and at > self.now - DAY for by, of, at in self.withdrawn)

    # The clock

    def verdict(self, facts: Facts) -> tuple[Verdict, frozenset[str]] | None:
        """What the clock has to decide for a board now, and about whom."""
        if facts.status is Status.OVER and facts.finished_at and facts.finished_at + IN_THE_LISTS <= self.now:
            return Verdict.ARCHIVE, frozenset()
        out_of_time = frozenset(userid for userid in facts.to_move if self._may_forfeit(facts, userid))
        if out_of_time:
            return Verdict.FORFEIT, out_of_time
        if self._silence_agrees(facts):
            return Verdict.TIE, frozenset()
        late = frozenset(userid for userid in facts.to_move if self._may_nag(facts, userid))
        late |= frozenset(userid for userid in facts.staying if self._may_be_asked_again(facts, userid))
        return (Verdict.NAG, late) if late else None

    def _may_forfeit(self, facts: Facts, userid: str) -> bool:
        clocks = self.clocks[facts.key]
        nagged = clocks.nagged.get(userid)
        has_run_out = not clocks.rests_since and self._is_over(facts, userid)
        was_warned = nagged is not None and _on_days(facts.terms.days, nagged, self.now) >= DAY
        return has_run_out and was_warned and not self._stands_still(facts, userid, TO_SETTLE_IN)

    def _may_nag(self, facts: Facts, userid: str) -> bool:
        clocks = self.clocks[facts.key]
        days = min(facts.terms.nag_days, facts.terms.forfeit_days)
        waits_long = clocks.since_the_move.get(userid, NO_TIME) >= days * DAY
        is_early = clocks.last_nag is not None and clocks.last_nag + DAY > self.now
        is_due = waits_long or (not clocks.rests_since and self._is_over(facts, userid))
        return is_due and not is_early and not self._stands_still(facts, userid)

    def _silence_agrees(self, facts: Facts) -> bool:
        """Whether all who have not answered a proposed tie have been silent for so long that they agree."""
        if facts.vote is None or not facts.tie_is_proposed:
            return False
        patience = facts.terms.forfeit_days * DAY
        clocks = self.clocks[facts.key]
        return all(
            clocks.unanswered.get(userid, NO_TIME) >= patience
            and userid in clocks.asked_again
            and _on_days(facts.terms.days, clocks.asked_again[userid], self.now) >= DAY
            and not self._stands_still(facts, userid)
            for userid in facts.staying - set(facts.vote[1])
        )

    def _may_be_asked_again(self, facts: Facts, userid: str) -> bool:
        """Whether a player who does not have to move is reminded of a proposed tie."""
        clocks = self.clocks[facts.key]
        if facts.vote is None or not facts.tie_is_proposed or userid in {*facts.vote[1], *facts.to_move}:
            return False
        days = min(facts.terms.nag_days, facts.terms.forfeit_days)
        waits_long = clocks.unanswered.get(userid, NO_TIME) >= days * DAY
        return waits_long and userid not in clocks.asked_again and not self._stands_still(facts, userid)

    def _is_over(self, facts: Facts, userid: str, later: timedelta = NO_TIME) -> bool:
        """Whether a player who has to move has used up the time, or will have when so much more of it is used."""
        clocks = self.clocks[facts.key]
        on_this_move = clocks.on_this_move.get(userid, NO_TIME) + later
        if userid in clocks.left:
            return on_this_move >= clocks.left[userid]
        if on_this_move >= facts.terms.forfeit_days * DAY:
            return True
        if facts.terms.total_days is None:
            return False
        moves = facts.makers.count(userid)
        granted = facts.terms.total_days * DAY + moves * timedelta(hours=facts.terms.increment_hours)
        return clocks.used.get(userid, NO_TIME) + later >= granted

    def note_nag(self, facts: Facts, userids: Iterable[str]) -> None:
        """Take note of a reminder."""
        clocks = self.clocks[facts.key]
        for userid in userids:
            if userid in facts.to_move:
                clocks.last_nag = self.now
                clocks.nagged.setdefault(userid, self.now)
            if facts.vote is not None and userid not in facts.vote[1]:
                clocks.asked_again.setdefault(userid, self.now)

    def _stands_still(self, facts: Facts, userid: str, settled_in: timedelta = NO_TIME) -> bool:
        """Whether a player's clock stands still now: on a day that does not count, or while they are away, and until
        they have been back for that time."""
        return _stands_still(facts.terms.days, self.absences.get(userid, ()), self.now, settled_in)

    def _counted(self, userid: str, until: datetime, days: str) -> timedelta:
        """How much of the time from now until then counts for a player: on these days of the week, and not away."""
        return _counted(days, self.absences.get(userid, ()), self.now, until)

    def _of(self, word: str) -> list[Facts]:
        return [facts for facts in self.boards.values() if facts.game.word == word]

    def _who(self, keys: Mapping[str, set[Key]], board: Key) -> set[str]:
        every = (board[0], EVERY_BOARD)
        return {userid for userid, watched in keys.items() if watched & {board, every}}


def _add(clock: dict[str, timedelta], userid: str, time: timedelta) -> None:
    clock[userid] = clock.get(userid, NO_TIME) + time


def _stands_still(
    days: str, absences: Iterable[tuple[datetime, datetime]], at: datetime, settled_in: timedelta = NO_TIME
) -> bool:
    """Whether a clock stands still then: on a day that does not count, and during one of these absences and so long
    after it, but not longer than it was."""
    return days[at.weekday()] == DAY_OFF or any(
        start <= at and (at < end or _on_days(days, end, at) < min(settled_in, end - start))
        for start, end in absences
    )


def _counted(days: str, absences: Iterable[tuple[datetime, datetime]], since: datetime, until: datetime) -> timedelta:
    """How much of a time counts: on these days of the week, and in none of these absences."""
    parts = (_present([*absences], begin, end) for begin, end in _days_between(days, since, until))
    return sum(parts, NO_TIME)


def _present(absences: Sequence[tuple[datetime, datetime]], since: datetime, until: datetime) -> timedelta:
    """How much of this time is in none of these absences."""
    away = (min(end, until) - max(start, since) for start, end in absences if start < until and end > since)
    return until - since - sum(away, NO_TIME)


def _on_days(days: str, since: datetime, until: datetime) -> timedelta:
    """How much of a time is on these days of the week."""
    return sum((end - begin for begin, end in _days_between(days, since, until)), NO_TIME)


def _days_between(days: str, since: datetime, until: datetime) -> Iterator[tuple[datetime, datetime]]:
    """The parts of a time that are on these days of the week, day by day; all players live by UTC."""
    begin = since
    while begin < until:
        end = min(until, datetime.combine(begin.date(), time(), UTC) + DAY)
        if days[begin.weekday()] != DAY_OFF:
            yield begin, end
        begin = end
