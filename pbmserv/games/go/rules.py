"""The rules of go: stones, liberties, captures, and no position a second time.

They are those of Tromp and Taylor, except that suicide is not allowed: a stone must have a liberty once what it
captures is gone, and no move may bring back a position that has been on the board before, whoever was to move then
(positional superko; New Zealand's is situational). Area is counted in `counting`, dead stones are agreed on in
`marking`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from typing import NamedTuple

from pbmserv.games.boards.grids import EMPTY, STRAIGHT
from pbmserv.games.boards.points import StarredPoints
from pbmserv.games.grid_game import GridPosition, grid_of

STONES = "xo"
"""Of Black and of White."""
STONES_FOR_EACH_POINT = 3
"""How many stones can be laid for each point of the board: then the game ends as it stands, so that it does end.
Superko alone would let two people play on for longer than the sun shines."""

PLAYING, MARKING, OVER = "playing", "marking", "over"


class Chain(NamedTuple):
    """Stones of one colour that touch along the lines, and the free points that they touch."""

    stones: tuple[int, ...]
    liberties: frozenset[int]


class Laid(NamedTuple):
    """What would come of laying a stone: what it captures, whether it has a liberty then, the key of the board."""

    captured: tuple[int, ...]
    breathes: bool
    key: int


@dataclass(frozen=True)
class Position(GridPosition):
    """A position of go.

    `komi` is in half points, `captured` are the stones that each seat has taken. `earlier` are the keys of all
    positions so far, this one the last. `passes` counts those in a row. While dead stones are marked, `dead` are the
    ones that were proposed, in `proposals` proposals so far. `is_resumed` is whether no stone has been laid since
    play was resumed.
    """

    komi: int = 0
    captured: tuple[int, int] = (0, 0)
    earlier: tuple[int, ...] = (0,)
    passes: int = 0
    phase: str = PLAYING
    dead: tuple[int, ...] = ()
    proposals: int = 0
    is_resumed: bool = False

    @cached_property
    def _chains(self) -> dict[int, Chain]:
        """Those that were asked for so far, by each of their stones."""
        return {}

    def chain_at(self, place: int) -> Chain:
        """The chain to which the stone on this place belongs."""
        known = self._chains.get(place)
        if known is not None:
            return known
        cells, beside = self.cells, neighbours(self.width, len(self.cells))
        colour, stones, liberties, seen = cells[place], [place], set(), {place}
        for stone in stones:
            for each in beside[stone]:
                if cells[each] == EMPTY:
                    liberties.add(each)
                elif cells[each] == colour and each not in seen:
                    seen.add(each)
                    stones.append(each)
        chain = Chain(tuple(sorted(stones)), frozenset(liberties))
        self._chains.update(dict.fromkeys(stones, chain))
        return chain

    @cached_property
    def known_keys(self) -> frozenset[int]:
        """The keys of all positions so far."""
        return frozenset(self.earlier)

    def lay(self, place: int) -> Laid:
        """What would come of laying a stone of the seat whose turn it is on this free place."""
        seat, cells = self.next_seat, self.cells
        own, taken, breathes = STONES[seat], dict[int, None](), False
        for each in neighbours(self.width, len(cells))[place]:
            if cells[each] == EMPTY:
                breathes = True
            elif cells[each] == own:
                breathes = breathes or len(self.chain_at(each).liberties) > 1
            elif len((chain := self.chain_at(each)).liberties) == 1:
                taken |= dict.fromkeys(chain.stones)
        keys = keys_of(len(cells))
        key = self.earlier[-1] ^ keys[seat][place]
        for each in taken:
            key ^= keys[1 - seat][each]
        return Laid(tuple(taken), breathes or bool(taken), key)

    def is_legal(self, place: int) -> bool:
        """Whether a stone may be laid here."""
        if self.cells[place] != EMPTY:
            return False
        laid = self.lay(place)
        return laid.breathes and laid.key not in self.known_keys

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """All places where a stone may be laid."""
        return tuple(place for place in self.places_of(EMPTY) if self.is_legal(place))

    def with_stone(self, place: int) -> Position:
        """The position after a stone was laid on a legal place."""
        seat, laid = self.next_seat, self.lay(place)
        captured = [*self.captured]
        captured[seat] += len(laid.captured)
        earlier = (*self.earlier, laid.key)
        is_last = len(earlier) > STONES_FOR_EACH_POINT * len(self.cells)
        return self.with_changes(
            {place: STONES[seat], **dict.fromkeys(laid.captured, EMPTY)},
            1 - seat,
            (place,),
            captured=tuple(captured),
            earlier=earlier,
            passes=0,
            phase=OVER if is_last else PLAYING,
            is_resumed=False,
        )

    def with_pass(self) -> Position:
        """The position after a pass: after the second one dead stones are marked.

        If play was resumed only to pass again, nothing is left to be disputed: all stones are alive, as in the rules
        of the American Go Association.
        """
        passes = self.passes + 1
        phase = PLAYING if passes < 2 else OVER if self.is_resumed else MARKING
        return self.with_changes({}, 1 - self.next_seat, (), passes=passes, phase=phase)

    def without(self, dead: tuple[int, ...]) -> str:
        """What stands on the board when these stones are gone."""
        gone = {*dead}
        return "".join(EMPTY if place in gone else stone for place, stone in enumerate(self.cells))


def started(size: int, komi: int, handicap: int) -> Position:
    """The position before the first move: with a handicap of two stones or more White begins."""
    board = grid_of(StarredPoints, size, size)
    stones = [board.place_of[name] for name in handicap_points(size, handicap)]
    key, keys = 0, keys_of(size * size)
    for place in stones:
        key ^= keys[0][place]
    empty = Position(size, EMPTY * size * size, komi=komi, earlier=(key,))
    return empty.with_changes(dict.fromkeys(stones, STONES[0]), int(bool(stones)), ())


def handicap_points(size: int, handicap: int) -> list[str]:
    """Where so many handicap stones lie, in the order of the Go Text Protocol (4.1.1, fixed handicap placement).

    One stone is none: Black begins as usual, and there is next to no komi.
    """
    letters, edge = StarredPoints.letters, 4 if size >= 13 else 3
    near, middle, far = edge, (size + 1) // 2, size + 1 - edge
    order = [(near, near), (far, far), (far, near), (near, far), (near, middle), (far, middle)]
    order += [(middle, near), (middle, far)]
    if handicap < 2:
        return []
    # An odd stone from the fifth on lies in the middle.
    chosen = [*order[: handicap - 1], (middle, middle)] if handicap >= 5 and handicap % 2 else order[:handicap]
    return [f"{letters[column - 1]}{row}" for column, row in chosen]


@cache
def neighbours(width: int, places: int) -> tuple[tuple[int, ...], ...]:
    """For each place, those beside it along the lines."""
    rays = grid_of(StarredPoints, width, places // width).rays
    return tuple(tuple(each[way][0] for way in STRAIGHT if each[way]) for each in rays)


@cache
def keys_of(places: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A number of 60 bits for a stone of each seat on each place; those of all stones, combined by exclusive or, are
    the key of a board (A. Zobrist, 1970). They are part of the rules: positions are kept with them."""

    def made() -> Iterator[tuple[int, ...]]:
        for stone in STONES:
            digests = (blake2b(f"{stone} {place}".encode(), digest_size=8).digest() for place in range(places))
            yield tuple(int.from_bytes(digest, "big") >> 4 for digest in digests)

    black, white = made()
    return black, white
