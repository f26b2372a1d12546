"""Division tables: points, tie-breaks and individual results.

Points are counted in halves, so that all are whole numbers: 2 for a win, 1 for a draw.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

WIN, TIE, LOSS = 2, 1, 0


class State(StrEnum):
    ON = "on"
    WON = "won"
    TIED = "tied"
    VOID = "void"
    """Voided; it counts for nobody."""


@dataclass(frozen=True)
class Score:
    """The state of one game; `winner` is a place if it is won."""

    first: int
    second: int
    state: State = State.ON
    winner: int | None = None

    @property
    def counts(self) -> bool:
        """Whether it is over and counts."""
        return self.state in {State.WON, State.TIED}

    def points_of(self, place: int) -> int:
        """The half points that a place gets from it."""
        if self.state is State.TIED:
            return TIE
        return WIN if self.state is State.WON and self.winner == place else LOSS

    def other(self, place: int) -> int:
        return self.second if place == self.first else self.first


@dataclass(frozen=True)
class Row:
    """A row of a table.

    `points` are half points. `quality` is Sonneborn–Berger in quarters: the points of each opponent beaten, half the
    points of each drawn with. `among` are the half points from games among players level in both.
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
        return self.won + self.tied + self.lost


def table(places: int, scores: Sequence[Score]) -> list[Row]:
    """Return the table of `places`, best first.

    Equal points are ordered by Sonneborn–Berger, then wins, then points in games among those still level, then place
    (places are by strength).
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
    return all(score.state is not State.ON for score in scores)


def halves(points: int) -> str:
    """Format half points: `3`, `3½`, `½`."""
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


def quarters(quality: int) -> str:
    """Format Sonneborn–Berger: `7.25`."""
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
