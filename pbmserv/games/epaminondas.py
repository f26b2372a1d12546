"""Epaminondas, by Robert Abbott (1975), who made it of his Crossings. The ends by repetition and length are ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, Grid, places_typed
from pbmserv.games.boards.squares import Chequered
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, Path
from pbmserv.games.message import BLACK, WHITE, Message, counted
from pbmserv.games.repetition import AGAIN, Remembering

BOARDS = {"14x12": (14, 12), "8x8": (8, 8)}
MOST_IDLE = 200
"""After this many moves of both without a capture it is a draw."""


class Phalanx(NamedTuple):
    """Men of a seat in a line from the one in the rear, and the squares ahead of the first."""

    men: Sequence[int]
    ahead: Sequence[int]


class Epaminondas(GridGame[Remembering]):
    """Cross the board with more men than the opponent."""

    name = "Epaminondas"
    has_full_moves = True
    summary = "Phalanxes: lines of men move together, and cross the board"
    also_called = ("Epam",)
    themes = ("armies", "race", "groups")
    options = (Option("board", "14x12", "columns and rows of the board", choices=tuple(BOARDS), often=tuple(BOARDS)),)
    touching = (
        "Touch the man in the rear of those that move, and then the square where the man in front of them goes, or "
        "drag it there. Of a man alone that is the square beside it."
    )
    move_form = "the rear man's square and where the front one goes, for example c1-c4"
    no_passing = "Nobody passes here: whoever cannot move has lost."
    seat_names = (WHITE, BLACK)
    board_class = Chequered
    position_class = Remembering
    evaluate_by = "pbmserv.games.evaluation.epaminondas:evaluate"
    figures = (Figure("o", 0, "man", "light"), Figure("x", 1, "man", "dark"))

    def seat_below(self, viewer: int | None) -> int:
        return 0

    def start(self, options: Options, seats: int, chance: Chance) -> Remembering:
        width, height = BOARDS[str(options["board"])]
        return Remembering(width, "x" * 2 * width + EMPTY * width * (height - 4) + "o" * 2 * width)

    def legal_paths(self, position: Remembering) -> Iterator[Path]:
        board, cells = self.board(position), position.cells
        own, other = self.own(position), self.others(position)
        for place in position.places_of(own):
            for ray in board.rays[place]:
                count = 1
                for each in ray:
                    if cells[each] != own:
                        break
                    count += 1
                for index in range(count - 1, min(2 * count - 1, len(ray))):
                    there = cells[ray[index]]
                    is_free = there == EMPTY
                    if (is_free or (there == other and _run(cells, ray, index) < count)) and not (
                        self._is_mirrored_after(position, place, ray[index])
                    ):
                        yield place, ray[index]
                    if not is_free:
                        break

    def phalanx(self, position: Remembering, rear: int, ray: Sequence[int]) -> Phalanx:
        """The men that move when the one in the rear moves along this ray."""
        cells = position.cells
        count = next((index for index, each in enumerate(ray) if cells[each] != cells[rear]), len(ray))
        return Phalanx((rear, *ray[:count]), ray[count:])

    def apply(self, position: Remembering, path: Path) -> Remembering:
        rear, end = path
        ray = _ray_to(self.board(position), rear, end)
        men, index = self.phalanx(position, rear, ray).men, ray.index(end)
        taken = ray[index : index + _run(position.cells, ray, index)] if position[end] != EMPTY else ()
        moved = ray[index - len(men) + 1 : index + 1]
        changes = {**dict.fromkeys((*men, *taken), EMPTY), **dict.fromkeys(moved, self.own(position))}
        return self.next_turn(position, changes, (rear, *moved), earlier=position.remembered(bool(taken)))

    def _is_mirrored_after(self, position: Remembering, rear: int, end: int) -> bool:
        """Whether a move onto the other's home row makes the left half of the board the mirror of the right."""
        width, seat = position.width, position.next_seat
        if end not in far_row(position, seat) or rear in far_row(position, seat):
            return False
        cells = self.apply(position, (rear, end)).cells
        rows = [cells[begin : begin + width] for begin in range(0, len(cells), width)]
        return all(row == row[::-1] for row in rows)

    def slides(self, position: Remembering, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        board, (rear, end) = self.board(position), self.known_paths(position)[move]
        ray = _ray_to(board, rear, end)
        men, index = self.phalanx(position, rear, ray).men, ray.index(end)
        far = index - len(men) + 1
        pairs = [f"{board.names[place]} {board.names[ray[far + number]]}" for number, place in enumerate(men)]
        taken = ray[index : index + _run(position.cells, ray, index)] if position[end] != EMPTY else ()
        return ("", " ".join([*reversed(pairs), *(f"{board.names[each]} -" for each in taken)]))

    def outcome(self, position: Remembering) -> Result | None:
        seat = position.next_seat
        own, others = crossed(position, seat), crossed(position, 1 - seat)
        if own > others:
            return Result(
                seat,
                Message(
                    "{player} has more men on the other side at the beginning of a turn: {own} against {others}.",
                    player=self.seat_names[seat],
                    own=own,
                    others=others,
                ),
            )
        if self.is_stuck(position):
            return Result(1 - seat, Message("{player} cannot move any more.", player=self.seat_names[seat]))
        if position.has_come_again:
            return Result(None, AGAIN)
        if len(position.earlier) >= MOST_IDLE:
            return Result(None, Message("Nothing was captured in {most} moves.", most=MOST_IDLE))
        return None

    def winning_cells(self, position: Remembering) -> Sequence[int]:
        seat = position.next_seat
        if crossed(position, seat) <= crossed(position, 1 - seat):
            return ()
        return [place for place in far_row(position, seat) if position[place] == self.own(position)]

    def captured_by(self, position: Remembering) -> tuple[int, int]:
        men = 2 * position.width
        return men - self.count_of(position, 1), men - self.count_of(position, 0)

    def normalise(self, position: Remembering, text: str) -> str:
        """A phalanx may be named by both ends, rear first, and where its front goes: `c1-c2-c4` is `c1-c4`."""
        names, board = places_typed(text), self.board(position)
        if names and len(names) == 3 and all(name in board.place_of for name in names):
            rear, front, end = (board.place_of[name] for name in names)
            ray = _ray_to(board, rear, end)
            if position[rear] == self.own(position) and self.phalanx(position, rear, ray).men[-1] == front:
                return f"{names[0]}-{names[2]}"
        return text

    def explain_illegal(self, position: Remembering, path: Path) -> str:
        board, own = self.board(position), self.own(position)
        if len(path) != 2 or path[0] == path[1] or position[path[0]] != own:
            return ""
        rear, end = path
        ray = _ray_to(board, rear, end)
        if not ray:
            return Message(
                "Men go straight along a line, and {end} is not in one with {rear}.",
                end=board.names[end],
                rear=board.names[rear],
            )
        men, ahead = self.phalanx(position, rear, ray)
        if end in men:
            return "One of your own men is there: name the square where the man in front goes."
        way = ahead[: ahead.index(end)]
        if len(way) >= len(men):
            return counted(
                "There is {count} man in that line, which goes {count} square at most.",
                "There are {count} men in that line, which go {count} squares at most.",
                len(men),
            )
        blocked = next((each for each in (*way, end) if position[each] != EMPTY), None)
        if blocked is not None and (blocked != end or position[end] == own):
            return Message("A man on {place} is in the way.", place=board.names[blocked])
        others = 0 if blocked is None else _run(position.cells, ray, ray.index(end))
        if others >= len(men):
            text = "A phalanx captures only one of fewer men: here {own} would meet {others}."
            return Message(text, own=len(men), others=others)
        return (
            "No man may go onto the other's home row where that makes the left half of the board the mirror of the "
            "right."
        )

    def status(self, position: Remembering, viewer: int | None) -> tuple[str, ...]:
        white, black = crossed(position, 0), crossed(position, 1)
        lines = []
        if white or black:
            lines.append(Message("Men on the other side: White {white}, Black {black}.", white=white, black=black))
        if len(position.earlier) >= MOST_IDLE // 2 and not self.result(position):
            lines.append(
                Message(
                    "Moves since a man was captured: {count}; {most} are a tie.",
                    count=len(position.earlier),
                    most=MOST_IDLE,
                )
            )
        return tuple(lines)


def far_row(position: Remembering, seat: int) -> range:
    """The other seat's home row, which this one wants to reach."""
    size, width = len(position.cells), position.width
    return range(width) if seat == 0 else range(size - width, size)


def crossed(position: Remembering, seat: int) -> int:
    """How many men of a seat are on the other's home row."""
    row = far_row(position, seat)
    return position.cells.count("ox"[seat], row.start, row.stop)


def _ray_to(board: Grid, start: int, end: int) -> Sequence[int]:
    """The ray on which a square lies, or nothing."""
    return next((ray for ray in board.rays[start] if end in ray), ())


def _run(cells: str, ray: Sequence[int], index: int) -> int:
    """How many alike are on a ray from here on."""
    there = cells[ray[index]]
    return next((number for number, each in enumerate(ray[index:]) if cells[each] != there), len(ray) - index)
