"""The course of Yacht: rolls, boxes, turns.

The server rolls all dice, and enters the score if there is no choice: in the last box after the last roll.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pbmserv.games.chance import Chance
from pbmserv.games.yacht.sheets import FURTHER_YACHT, SHEETS, Sheet

DICE = 5
ROLLS = 3
"""In a turn."""
OPEN = -1
"""The score of an open box."""


@dataclass(frozen=True)
class Position:
    """A position: each seat's boxes, the dice, the rolls left.

    `further` counts yachts with bonus points. `last_seat` and `last_box` are the last entry, -1 at the start. `left`
    are resigned seats. After the end there are no dice.
    """

    sheet_word: str
    boxes: tuple[tuple[int, ...], ...]
    further: tuple[int, ...]
    dice: tuple[int, ...]
    rolls_left: int
    next_seat: int = 0
    last_seat: int = -1
    last_box: int = -1
    left: tuple[int, ...] = ()

    @property
    def sheet(self) -> Sheet:
        return SHEETS[self.sheet_word]

    @property
    def is_over(self) -> bool:
        return not self.dice

    @property
    def active(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.boxes)) if seat not in self.left)

    def entries(self, seat: int) -> tuple[int | None, ...]:
        """A seat's boxes, None if open."""
        return tuple(None if box == OPEN else box for box in self.boxes[seat])

    def open_boxes(self, seat: int) -> tuple[int, ...]:
        return tuple(number for number, box in enumerate(self.boxes[seat]) if box == OPEN)

    def offer(self, box: int) -> int:
        return self.sheet.score(box, self.dice, self.entries(self.next_seat))

    def bonus(self, seat: int) -> int:
        """A seat's points besides its boxes."""
        return self.sheet.bonus(self.entries(seat)) + FURTHER_YACHT * self.further[seat]

    def total(self, seat: int) -> int:
        return sum(box for box in self.boxes[seat] if box != OPEN) + self.bonus(seat)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(map(self.total, range(len(self.boxes))))


def start(sheet: str, seats: int, chance: Chance) -> Position:
    """Empty sheets, and the first roll."""
    boxes = ((OPEN,) * len(SHEETS[sheet].categories),) * seats
    return Position(sheet, boxes, (0,) * seats, _rolled(chance, DICE), ROLLS - 1)


def rolled_again(position: Position, places: Sequence[int], chance: Chance) -> Position:
    fresh = dict(zip(places, _rolled(chance, len(places)), strict=True))
    dice = tuple(fresh.get(place, face) for place, face in enumerate(position.dice))
    return replace(position, dice=dice, rolls_left=position.rolls_left - 1)


def must_enter(position: Position) -> int | None:
    """The box that must be filled; None if there is a choice."""
    if position.is_over or position.rolls_left:
        return None
    boxes = position.open_boxes(position.next_seat)
    return boxes[0] if len(boxes) == 1 else None


def entered(position: Position, box: int, chance: Chance) -> Position:
    """Enter the dice in a box; the next seat rolls."""
    seat = position.next_seat
    boxes, further = [*position.boxes], [*position.further]
    further[seat] += position.sheet.is_joker(position.dice, position.entries(seat))
    score = position.offer(box)
    boxes[seat] = tuple(score if number == box else each for number, each in enumerate(boxes[seat]))
    after = replace(position, boxes=tuple(boxes), further=tuple(further), last_seat=seat, last_box=box)
    return _with_next_turn(after, chance)


def without(position: Position, seat: int, chance: Chance) -> Position:
    """Remove a seat; the dice go on."""
    after = replace(position, left=(*position.left, seat))
    return _with_next_turn(after, chance) if position.next_seat == seat else after


def _with_next_turn(position: Position, chance: Chance) -> Position:
    seats = len(position.boxes)
    after = ((position.next_seat + step) % seats for step in range(1, seats + 1))
    following = next((seat for seat in after if seat not in position.left and position.open_boxes(seat)), None)
    if following is None:
        return replace(position, dice=(), rolls_left=0)
    return replace(position, dice=_rolled(chance, DICE), rolls_left=ROLLS - 1, next_seat=following)


def _rolled(chance: Chance, dice: int) -> tuple[int, ...]:
    return tuple(chance.below(6) + 1 for _ in range(dice))
