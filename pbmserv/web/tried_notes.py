"""Moves that a player has tried out, as a tree: lines of the private note about the board.

`Tried on 7.3fa2c1: e2-e4=e4→8.aa12bc c2-c4→8.bb0f11` are two moves that were tried on a position, the first one with
what lists call it, and the positions to which they led; see `note_lines`. A position that the game has reached since
has the same name, so that what was tried out from there on is found again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias
from urllib.parse import quote, unquote

from pbmserv.games.base import Refusal
from pbmserv.web.note_lines import POSITION, TRIED, length_of_lines, lines_of, with_lines

MOST_CHARACTERS = 10_000
"""The maximum number of characters of all such lines about a board: about 250 moves."""
_TRIED = re.compile(rf"([^\s=→]{{1,999}})(?:=([^\s=→]{{1,999}}))?→({POSITION})")
_PLAIN = "!#$&'()*+,/:;?@[]{}"


class Tried(NamedTuple):
    """A move that was tried out, what lists call it, and the position to which it led."""

    move: str
    shown: str
    to: str


Tree: TypeAlias = Mapping[str, Mapping[str, Tried]]
"""What was tried out on each position, by the move, in the order in which it was tried first."""
Line: TypeAlias = Sequence[tuple[str, Tried]]
"""Moves one after the other, each with the position on which it was tried."""


def tried_in(note: str) -> dict[str, dict[str, Tried]]:
    """All that was tried out on a board, as its note keeps it."""
    return {position: _read(text) for position, text in lines_of(note, TRIED).items()}


def with_line(tree: Tree, line: Line) -> dict[str, dict[str, Tried]]:
    """A tree in which a line is, too."""
    grown = {position: {**moves} for position, moves in tree.items()}
    for position, tried in line:
        grown.setdefault(position, {}).setdefault(tried.move, tried)
    return grown


def with_tried(note: str, line: Line, positions: Iterable[str]) -> str:
    """A note in which a line is kept, too.

    Where there is no room, what no position of the board leads to any more is left out: `positions` are all since its
    start. Raises `Refusal` if there is no room all the same.
    """
    tree = with_line(tried_in(note), line)
    lines = _lines(tree)
    if length_of_lines(TRIED, lines) > MOST_CHARACTERS:
        reached = {*positions, *_beyond(tree, positions)}
        lines = {position: text for position, text in lines.items() if position in reached}
    if length_of_lines(TRIED, lines) > MOST_CHARACTERS:
        raise Refusal("So much was tried out on this board that no more can be kept: forget some of it first.")
    return with_lines(note, TRIED, lines)


def without_tried(note: str, position: str, move: str) -> str:
    """A note in which a move that was tried out on a position is forgotten, and all that followed upon it."""
    tree = tried_in(note)
    gone = tree.get(position, {}).pop(move, None)
    forgotten = {gone.to, *_beyond(tree, [gone.to])} if gone else set()
    kept = {each: moves for each, moves in tree.items() if each not in forgotten}
    return with_lines(note, TRIED, _lines(kept))


class Step(NamedTuple):
    """A move as it is shown in a tree, with all moves that lead to it and its own."""

    shown: str
    line: tuple[str, ...]
    to: str


@dataclass(frozen=True)
class Branch:
    """Moves that follow upon each other, and what was tried out after the last of them if that were several."""

    steps: tuple[Step, ...]
    branches: tuple[Branch, ...]

    @property
    def ends(self) -> int:
        """The number of lines in it."""
        return sum(each.ends for each in self.branches) or 1


def branches_from(tree: Tree, position: str, longest: int) -> tuple[Branch, ...]:
    """What was tried out from a position on, in lines of so many moves at most."""
    shown = {position}
    return tuple(_branch(tree, each, (), longest, shown) for each in _ways(tree, position, shown, longest))


def _branch(tree: Tree, tried: Tried, line: tuple[str, ...], longest: int, shown: set[str]) -> Branch:
    steps = list[Step]()
    ways = [tried]
    while len(ways) == 1:
        [tried] = ways
        line = (*line, tried.move)
        steps.append(Step(tried.shown, line, tried.to))
        ways = _ways(tree, tried.to, shown, longest - len(line))
    return Branch(tuple(steps), tuple(_branch(tree, each, line, longest, shown) for each in ways))


def _ways(tree: Tree, position: str, shown: set[str], left: int) -> list[Tried]:
    """What was tried on a position; what somebody has written into a note to lead in circles is shown once."""
    ways = [each for each in tree.get(position, {}).values() if each.to not in shown] if left > 0 else []
    shown.update(each.to for each in ways)
    return ways


def _beyond(tree: Tree, positions: Iterable[str]) -> set[str]:
    """The positions to which these have led."""
    reached, left = set[str](), [*positions]
    while left:
        further = {each.to for each in tree.get(left.pop(), {}).values()} - reached
        reached |= further
        left += further
    return reached


def _lines(tree: Tree) -> dict[str, str]:
    return {position: " ".join(map(_written, moves.values())) for position, moves in tree.items()}


def _written(tried: Tried) -> str:
    shown = "" if tried.shown == tried.move else f"={quote(tried.shown, _PLAIN)}"
    return f"{quote(tried.move, _PLAIN)}{shown}→{tried.to}"


def _read(text: str) -> dict[str, Tried]:
    found = (_TRIED.fullmatch(each) for each in text.split(" "))
    moves = ((unquote(each[1]), unquote(each[2] or each[1]), each[3]) for each in found if each)
    return {move: Tried(move, shown, to) for move, shown, to in moves}
