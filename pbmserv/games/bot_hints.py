"""What a game may tell machine players beyond its rules; only games that hide something need any of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pkgutil import resolve_name
from typing import Any, ClassVar, Generic, TypeVar

from pbmserv.games.chance import Chance
from pbmserv.games.old_names import keep_old_names

P = TypeVar("P")


class BotHints(Generic[P]):
    """How a machine player may find its way through a game faster, or better, than by its rules alone.

    Nothing here changes what is legal: each is an estimate, or a shortcut through moves that the rules allow.
    """

    RENAMED: ClassVar = {"judge": "evaluate", "judge_by": "evaluate_by"}

    name: ClassVar[str]
    hidden: ClassVar[bool]

    seen_at_a_glance: ClassVar[bool] = False
    """Whether so much is told of each position that a few simulations find nearly all that more of them find soon.

    The lowest level then makes fewer of them, so that beginners can win against it.
    """

    playout_by: ClassVar[str] = ""
    """Where a function lies that is called with the game and the arguments of `playout`, instead of a method:
    `"pbmserv.games.hearts.guessing:guess"`. It is imported when a machine thinks, never where people play."""
    evaluate_by: ClassVar[str] = ""
    """The same for `evaluate`."""
    candidates_by: ClassVar[str] = ""
    """The same for `candidates`."""
    guess_by: ClassVar[str] = ""
    """The same for `guess`."""
    solution_by: ClassVar[str] = ""
    """The same for `solution`."""

    def playout(self, position: P, chance: Chance) -> tuple[float, ...] | None:
        """A fast way from a position to some end of the game: what each seat has there, from 0 for a loss to 1 for a
        win.

        None where nothing is faster than to play random moves one by one, which is what machine players do then.
        """
        return _found(self.playout_by)(self, position, chance) if self.playout_by else None

    def evaluate(self, position: P) -> tuple[float, ...] | None:
        """What each seat may expect at a position at which the game is on, from 0 to 1.

        None where random games tell that well enough.
        """
        return _found(self.evaluate_by)(self, position) if self.evaluate_by else None

    def candidates(self, position: P) -> Sequence[str] | None:
        """The moves that are worth a thought of the seat to move, in canonical words: one of the best is among them.

        For games in which nothing is hidden, one seat moves at a time, and a glance tells that a move wins, or that
        all but some lose. None where all legal moves are worth it.
        """
        told: Sequence[str] | None = _found(self.candidates_by)(self, position) if self.candidates_by else None
        return told

    def guess(self, seen: P, seat: int, chance: Chance) -> P:
        """A whole position that could be the one of which `seat` sees `seen`.

        `seen` is what `seen_by` gives for that seat. Of what is hidden, all that fits should be about equally likely.
        A game that hides something must write this; for others, what is seen is the position. Raises `LookupError`
        where one has not.
        """
        if self.guess_by:
            whole: P = _found(self.guess_by)(self, seen, seat, chance)
            return whole
        if self.hidden:
            raise LookupError(f"{self.name} hides something, and does not say what it could be")
        return seen

    @property
    def can_be_guessed(self) -> bool:
        """Whether the game says what could be hidden, or hides nothing; no machine can play it otherwise."""
        return not self.hidden or bool(self.guess_by) or type(self).guess is not BotHints.guess

    def solution(self, position: P, seat: int) -> str | None:
        """A move of `seat`, in canonical words, that leads to the best end there is, where the game can work it out.

        For puzzles, and for whatever has to be counted rather than thought about. None where thinking is to decide.
        `position` is what `seen_by` gives for the seat.
        """
        return _found(self.solution_by)(self, position, seat) if self.solution_by else None


keep_old_names(BotHints)


@cache
def _found(where: str) -> Callable[..., Any]:
    found: Callable[..., Any] = resolve_name(where)
    return found
