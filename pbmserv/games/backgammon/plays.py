"""The distinct plays of two dice with their canonical notation.

Sources: the rules of the US Backgammon Federation and of backgammon galore. Both dice have to be played if possible,
else the larger if possible. Places are counted by the player to move: 24 down to 1, `BAR` above, `OFF` below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import NamedTuple, TypeAlias

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


class Play(NamedTuple):
    """A play, and the places where checkers of the other are `alone`, which it hits if it gets there."""

    arcs: tuple[Arc, ...]
    alone: frozenset[int]

    @property
    def hits(self) -> frozenset[int]:
        return self.alone.intersection([end for _, end in self.arcs])

    @property
    def change(self) -> frozenset[tuple[int, int]]:
        """The change of the number of checkers on each place; two plays may differ only in hits."""
        change: Counter[int] = Counter()
        for start, end in self.arcs:
            change[start] -= 1
            change[end] += 1
        return frozenset((place, more) for place, more in change.items() if more)

    @property
    def words(self) -> str:
        """The canonical notation: from the highest place down, a checker's path in a word, `*` for hits.

        Each hit is marked at the first checker that makes it; paths that are alike are written alike.
        """
        chains = _chains(self.arcs)
        unmarked = self.alone
        written: list[str] = []
        known: dict[str, str] = {}
        for chain in chains:
            start, end = chain[0], chain[-1]
            word = _WORDS[start][end]
            if unmarked.isdisjoint(chain):
                written.append(known.get(word, word))
                continue
            if len(chain) > 2:
                hit = [f"{NAMES[place]}*" for place in chain[1:-1] if place in unmarked]
                word = "/".join((NAMES[start], *hit, NAMES[end]))
            known[word] = f"{word}*" if end in unmarked else word
            written.append(known[word])
            unmarked = unmarked.difference(chain)
        if len({*written}) < len(written):
            times = {word: written.count(word) for word in written}
            written = [word if count == 1 else f"{word}({count})" for word, count in times.items()]
        return " ".join(written)


_WORDS = tuple(tuple(f"{start}/{end}" for end in NAMES) for start in NAMES)
"""The path of a checker that hits nothing, by its first and its last place."""
_FROM_AND_TO = itemgetter(0, -1)


def _chains(arcs: Sequence[Arc]) -> list[list[int]]:
    """Paths of single checkers: where one ends and another begins, it is taken for the same checker."""
    chains: list[list[int]] = []
    ends: list[int] = []
    for start, end in sorted(arcs, reverse=True):
        if start in ends:
            number = ends.index(start)
            chains[number].append(end)
            ends[number] = end
        else:
            chains.append([start, end])
            ends.append(end)
    if len(chains) > 1:
        chains.sort(key=_FROM_AND_TO, reverse=True)
    return chains


def plays(side: Side, dice: Sequence[int]) -> tuple[Play, ...]:
    """All plays of these dice with distinct results; none if nothing can move."""
    high, low = max(dice), min(dice)
    own, theirs = side.own, side.theirs
    alone = _alone(theirs)
    if high == low:
        return tuple([Play(way, alone) for way in _of_doubles(own, theirs, high)])
    found: dict[tuple[object, ...], tuple[Arc, ...]] = {}
    by_high, by_low = (partial(_arcs, free=_free(theirs, die), die=die) for die in (high, low))
    for first, second in ((by_high, by_low), (by_low, by_high)):
        for one in first(own):
            for other in second(_moved(own, [one])):
                found.setdefault(_net(theirs, one, other), (one, other))
    ways = found.values() or [(arc,) for arc in by_high(own) or by_low(own)]
    return tuple([Play(way, alone) for way in ways])


def _free(theirs: Sequence[int], die: int) -> list[Arc]:
    """Where checkers can move by a die, from the bar and the points, if there are any."""
    return [(place, place - die) for place in range(BAR, die, -1) if theirs[place - die] < 2]


def _arcs(own: Sequence[int], free: Sequence[Arc], die: int, highest: int = BAR) -> list[Arc]:
    """The moves of one die by checkers on `highest` or below."""
    if own[BAR]:
        return [arc for arc in free[:1] if arc[0] == BAR]
    arcs = [arc for arc in free if own[arc[0]] and arc[0] <= highest]
    if not any(own[HOME + 1 :]) and (start := _borne_off(own, die)) and start <= highest:
        arcs.append((start, OFF))
    return arcs


def _borne_off(own: Sequence[int], die: int) -> int:
    """From where a die bears off: its own point, or the highest one if lower; 0 if from nowhere."""
    if own[die] or any(own[die:]):
        return die if own[die] else 0
    return next((place for place in range(die, OFF, -1) if own[place]), 0)


def _of_doubles(own: Sequence[int], theirs: Sequence[int], die: int) -> list[tuple[Arc, ...]]:
    """The ways to move as many checkers as possible by the same die, up to four; none if nothing can move.

    From the highest place down, so that no order repeats. Nothing is missed, as checkers behind have to move first
    wherever order matters.
    """
    free = _free(theirs, die)
    ways: list[tuple[Arc, ...]] = [(arc,) for arc in _arcs(own, free, die)]
    for _ in range(3):
        ways = [(*way, arc) for way in ways for arc in _arcs(_moved(own, way), free, die, way[-1][0])] or ways
    return ways


def _moved(own: Sequence[int], arcs: Iterable[Arc]) -> Sequence[int]:
    after = [*own]
    for start, end in arcs:
        after[start] -= 1
        after[end] += 1
    return after


def _net(theirs: Sequence[int], one: Arc, other: Arc) -> tuple[object, ...]:
    """The net effect of two moves, equal for two ways to the same position."""
    if other[1] == one[0]:
        one, other = other, one
    if one[1] != other[0]:
        return (one, other) if one > other else (other, one)
    return one[0], other[1], one[1] if theirs[one[1]] == 1 else 0


def play_of(side: Side, arcs: tuple[Arc, ...]) -> Play:
    """These checkers moved one after the other, with what they hit."""
    return Play(arcs, _alone(side.theirs))


def _alone(theirs: Sequence[int]) -> frozenset[int]:
    """Where one checker alone can be hit."""
    return frozenset([place for place, count in enumerate(theirs) if count == 1])
