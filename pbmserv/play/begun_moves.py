"""Moves by their beginnings: how a list that is too long is shortened, and how a move that is only begun goes on."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, count

from pbmserv.games.base import Ambiguous
from pbmserv.games.message import Listed, Message, in_turn
from pbmserv.games.refusals import quoted

MOST_NAMED = 40
"""The number of ways to go on that a sentence names."""

_SIGNS = re.compile(r"[\W_]+")
_PARTS = tuple(
    map(re.compile, (r"[\w.]+[^\w.]*|[^\w.]+", r"(?:[^\W\d_]+|\d+)[\W_]*|[\W_]+", r".")),
)
"""Of what a move consists, from coarse to fine: places (`d1-`), letters and numbers, characters."""


class Begun(Ambiguous):
    """Only the beginning of a move was written. `choices` are the moves, or longer beginnings of them.

    `why` is what the game says of a beginning that it can read.
    """

    def __init__(self, begun: str, moves: Sequence[str], why: str = "") -> None:
        self.begun = begun
        choices, text = moves, '"{begun}" is the beginning of {count} moves: {choices}.'
        if len(moves) > MOST_NAMED:
            choices = [*shortened(moves, MOST_NAMED)]
            text = '"{begun}" is the beginning of {count} moves, which go on like this: {choices}.'
        if not choices:
            choices = moves[:MOST_NAMED]
            text = '"{begun}" is the beginning of {count} moves, for example {choices}.'
        named = Listed(choices, ", ", " or ")
        told = Message(text, begun=quoted(begun), count=len(moves), choices=named)
        super().__init__(in_turn(why, told) if why else told, choices)


def continued(moves: Sequence[str], begun: str) -> Sequence[str]:
    """The moves that begin so, whatever signs stand between places, and in small or large letters if need be."""
    typed = _plain(begun)
    if not typed:
        return ()
    exactly = [move for move in moves if move.startswith(begun.strip())]
    return exactly or [move for move in moves if _plain(move).startswith(typed)]


def shortened(moves: Sequence[str], most: int) -> Mapping[str, Sequence[str]]:
    """At most so many beginnings, each with its moves; none if there are too many for that."""
    return next((found for found in _beginnings(moves) if len(found) <= most), {})


def _beginnings(moves: Sequence[str]) -> Iterator[Mapping[str, Sequence[str]]]:
    """The moves by common beginnings, from long to short. A move that shares its beginning with no other is whole."""
    for part in _PARTS:
        begun = [[*accumulate(part.findall(move))] for move in moves]
        found: list[Mapping[str, Sequence[str]]] = []
        for depth in count():
            by_beginning = defaultdict(list)
            for move, each in zip(moves, begun, strict=True):
                by_beginning[each[min(depth, len(each) - 1)]].append(move)
            if len(by_beginning) == len(moves):
                break
            # What is a move itself would be made, not gone on with.
            is_whole = any(len(some) > 1 and each in some for each, some in by_beginning.items())
            if len(by_beginning) > 1 and not is_whole:
                found.append({some[0] if len(some) == 1 else each: some for each, some in by_beginning.items()})
        yield from reversed(found)


def _plain(text: str) -> str:
    return _SIGNS.sub("", text).lower()
