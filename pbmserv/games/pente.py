"""Pente, by Gary Gabrel (1977): five in a row, or five pairs captured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbmserv.games.base import Illegal, Option, Options, Result
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridPosition, Path
from pbmserv.games.message import Message, counted
from pbmserv.games.rows import RowGame

ENOUGH = 5
"""Pairs."""
TOO_NEAR = 2
"""How close to the centre Black's second stone may not be by the tournament rule."""


@dataclass(frozen=True)
class Position(GridPosition):
    pairs: tuple[int, int] = (0, 0)
    laid: int = 0
    is_free: bool = False


class Pente(RowGame[Position]):
    """Five in a row, or five pairs."""

    name = "Pente"
    summary = "Have five stones in a row first, or capture five pairs"
    trademark = "Pente is a trademark of Hasbro, which has licensed it to Winning Moves."
    options = (
        Option("size", 19, "points along each side of the board, an odd number", low=9, high=19, often=(13, 19)),
        Option("opening", "tournament", "where Black's first two stones may lie", choices=("tournament", "free")),
    )
    no_passing = "Nobody passes in Pente."
    position_class = Position

    def check_options(self, options: Options, seats: int) -> None:
        if int(options["size"]) % 2 == 0:
            raise Illegal(
                "A board of size {size} has no point in its middle: choose an odd number, as in -size=13.",
                size=options["size"],
            )

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        size = int(options["size"])
        return Position(size, EMPTY * size * size, is_free=options["opening"] == "free")

    def legal_paths(self, position: Position) -> Iterator[Path]:
        middle, opening = len(position.cells) // 2, position.laid if not position.is_free else None
        for [place] in super().legal_paths(position):
            if (opening != 0 or place == middle) and (opening != 2 or self.is_far(position, place)):
                yield (place,)

    def is_far(self, position: Position, place: int) -> bool:
        """Whether the tournament rule allows Black's second stone there."""
        size = position.width
        return max(abs(place % size - size // 2), abs(place // size - size // 2)) > TOO_NEAR

    def captured(self, position: Position, place: int) -> list[int]:
        own, other, cells = self.own(position), self.others(position), position.cells
        pairs = [
            ray[:2]
            for ray in self.board(position).rays[place]
            if len(ray) > 2 and cells[ray[2]] == own and cells[ray[0]] == cells[ray[1]] == other
        ]
        return [each for pair in pairs for each in pair]

    def apply(self, position: Position, path: Path) -> Position:
        seat, taken = position.next_seat, self.captured(position, path[0])
        pairs = [*position.pairs]
        pairs[seat] += len(taken) // 2
        changes = {**dict.fromkeys(taken, EMPTY), path[0]: self.own(position)}
        return position.with_changes(changes, 1 - seat, path, pairs=tuple(pairs), laid=position.laid + 1)

    def outcome(self, position: Position) -> Result | None:
        for seat, pairs in enumerate(position.pairs):
            if pairs >= ENOUGH:
                return Result(
                    seat, Message("{player} has captured {pairs} pairs.", player=self.seat_names[seat], pairs=pairs)
                )
        return super().outcome(position)

    def notes(self, position: Position, move: str, after: Position) -> Iterator[str]:
        seat = position.next_seat
        if taken := after.pairs[seat] - position.pairs[seat]:
            one, many = "{player} has captured {count} pair.", "{player} has captured {count} pairs."
            yield counted(one, many, taken, player=self.seat_names[seat])

    def explain_illegal(self, position: Position, path: Path) -> str:
        board, middle = self.board(position), len(position.cells) // 2
        if position.is_free or len(path) > 1 or position[path[0]] != EMPTY:
            return ""
        if position.laid == 0:
            return Message(
                "By the tournament rule Black's first stone goes to the middle, {place}.", place=board.names[middle]
            )
        return Message(
            "By the tournament rule Black's second stone lies at least three points from {place}.",
            place=board.names[middle],
        )

    def advantage(self, position: Position, seat: int) -> str:
        pairs = position.pairs[seat]
        return counted("{count} pair", "{count} pairs", pairs) if pairs else ""

    def _told(self, position: Position, text: str) -> tuple[str, ...]:
        black, white = position.pairs
        return (
            Message(
                "Pairs captured: Black {black}, White {white}; {enough} win.", black=black, white=white, enough=ENOUGH
            ),
            *super()._told(position, text),
        )
