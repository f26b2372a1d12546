"""Amazons, by Walter Zamkauskas (1988)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, Grid, places_typed
from pbmserv.games.boards.squares import Chequered
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, GridPosition, Path, grid_of
from pbmserv.games.message import BLACK, WHITE, Message

ARROW = "#"


class Amazons(GridGame[GridPosition]):
    """Move like a queen, shoot like a queen, and be the last who can."""

    name = "Amazons"
    has_full_moves = True
    summary = "Move an amazon, burn a square with her arrow, be last to move"
    themes = ("territory", "blocking")
    options = (Option("size", 10, "squares along each side of the board", low=6, high=10, often=(6, 8, 10)),)
    touching = (
        "Touch an amazon, then the square where she goes, then the one where her arrow lands. You can also drag "
        "her, and then touch where the arrow lands."
    )
    move_form = "from, to, and where the arrow lands, for example d1-d7/g7"
    seat_names = (WHITE, BLACK)
    no_passing = "Nobody passes in Amazons: whoever cannot move has lost."
    board_class = Chequered
    seen_at_a_glance = True
    evaluate_by = "pbmserv.games.evaluation.amazons:evaluate"
    candidates_by = "pbmserv.games.evaluation.amazons:candidates"
    figures = (
        Figure("o", 0, "amazon", "light", "queen"),
        Figure("x", 1, "amazon", "dark", "queen"),
        Figure(ARROW, None, "arrow"),
    )

    def seat_below(self, viewer: int | None) -> int:
        return 0

    def start(self, options: Options, seats: int, chance: Chance) -> GridPosition:
        size = int(options["size"])
        board, inset = grid_of(Chequered, size, size), size * 3 // 10
        far = size - 1 - inset
        above = [(0, inset), (inset, 0), (far, 0), (size - 1, inset)]
        changes = {board.at(column, row): "x" for column, row in above}
        changes |= {board.at(column, size - 1 - row): "o" for column, row in above}
        return GridPosition(size, EMPTY * size * size).with_changes(changes, 0, ())

    def legal_paths(self, position: GridPosition) -> Iterator[Path]:
        board = self.board(position)
        for start in position.places_of(self.own(position)):
            left = position.cells[:start] + EMPTY + position.cells[start + 1 :]
            for end in reached(board, position.cells, start):
                for arrow in reached(board, left, end):
                    yield start, end, arrow

    def moves(self, position: GridPosition) -> Sequence[str]:
        # Of thousands, most begin alike.
        if self.result(position):
            return []
        board, own = self.board(position), self.own(position)
        names, listed = board.names, list[str]()
        for start in position.places_of(own):
            left = position.cells[:start] + EMPTY + position.cells[start + 1 :]
            for end in reached(board, position.cells, start):
                begun = f"{names[start]}-{names[end]}/"
                listed += [begun + names[arrow] for arrow in reached(board, left, end)]
        return listed

    def apply(self, position: GridPosition, path: Path) -> GridPosition:
        start, end, arrow = path
        return self.next_turn(position, {start: EMPTY, end: self.own(position), arrow: ARROW}, path)

    def asked_next(self, position: GridPosition, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        return Message("Where does the arrow go?") if len(touched) > 1 else ""

    def slides(self, position: GridPosition, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        start, end, _ = steps
        return "", f"{start} {end}", f"+{ARROW} ."

    def laid_by_touch(self, position: GridPosition, seat: int) -> Mapping[str, str]:
        return {ARROW: ARROW}

    def outcome(self, position: GridPosition) -> Result | None:
        if not self.is_stuck(position):
            return None
        loser = position.next_seat
        return Result(1 - loser, Message("{player} cannot move any more.", player=self.seat_names[loser]))

    def text_of_path(self, board: Grid, path: Path) -> str:
        (start, end, arrow), names = path, board.names
        return f"{names[start]}-{names[end]}/{names[arrow]}"

    def read(self, position: GridPosition, text: str) -> Path:
        # There can be thousands of legal moves: whoever makes one should not have to wait for a list of all.
        board, names = self.board(position), places_typed(text)
        if names and len(names) == 3 and all(name in board.place_of for name in names):
            start, end, arrow = (board.place_of[name] for name in names)
            left = position.cells[:start] + EMPTY + position.cells[start + 1 :]
            if (
                position[start] == self.own(position)
                and end in reached(board, position.cells, start)
                and arrow in reached(board, left, end)
            ):
                return start, end, arrow
        return super().read(position, text)

    def examples(self, position: GridPosition, seat: int) -> tuple[str, ...]:
        paths = islice(self.legal_paths(position), 2) if seat in self.to_move(position) else ()
        return tuple(self.text_of_path(self.board(position), path) for path in paths)

    def explain_illegal(self, position: GridPosition, path: Path) -> str:
        board = self.board(position)
        if position[path[0]] not in self.own(position):
            return ""
        if len(path) != 3:
            return Message("A move has three squares: write {form}.", form=Message(self.move_form))
        start, end, arrow = (board.names[place] for place in path)
        if path[1] not in reached(board, position.cells, path[0]):
            return Message(
                "The amazon on {start} cannot go to {end}: she goes like a queen in chess, and jumps over nothing.",
                start=start,
                end=end,
            )
        return Message(
            "From {end} no arrow can be shot to {arrow}: it flies like a queen in chess, and jumps over nothing.",
            end=end,
            arrow=arrow,
        )


def reached(board: Grid, cells: str, place: int) -> Iterator[int]:
    for ray in board.rays[place]:
        for each in ray:
            if cells[each] != EMPTY:
                break
            yield each
