"""Abalone, by Michel Lalet and Laurent Lévi (1987)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, places_typed
from pbmserv.games.boards.honeycomb import EAST, SOUTH_EAST, SOUTH_WEST, LetteredRows
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, Path, grid_of
from pbmserv.games.message import Message, counted
from pbmserv.games.repetition import AGAIN, Remembering

WIDTH, CELLS = LetteredRows.empty(5)
BOARD = grid_of(LetteredRows, WIDTH, WIDTH)
MARBLES, TO_WIN, MOST_AT_ONCE = 14, 6, 3
MOST_IDLE = 200
"""After this many moves without a marble pushed off it is a draw."""

STARTS: Mapping[str, tuple[str, str]] = {
    "standard": ("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6 c3 c4 c5", "i5 i6 i7 i8 i9 h4 h5 h6 h7 h8 h9 g5 g6 g7"),
    "belgian": ("a1 a2 b1 b2 b3 c2 c3 i8 i9 h7 h8 h9 g7 g8", "a4 a5 b4 b5 b6 c5 c6 i5 i6 h4 h5 h6 g4 g5"),
    "german": ("b1 b2 c1 c2 c3 d2 d3 h8 h9 g7 g8 g9 f7 f8", "b5 b6 c5 c6 c7 d6 d7 h4 h5 g3 g4 g5 f3 f4"),
}


class Push(NamedTuple):
    own: int
    others: int
    why_not: str


class Abalone(GridGame[Remembering]):
    """Push six marbles off the board."""

    name = "Abalone"
    has_full_moves = True
    summary = "Push six of your opponent's marbles off the board"
    trademark = "Abalone is a trademark of Abalone S.A., a company that Asmodee has bought."
    themes = ("groups", "pushing")
    options = (
        Option(
            "start",
            "standard",
            "where the marbles lie at the start",
            choices=tuple(STARTS),
            also={"bowl": "belgian"},
        ),
    )
    touching = (
        "Touch a marble and the cell where it goes, or drag it there. For two or three marbles touch both ends of "
        "their row, and then the cell in front of the end touched last; or, to move them aside, the cell where the "
        "end touched first goes."
    )
    move_form = (
        "the last marble of a row and the next cell, for example a1-b2, or both ends and where the first one goes"
    )
    no_passing = "Nobody passes in Abalone."
    board_class = LetteredRows
    position_class = Remembering
    seen_at_a_glance = True
    evaluate_by = "pbmserv.games.evaluation.abalone:evaluate"
    figures = (Figure("x", 0, "marble", "dark"), Figure("o", 1, "marble", "light"))
    hint = "A cell touches the two beside it and the nearest two above and below it."

    def seat_below(self, viewer: int | None) -> int:
        return 0

    def start(self, options: Options, seats: int, chance: Chance) -> Remembering:
        start = STARTS[str(options["start"])]
        pieces = {
            BOARD.place_of[name]: marble for marble, names in zip("xo", start, strict=True) for name in names.split()
        }
        return Remembering(WIDTH, CELLS).with_changes(pieces, 0, ())

    def legal_paths(self, position: Remembering) -> Iterator[Path]:
        cells, own = position.cells, self.own(position)
        for place in position.places_of(own):
            rays = BOARD.rays[place]
            for ray in rays:
                if ray and _gives_way(cells, ray, own):
                    yield place, ray[0]
            for axis in (EAST, SOUTH_EAST, SOUTH_WEST):
                for row in self.rows(position, place, axis):
                    for direction, ray in enumerate(rays):
                        if ray and direction % 3 != axis % 3 and self.is_free_beside(position, row, direction):
                            yield place, row[-1], ray[0]

    def push(self, position: Remembering, place: int, direction: int) -> Push:
        """What happens when a marble moves in this direction, or why it cannot."""
        ray, own, other = BOARD.rays[place][direction], self.own(position), self.others(position)
        row = (place, *BOARD.run(position.cells, place, direction, own))
        owns, others = len(row), len(BOARD.run(position.cells, row[-1], direction, other))
        behind = ray[owns - 1 + others :]
        why = ""
        if owns > MOST_AT_ONCE:
            why = Message("That would move {owns} marbles, and no more than three move together.", owns=owns)
        elif owns > len(ray):
            why = "You cannot push your own marble off the board."
        elif others >= owns:
            why = counted(
                "A row pushes only what it outnumbers: {count} marble cannot push {others}.",
                "A row pushes only what it outnumbers: {count} marbles cannot push {others}.",
                owns,
                others=others,
            )
        elif behind and position[behind[0]] == own:
            why = "A marble of your own lies behind what you would push."
        return Push(owns, others, why)

    def rows(self, position: Remembering, place: int, axis: int) -> Iterator[Sequence[int]]:
        """The rows of two and three marbles of the seat that begin here."""
        ahead = BOARD.run(position.cells, place, axis, self.own(position))[: MOST_AT_ONCE - 1]
        for length in range(1, len(ahead) + 1):
            yield place, *ahead[:length]

    def is_free_beside(self, position: Remembering, row: Sequence[int], direction: int) -> bool:
        cells = position.cells
        for place in row:
            ray = BOARD.rays[place][direction]
            if not ray or cells[ray[0]] != EMPTY:
                return False
        return True

    def apply(self, position: Remembering, path: Path) -> Remembering:
        place, own, seat = path[0], self.own(position), position.next_seat
        direction = direction_to(place, path[-1])
        ray = BOARD.rays[place][direction]
        if len(path) > 2:
            row = row_between(place, path[1])
            ends = [BOARD.rays[each][direction][0] for each in row]
            changes = {**dict.fromkeys(row, EMPTY), **dict.fromkeys(ends, own)}
            return position.with_changes(changes, 1 - seat, ends, earlier=position.remembered(is_for_good=False))
        owns, others, _ = self.push(position, place, direction)
        changes = {place: EMPTY, ray[owns - 1]: own}
        is_off = owns - 1 + others == len(ray)
        if others and not is_off:
            changes[ray[owns - 1 + others]] = self.others(position)
        return position.with_changes(changes, 1 - seat, ray[:owns], earlier=position.remembered(is_for_good=is_off))

    def outcome(self, position: Remembering) -> Result | None:
        for seat, off in enumerate(pushed_off(position)):
            if off >= TO_WIN:
                return Result(
                    seat,
                    Message(
                        "{player} has pushed {off} marbles off the board.", player=self.seat_names[seat], off=off
                    ),
                )
        if position.has_come_again:
            return Result(None, AGAIN)
        if len(position.earlier) >= MOST_IDLE:
            return Result(None, Message("No marble was pushed off in {most} moves.", most=MOST_IDLE))
        return Result(None, Message("Nobody can move any more.")) if self.is_stuck(position) else None

    def notes(self, position: Remembering, move: str, after: Remembering) -> Iterator[str]:
        seat = position.next_seat
        if pushed_off(after)[seat] > pushed_off(position)[seat]:
            yield Message(
                "{player} has pushed a marble off the board, number {pushed_off}.",
                player=self.seat_names[seat],
                pushed_off=pushed_off(after)[seat],
            )

    def normalise(self, position: Remembering, text: str) -> str:
        """A row may be named from either end, with the target of that end or the other one."""
        names = places_typed(text)
        if names is None or len(names) != 3 or any(name not in BOARD.place_of for name in names):
            return text
        first, last, end = (BOARD.place_of[name] for name in names)
        row, direction = row_between(first, last), heading(first, last, end)
        if len(row) < 2 or direction is None:
            return text
        along = direction_to(row[0], row[1])
        if direction % 3 == along % 3:
            back = first if direction == along else last
            path = [back, *BOARD.rays[back][direction][:1]]
            is_all = position[back] == self.own(position) and self.push(position, back, direction).own == len(row)
        else:
            path = [min(row), max(row), *BOARD.rays[min(row)][direction][:1]]
            is_all = len(path) == 3
        return "-".join(BOARD.names[each] for each in path) if is_all else text

    def steps(self, position: Remembering, seat: int, move: str) -> tuple[str, ...]:
        """Touch a row at both ends, then where its front goes, or its first marble if sideways."""
        path = self.known_paths(position)[move]
        if len(path) == 2:
            direction = direction_to(*path)
            ray, owns = BOARD.rays[path[0]][direction], self.push(position, path[0], direction).own
            path = (path[0], *ray[max(owns - 2, 0) : owns])
        return tuple(BOARD.names[place] for place in path)

    def slides(self, position: Remembering, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        path = self.known_paths(position)[move]
        direction = direction_to(path[0], path[-1])
        if len(path) > 2:
            gone = list(row_between(path[0], path[1]))
        else:
            pushed = self.push(position, path[0], direction)
            gone = [path[0], *BOARD.rays[path[0]][direction][: pushed.own - 1 + pushed.others]]
        ends = [BOARD.rays[each][direction][:1] for each in gone]
        told = [
            f"{BOARD.names[each]} {BOARD.names[end[0]] if end else '-'}" for each, end in zip(gone, ends, strict=True)
        ]
        return (*[""] * (len(steps) - 1), " ".join(reversed(told)))

    def explain_illegal(self, position: Remembering, path: Path) -> str:
        names, own = BOARD.names, self.own(position)
        if len(path) == 1 or position[path[0]] != own:
            return ""
        if len(path) == 2 and path[1] in BOARD.around[path[0]]:
            return self.push(position, path[0], direction_to(path[0], path[1])).why_not
        if len(path) == 2:
            return Message(
                "Marbles move by one cell, and {end} does not touch {start}.",
                end=names[path[1]],
                start=names[path[0]],
            )
        row = row_between(path[0], path[1])
        if not 2 <= len(row) <= MOST_AT_ONCE or any(position[each] != own for each in row):
            return Message(
                "From {start} to {end} there is no row of two or three of your marbles.",
                start=names[path[0]],
                end=names[path[1]],
            )
        direction = heading(*path) if len(path) == 3 else None
        if direction is None:
            return ""
        if direction % 3 == direction_to(row[0], row[1]) % 3:
            return "Along its line a row goes with all marbles ahead of it: name its last one and the next cell."
        return "A row goes aside only where there is a free cell for each of its marbles."

    def advantage(self, position: Remembering, seat: int) -> str:
        off = pushed_off(position)[seat]
        return counted("{count} pushed off", "{count} pushed off", off) if off else ""

    def status(self, position: Remembering, viewer: int | None) -> tuple[str, ...]:
        black, white = pushed_off(position)
        lines = [
            Message(
                "Marbles pushed off: by Black {black}, by White {white}; {to_win} win.",
                black=black,
                white=white,
                to_win=TO_WIN,
            )
        ]
        if len(position.earlier) >= MOST_IDLE // 2:
            lines.append(
                Message(
                    "Moves since a marble was pushed off: {count}; {most} are a tie.",
                    count=len(position.earlier),
                    most=MOST_IDLE,
                )
            )
        return tuple(lines)


def _gives_way(cells: str, ray: Sequence[int], own: str) -> bool:
    owns, others = 1, 0
    for place in ray:
        there = cells[place]
        if there == EMPTY:
            return True
        if there == own:
            owns += 1
            if others or owns > MOST_AT_ONCE:
                return False
        else:
            others += 1
            if others >= owns:
                return False
    return others > 0


def pushed_off(position: Remembering) -> tuple[int, int]:
    return MARBLES - position.cells.count("o"), MARBLES - position.cells.count("x")


def direction_to(place: int, neighbour: int) -> int:
    return next(way for way, ray in enumerate(BOARD.rays[place]) if ray and ray[0] == neighbour)


def heading(first: int, last: int, end: int) -> int | None:
    """The direction of a row named by its ends and the target of its first or last marble."""
    moved = next((each for each in (first, last) if end in BOARD.around[each]), None)
    return None if moved is None else direction_to(moved, end)


def row_between(first: int, last: int) -> tuple[int, ...]:
    """The places from one to the other in a straight line; empty if they are in none."""
    for ray in BOARD.rays[first]:
        if last in ray:
            return (first, *ray[: ray.index(last) + 1])
    return ()
