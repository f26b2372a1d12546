"""Lines of Action, by Claude Soucie (about 1960), by the rules of the Mind Sports Olympiad of 2000."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import PIECE, Figure
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.squares import Chequered
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import PASSED_OVER, GridGame, Path, grid_of
from pbmserv.games.message import Message, counted
from pbmserv.games.repetition import AGAIN, Remembering

BOARD = grid_of(Chequered, 8, 8)
SIDES = ".xxxxxx.o......oo......oo......oo......oo......oo......o.xxxxxx."
SCRAMBLED = ".xoxoxo.o......xx......oo......xx......oo......xx......o.oxoxox."


class LinesOfAction(GridGame[Remembering]):
    """Join all your pieces into one group."""

    name = "LOA"
    has_full_moves = True
    summary = "Lines of Action: join your pieces; lines say how far they go"
    also_called = ("Lines of Action",)
    themes = ("groups", "connection")
    options = (Option("scrambled", False, "begin with the pieces of both mixed around the board"),)
    touching = "Touch a piece, then the square where it goes, or drag it there."
    move_form = "the squares from which and to which a piece goes, for example b8-b6"
    passes_over = True
    no_passing = PASSED_OVER
    board_class = Chequered
    position_class = Remembering
    seen_at_a_glance = True
    evaluate_by = "pbmserv.games.evaluation.loa:evaluate"
    figures = (
        Figure("x", 0, PIECE, "dark"),
        Figure("o", 1, PIECE, "light"),
    )

    def start(self, options: Options, seats: int, chance: Chance) -> Remembering:
        return Remembering(8, SCRAMBLED if options["scrambled"] else SIDES)

    def legal_paths(self, position: Remembering) -> Iterator[Path]:
        cells, own, other = position.cells, self.own(position), self.others(position)
        for place in position.places_of(own):
            rays = BOARD.rays[place]
            for direction, ray in enumerate(rays):
                distance = _pieces(position, place, direction)
                if distance > len(ray) or cells[ray[distance - 1]] == own:
                    continue
                if other not in [cells[each] for each in ray[: distance - 1]]:
                    yield place, ray[distance - 1]

    def apply(self, position: Remembering, path: Path) -> Remembering:
        start, end = path
        earlier = position.remembered(is_for_good=position[end] != EMPTY)
        return self.next_turn(position, {start: EMPTY, end: self.own(position)}, path, earlier=earlier)

    def outcome(self, position: Remembering) -> Result | None:
        joined = [is_joined(position, piece) for piece in "xo"]
        if all(joined):
            return Result(None, Message("One move has joined the pieces of both."))
        if any(joined):
            return Result(
                joined.index(True),
                Message("{player} has joined all pieces.", player=self.seat_names[joined.index(True)]),
            )
        if position.has_come_again:
            return Result(None, AGAIN)
        return Result(None, Message("Nobody can move any more.")) if self.is_stuck(position) else None

    def captured_by(self, position: Remembering) -> tuple[int, int]:
        return SIDES.count("o") - self.count_of(position, 1), SIDES.count("x") - self.count_of(position, 0)

    def winning_cells(self, position: Remembering) -> Sequence[int]:
        joined = [piece for piece in "xo" if is_joined(position, piece)]
        return position.places_of(joined[0]) if len(joined) == 1 else ()

    def explain_illegal(self, position: Remembering, path: Path) -> str:
        if len(path) != 2 or path[0] == path[1] or position[path[0]] not in self.own(position):
            return ""
        for direction, ray in enumerate(BOARD.rays[path[0]]):
            if path[1] in ray:
                return self._why_not_there(position, path, _pieces(position, path[0], direction), ray)
        return ""

    def _why_not_there(self, position: Remembering, path: Path, distance: int, ray: tuple[int, ...]) -> str:
        if ray.index(path[1]) + 1 != distance:
            return counted(
                "A move from {place} in that line is {count} square long, for there are {count} piece in it.",
                "A move from {place} in that line is {count} squares long, for there are {count} pieces in it.",
                distance,
                place=BOARD.names[path[0]],
            )
        if position[path[1]] in self.own(position):
            return Message("One of your own pieces is on {place}.", place=BOARD.names[path[1]])
        return Message(
            "A piece of your opponent's is in the way between {place} and {place2}.",
            place=BOARD.names[path[0]],
            place2=BOARD.names[path[1]],
        )


def is_joined(position: Remembering, piece: str) -> bool:
    """Whether all pieces of a kind form one group."""
    left = set(position.places_of(piece))
    ahead = [left.pop()] if left else []
    while ahead:
        near = left.intersection(BOARD.around[ahead.pop()])
        left -= near
        ahead += near
    return not left


def _pieces(position: Remembering, place: int, direction: int) -> int:
    rays, cells = BOARD.rays[place], position.cells
    return 1 + sum(cells[each] != EMPTY for way in (direction, (direction + 4) % 8) for each in rays[way])
