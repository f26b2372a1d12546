"""Go: which moves are worth a thought, when nothing is left to be fought about, and which stones are dead then.

Who lives is seen by what becomes of each stone when the board is filled at random many times over.
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

TIMES = 200
"""How often the board is filled to see what lives."""
SURE = 0.7
"""What is so often the same in the end is settled."""
LIKELY = 0.1
"""A chain whose points are the other's by so much more often than its own is dead."""
UNCLAIMED = 0.1
"""As long as more of all points than this are nobody's, there is nothing to be counted."""
STONES_FIRST = 0.4
"""Before so many of all points hold stones nothing is settled, and it is not looked for."""
LINES, NEAR = 2, 3
"""On so many lines at the edge only points are worth a thought that have a stone within so many steps."""


def candidates(game: Go, position: Position) -> Sequence[str]:
    """All legal moves but to fill one's own eyes, to crawl along an edge where nobody is, and to pass for nothing."""
    if position.phase == MARKING:
        return [_said_of_dead(game, position)]
    names, board, colour = game.board(position).names, Goban(position), colour_of(position.next_seat)
    worth_it = [place for place in position.legal if not board.is_eye(place, colour)]
    close_by, standing = _close_by(position.width), position.standing
    inside = [
        place
        for place in worth_it
        if place not in close_by or any(standing[each] != EMPTY for each in close_by[place])
    ]
    return [names[place] for place in inside or worth_it] or [PASS]


def solution(game: Go, position: Position, seat: int) -> str | None:
    """What to say of dead stones; to pass where nothing is left to fight about, or where that settles it."""
    if position.phase == MARKING:
        return _said_of_dead(game, position)
    return PASS if (position.passes and _is_decided(position, seat)) or _is_settled(position) else None


def _is_decided(position: Position, seat: int) -> bool:
    """Whether a second pass wins though all goes wrong that is not likely, or nothing is left that could go right."""
    after = position.with_pass()
    if after.phase == OVER:
        return _winner(after) == seat
    black, white = (LIKELY, -LIKELY) if seat == 0 else (-LIKELY, LIKELY)
    worst = replace(after, dead=dead_stones(position, (black, white)))
    best = replace(after, dead=dead_stones(position, (white, black)))
    if any(area(each).owners.count(None) > UNCLAIMED * len(after.standing) for each in (worst, best)):
        return False
    return _winner(worst) == seat or _winner(best) == 1 - seat


def _is_settled(position: Position) -> bool:
    """Whether it is clear whose each point is, and it would be counted so."""
    if position.is_resumed or len(position.standing.replace(EMPTY, "")) < STONES_FIRST * len(position.standing):
        return False
    owners = area(replace(position, dead=dead_stones(position))).owners
    return all(
        owner is not None and share * colour_of(owner) >= SURE
        for owner, share in zip(owners, shares_of(position), strict=True)
    )


@lru_cache(maxsize=64)
def shares_of(position: Position) -> Shares:
    """Whose each point is at the end of random games, half of them begun by each seat."""
    chance = Chance(position.earlier[-1].to_bytes(SEED_BYTES, "big"), "go")
    ends = [filled(position, 1 - time % 2 * 2, chance) for time in range(TIMES)]
    return tuple(sum(owned) / TIMES for owned in zip(*ends, strict=True))


def dead_stones(position: Position, below: tuple[float, float] = (-LIKELY, -LIKELY)) -> tuple[int, ...]:
    """The stones of chains whose points are their own less often than this, for chains of each seat."""
    shares, found, seen = shares_of(position), list[int](), set[int]()
    for place, stone in enumerate(position.standing):
        if stone != EMPTY and place not in seen:
            chain, seat = position.chain_at(place).stones, STONES.index(stone)
            seen.update(chain)
            if sum(shares[each] for each in chain) * colour_of(seat) < below[seat] * len(chain):
                found += chain
    return tuple(sorted(found))


def _winner(position: Position) -> int | None:
    """Who wins when this is counted."""
    ahead = lead(position)
    return int(ahead < 0) if ahead else None


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


def _said_of_dead(game: Go, position: Position) -> str:
    """Which stones are dead: it is agreed to whatever leads to the same end, and what it leads to is said else.

    Once nobody may propose any more, it is agreed to where that wins, and played on where it does not.
    """
    dead, seat = dead_stones(position), position.next_seat
    if position.proposals and _winner(position) == _winner(replace(position, dead=dead)):
        return marking.AGREE
    if position.proposals >= marking.MOST_PROPOSALS:
        return marking.AGREE if _winner(position) == seat else marking.RESUME
    return marking.words_of(game.board(position), marking.one_of_each(position, dead))
