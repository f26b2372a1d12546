"""The distinct plays of two dice with their canonical notation.

Sources: the rules of the US Backgammon Federation and of backgammon galore. Both dice have to be played if possible,
else the larger if possible. Places are counted by the player to move: 24 down to 1, `BAR` above, `OFF` below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
    arcs: tuple[Arc, ...]
    hits: frozenset[int]

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
        """The canonical notation: from the highest place down, a checker's path in a word, `*` for hits."""
        chains = _chains(self.arcs)
        if len(chains) > 1:
            chains.sort(key=_FROM_AND_TO, reverse=True)
        written = _with_hits(chains, self.hits) if self.hits else [_WORDS[chain[0]][chain[-1]] for chain in chains]
        if len({*written}) == len(written):
            return " ".join(written)
        return " ".join(f"{word}({times})" if times > 1 else word for word, times in Counter(written).items())


def _with_hits(chains: Sequence[Sequence[int]], hits: frozenset[int]) -> list[str]:
    """The paths in words, each hit at the first checker that makes it; paths that are alike are written alike."""
    unmarked, written = {*hits}, dict[str, str]()
    found = []
    for chain in chains:
        if unmarked.isdisjoint(chain):
            word = _WORDS[chain[0]][chain[-1]]
            found.append(written.get(word, word))
            continue
        between = [f"{NAMES[place]}*" for place in chain[1:-1] if place in unmarked]
        word = "/".join((NAMES[chain[0]], *between, NAMES[chain[-1]]))
        mark = "*" if chain[-1] in unmarked else ""
        unmarked.difference_update(chain)
        found.append(written.setdefault(word, f"{word}{mark}"))
    return found


_WORDS = tuple(tuple(f"{start}/{end}" for end in NAMES) for start in NAMES)
"""The path of a checker that hits nothing, by its first and its last place."""
_FROM_AND_TO = itemgetter(0, -1)


def _chains(arcs: Sequence[Arc]) -> list[list[int]]:
    """Paths of single checkers: where one ends and another begins, it is taken for the same checker."""
    chains: list[list[int]] = []
    for start, end in sorted(arcs, reverse=True):
        for chain in chains:
            if chain[-1] == start:
                chain.append(end)
                break
        else:
            chains.append([start, end])
    return chains


def plays(side: Side, dice: Sequence[int]) -> tuple[Play, ...]:
    """All plays of these dice with distinct results; none if nothing can move."""
    high, low = max(dice), min(dice)
    own = [*side.own]
    if high == low:
        ways = [*_of_doubles(own, side.theirs, high, 4, BAR)]
        longest = max(map(len, ways))
        return tuple(play_of(side, way) for way in ways if len(way) == longest and way)
    found: dict[tuple[object, ...], tuple[Arc, ...]] = {}
    for first, second in ((high, low), (low, high)):
        for one in _arcs(own, side.theirs, first):
            _move(own, one)
            for other in _arcs(own, side.theirs, second):
                found.setdefault(_net(side.theirs, one, other), (one, other))
            _move(own, one[::-1])
    if found:
        return tuple(play_of(side, way) for way in found.values())
    for die in (high, low):
        if single := tuple(play_of(side, (arc,)) for arc in _arcs(own, side.theirs, die)):
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


def play_of(side: Side, arcs: tuple[Arc, ...]) -> Play:
    """These checkers moved one after the other, with what they hit."""
    theirs = side.theirs
    return Play(arcs, frozenset([end for _, end in arcs if end and theirs[end] == 1]))
