"""The distinct plays of two dice with their canonical notation.

Sources: the rules of the US Backgammon Federation and of backgammon galore. Both dice have to be played if possible,
else the larger if possible. Places are counted by the player to move: 24 down to 1, `BAR` above, `OFF` below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

OFF, BAR = 0, 25
HOME = 6
"""The highest point of the home board."""
NAMES = ("off", *map(str, range(1, BAR)), "bar")
"""The names of places."""

Arc: TypeAlias = tuple[int, int]
"""A checker moved by one die: from, to."""


@dataclass(frozen=True)
class Side:
    """The board as one player counts it: own checkers on each place with bar and off, and the opponent's."""

    own: tuple[int, ...]
    theirs: tuple[int, ...]

    @property
    def pips(self) -> int:
        return sum(place * count for place, count in enumerate(self.own))

    def is_blocked(self, place: int) -> bool:
        return place > OFF and self.theirs[place] > 1


@dataclass(frozen=True)
class Play:
    arcs: tuple[Arc, ...]
    hits: frozenset[int]

    @cached_property
    def change(self) -> frozenset[tuple[int, int]]:
        """The change of the number of checkers on each place; two plays may differ only in hits."""
        change: Counter[int] = Counter()
        for start, end in self.arcs:
            change[start] -= 1
            change[end] += 1
        return frozenset((place, more) for place, more in change.items() if more)

    @cached_property
    def words(self) -> str:
        """The canonical notation: from the highest place down, a checker's path in a word, `*` for hits."""
        unmarked, written = set(self.hits), list[_Written]()
        for chain in sorted(_chains(self.arcs), key=lambda chain: (-chain[0], -chain[-1])):
            between = [place for place in chain[1:-1] if place in unmarked]
            hits = chain[-1] in unmarked
            unmarked.difference_update(chain)
            word = "/".join((NAMES[chain[0]], *(f"{NAMES[place]}*" for place in between), NAMES[chain[-1]]))
            if written and written[-1].word == word:
                written[-1].times += 1
            else:
                written.append(_Written(word, hits))
        return " ".join(map(str, written))


@dataclass
class _Written:
    word: str
    hits: bool
    times: int = 1

    def __str__(self) -> str:
        return f"{self.word}{'*' if self.hits else ''}{f'({self.times})' if self.times > 1 else ''}"


def _chains(arcs: Sequence[Arc]) -> Iterator[list[int]]:
    """Paths of single checkers: where one ends and another begins, it is taken for the same checker."""
    left = sorted(arcs, reverse=True)
    while left:
        chain = [*left.pop(0)]
        while following := next((arc for arc in left if arc[0] == chain[-1]), None):
            left.remove(following)
            chain.append(following[1])
        yield chain


def plays(side: Side, dice: Sequence[int]) -> tuple[Play, ...]:
    """All plays of these dice with distinct results; none if nothing can move."""
    high, low = max(dice), min(dice)
    own = [*side.own]
    if high == low:
        ways = [*_of_doubles(own, side.theirs, high, 4, BAR)]
        longest = max(map(len, ways))
        return tuple(_play(side, way) for way in ways if len(way) == longest and way)
    found: dict[tuple[object, ...], tuple[Arc, ...]] = {}
    for first, second in ((high, low), (low, high)):
        for one in _arcs(own, side.theirs, first):
            _move(own, one)
            for other in _arcs(own, side.theirs, second):
                found.setdefault(_net(side.theirs, one, other), (one, other))
            _move(own, one[::-1])
    if found:
        return tuple(_play(side, way) for way in found.values())
    for die in (high, low):
        if single := tuple(_play(side, (arc,)) for arc in _arcs(own, side.theirs, die)):
            return single
    return ()


def _arcs(own: Sequence[int], theirs: Sequence[int], die: int, highest: int = BAR) -> list[Arc]:
    """The moves of one die by checkers on `highest` or below."""
    if own[BAR]:
        end = BAR - die
        return [(BAR, end)] if theirs[end] < 2 else []
    arcs = [
        (place, place - die)
        for place in range(min(highest, BAR - 1), die, -1)
        if own[place] and theirs[place - die] < 2
    ]
    if not any(own[HOME + 1 :]) and (start := _borne_off(own, die)) and start <= highest:
        arcs.append((start, OFF))
    return arcs


def _borne_off(own: Sequence[int], die: int) -> int:
    """From where a die bears off: its own point, or the highest one if lower; 0 if from nowhere."""
    if own[die] or any(own[die:]):
        return die if own[die] else 0
    return next((place for place in range(die, OFF, -1) if own[place]), 0)


def _of_doubles(
    own: list[int], theirs: Sequence[int], die: int, times: int, highest: int
) -> Iterator[tuple[Arc, ...]]:
    """The moves of up to `times` checkers by the same die, with every beginning of them.

    From the highest place down, so that no order repeats. Nothing is missed, as checkers behind have to move first
    wherever order matters.
    """
    yield ()
    if times:
        for arc in _arcs(own, theirs, die, highest):
            _move(own, arc)
            for rest in _of_doubles(own, theirs, die, times - 1, arc[0]):
                yield (arc, *rest)
            _move(own, arc[::-1])


def _move(own: list[int], arc: Arc) -> None:
    start, end = arc
    own[start] -= 1
    own[end] += 1


def _net(theirs: Sequence[int], one: Arc, other: Arc) -> tuple[object, ...]:
    """The net effect of two moves, equal for two ways to the same position."""
    if other[1] == one[0]:
        one, other = other, one
    if one[1] != other[0]:
        return (one, other) if one > other else (other, one)
    return one[0], other[1], one[1] if theirs[one[1]] == 1 else 0


def _play(side: Side, arcs: tuple[Arc, ...]) -> Play:
    return Play(arcs, frozenset(end for _, end in arcs if end and side.theirs[end] == 1))
