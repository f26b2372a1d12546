"""Konane, the draughts of Hawaii, played as on BrainKing: Black begins with a stone of the middle or of a corner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, STRAIGHT
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, GridPosition, Path
from pbmserv.games.message import Listed, Message

SIZES = ("6", "8", "10")


class Konane(GridGame[GridPosition]):
    """Every move jumps and captures; whoever cannot jump has lost."""

    name = "Konane"
    has_full_moves = True
    summary = "Hawaiian draughts: jump and capture as long as you can"
    also_called = ("Hawaiian checkers",)
    themes = ("draughts", "blocking")
    options = (Option("size", "8", "squares along each side of the board", choices=SIZES, often=("6", "8")),)
    touching = (
        "At first, touch the stone that you take away. Later, touch a stone and then the square where it jumps, or "
        "drag it there."
    )
    move_form = "the squares from which and to which a stone jumps, for example d3-d5"
    no_passing = "Nobody passes here: whoever cannot jump has lost."
    evaluate_by = "pbmserv.games.evaluation.konane:evaluate"
    figures = (Figure("x", 0, "stone", "dark"), Figure("o", 1, "stone", "light"))

    def start(self, options: Options, seats: int, chance: Chance) -> GridPosition:
        size = int(options["size"])
        # A corner has the first player's stone.
        return GridPosition(size, "".join("xo"[(row + column) % 2] for row in range(size) for column in range(size)))

    def legal_paths(self, position: GridPosition) -> Iterator[Path]:
        board, cells, free = self.board(position), position.cells, position.cells.count(EMPTY)
        if free == 0:
            yield from ((place,) for place in first_places(position.width))
        elif free == 1:
            rays = board.rays[cells.index(EMPTY)]
            yield from ((place,) for direction in STRAIGHT for place in rays[direction][:1])
        else:
            for place in position.places_of(self.own(position)):
                for direction in STRAIGHT:
                    yield from ((place, end) for end in jumps(cells, place, board.rays[place][direction]))

    def apply(self, position: GridPosition, path: Path) -> GridPosition:
        if len(path) == 1:
            return self.next_turn(position, {path[0]: EMPTY}, path)
        start, end = path
        gone = dict.fromkeys((start, *self._taken(position, path)), EMPTY)
        return self.next_turn(position, {**gone, end: self.own(position)}, path)

    def _taken(self, position: GridPosition, path: Path) -> list[int]:
        start, end = path
        ray = next(ray for ray in self.board(position).rays[start] if end in ray)
        return [place for place in ray[: ray.index(end)] if position[place] != EMPTY]

    def slides(self, position: GridPosition, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        path = self.known_paths(position)[move]
        if len(path) == 1:
            return ()
        names = self.board(position).names
        start, end, *taken = (names[place] for place in (*path, *self._taken(position, path)))
        return ("", " ".join([start, end, *(f"{each} -" for each in taken)]))

    def explain_illegal(self, position: GridPosition, path: Path) -> str:
        free = position.cells.count(EMPTY)
        if free < 2:
            names = [self.board(position).names[place] for [place] in self.legal_paths(position)]
            text = (
                "{player} begins by taking away a stone of the middle or of a corner: {places}."
                if free == 0
                else "{player} takes away a stone next to the empty square: {places}."
            )
            return Message(text, player=self.seat_names[position.next_seat], places=Listed(names, ", ", " or "))
        return ""

    def captured_by(self, position: GridPosition) -> tuple[int, int]:
        half = len(position.cells) // 2 - 1
        return max(0, half - self.count_of(position, 1)), max(0, half - self.count_of(position, 0))

    def outcome(self, position: GridPosition) -> Result | None:
        if not self.is_stuck(position):
            return None
        seat = position.next_seat
        return Result(1 - seat, Message("{player} cannot jump any more.", player=self.seat_names[seat]))


def first_places(size: int) -> tuple[int, ...]:
    """The first player's two corners and two squares in the middle, in reading order."""
    return tuple(row * size + row for row in (0, size // 2 - 1, size // 2, size - 1))


def jumps(cells: str, place: int, ray: Sequence[int]) -> Iterator[int]:
    """Where a stone can jump along a ray: over one stone of the other's each time, as often as it likes."""
    own = cells[place]
    for over, end in zip(ray[::2], ray[1::2], strict=False):
        if cells[over] in (EMPTY, own) or cells[end] != EMPTY:
            return
        yield end
