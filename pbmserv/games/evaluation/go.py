"""Go: candidate moves, when the game is settled, and which stones are dead.

Life is estimated by filling the board at random many times. That misses seki, and groups that live by two false eyes
around a ring.
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
"""For each point the balance of final ownership: 1 always Black's, -1 always White's."""

TIMES = 100
"""The number of playouts for each seat that may begin."""
SURE = 0.8
"""The balance from which a point is settled."""
DEAD = -0.1
"""The balance below which a chain is dead."""
FEW = 0.1
"""With fewer candidate points than this share, passing may be best."""
UNCLAIMED = 0.1
"""With more unsettled points than this share, nothing is counted."""
STONES_FIRST = 0.4
"""The share of points with stones before which nothing is settled."""
LINES, NEAR = 2, 3
"""On so many lines from the edge a candidate needs a stone within so many steps."""


def candidates(game: Go, position: Position) -> Sequence[str]:
    """All legal moves except own eyes, lone edge moves and early passes.

    After two passes only play continues, which shows what lives; `solution` knows what to say.
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
    """What to say about dead stones, or a pass if nothing is left to fight for or it settles the game."""
    if position.phase == MARKING:
        return _said_of_dead(game, position)
    return PASS if (position.passes and _is_decided(position, seat)) or _is_settled(position) else None


def _is_decided(position: Position, seat: int) -> bool:
    """Whether a second pass wins in the worst case, or loses in the best.

    The opponent may play on and moves next.
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
    if position.is_resumed or not _has_stones(position):
        return False
    owners = area(replace(position, dead=dead_stones(position))).owners
    return all(
        owner is not None and share * colour_of(owner) >= SURE
        for owner, share in zip(owners, shares_of(position), strict=True)
    )


def _has_stones(position: Position) -> bool:
    return len(position.cells.replace(EMPTY, "")) >= STONES_FIRST * len(position.cells)


def shares_of(position: Position) -> Shares:
    """The ownership balance of random games, half of them started by each seat."""
    black_begins, white_begins = (_shares_of(_bare(position), seat) for seat in range(2))
    return tuple((one + other) / 2 for one, other in zip(black_begins, white_begins, strict=True))


def _bare(position: Position) -> Position:
    return Position(position.width, position.cells, earlier=position.earlier[-1:])


@lru_cache(maxsize=64)
def _shares_of(position: Position, beginner: int) -> Shares:
    chance = Chance(position.earlier[-1].to_bytes(SEED_BYTES, "big"), f"go {beginner}")
    ends = [filled(position, colour_of(beginner), chance) for _ in range(TIMES)]
    return tuple(sum(owned) / TIMES for owned in zip(*ends, strict=True))


def dead_stones(position: Position) -> tuple[int, ...]:
    return _below(position, shares_of(position), (DEAD, DEAD))


def _below(position: Position, shares: Shares, least: Sequence[float]) -> tuple[int, ...]:
    found, seen = list[int](), set[int]()
    for place, stone in enumerate(position.cells):
        if stone != EMPTY and place not in seen:
            chain, seat = position.chain_at(place).stones, STONES.index(stone)
            seen.update(chain)
            if sum(shares[each] for each in chain) * colour_of(seat) < least[seat] * len(chain):
                found += chain
    return tuple(sorted(found))


def _winner(position: Position) -> int | None:
    ahead = lead(position)
    return int(ahead < 0) if ahead else None


def _said_of_dead(game: Go, position: Position) -> str:
    """The answer about dead stones: agree if the result is the same, otherwise propose.

    When proposals are exhausted, agree if that is better, or play on.
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
    """For each place near an edge, those a few steps away."""
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
