"""Players, their seats with clocks and plans, and the agreed terms."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple

from pbmserv.games.message import Message
from pbmserv.play.bots import thinks_here
from pbmserv.play.days import EVERY_DAY, Absence, Timetable
from pbmserv.play.plans import ChosenMove, QueuedMove, SubmittedMove


class Player(NamedTuple):
    id: int
    userid: str


@dataclass
class Seat:
    """One seat of a board.

    `leaving`: resigns at its next turn. `used`: its total time. `submitted`, `proposed`: moves waiting for
    confirmation, previewed or guessed. `warned_at`: the first reminder of the current move. `away`: absences that
    matter to its clock. `zone`: its player's time zone. `bot`: see `play.bots`. `in_time`, `late`: see
    `play.punctuality`. `earlier`: previous holders, who left the game, the original first. `is_gone`: its player has
    left the server.

    Since the last move: `asked` counts its player's draw offers; `left` is the time it had when the last question
    that stopped its clock was asked, or None; `eased` says that it had less than a day then and was given one.
    `shifts` counts changes of its deadline without a move since the start. `wanted` says that its player has asked
    for the game, or agreed to it, and was not only challenged.
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
    wanted: bool = False

    @property
    def first(self) -> Player:
        """The original holder."""
        return self.earlier[0] if self.earlier else self.player

    @property
    def holders(self) -> tuple[Player, ...]:
        """All holders in order; the last has it now."""
        return (*self.earlier, self.player)

    def give_to(self, player: Player) -> None:
        """Give the seat to a substitute with an unused clock."""
        self.earlier, self.player, self.resigned, self.wanted = self.holders, player, False, True
        self._begin_anew()

    def give_back(self, number: int) -> None:
        """Return the seat to holder `number`, 0 being the original."""
        if number < len(self.earlier):
            self.player, self.earlier = self.earlier[number], self.earlier[:number]
            self._begin_anew()

    def _begin_anew(self) -> None:
        self.used, self.warned_at, self.in_time, self.late = timedelta(), None, 0, 0
        self.away, self.zone, self.bot = (), UTC, None

    def thrown_away(self, why: Message) -> tuple[Message, ...]:
        """A sentence for each of its player's plans, that it is dropped: `why` ends it."""
        queued = "Your queued move ({move}) has been thrown away: {why}."
        dropped = [Message(queued, move=str(move), why=why) for move in self.queue]
        if self.chosen:
            chosen = "What you had chosen ({move}) has been thrown away: {why}."
            dropped.insert(0, Message(chosen, move=self.chosen.text, why=why))
        if self.leaving:
            text = "Your resignation, which waited for your turn, has been thrown away: {why}."
            dropped.append(Message(text, why=why))
        return tuple(dropped)

    def forget_plans(self) -> None:
        self.queue, self.chosen, self.leaving = [], None, False
        self.submitted = self.proposed = None

    def timetable(self, terms: Terms) -> Timetable:
        return Timetable(self.away, terms.days, self.zone)

    def use(self, terms: Terms, since: datetime, until: datetime) -> None:
        """Charge a period to its clock.

        The server's own bots are not charged: nobody should win because the server was busy or down.
        """
        if thinks_here(self.bot):
            return
        self.used += self.timetable(terms).waited(since, until)


@dataclass(frozen=True)
class Terms:
    """The agreed terms besides the game's own options.

    Days without a move until a reminder and until a forfeit; total days for each seat (None: no limit) and hours
    added by each move; whether the game is rated; the weekdays that count (see `days`). `event` is the key of its
    tournament division (see `tournaments.event`), or empty.
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
        return self == Terms(rated=self.rated, event=self.event)
