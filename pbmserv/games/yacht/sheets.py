"""Score sheets.

`TWELVE` is the classic game by the Handbook of Hoyle's games and encyclopedias: full house and four of a kind count
their dice, straights 30. `THIRTEEN` is the old server's Yacht by Cameron Browne (2003), scored like Yahtzee: a bonus
of 35 for 63 points in the numbers, and 100 for each further yacht.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Dice: TypeAlias = Sequence[int]
"""Five numbers from 1 to 6."""

YACHT_POINTS = 50
BONUS_FROM, BONUS = 63, 35
"""The sum of the numbers, in the sheet with a bonus."""
FURTHER_YACHT = 100
"""The bonus for a yacht in that sheet when its box has 50 points."""


@dataclass(frozen=True)
class Category:
    """A box: its `word`, `title`, `letter` and score.

    `for_joker` is a further yacht's score there, None for the usual one.
    """

    word: str
    title: str
    letter: str
    score: Callable[[Dice], int]
    for_joker: int | None = None


@dataclass(frozen=True)
class Sheet:
    word: str
    categories: tuple[Category, ...]
    has_bonus: bool

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(category.word for category in self.categories)

    @property
    def yacht(self) -> int:
        return self.words.index("yacht")

    def bonus(self, boxes: Sequence[int | None]) -> int:
        return BONUS if self.has_bonus and sum(box or 0 for box in boxes[:6]) >= BONUS_FROM else 0

    def is_joker(self, dice: Dice, boxes: Sequence[int | None]) -> bool:
        """Whether the dice are a further yacht, with bonus points and joker rules."""
        return self.has_bonus and is_yacht(dice) and boxes[self.yacht] == YACHT_POINTS

    def score(self, number: int, dice: Dice, boxes: Sequence[int | None]) -> int:
        """The dice's score in a box, given the other boxes."""
        category = self.categories[number]
        if category.for_joker is not None and self.is_joker(dice, boxes):
            return category.for_joker
        return category.score(dice)


def is_yacht(dice: Dice) -> bool:
    return len(set(dice)) == 1


def _number(face: int) -> Callable[[Dice], int]:
    return lambda dice: face * list(dice).count(face)


def _counts(dice: Dice) -> list[int]:
    return sorted(Counter(dice).values())


def _if_full_house(points: int | None) -> Callable[[Dice], int]:
    return lambda dice: (sum(dice) if points is None else points) if _counts(dice) == [2, 3] else 0


def _four_alike(dice: Dice) -> int:
    face, count = Counter(dice).most_common(1)[0]
    return 4 * face if count >= 4 else 0


def _all_if_alike(least: int) -> Callable[[Dice], int]:
    return lambda dice: sum(dice) if _counts(dice)[-1] >= least else 0


def _if_just(faces: range, points: int) -> Callable[[Dice], int]:
    return lambda dice: points if set(dice) == set(faces) else 0


def _if_in_a_row(least: int, points: int) -> Callable[[Dice], int]:
    runs = [set(range(first, first + least)) for first in range(1, 8 - least)]
    return lambda dice: points if any(run <= set(dice) for run in runs) else 0


_FACES = ("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")
_NUMBERS = tuple(
    Category(title.lower(), title, letter, _number(face))
    for face, (title, letter) in enumerate(zip(_FACES, "abcdef", strict=True), 1)
)
_YACHT = Category("yacht", "Yacht", "y", lambda dice: YACHT_POINTS if is_yacht(dice) else 0)

TWELVE = Sheet(
    "twelve",
    (
        *_NUMBERS,
        Category("full-house", "Full house", "h", _if_full_house(None)),
        Category("four-of-a-kind", "Four of a kind", "r", _four_alike),
        Category("little-straight", "Little straight", "s", _if_just(range(1, 6), 30)),
        Category("big-straight", "Big straight", "l", _if_just(range(2, 7), 30)),
        Category("choice", "Choice", "x", sum),
        _YACHT,
    ),
    has_bonus=False,
)
THIRTEEN = Sheet(
    "thirteen",
    (
        *_NUMBERS,
        Category("three-of-a-kind", "Three of a kind", "t", _all_if_alike(3)),
        Category("four-of-a-kind", "Four of a kind", "r", _all_if_alike(4)),
        Category("full-house", "Full house", "h", _if_full_house(25), 25),
        Category("small-straight", "Small straight", "s", _if_in_a_row(4, 30), 30),
        Category("large-straight", "Large straight", "l", _if_in_a_row(5, 40), 40),
        _YACHT,
        Category("chance", "Chance", "x", sum),
    ),
    has_bonus=True,
)
SHEETS: Mapping[str, Sheet] = {sheet.word: sheet for sheet in (TWELVE, THIRTEEN)}
