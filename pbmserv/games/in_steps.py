"""Grid games with several moves in a turn, sent singly or together, as mail is slow."""

from __future__ import annotations

import re
from typing import ClassVar, TypeVar

from pbmserv.games.base import Illegal, Note, Played, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, GridPosition

P = TypeVar("P", bound=GridPosition)
"""A game's position."""

DONE = "done"
"""What ends a turn, where more steps can be made."""
MOST_STEPS = 30
"""The maximum number of steps in a move."""

_PLACE = re.compile(r"[a-z][1-9][0-9]?")
_BETWEEN = re.compile(r"[\s,;+]+|(?<=[0-9])(?=[a-z])")
"""Separators of steps, perhaps nothing: `d3,e4`, `d3 e4`, `d3e4`."""


class InSteps(GridGame[P]):
    """A game whose moves are steps of a turn. Single steps are listed; `d3,e4,f5` are three."""

    step_words: ClassVar[frozenset[str]] = frozenset()
    """Steps that are no places, such as `done`."""

    def play(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        steps = self.steps_typed(text)
        if len(steps) < 2:
            return super().play(position, seat, text, chance)
        if len(steps) > MOST_STEPS:
            raise Unreadable(
                "One move has {most} steps at most, not {count}: make the rest in another move.",
                most=MOST_STEPS,
                count=len(steps),
            )
        made: list[str] = []
        notes: list[Note] = []
        at = position
        for number, step in enumerate(steps, 1):
            if step == DONE and number == len(steps) and made and at.next_seat != seat and not self.result(at):
                break  # The turn has ended by itself.
            if self.result(at) or at.next_seat != seat:
                raise Illegal(
                    "After {made} the game is over: leave out {others}."
                    if self.result(at)
                    else "After {made} your turn is over: leave out {others}.",
                    made=", ".join(made),
                    others=", ".join(steps[len(made) :]),
                )
            played = super().play(at, seat, step, chance)
            made.append(played.move)
            notes += played.notes
            at = played.position
        return Played(at, ",".join(made), tuple(notes))

    def steps_typed(self, text: str) -> list[str]:
        """The steps of a typed move; none if there is anything else."""
        steps = [step for step in _BETWEEN.split(text.strip().lower()) if step]
        return steps if all(_PLACE.fullmatch(step) or step in self.step_words for step in steps) else []
