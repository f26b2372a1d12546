"""Open challenges: games that wait until every seat is taken.

An open challenge is no board: nothing is dealt and no clock runs. Its number becomes the board's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from pbmserv.games.base import Game, Options
from pbmserv.games.message import Listed, Message
from pbmserv.play.board import NotAllowed, Player, Terms, named
from pbmserv.play.bots import PREFIX
from pbmserv.play.unread import A_FEW

ANYONE = "anyone"
"""The word for a seat that anybody may take."""

MOST_OF_ONE_PLAYER = 5
"""The limit on one player's open challenges."""

MOST_UNTOLD = 20
"""The limit on joins and withdrawals of which the owner has not been told; beyond it, a player can join only if that
starts the game.
"""

LAPSES_AFTER = timedelta(days=30)
"""When an open challenge expires."""


@dataclass(frozen=True)
class Conditions:
    """Who may take a seat: a rating from `lowest` to `highest` (None: no limit), and at least `reliable` per cent of
    moves on time.
    """

    lowest: int | None = None
    highest: int | None = None
    reliable: int = 0

    @property
    def rating(self) -> str:
        """The rating range as typed (`1500-1900`), or an empty text."""
        if self.lowest is None and self.highest is None:
            return ""
        return "-".join("" if bound is None else str(bound) for bound in (self.lowest, self.highest))

    @property
    def typed(self) -> tuple[str, ...]:
        rating = (f"--rating={self.rating}",) if self.rating else ()
        return (*rating, f"--reliable={self.reliable}") if self.reliable else rating

    def why_not(self, rating: int, in_time: int | None) -> str:
        """Return a sentence with the condition that a player does not meet, or an empty text.

        `in_time` is the percentage of their moves made on time; None, if too few are known, excludes nobody.
        """
        if in_time is not None and in_time < self.reliable:
            return Message(
                "It is for players of whose moves at least {reliable} % come before a reminder, and of yours"
                " it is {in_time} % (help open).",
                reliable=self.reliable,
                in_time=in_time,
            )
        if (self.lowest or 0) <= rating and (self.highest is None or rating <= self.highest):
            return ""
        text = "It is for players with a classic rating of {lowest} to {highest}, and yours is {rating}."
        if self.highest is None:
            text = "It is for players with a classic rating of {lowest} or more, and yours is {rating}."
        elif self.lowest is None:
            text = "It is for players with a classic rating of {highest} or less, and yours is {rating}."
        return Message(text, lowest=self.lowest, highest=self.highest, rating=rating)


class Visit(NamedTuple):
    """A join or withdrawal, with words for the other players."""

    userid: str
    joined: bool
    words: str


@dataclass(frozen=True)
class OpenChallenge:
    """A game that waits for players; `seats` holds the player of each seat, None if it is free.

    `by` is the owner, `words` their message, `lapses_at` the expiry.
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
    """The bots among the players."""
    letters: int = 0
    """How many joins and withdrawals `by` has had letters about."""
    untold: tuple[Visit, ...] = ()
    """Joins and withdrawals of which `by` is told only when the challenge ends."""
    joined: frozenset[Player] = frozenset()
    """Those who have taken their seats themselves; others were given one."""

    @property
    def title(self) -> str:
        """The title of the future board: `Hex Board 101`."""
        return f"{self.game.name} Board {self.number}"

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(dict.fromkeys(player for player in self.seats if player is not None))

    @property
    def free(self) -> int:
        return self.seats.count(None)

    @property
    def undecided(self) -> tuple[Player, ...]:
        """Those who were given a seat and have yet to take it: where something is dealt or rolled, nobody gets what
        they could leave for another deal.
        """
        if not (self.game.hidden or self.game.uses_chance):
            return ()
        decided = {self.by, *self.joined}
        return tuple(each for each in self.players if each not in decided and not each.userid.startswith(PREFIX))

    @property
    def is_full(self) -> bool:
        """Whether the game can begin."""
        return not (self.free or self.undecided)

    def with_seat_for(self, player: Player) -> OpenChallenge:
        """Return a copy in which the player has the seat that they were given, or else the first free one.

        Raises `NotAllowed` if the player already has one, or if there is none.
        """
        if player == self.by:
            raise NotAllowed("{board} is your own challenge: it waits for somebody else to join.", board=self.title)
        if player in self.undecided:
            return replace(self, joined=self.joined | {player})
        if player in self.players:
            raise NotAllowed(
                "You have a seat on {board} already: it begins when all seats are taken.", board=self.title
            )
        if not self.free:
            raise NotAllowed(
                "No seat on {board} is free: it begins when {players} has joined."
                if len(self.undecided) == 1
                else "No seat on {board} is free: it begins when {players} have joined.",
                board=self.title,
                players=named(self.undecided),
            )
        seat = self.seats.index(None)
        taken = self._with((*self.seats[:seat], player, *self.seats[seat + 1 :]))
        return replace(taken, joined=self.joined | {player})

    def without(self, player: Player) -> OpenChallenge:
        left = self._with([None if each == player else each for each in self.seats])
        return replace(left, joined=self.joined - {player})

    def told_of(self, player: Player, joined: bool, words: str) -> tuple[OpenChallenge, tuple[Player, ...]]:
        """Return a copy that records a join or withdrawal, and who gets a letter about it: `by`, for the first
        few.
        """
        if self.letters < A_FEW:
            return replace(self, letters=self.letters + 1), (self.by,)
        return replace(self, untold=(*self.untold, Visit(player.userid, joined, words))), ()

    @property
    def visits(self) -> str:
        visits = [
            Message("{player} joined" if joined else "{player} left", player=userid)
            for userid, joined in dict.fromkeys((each.userid, each.joined) for each in self.untold)
        ]
        return Message("Before this: {visits}.", visits=Listed(visits, "; ", "; ")) if visits else ""

    @property
    def said(self) -> tuple[tuple[str, str], ...]:
        return tuple((each.userid, each.words) for each in self.untold if each.words)

    def _with(self, seats: Sequence[Player | None]) -> OpenChallenge:
        return replace(self, seats=tuple(seats))
