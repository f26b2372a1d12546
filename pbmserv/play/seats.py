"""Who sits at a board, and what they have agreed on: players, their seats with clocks and plans, the terms."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple

from pbmserv.play.bots import thinks_here
from pbmserv.play.days import EVERY_DAY, Absence, Timetable
from pbmserv.play.plans import ChosenMove, QueuedMove, SubmittedMove


class Player(NamedTuple):
    """A player as a board knows them: the store's number, and the name as registered."""

    id: int
    userid: str


@dataclass
class Seat:
    """One place at a board. `leaving`: it resigns when its turn comes. `used`: how long it has had to move, in all.
    `submitted` and `proposed` wait for the player's yes: what they wanted to see first, and what they may have meant.
    `warned_at`: when its player was first reminded of the move that is due. `away`: their absences that matter to its
    clock; `zone`: where they live; `bot`: see `play.bots`; `in_time` and `late`: see `play.punctuality`. `earlier`:
    who had the seat before, and left the game; the first of them since the start. `is_gone`: whether its player has
    left the server.

    Since the last move, `asked` is how often its player has proposed a tie, and `left` is how much time it had for
    its move when the last question that stopped its clock was asked; None if none has ended. `eased` is whether it
    had less than a day then, and was given one. `shifts` counts how often its deadline has changed without a move,
    since the start.
    """

    player: Player
    resigned: bool = False
    leaving: bool = False
    used: timedelta = timedelta()
    queue: list[QueuedMove] = field(default_factory=list)
    chosen: ChosenMove | None = None
    submitted: SubmittedMove | None = None
    proposed: SubmittedMove | None = None
    warned_at: datetime | None = None
    away: tuple[Absence, ...] = ()
    bot: str | None = None
    is_gone: bool = False
    zone: tzinfo = UTC
    in_time: int = 0
    late: int = 0
    earlier: tuple[Player, ...] = ()
    left: timedelta | None = None
    eased: bool = False
    asked: int = 0
    shifts: int = 0

    @property
    def first(self) -> Player:
        """Who has had the seat since the start, whether or not they still have it."""
        return self.earlier[0] if self.earlier else self.player

    @property
    def holders(self) -> tuple[Player, ...]:
        """Everybody who has had the seat, in order; the last of them has it now."""
        return (*self.earlier, self.player)

    def give_to(self, player: Player) -> None:
        """Have somebody take it over whose clock has not run yet."""
        self.earlier, self.player, self.resigned = self.holders, player, False
        self._begin_anew()

    def give_back(self, number: int) -> None:
        """Give it back to its holder of that number, the first being 0; nothing happens if they have it."""
        if number < len(self.earlier):
            self.player, self.earlier = self.earlier[number], self.earlier[:number]
            self._begin_anew()

    def _begin_anew(self) -> None:
        self.used, self.warned_at, self.in_time, self.late = timedelta(), None, 0, 0
        self.away, self.zone, self.bot = (), UTC, None

    @property
    def planned(self) -> tuple[str, ...]:
        """What its player waits for, each as the beginning of a sentence."""
        planned = [f"What you had chosen ({self.chosen.text})"] if self.chosen else []
        planned += [f"Your queued move ({queued})" for queued in self.queue]
        return (*planned, *["Your resignation, which waited for your turn,"] * self.leaving)

    def forget_plans(self) -> None:
        """Wait for nothing any more."""
        self.queue, self.chosen, self.leaving = [], None, False
        self.submitted = self.proposed = None

    def timetable(self, terms: Terms) -> Timetable:
        """When its clock runs, if it has to move."""
        return Timetable(self.away, terms.days, self.zone)

    def use(self, terms: Terms, since: datetime, until: datetime) -> None:
        """Put a time in which it had to move on its clock, as far as that ran.

        The clock of the server's own bots stands still: nobody is to win because the server was busy, or down.
        """
        if thinks_here(self.bot):
            return
        self.used += self.timetable(terms).waited(since, until)


@dataclass(frozen=True)
class Terms:
    """What the challenge agreed on besides the game's own options.

    Days without a move until a reminder and until a forfeit; days that each seat has in all (None: no limit), and
    hours that each move adds to these; whether the game is rated; the `days` of the week that count (see there).
    `event` is the key of the division of a tournament that it belongs to (see `tournaments.event`), empty for a game
    that somebody was challenged to.
    """

    nag_days: int = 7
    forfeit_days: int = 21
    total_days: int | None = None
    increment_hours: int = 0
    rated: bool = True
    event: str = ""
    days: str = EVERY_DAY

    @property
    def has_usual_times(self) -> bool:
        """Whether no time differs from the defaults."""
        return self == Terms(rated=self.rated, event=self.event)
