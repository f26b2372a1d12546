"""Guesses of hidden men, and what a position is worth, for machine players."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chance import Chance
from pbmserv.games.evaluation import shares
from pbmserv.games.marshal.game import READY, Marshal
from pbmserv.games.marshal.rules import ARMIES, HIDDEN, MOVING, Position, dealt

WORTH = {
    "M": 10.0,
    "G": 8.0,
    "C": 6.0,
    "J": 4.5,
    "K": 3.2,
    "L": 2.2,
    "S": 1.5,
    "N": 2.6,
    "T": 1.2,
    "Y": 3.0,
    "B": 1.6,
}
"""What a man is worth, in points of which a lead of `LEAD` wins most games."""
LEAD = 9.0
KNOWN = 0.8
"""What is left of it when the opponent knows the rank."""


def guess(game: Marshal, seen: Position, seat: int, chance: Chance) -> Position:
    """The opponent's men that are left, on any of their squares; bombs and the flag where nobody has moved."""
    other = 1 - seat
    if seen.is_setting_up:
        return seen.with_home(other, dealt(seen.men, other, chance))
    mark = HIDDEN if other == 0 else HIDDEN.lower()
    hidden = [place for place, there in enumerate(seen.cells) if there == mark]
    if not hidden:
        return seen
    left = Counter(ARMIES[seen.men]) - Counter(seen.lost[other])
    left -= Counter(seen.cells[place].upper() for place in seen.shown if seen.seat_of(place) == other)
    men = chance.shuffled(sorted(left.elements()))
    # Those who have moved are chosen among all who can move; the others stand anywhere.
    movers = [man for man in men if man in MOVING]
    changes = {}
    for place in [place for place in hidden if place in seen.moved]:
        changes[place] = movers.pop()
    rest = Counter(men) - Counter(changes.values())
    others = chance.shuffled(sorted(rest.elements()))
    changes |= dict(zip([place for place in hidden if place not in seen.moved], others, strict=False))
    cells = [*seen.cells]
    for place, man in changes.items():
        cells[place] = man if other == 0 else man.lower()
    return replace(seen, cells="".join(cells))


def evaluate(game: Marshal, position: Position) -> tuple[float, float]:
    """The men of both sides, those that are known to the other counting less."""
    values = [0.0, 0.0]
    for place, there in enumerate(position.cells):
        if there == EMPTY or there.upper() not in WORTH:
            continue
        seat = 0 if there.isupper() else 1
        values[seat] += WORTH[there.upper()] * (KNOWN if place in position.shown else 1.0)
        if place in position.moved:
            # Who goes forwards finds more.
            row = place // 10
            values[seat] += 0.03 * (9 - row if seat == 0 else row)
    return shares((values[0] - values[1]) / LEAD, position.next_seat, 0.0)


def solution(game: Marshal, position: Position, seat: int) -> str | None:
    """Men stand well as they were dealt."""
    return READY if position.is_setting_up else None
