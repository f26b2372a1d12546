"""Making a move by touching one place after the other: what may come next, and which move that is in the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pbmserv.games.base import Game

Steps: TypeAlias = Mapping[tuple[str, ...], str]
"""The moves that somebody can make, each by the targets to touch for it."""


@dataclass(frozen=True)
class PartialMove:
    """How far somebody has come on the way to a move.

    `touched` are the targets that lead to one, `following` those that may come next, `move` the only one that is
    left; none before anything was touched. `others` begin other moves, for who has touched the wrong piece.
    """

    touched: tuple[str, ...]
    following: tuple[str, ...]
    move: str | None = None
    others: tuple[str, ...] = ()


def steps_of(game: Game[Any], position: Any, seat: int, moves: Iterable[str] | None, touches: Sequence[str]) -> Steps:
    """The moves of a seat at a position by the targets to touch for each, in every way to touch them.

    Where they are too many to list, those that go on from what was touched.
    """
    if moves is None:
        return game.by_touch(position, seat, touches)
    return {
        steps: move
        for move in moves
        for steps in (game.steps(position, seat, move), *game.other_steps(position, seat, move))
    }


def touch_all(steps: Steps, touches: Sequence[str]) -> PartialMove:
    """Touch one target after the other. Whatever leads to no move is taken for the first touch of another one, or
    for none at all."""
    touched: tuple[str, ...] = ()
    left = steps
    for touch in touches:
        further = _left(left, len(touched), touch)
        if further:
            touched, left = (*touched, touch), further
        elif further := _left(steps, 0, touch):
            touched, left = (touch,), further
        if touched and len(left) == 1:
            [(whole, move)] = left.items()
            return PartialMove(whole, (), move)
    following = dict.fromkeys(each[len(touched)] for each in left if len(each) > len(touched))
    begin = dict.fromkeys(each[0] for each in steps if touched and each)
    return PartialMove(touched, tuple(following), others=tuple(each for each in begin if each not in following))


def _left(steps: Steps, place: int, touch: str) -> Steps:
    return {whole: move for whole, move in steps.items() if len(whole) > place and whole[place] == touch}
