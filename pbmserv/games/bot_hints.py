"""Optional hints for bots; only games with hidden information need any."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pkgutil import resolve_name
from typing import Any, ClassVar, Generic, TypeVar

from pbmserv.games.chance import Chance
from pbmserv.games.old_names import keep_old_names

P = TypeVar("P")


class BotHints(Generic[P]):
    """How bots may play a game faster or better than by its rules alone.

    Hints change no rule: each is an estimate, or a shortcut through legal moves.
    """

    RENAMED: ClassVar = {"judge": "evaluate", "judge_by": "evaluate_by"}

    name: ClassVar[str]
    hidden: ClassVar[bool]

    seen_at_a_glance: ClassVar[bool] = False
    """Whether few simulations find nearly all that more would.

    The lowest level then makes fewer, so that beginners can win.
    """
    more_tells_little: ClassVar[bool] = False
    """Whether simulations take long, and more than some hundreds have told no difference.

    The highest level then makes fewer, so that nobody waits for it in vain.
    """

    playout_by: ClassVar[str] = ""
    """A function called with the game and the arguments of `playout`, instead of a method:
    `"pbmserv.games.tricks.guessing:guess"`. It is imported by bot processes only.
    """
    evaluate_by: ClassVar[str] = ""
    """The same for `evaluate`."""
    candidates_by: ClassVar[str] = ""
    """The same for `candidates`."""
    guess_by: ClassVar[str] = ""
    """The same for `guess`."""
    solution_by: ClassVar[str] = ""
    """The same for `solution`."""

    def playout(self, position: P, chance: Chance) -> tuple[float, ...] | None:
        """A fast playout: each seat's value at its end, from 0 for a loss to 1 for a win.

        None for random moves one by one.
        """
        return _found(self.playout_by)(self, position, chance) if self.playout_by else None

    def evaluate(self, position: P) -> tuple[float, ...] | None:
        """Each seat's expected value at an unfinished position, from 0 to 1.

        None if random games tell it well enough.
        """
        return _found(self.evaluate_by)(self, position) if self.evaluate_by else None

    def candidates(self, position: P) -> Sequence[str] | None:
        """The moves worth considering, in canonical notation, one of the best among them.

        For sequential games with perfect information in which wins or necessary replies are seen at a glance. None
        for all legal moves.
        """
        told: Sequence[str] | None = _found(self.candidates_by)(self, position) if self.candidates_by else None
        return told

    def guess(self, seen: P, seat: int, chance: Chance) -> P:
        """A whole position consistent with `seen`, the view of `seat`.

        All consistent positions should be about equally likely. Required for hidden information; otherwise the view
        is the position. Raises `LookupError` if missing.
        """
        if self.guess_by:
            whole: P = _found(self.guess_by)(self, seen, seat, chance)
            return whole
        if self.hidden:
            raise LookupError(f"{self.name} hides something, and does not say what it could be")
        return seen

    @property
    def can_be_guessed(self) -> bool:
        """Whether hidden information, if any, can be guessed; otherwise bots cannot play."""
        return not self.hidden or bool(self.guess_by) or type(self).guess is not BotHints.guess

    def solution(self, position: P, seat: int) -> str | None:
        """A move of `seat` that leads to the best possible end, in canonical notation, if the game can work it out.

        For puzzles, and for what is counted rather than searched. None leaves it to the search. `position` is the
        seat's view.
        """
        return _found(self.solution_by)(self, position, seat) if self.solution_by else None


keep_old_names(BotHints)


@cache
def _found(where: str) -> Callable[..., Any]:
    found: Callable[..., Any] = resolve_name(where)
    return found
