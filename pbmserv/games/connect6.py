"""Connect6, by I-Chen Wu (2005): six in a row, with two stones a turn."""

from __future__ import annotations

from pbmserv.games.base import Option, Options
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridPosition, Path
from pbmserv.games.in_steps import InSteps
from pbmserv.games.message import Message
from pbmserv.games.rows import RowGame


class Connect6(InSteps[GridPosition], RowGame[GridPosition]):
    """Six in a row, with two stones a turn."""

    name = "Connect6"
    move_word = "stone"
    summary = "Be the first to have six in a row, laying two in each turn"
    also_called = ("Six in a Row",)
    options = (Option("size", 19, "points along each side of the board", low=9, high=19, often=(13, 19)),)
    touching = "Touch the free point where a stone goes. Each stone is confirmed by itself."
    move_form = "the points where your stones go, for example h8,j9, or one of them"
    no_passing = "Nobody passes in Connect6."
    in_row = 6
    seen_at_a_glance = True
    evaluate_by = "pbmserv.games.evaluation.connect6:evaluate"
    candidates_by = "pbmserv.games.evaluation.connect6:candidates"

    def start(self, options: Options, seats: int, chance: Chance) -> GridPosition:
        size = int(options["size"])
        return GridPosition(size, EMPTY * size * size)

    def apply(self, position: GridPosition, path: Path) -> GridPosition:
        seat, laid = position.next_seat, len(position.cells) - position.cells.count(EMPTY)
        # Black lays the first stone alone. From then on everybody lays two: the second is every odd one.
        is_second = laid % 2 == 0
        last = (*position.last, *path) if is_second and laid else path
        return position.with_changes({path[0]: self.own(position)}, 1 - seat if is_second else seat, last)

    def notes(self, position: GridPosition, move: str, after: GridPosition) -> tuple[str, ...]:
        return ()

    def _told(self, position: GridPosition, text: str) -> tuple[str, ...]:
        lines = super()._told(position, text)
        laid = len(position.cells) - position.cells.count(EMPTY)
        if lines or self.result(position) or laid == 0:
            return lines
        to_lay = "{player} has two stones to lay." if laid % 2 else "{player} has one more stone to lay."
        return (Message(to_lay, player=self.seat_names[position.next_seat]),)
