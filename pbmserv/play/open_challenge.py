"""An open challenge: a game that waits until somebody has taken each of its seats, and who may take one.

It is no board yet: nothing is dealt, no clock runs, and there is nothing to move on, to watch or to give up. Only its
number is that of the board which it will be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from pbmserv.games.base import Game, Options
from pbmserv.play.board import NotAllowed, Player, Terms
from pbmserv.play.unread import A_FEW

ANYONE = "anyone"
"""What stands in a challenge for a seat that anybody may take."""

MOST_OF_ONE_PLAYER = 5
"""How many of the same player's wait at the same time."""

MOST_UNTOLD = 20
"""With so many of whom its owner has not been told, nobody joins a challenge any more who does not begin the game."""

LAPSES_AFTER = timedelta(days=30)
"""How long one waits at most."""


@dataclass(frozen=True)
class Conditions:
    """Who may take a seat: players with a rating from `lowest` to `highest` (None: no such limit), of whose moves so
    many of a hundred come in time (`reliable`).
    """

    lowest: int | None = None
    highest: int | None = None
    reliable: int = 0

    @property
    def rating(self) -> str:
        """The ratings as they are typed: `1500-1900`; empty for any."""
        if self.lowest is None and self.highest is None:
            return ""
        return "-".join("" if bound is None else str(bound) for bound in (self.lowest, self.highest))

    @property
    def typed(self) -> tuple[str, ...]:
        """All of them, as they are typed."""
        rating = (f"--rating={self.rating}",) if self.rating else ()
        return (*rating, f"--reliable={self.reliable}") if self.reliable else rating

    def why_not(self, rating: int, in_time: int | None) -> str:
        """Which of them somebody does not meet, in a sentence; empty where there is none.

        `in_time` is how many of a hundred of their moves came in time: None, which keeps nobody out, where too few
        are known.
        """
        if in_time is not None and in_time < self.reliable:
            return (
                f"It is for players of whose moves at least {self.reliable} % come before a reminder, and of yours it"
                f" is {in_time} % (help open)."
            )
        if (self.lowest or 0) <= rating and (self.highest is None or rating <= self.highest):
            return ""
        match self.lowest, self.highest:
            case lowest, None:
                asked = f"{lowest} or more"
            case None, highest:
                asked = f"{highest} or less"
            case lowest, highest:
                asked = f"{lowest} to {highest}"
        return f"It is for players with a rating of {asked}, and yours is {rating}."


class Visit(NamedTuple):
    """That somebody joined an open challenge, or left it, with words for those who have seats there."""

    userid: str
    joined: bool
    words: str


@dataclass(frozen=True)
class OpenChallenge:
    """A game that waits for players. `seats` has who has taken each of them, None for nobody yet.

    `by` is who has put it up, `words` are what they say to the others, `lapses_at` is when it stops waiting.
    """

    game: Game[Any]
    number: int
    by: Player
    seats: tuple[Player | None, ...]
    options: Options
    terms: Terms
    put_up_at: datetime
    lapses_at: datetime
    conditions: Conditions = field(default_factory=Conditions)
    words: str = ""
    bots: frozenset[Player] = frozenset()
    """Those who have a seat for whom no human being plays."""
    letters: int = 0
    """How many of those who joined and left `by` has been told of by letter."""
    untold: tuple[Visit, ...] = ()
    """Those of whom `by` is told only when the challenge waits no more."""

    @property
    def title(self) -> str:
        """What the board will be called: `Hex Board 101`."""
        return f"{self.game.name} Board {self.number}"

    @property
    def players(self) -> tuple[Player, ...]:
        """Who has a seat, each once, in the order of the seats."""
        return tuple(dict.fromkeys(player for player in self.seats if player is not None))

    @property
    def free(self) -> int:
        """How many seats nobody has taken."""
        return self.seats.count(None)

    def with_seat_for(self, player: Player) -> OpenChallenge:
        """The same after a player has taken the first seat that is free.

        Raises `NotAllowed` for somebody who has one already.
        """
        if player == self.by:
            raise NotAllowed(f"{self.title} is your own challenge: it waits for somebody else to join.")
        if player in self.players:
            raise NotAllowed(f"You have a seat on {self.title} already: it begins when all seats are taken.")
        seat = self.seats.index(None)
        return self._with((*self.seats[:seat], player, *self.seats[seat + 1 :]))

    def without(self, player: Player) -> OpenChallenge:
        """The same after a player has left: whatever seat they had is anybody's."""
        return self._with([None if each == player else each for each in self.seats])

    def told_of(self, player: Player, joined: bool, words: str) -> tuple[OpenChallenge, tuple[Player, ...]]:
        """The same after somebody has joined or left, and who is told of that by letter: `by`, of the first few."""
        if self.letters < A_FEW:
            return replace(self, letters=self.letters + 1), (self.by,)
        return replace(self, untold=(*self.untold, Visit(player.userid, joined, words))), ()

    @property
    def visits(self) -> str:
        """What `by` has not been told, in a sentence; empty if that is nothing."""
        visits = dict.fromkeys(f"{each.userid} {'joined' if each.joined else 'left'}" for each in self.untold)
        return f"Before this: {'; '.join(visits)}." if visits else ""

    @property
    def said(self) -> tuple[tuple[str, str], ...]:
        """The words that `by` has not been told, with their authors."""
        return tuple((each.userid, each.words) for each in self.untold if each.words)

    def _with(self, seats: Sequence[Player | None]) -> OpenChallenge:
        return replace(self, seats=tuple(seats))
