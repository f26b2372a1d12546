"""Moves made by touching places one after the other."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pbmserv.games.base import Game

Steps: TypeAlias = Mapping[tuple[str, ...], str]
"""Moves by the sequence of targets to touch."""
Slides: TypeAlias = Callable[[tuple[str, ...], str], tuple[str, ...]]
"""What is shown at each touch, by the targets to touch and the move; see `Game.slides`."""
MOST_BYTES = 10_000
"""The largest tree of moves on a page, compressed."""
MOST_BYTES_OF_SINGLE = 500
"""The same for what single touches bring beside a piece: boards on which these are many have large pages already."""


def no_slides(_steps: tuple[str, ...], _move: str) -> tuple[str, ...]:
    """Nothing but that the first two touches lead a piece."""
    return ()


@dataclass(frozen=True)
class PartialMove:
    """The progress towards a move.

    `touched` are the targets so far, `following` the possible next ones, `move` the only move left (none before the
    first touch). `others` start other moves, for somebody who touched the wrong place. In a whole move, those of
    `instead` can replace the last touch, after the touches that are `kept`.
    """

    touched: tuple[str, ...]
    following: tuple[str, ...]
    move: str | None = None
    others: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()


def steps_of(game: Game[Any], position: Any, seat: int, moves: Iterable[str] | None, touches: Sequence[str]) -> Steps:
    """The moves of a seat at a position by the targets to touch, in every order.

    If they are too many to list, only those that continue `touches`.
    """
    if moves is None:
        return game.by_touch(position, seat, touches)
    return {
        steps: move
        for move in moves
        for steps in (game.steps(position, seat, move), *game.other_steps(position, seat, move))
    }


def tree_of(steps: Steps, slides: Slides = no_slides) -> str:
    """Moves as JSON, each target with those that follow it, 0 after the last; empty if they take too many bytes.

    1 if each move is a single touch: all places that are lit are moves then. Where `slides` tells more than that a
    piece goes from the first target to the second, it stands in place of 0, and at "" among those that follow. Of
    single touches only those stand there of which it tells something, by what it tells, after 1 at "".
    """
    if steps and all(len(targets) == 1 for targets in steps):
        alike: dict[str, list[str]] = {}
        for targets, move in steps.items():
            for each in slides(targets, move):
                alike.setdefault(each, []).append(targets[0])
        shown = {each: " ".join(names) for each, names in alike.items()}
        return _written({"": 1, **shown}, MOST_BYTES_OF_SINGLE) or "1" if shown else "1"
    tree: dict[str, Any] = {}
    for targets, move in steps.items():
        node, told = tree, slides(targets, move)
        if len(told) != len(targets):
            told = ()
        for number, target in enumerate(targets[:-1]):
            node = node.get(target) or node.setdefault(target, {})
            if told and (number or told[0]):
                node[""] = told[number]
        node.setdefault(targets[-1], told[-1] if told else 0)
    return _written(tree)


def _written(tree: Mapping[str, Any], most: int = MOST_BYTES) -> str:
    written = json.dumps(tree, separators=(",", ":"))
    return written if len(written) <= most or len(zlib.compress(written.encode())) <= most else ""


def touch_all(steps: Steps, touches: Sequence[str]) -> PartialMove:
    """Touch targets in order. A touch that leads to no move starts another one, or is ignored."""
    touched: tuple[str, ...] = ()
    left = before = steps
    begin = tuple(dict.fromkeys(each[0] for each in steps if each))
    for touch in touches:
        further = _left(left, len(touched), touch)
        if further:
            touched, left, before = (*touched, touch), further, left
        elif further := _left(steps, 0, touch):
            touched, left, before = (touch,), further, steps
        if touched and len(left) == 1:
            [(whole, move)] = left.items()
            *kept, last = touched
            instead = tuple(each for each in _next(before, len(kept)) if each != last and each not in begin)
            return PartialMove(whole, (), move, others=begin, kept=(*kept,), instead=instead)
    following = _next(left, len(touched))
    others = tuple(each for each in begin if each not in following) if touched else ()
    return PartialMove(touched, tuple(following), others=others)


def _next(steps: Steps, place: int) -> Iterable[str]:
    """The targets at this place of the sequences, each once."""
    return dict.fromkeys(each[place] for each in steps if len(each) > place)


def _left(steps: Steps, place: int, touch: str) -> Steps:
    return {whole: move for whole, move in steps.items() if len(whole) > place and whole[place] == touch}
