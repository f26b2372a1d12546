"""The course of a game of Yacht: rolling, rolling some dice again, entering what they score, and the next player.

The server rolls whatever is rolled. It enters what the dice score where there is nothing to choose: in the last box,
after the last roll.
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
"""Stands for the score of a box that nothing was entered in."""


@dataclass(frozen=True)
class Position:
    """A position: what each seat has in its boxes, the dice on the table, how often they can be rolled again.

    `further` counts the yachts that earned points besides. `last_seat` entered something in the box `last_box` last;
    both are -1 at the start. `left` are the seats that have resigned. When the game is over there are no dice.
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
        """The boxes of everybody's sheet."""
        return SHEETS[self.sheet_word]

    @property
    def is_over(self) -> bool:
        """Whether all boxes are full."""
        return not self.dice

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that take part."""
        return tuple(seat for seat in range(len(self.boxes)) if seat not in self.left)

    def entries(self, seat: int) -> tuple[int | None, ...]:
        """What a seat has in its boxes; None in those that are open."""
        return tuple(None if box == OPEN else box for box in self.boxes[seat])

    def open_boxes(self, seat: int) -> tuple[int, ...]:
        """The numbers of the boxes in which a seat can still enter something."""
        return tuple(number for number, box in enumerate(self.boxes[seat]) if box == OPEN)

    def offer(self, box: int) -> int:
        """What the dice score in a box of the seat whose turn it is."""
        return self.sheet.score(box, self.dice, self.entries(self.next_seat))

    def bonus(self, seat: int) -> int:
        """What a seat has earned besides its boxes."""
        return self.sheet.bonus(self.entries(seat)) + FURTHER_YACHT * self.further[seat]

    def total(self, seat: int) -> int:
        """The points of a seat."""
        return sum(box for box in self.boxes[seat] if box != OPEN) + self.bonus(seat)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all seats."""
        return tuple(map(self.total, range(len(self.boxes))))


def start(sheet: str, seats: int, chance: Chance) -> Position:
    """Nothing entered, and the first roll of the first seat."""
    boxes = ((OPEN,) * len(SHEETS[sheet].categories),) * seats
    return Position(sheet, boxes, (0,) * seats, _rolled(chance, DICE), ROLLS - 1)


def rolled_again(position: Position, places: Sequence[int], chance: Chance) -> Position:
    """The dice at these places are rolled again; the others stay where they are."""
    fresh = dict(zip(places, _rolled(chance, len(places)), strict=True))
    dice = tuple(fresh.get(place, face) for place, face in enumerate(position.dice))
    return replace(position, dice=dice, rolls_left=position.rolls_left - 1)


def must_enter(position: Position) -> int | None:
    """The box in which the dice have to be entered, since nothing else can be done; None if there is a choice."""
    if position.is_over or position.rolls_left:
        return None
    boxes = position.open_boxes(position.next_seat)
    return boxes[0] if len(boxes) == 1 else None


def entered(position: Position, box: int, chance: Chance) -> Position:
    """The dice are entered in a box of the seat whose turn it is, and the next seat rolls."""
    seat = position.next_seat
    boxes, further = [*position.boxes], [*position.further]
    further[seat] += position.sheet.is_joker(position.dice, position.entries(seat))
    score = position.offer(box)
    boxes[seat] = tuple(score if number == box else each for number, each in enumerate(boxes[seat]))
    after = replace(position, boxes=tuple(boxes), further=tuple(further), last_seat=seat, last_box=box)
    return _with_next_turn(after, chance)


def without(position: Position, seat: int, chance: Chance) -> Position:
    """The seat takes no further part; the dice go on."""
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
