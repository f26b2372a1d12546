"""The table of a division: points, tie-breaks, and who has done what against whom.

Points are counted in halves: 2 for a win, 1 for a tie, so that all are whole numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

WIN, TIE, LOSS = 2, 1, 0
"""Half points."""


class State(StrEnum):
    """How a game stands, for the table."""

    ON = "on"
    WON = "won"
    TIED = "tied"
    VOID = "void"
    """It counts for nobody: the board was called off."""


@dataclass(frozen=True)
class Score:
    """How the game of two places stands; `winner` is one of them if it is won."""

    first: int
    second: int
    state: State = State.ON
    winner: int | None = None

    @property
    def counts(self) -> bool:
        """Whether it is over, and in the table."""
        return self.state in {State.WON, State.TIED}

    def points_of(self, place: int) -> int:
        """The half points that a place has from it."""
        if self.state is State.TIED:
            return TIE
        return WIN if self.state is State.WON and self.winner == place else LOSS

    def other(self, place: int) -> int:
        """Whom a place meets in it."""
        return self.second if place == self.first else self.first


@dataclass(frozen=True)
class Row:
    """A line of a table.

    `points` are half points; `quality` is Sonneborn–Berger in quarters: for each win the points of who was beaten,
    for each tie half of theirs. `among` are the half points in the games with those who are level in both.
    """

    place: int
    rank: int
    won: int
    tied: int
    lost: int
    playing: int
    points: int
    quality: int
    among: int = 0

    @property
    def played(self) -> int:
        """How many games count."""
        return self.won + self.tied + self.lost


def table(places: int, scores: Sequence[Score]) -> list[Row]:
    """The table of so many places, the best first.

    Who is level in points stands in the order of Sonneborn–Berger, then of wins, then of the points from the games
    among those who are still level, and at last in the order of their places: those are by strength.
    """
    by_place: dict[int, list[Score]] = defaultdict(list)
    for score in scores:
        by_place[score.first].append(score)
        by_place[score.second].append(score)
    points = [sum(score.points_of(place) for score in by_place[place]) for place in range(places)]
    rows = [_row(place, by_place[place], points) for place in range(places)]
    level: dict[tuple[int, int, int], list[Row]] = defaultdict(list)
    for row in rows:
        level[row.points, row.quality, row.won].append(row)
    ordered: list[tuple[Row, int]] = []
    for key in sorted(level, reverse=True):
        group = {row.place for row in level[key]}
        among = {place: _points_among(place, by_place[place], group) for place in group}
        ordered += sorted(((row, among[row.place]) for row in level[key]), key=lambda pair: (-pair[1], pair[0].place))
    return [_ranked(row, rank, among) for rank, (row, among) in enumerate(ordered, 1)]


def is_decided(scores: Iterable[Score]) -> bool:
    """Whether all games are over."""
    return all(score.state is not State.ON for score in scores)


def halves(points: int) -> str:
    """Half points as people write them: `3`, `3½`, `½`."""
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


def quarters(quality: int) -> str:
    """Sonneborn–Berger as people write it: `7.25`."""
    return f"{quality / 4:.2f}"


def _row(place: int, scores: Sequence[Score], points: Sequence[int]) -> Row:
    counted = [score for score in scores if score.counts]
    own = [score.points_of(place) for score in counted]
    # Half points for each game times half points of the other: four times what people know.
    quality = sum(score.points_of(place) * points[score.other(place)] for score in counted)
    return Row(
        place=place,
        rank=0,
        won=own.count(WIN),
        tied=own.count(TIE),
        lost=own.count(LOSS),
        playing=sum(score.state is State.ON for score in scores),
        points=points[place],
        quality=quality,
    )


def _points_among(place: int, scores: Sequence[Score], group: set[int]) -> int:
    return sum(score.points_of(place) for score in scores if score.other(place) in group)


def _ranked(row: Row, rank: int, among: int) -> Row:
    return Row(row.place, rank, row.won, row.tied, row.lost, row.playing, row.points, row.quality, among)
