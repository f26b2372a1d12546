"""Surakarta, a game from Java in which pieces capture around the loops at the corners of the board.

The ends by count are those of the Computer Olympiad: any repetition, or fifty moves without a capture.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from pbmserv.games.base import Options, Result
from pbmserv.games.boards.figures import PIECE, Figure
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.loops import LoopedPoints
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import Path, grid_of
from pbmserv.games.majority import MajorityGame
from pbmserv.games.message import Message
from pbmserv.games.repetition import Remembering

SIZE, ROWS = 6, 2
BOARD = cast(LoopedPoints, grid_of(LoopedPoints, SIZE, SIZE))
MOST_IDLE = 50
"""After this many moves of both without a capture the pieces are counted."""


class Surakarta(MajorityGame[Remembering]):
    """Capture all of the opponent's pieces."""

    name = "Surakarta"
    has_full_moves = True
    summary = "Capture all pieces, around the loops at the corners"
    also_called = ("Permainan", "Roundabouts")
    themes = ("armies", "majority")
    touching = (
        "Touch a piece and then the point where it goes, or drag it there. To capture, touch the piece and then the "
        "one that it takes, whichever way around leads there."
    )
    move_form = "the points from which and to which a piece goes, for example c2-c3"
    passes_over = False
    no_passing = "Nobody passes here: whoever cannot move has lost."
    board_class = LoopedPoints
    position_class = Remembering
    evaluate_by = "pbmserv.games.evaluation.surakarta:evaluate"
    seen_at_a_glance = True
    figures = (
        Figure("x", 0, PIECE, "dark"),
        Figure("o", 1, PIECE, "light"),
    )
    tally = "Pieces: {first} {count}, {second} {other}."

    def seat_below(self, viewer: int | None) -> int:
        return 0

    def start(self, options: Options, seats: int, chance: Chance) -> Remembering:
        return Remembering(SIZE, "o" * ROWS * SIZE + EMPTY * SIZE * (SIZE - 2 * ROWS) + "x" * ROWS * SIZE)

    def legal_paths(self, position: Remembering) -> Iterator[Path]:
        cells, own = position.cells, self.own(position)
        for place in position.places_of(own):
            yield from ((place, near) for near in BOARD.around[place] if cells[near] == EMPTY)
            # Several ways around may lead to the same piece: that is one move.
            yield from dict.fromkeys((place, end) for end in captures(cells, place))

    def apply(self, position: Remembering, path: Path) -> Remembering:
        start, end = path
        changes = {start: EMPTY, end: self.own(position)}
        return self.next_turn(position, changes, path, earlier=position.remembered(position[end] != EMPTY))

    def outcome(self, position: Remembering) -> Result | None:
        seat = position.next_seat
        if self.own(position) not in position.cells:
            text = "{player} has captured all pieces."
            return Result(1 - seat, Message(text, player=self.seat_names[1 - seat]), scores=self.count(position))
        if self.is_stuck(position):
            text = "{player} cannot move any more."
            return Result(1 - seat, Message(text, player=self.seat_names[seat]), scores=self.count(position))
        if position.digest in position.earlier:
            return self.counted(position, "A position has come again: {first} has {count} pieces, {second} {other}.")
        if len(position.earlier) >= MOST_IDLE:
            text = "Nothing was captured in {most} moves: {first} has {count} pieces, {second} {other}."
            return self.counted(position, text, most=MOST_IDLE)
        return None

    def explain_illegal(self, position: Remembering, path: Path) -> str:
        own = self.own(position)
        if len(path) != 2 or position[path[0]] != own:
            return ""
        start, end = (BOARD.names[place] for place in path)
        if position[path[1]] == own:
            return Message("One of your own pieces is on {place}.", place=end)
        if position[path[1]] != EMPTY:
            return Message(
                "A piece captures only along its lines and around a loop, over free points: no such way leads from "
                "{start} to {end}.",
                start=start,
                end=end,
            )
        return Message(
            "A piece that captures nothing goes to a point next to it, and {end} is not next to {start}.",
            start=start,
            end=end,
        )

    def status(self, position: Remembering, viewer: int | None) -> tuple[str, ...]:
        idle = Message(
            "Moves since a piece was captured: {count}; after {most} the pieces are counted.",
            count=len(position.earlier),
            most=MOST_IDLE,
        )
        return (*super().status(position, viewer), *([idle] if len(position.earlier) >= MOST_IDLE // 2 else []))


def captures(cells: str, place: int) -> Iterator[int]:
    """The pieces that the one on this place can capture, each once for every way around that leads there."""
    # The place itself has been left: the way may cross it.
    free = cells[:place] + EMPTY + cells[place + 1 :]
    for straight, beyond in BOARD.ways_around[place]:
        if all(free[each] == EMPTY for each in straight):
            first = next((each for each in beyond if free[each] != EMPTY), place)
            if cells[first] != cells[place]:
                yield first
