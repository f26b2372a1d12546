"""Parts of what one reader may know of a board: seats, votes and offers, plans, and what the reader can do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from pbmserv.play.board import Question
from pbmserv.play.days import Absence
from pbmserv.play.record import Move


class SeatView(NamedTuple):
    """A seat as everybody sees it: `name` is what the game calls it, `used` how long its player has had to move.

    `has_chosen` is whether its move of a simultaneous round is kept already, `is_bot` whether no human being plays.
    `earlier` are those who have had it before and left the game; `is_free` is whether another can take it over now;
    `away` is when the clock of its player stands still.
    """

    number: int
    userid: str
    name: str
    resigned: bool
    used: timedelta
    has_chosen: bool
    is_bot: bool = False
    earlier: tuple[str, ...] = ()
    is_free: bool = False
    away: tuple[Absence, ...] = ()

    @property
    def title(self) -> str:
        """Who sits there, and what the game calls the seat: `bob (Dot)`."""
        return f"{self.userid} ({self.name})" if self.name else self.userid


@dataclass(frozen=True)
class VoteView:
    """A proposal that waits for answers. Of an undo: `moves` would be taken back, all after number `back_to`."""

    question: Question
    by: str
    yet_to_answer: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    back_to: int = 0


@dataclass(frozen=True)
class OfferView:
    """What has been proposed about a seat whose player has left: that `to` takes it over, or whoever comes (None)."""

    to: str | None
    by: str
    agreed: tuple[str, ...]
    yet_to_agree: tuple[str, ...]


@dataclass(frozen=True)
class Plans:
    """What the reader has planned for one of their seats, for their eyes only."""

    seat: int
    chosen: str | None
    queue: tuple[str, ...]
    leaving: bool


class Permissions(NamedTuple):
    """What the reader can do on the board now; `vote` is to accept or reject what somebody has proposed.

    `substitute` is to propose who takes over a seat, `agree` to say yes or no to that, `join` to take it over.
    """

    move: bool = False
    swap: bool = False
    vote: bool = False
    propose_draw: bool = False
    propose_undo: bool = False
    resign: bool = False
    chat: bool = False
    rematch: bool = False
    substitute: bool = False
    agree: bool = False
    join: bool = False
