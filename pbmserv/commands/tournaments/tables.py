"""The table of a division as it is shown, in letters, on pages and to programs."""

from __future__ import annotations

from dataclasses import dataclass

from pbmserv.play.board import Player
from pbmserv.play.tournaments.table import Row, Score, State, halves, quarters, table
from pbmserv.storage.divisions import Division, DivisionGame


@dataclass(frozen=True)
class Cell:
    """What somebody has done against somebody: `1`, `½`, `0`, a dot while they play, a dash if it counts for nobody.

    `board` is the number of their board; None for nobody's game against themselves. `began` is whether they had the
    first seat at the start.
    """

    sign: str
    board: int | None = None
    began: bool = False


@dataclass(frozen=True)
class TableLine:
    """A line of a table, with a cell for each line."""

    row: Row
    player: Player
    instead_of: Player | None
    withdrawn: bool
    points: str
    quality: str
    cells: tuple[Cell, ...]


def lines_of(division: Division) -> list[TableLine]:
    """The table of a division, the best first."""
    rows = table(len(division.places), division.scores)
    games = {frozenset((game.score.first, game.score.second)): game for game in division.games}
    lines = []
    for row in rows:
        place = division.places[row.place]
        cells = [_cell(row.place, other.place, games.get(frozenset((row.place, other.place)))) for other in rows]
        lines.append(
            TableLine(
                row, place.player, place.instead_of, place.withdrawn, halves(row.points), quarters(row.quality),
                tuple(cells),
            )
        )  # fmt: skip
    return lines


def ranked(division: Division) -> list[Player]:
    """The players of a division, the best first."""
    return [line.player for line in lines_of(division)]


def _cell(place: int, other: int, game: DivisionGame | None) -> Cell:
    if place == other:
        return Cell("*")
    if game is None:
        return Cell("-")
    return Cell(_sign(game.score, place), game.number, game.score.first == place)


def _sign(score: Score, place: int) -> str:
    if score.state is State.ON:
        return "."
    return "-" if score.state is State.VOID else halves(score.points_of(place))
