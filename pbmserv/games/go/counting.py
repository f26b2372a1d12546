"""Area scoring: living stones, and points that only one colour reaches."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pbmserv.games.base import Result
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.go.rules import STONES, Position, neighbours
from pbmserv.games.message import BLACK, WHITE, counted

SEAT_NAMES = (BLACK, WHITE)


class Count(NamedTuple):
    """Each seat's points without komi, and the owner of each place, or None."""

    black: int
    white: int
    owners: tuple[int | None, ...]


@lru_cache(maxsize=64)
def area(position: Position) -> Count:
    """The area with the proposed dead stones removed."""
    cells = position.without(position.dead)
    beside = neighbours(position.width, len(cells))
    owners: list[int | None] = [STONES.find(stone) if stone != EMPTY else None for stone in cells]
    seen: set[int] = set()
    for place, stone in enumerate(cells):
        if stone != EMPTY or place in seen:
            continue
        seen.add(place)
        points, touched = [place], set()
        for point in points:
            for each in beside[point]:
                if cells[each] != EMPTY:
                    touched.add(cells[each])
                elif each not in seen:
                    seen.add(each)
                    points.append(each)
        if len(touched) == 1:
            owner = STONES.find(touched.pop())
            for point in points:
                owners[point] = owner
    return Count(owners.count(0), owners.count(1), tuple(owners))


def halves(number: int) -> str:
    return f"{number // 2}{'.5' if number % 2 else ''}"


def lead(position: Position) -> int:
    """Black's lead in half points, negative if White is ahead."""
    count = area(position)
    return 2 * (count.black - count.white) - position.komi


def result_of(position: Position) -> Result:
    ahead, count = lead(position), area(position)
    told = {"white": count.white, "komi": halves(position.komi)}
    if not ahead:
        reason = counted(
            "Black has {count} point, White {white} and {komi} komi: they are equal.",
            "Black has {count} points, White {white} and {komi} komi: they are equal.",
            count.black,
            **told,
        )
        return Result(None, reason)
    winner = int(ahead < 0)
    reason = counted(
        "Black has {count} point, White {white} and {komi} komi: {player} wins by {ahead}.",
        "Black has {count} points, White {white} and {komi} komi: {player} wins by {ahead}.",
        count.black,
        player=SEAT_NAMES[winner],
        ahead=halves(abs(ahead)),
        **told,
    )
    return Result(winner, reason)
