"""Questions on a board, and its clocks, which stop while a question is open."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from pbmserv.play.record import Move
from pbmserv.play.seats import Player, Seat, Terms


class Question(StrEnum):
    """What a vote is about, as stored."""

    DRAW = "draw"
    UNDO = "undo"


@dataclass(frozen=True)
class Vote:
    """A proposal that waits for answers; `agreed` are the players who accept it, the proposer first.

    `stops_clock` is false for a draw offer by a player who has stopped the clocks too often. `reminded` holds the
    players who have been reminded while it waits, and when each first was: nobody agrees by silence without that.
    """

    question: Question
    agreed: tuple[Player, ...]
    opened_at: datetime
    stops_clock: bool = True
    reminded: tuple[tuple[Player, datetime], ...] = ()

    @property
    def by(self) -> Player:
        """The proposer."""
        return self.agreed[0]


class Clocks(ABC):
    """The clocks of a board; `Board` supplies the fields."""

    terms: Terms
    seats: list[Seat]
    moves: list[Move]
    vote: Vote | None
    last_moved_at: datetime
    resumed_at: datetime | None
    nagged_at: datetime | None
    times: dict[int, str]

    @property
    @abstractmethod
    def seats_to_move(self) -> tuple[int, ...]:
        """The seats whose clocks run."""

    @property
    def clock_rests(self) -> bool:
        """Whether an open question stops the clocks of the players to move."""
        return self.vote is not None and self.vote.question is Question.DRAW and self.vote.stops_clock

    @property
    def running_since(self) -> datetime:
        """Since when the clocks of the seats to move run, or ran until a question stopped them."""
        return self.resumed_at or self.last_moved_at

    def count_time(self, at: datetime) -> None:
        """Charge the time until `at` to the seats that have to move."""
        for number in self.seats_to_move:
            self.count_time_of(number, at)

    def count_time_of(self, number: int, at: datetime) -> None:
        """Charge the time until `at` to one seat, or until the open question stopped its clock."""
        until = self.vote.opened_at if self.vote is not None and self.clock_rests else at
        self.seats[number].use(self.terms, self.running_since, until)

    def start_clock(self, at: datetime) -> None:
        self.last_moved_at, self.resumed_at, self.nagged_at = at, None, None
        for seat in self.seats:
            seat.warned_at, seat.left, seat.eased, seat.asked = None, None, False, 0

    def note_times(self) -> None:
        """Store with the last move how much time each seat has used."""
        self.times[len(self.moves)] = " ".join([str(int(seat.used.total_seconds())) for seat in self.seats])
