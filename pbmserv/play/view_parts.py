"""Parts of a reader's view: seats, votes, offers, plans and permissions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from pbmserv.play.board import Question
from pbmserv.play.consent import named_accept
from pbmserv.play.days import Absence
from pbmserv.play.record import Move


class SeatView(NamedTuple):
    """A seat as everybody sees it: `name` is the game's, `used` its total time.

    `has_chosen`: its move of a simultaneous round is stored. `earlier`: previous holders, who left. `is_free`: a
    substitute can take it over now. `away`: when its player's clock stops.
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
        """The player and the seat's name: `bob (Dot)`."""
        return f"{self.userid} ({self.name})" if self.name else self.userid


@dataclass(frozen=True)
class VoteView:
    """A proposal that waits for answers. An undo would take back `moves`, all after number `back_to`.

    `silence_ties` says whether silence agrees to a tie.
    """

    question: Question
    by: str
    yet_to_answer: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    back_to: int = 0
    silence_ties: bool = True

    @property
    def consent(self) -> str:
        """The move that agrees to this, and to nothing else that was proposed."""
        return named_accept(self.question, self.by)


@dataclass(frozen=True)
class OfferView:
    to: str | None
    by: str
    agreed: tuple[str, ...]
    yet_to_agree: tuple[str, ...]


@dataclass(frozen=True)
class Plans:
    seat: int
    chosen: str | None
    queue: tuple[str, ...]
    leaving: bool


class Permissions(NamedTuple):
    """What the reader can do on the board now; `vote` is to answer a proposal.

    `substitute`: propose a substitute. `agree`: answer that proposal. `join`: take the seat over.
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
