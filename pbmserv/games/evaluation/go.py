"""Go: which moves are worth a thought, when nothing is left to be fought about, and which stones are dead then.

Who lives is seen by what becomes of each stone when the board is filled at random many times over. That sees no seki,
whose stones live half of the time, and no group that lives by two false eyes around a ring.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import TypeAlias

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.go import marking
from pbmserv.games.go.counting import area, lead
from pbmserv.games.go.game import PASS, Go
from pbmserv.games.go.rules import MARKING, OVER, STONES, Position
from pbmserv.games.playouts.go import Goban, colour_of, filled

Shares: TypeAlias = tuple[float, ...]
"""For each point how much more often it was Black's in the end than White's: from 1, always, to -1, never."""

TIMES = 100
"""How often the board is filled to see what lives, for each seat that may begin."""
SURE = 0.8
"""What is so often the same in the end is settled."""
DEAD = -0.1
"""A chain whose points are its own so much less often than the other's is called dead."""
FEW = 0.1
"""Where no more of all points than this are worth a thought, it may be best to do nothing."""
UNCLAIMED = 0.1
"""As long as more of all points than this are nobody's, there is nothing to be counted."""
STONES_FIRST = 0.4
"""Before so many of all points hold stones nothing is settled, and it is not looked for."""
LINES, NEAR = 2, 3
"""On so many lines at the edge only points are worth a thought that have a stone within so many steps."""


def candidates(game: Go, position: Position) -> Sequence[str]:
    """All legal moves but to fill one's own eyes, to crawl along an edge where nobody is, and to pass early.

    When both have passed it is only played on, which shows in the end what lives: what to say then is no matter of
    looking ahead, but known (`solution`).
    """
    if position.phase == MARKING:
        return [marking.RESUME]
    names, board, colour = game.board(position).names, Goban(position), colour_of(position.next_seat)
    worth_it = [place for place in position.legal if not board.is_eye(place, colour)]
    close_by, cells = _close_by(position.width), position.cells
    inside = [
        place for place in worth_it if place not in close_by or any(cells[each] != EMPTY for each in close_by[place])
    ]
    # In a seki, whoever lays a stone loses by it.
    passing = [PASS] if len(worth_it) <= FEW * len(cells) and _has_stones(position) else []
    return [names[place] for place in inside or worth_it] + passing or [PASS]


def solution(game: Go, position: Position, seat: int) -> str | None:
    """What to say of dead stones; to pass where nothing is left to fight about, or where that settles it."""
    if position.phase == MARKING:
        return _said_of_dead(game, position)
    return PASS if (position.passes and _is_decided(position, seat)) or _is_settled(position) else None


def _is_decided(position: Position, seat: int) -> bool:
    """Whether a second pass wins though all goes wrong that is not settled, or loses though it all goes right.

    The other may play on then and has the next move, which is the worst; to have it oneself would be the best.
    """
    after = position.with_pass()
    if after.phase == OVER:
        return _winner(after) == seat
    signs = (1, -1) if seat == 0 else (-1, 1)
    worst, best = (
        replace(after, dead=_below(position, _shares_of(_bare(position), beginner), [sign * sure for sign in signs]))
        for beginner, sure in ((1 - seat, SURE), (seat, -SURE))
    )
    if any(area(each).owners.count(None) > UNCLAIMED * len(after.cells) for each in (worst, best)):
        return False
    return _winner(worst) == seat or (_has_stones(position) and _winner(best) == 1 - seat)


def _is_settled(position: Position) -> bool:
    """Whether it is clear whose each point is, and it would be counted so."""
    if position.is_resumed or not _has_stones(position):
        return False
    owners = area(replace(position, dead=dead_stones(position))).owners
    return all(
        owner is not None and share * colour_of(owner) >= SURE
        for owner, share in zip(owners, shares_of(position), strict=True)
    )


def _has_stones(position: Position) -> bool:
    """Whether there are enough stones for anything to be settled."""
    return len(position.cells.replace(EMPTY, "")) >= STONES_FIRST * len(position.cells)


def shares_of(position: Position) -> Shares:
    """Whose each point is at the end of random games, half of them begun by each seat."""
    black_begins, white_begins = (_shares_of(_bare(position), seat) for seat in range(2))
    return tuple((one + other) / 2 for one, other in zip(black_begins, white_begins, strict=True))


def _bare(position: Position) -> Position:
    """What is on the board, and nothing else: that stays the same while dead stones are marked."""
    return Position(position.width, position.cells, earlier=position.earlier[-1:])


@lru_cache(maxsize=64)
def _shares_of(position: Position, beginner: int) -> Shares:
    chance = Chance(position.earlier[-1].to_bytes(SEED_BYTES, "big"), f"go {beginner}")
    ends = [filled(position, colour_of(beginner), chance) for _ in range(TIMES)]
    return tuple(sum(owned) / TIMES for owned in zip(*ends, strict=True))


def dead_stones(position: Position) -> tuple[int, ...]:
    """The stones of chains that are lost more often than not."""
    return _below(position, shares_of(position), (DEAD, DEAD))


def _below(position: Position, shares: Shares, least: Sequence[float]) -> tuple[int, ...]:
    """The stones of chains whose points are their own less often than this, for chains of each seat."""
    found, seen = list[int](), set[int]()
    for place, stone in enumerate(position.cells):
        if stone != EMPTY and place not in seen:
            chain, seat = position.chain_at(place).stones, STONES.index(stone)
            seen.update(chain)
            if sum(shares[each] for each in chain) * colour_of(seat) < least[seat] * len(chain):
                found += chain
    return tuple(sorted(found))


def _winner(position: Position) -> int | None:
    """Who wins when this is counted."""
    ahead = lead(position)
    return int(ahead < 0) if ahead else None


def _said_of_dead(game: Go, position: Position) -> str:
    """Which stones are dead: it is agreed to whatever leads to the same end, and what it leads to is said else.

    Once nobody may propose any more, it is agreed to where that is better, and played on where it is worse.
    """
    dead, seat = dead_stones(position), position.next_seat
    told, read = _winner(position), _winner(replace(position, dead=dead))
    if position.proposals and told == read:
        return marking.AGREE
    if position.proposals >= marking.MOST_PROPOSALS:
        return marking.AGREE if seat == told or 1 - seat == read else marking.RESUME
    return marking.words_of(game.board(position), marking.one_of_each(position, dead))


@cache
def _close_by(width: int) -> Mapping[int, Sequence[int]]:
    """For each place near an edge, those that are a few steps away."""
    spots = [divmod(place, width) for place in range(width * width)]
    return {
        place: [
            other
            for other, (there, across) in enumerate(spots)
            if 0 < abs(row - there) + abs(column - across) <= NEAR
        ]
        for place, (row, column) in enumerate(spots)
        if min(row, column, width - 1 - row, width - 1 - column) < LINES
    }
