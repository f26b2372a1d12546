"""The rules of go: stones, liberties, captures, superko.

Tromp-Taylor rules without suicide: a stone must have a liberty after captures, and no position on the board may
recur, whoever was to move (positional superko; New Zealand's is situational). `counting` scores area, `marking`
agrees on dead stones.
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
"""Black's and White's."""
STONES_FOR_EACH_POINT = 3
"""Stones for each point of the board after which the game ends as it stands; superko alone would allow practically
endless games.
"""

PLAYING, MARKING, OVER = "playing", "marking", "over"


class Chain(NamedTuple):
    stones: tuple[int, ...]
    liberties: frozenset[int]


class Laid(NamedTuple):
    """The effect of a stone: captures, whether it has a liberty, the board's key."""

    captured: tuple[int, ...]
    breathes: bool
    key: int


@dataclass(frozen=True)
class Position(GridPosition):
    """A position of go.

    `komi` is in half points, `captured` counts each seat's prisoners. `earlier` are the keys of all positions, this
    one last. `passes` counts consecutive passes. During marking, `dead` is the last of `proposals` proposals.
    `is_resumed`: no stone was placed since play resumed.
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
        return {}

    def chain_at(self, place: int) -> Chain:
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
        return frozenset(self.earlier)

    def lay(self, place: int) -> Laid:
        """The effect of a stone of the seat to move on this empty place."""
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
        if self.cells[place] != EMPTY:
            return False
        laid = self.lay(place)
        return laid.breathes and laid.key not in self.known_keys

    @cached_property
    def legal(self) -> tuple[int, ...]:
        seat, cells = self.next_seat, self.cells
        beside, keys = neighbours(self.width, len(cells)), keys_of(len(cells))[seat]
        now, known = self.earlier[-1], self.known_keys
        chains = {id(chain): chain for chain in map(self.chain_at, self.places_of("".join(STONES)))}.values()
        # What captures is looked at by itself. Else a stone needs a free point beside it, or a chain that has two.
        capturing, breathing = set[int](), {*self.places_of(EMPTY)}
        for chain in chains:
            is_own = cells[chain.stones[0]] == STONES[seat]
            if is_own and len(chain.liberties) > 1:
                breathing.update(chain.stones)
            elif not is_own and len(chain.liberties) == 1:
                capturing |= chain.liberties
        return tuple(
            place
            for place in self.places_of(EMPTY)
            if (
                self.is_legal(place)
                if place in capturing
                else now ^ keys[place] not in known and not breathing.isdisjoint(beside[place])
            )
        )

    def with_stone(self, place: int) -> Position:
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
        """The position after a pass; the second one starts marking.

        If play was resumed only to pass again, all stones are alive, as in the rules of the American Go Association.
        """
        passes = self.passes + 1
        phase = PLAYING if passes < 2 else OVER if self.is_resumed else MARKING
        return self.with_changes({}, 1 - self.next_seat, (), passes=passes, phase=phase)

    def without(self, dead: tuple[int, ...]) -> str:
        gone = {*dead}
        return "".join(EMPTY if place in gone else stone for place, stone in enumerate(self.cells))


def started(size: int, komi: int, handicap: int) -> Position:
    """The start; with two or more handicap stones White begins."""
    board = grid_of(StarredPoints, size, size)
    stones = [board.place_of[name] for name in handicap_points(size, handicap)]
    key, keys = 0, keys_of(size * size)
    for place in stones:
        key ^= keys[0][place]
    empty = Position(size, EMPTY * size * size, komi=komi, earlier=(key,))
    return empty.with_changes(dict.fromkeys(stones, STONES[0]), int(bool(stones)), ())


def handicap_points(size: int, handicap: int) -> list[str]:
    """The points of handicap stones by the Go Text Protocol (4.1.1, fixed handicap placement).

    A handicap of one has no stone: Black begins with minimal komi.
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
    """For each place, its orthogonal neighbours."""
    rays = grid_of(StarredPoints, width, places // width).rays
    return tuple(tuple(each[way][0] for way in STRAIGHT if each[way]) for each in rays)


@cache
def keys_of(places: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A 60-bit number for each seat's stone on each place; a board's key is their exclusive or (A. Zobrist, 1970).
    Stored positions depend on them.
    """

    def made() -> Iterator[tuple[int, ...]]:
        for stone in STONES:
            digests = (blake2b(f"{stone} {place}".encode(), digest_size=8).digest() for place in range(places))
            yield tuple(int.from_bytes(digest, "big") >> 4 for digest in digests)

    black, white = made()
    return black, white
