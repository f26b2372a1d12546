"""What five dice score in each category of a score sheet.

`TWELVE` are the categories of the classic game, as the Handbook of Hoyle's games and encyclopedias give them: the
full house and four of a kind count their dice, straights count 30. `THIRTEEN` are those of the old server's help page
of Yacht, by Cameron Browne (2003), which scores as Yahtzee does: a bonus of 35 for 63 points in the numbers, and 100
for each further yacht.
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
"""Of the numbers together, in the sheet with a bonus."""
FURTHER_YACHT = 100
"""What a yacht counts beside its category, in that sheet, when 50 points stand in the box of the yacht."""


@dataclass(frozen=True)
class Category:
    """A box of the sheet: the `word` by which it is chosen, its `title`, a `letter` for short, what dice score.

    `for_joker` is what a further yacht scores there, None if the dice score as usual.
    """

    word: str
    title: str
    letter: str
    score: Callable[[Dice], int]
    for_joker: int | None = None


@dataclass(frozen=True)
class Sheet:
    """The boxes of a score sheet; the first six are those of the numbers."""

    word: str
    categories: tuple[Category, ...]
    has_bonus: bool

    @property
    def words(self) -> tuple[str, ...]:
        """By which the categories are chosen."""
        return tuple(category.word for category in self.categories)

    @property
    def yacht(self) -> int:
        """The number of the box of the yacht."""
        return self.words.index("yacht")

    def bonus(self, boxes: Sequence[int | None]) -> int:
        """What the numbers earn besides."""
        return BONUS if self.has_bonus and sum(box or 0 for box in boxes[:6]) >= BONUS_FROM else 0

    def is_joker(self, dice: Dice, boxes: Sequence[int | None]) -> bool:
        """Whether the dice are a further yacht, which earns points besides and may stand for other things."""
        return self.has_bonus and is_yacht(dice) and boxes[self.yacht] == YACHT_POINTS

    def score(self, number: int, dice: Dice, boxes: Sequence[int | None]) -> int:
        """What dice score in a box of one who has these boxes."""
        category = self.categories[number]
        if category.for_joker is not None and self.is_joker(dice, boxes):
            return category.for_joker
        return category.score(dice)


def is_yacht(dice: Dice) -> bool:
    """Whether all dice are alike."""
    return len(set(dice)) == 1


def _number(face: int) -> Callable[[Dice], int]:
    return lambda dice: face * list(dice).count(face)


def _counts(dice: Dice) -> list[int]:
    return sorted(Counter(dice).values())


def _if_full_house(points: int | None) -> Callable[[Dice], int]:
    """`points`, or all pips."""
    return lambda dice: (sum(dice) if points is None else points) if _counts(dice) == [2, 3] else 0


def _four_alike(dice: Dice) -> int:
    """The pips of the four."""
    face, count = Counter(dice).most_common(1)[0]
    return 4 * face if count >= 4 else 0


def _all_if_alike(least: int) -> Callable[[Dice], int]:
    return lambda dice: sum(dice) if _counts(dice)[-1] >= least else 0


def _if_just(faces: range, points: int) -> Callable[[Dice], int]:
    return lambda dice: points if set(dice) == set(faces) else 0


def _if_in_a_row(least: int, points: int) -> Callable[[Dice], int]:
    runs = [set(range(first, first + least)) for first in range(1, 8 - least)]
    return lambda dice: points if any(run <= set(dice) for run in runs) else 0


_NUMBERS = tuple(
    Category(title.lower(), title, letter, _number(face))
    for face, (title, letter) in enumerate(
        zip(("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes"), "abcdef", strict=True), 1
    )
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
