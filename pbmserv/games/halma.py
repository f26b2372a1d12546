"""Halma, by George Howard Monks and Thomas Hill (about 1884), for two to four players.

A player wins as David Parlett has it: by a full camp with a man of theirs. While a man is still at home, all moves go
forwards, as Damian Walker has proposed (2015). The end after many moves is ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import NamedTuple

from pbmserv.games.base import Illegal, Option, Options, Played, Result
from pbmserv.games.boards.camps import Camps
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import PASSED_OVER, GridGame, GridPosition, Path
from pbmserv.games.message import BLACK, WHITE, Listed, Message

MARKS = "xovz"
ROWS = {16: ((5, 5, 4, 3, 2), (4, 4, 3, 2)), 10: ((5, 4, 3, 2, 1), (4, 3, 2, 1)), 8: ((4, 3, 2, 1), (3, 2, 1))}
"""By the size of the board the rows of a camp for two players, and for more."""
MOST_EACH = 200
"""After this many moves of each player the men that have arrived are counted."""


@dataclass(frozen=True)
class Position(GridPosition):
    seats: int = 2
    moves: int = 0
    beside: bool = False
    left: tuple[int, ...] = ()


class Corners(NamedTuple):
    """What a seat's moves depend on: its camps, the squares where it may not stop, and steps to the goal's corner."""

    home: frozenset[int]
    goal: frozenset[int]
    closed: frozenset[int]
    away: Sequence[int]


class Halma(GridGame[Position]):
    """Bring all men to the camp in the opposite corner."""

    name = "Halma"
    summary = "Jump into the camp opposite"
    themes = ("race",)
    seats = range(2, 5)
    options = (
        Option("size", "16", "squares along each side of the board", choices=("16", "10", "8"), often=("16", "8")),
        Option("corners", "opposite", "where two players begin", choices=("opposite", "beside")),
    )
    touching = "Touch a man and then the square where he goes: the last one, if he jumps several times."
    move_form = "the squares from which and to which a man goes, for example a5-a6, however often he jumps"
    passes_over = True
    no_passing = PASSED_OVER
    seat_names = (BLACK, WHITE, Message("Orange"), Message("Green"))
    board_class = Camps
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.halma:evaluate"
    candidates_by = "pbmserv.games.evaluation.halma:candidates"
    figures = (
        Figure("x", 0, "man", "dark"),
        Figure("o", 1, "man", "light"),
        Figure("v", 2, "man", "1", "cross"),
        Figure("z", 3, "man", "3"),
    )
    hint = "An empty square of a camp is a colon."

    def board(self, position: Position) -> Camps:
        return board_of(position.width, position.seats, position.beside)

    def check_options(self, options: Options, seats: int) -> None:
        if seats > 2 and options["corners"] != "opposite":
            raise Illegal("Corners are chosen for two players only: leave out -corners.")

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        size = int(options["size"])
        beside = options["corners"] == "beside"
        board = board_of(size, seats, beside)
        men = {place: MARKS[seat] for seat in range(seats) for place in board.camps[board.corner_of(seat)]}
        return Position(size, EMPTY * size * size, seats=seats, beside=beside).with_changes(men, 0, ())

    def legal_paths(self, position: Position) -> Iterator[Path]:
        corners = corners_of(self.board(position), position.next_seat)
        places = position.places_of(MARKS[position.next_seat])
        is_forward = not corners.home.isdisjoint(places)
        for place in places:
            for end in sorted(reached(self.board(position), position.cells, place)):
                if not _forbidden(corners, place, end, is_forward):
                    yield place, end

    def apply(self, position: Position, path: Path) -> Position:
        changes = {path[0]: EMPTY, path[1]: position[path[0]]}
        return self._next(position.with_changes(changes, position.next_seat, path, moves=position.moves + 1))

    def _next(self, position: Position) -> Position:
        """The position with the next seat to move that can, and has not left."""
        seats = [(position.next_seat + number) % position.seats for number in range(1, position.seats + 1)]
        following = [replace(position, next_seat=seat) for seat in seats if seat not in position.left] or [position]
        return next((each for each in following if not self.is_stuck(each)), following[0])

    def skip(self, position: Position, seat: int, chance: Chance) -> Played[Position]:
        """The men of who has left stay where they are."""
        return Played(self._next(replace(position, left=(*position.left, seat))), "skip")

    def rejoin(self, position: Position, seat: int, chance: Chance) -> Played[Position]:
        """The seat moves again when its turn comes."""
        return Played(replace(position, left=tuple(each for each in position.left if each != seat)), "substitute")

    def outcome(self, position: Position) -> Result | None:
        mover = MARKS.index(position[position.last[1]]) if position.last else 0
        goal = corners_of(self.board(position), mover).goal
        there = [position[place] for place in goal]
        if MARKS[mover] in there and EMPTY not in there:
            return Result(mover, Message("{player} has filled the camp.", player=self.seat_names[mover]))
        if position.moves >= MOST_EACH * position.seats:
            arrived = self.arrived(position)
            staying = [seat for seat in range(position.seats) if seat not in position.left]
            most = max(arrived[seat] for seat in staying)
            best = [seat for seat in staying if arrived[seat] == most]
            return Result(
                best[0] if len(best) == 1 else None,
                Message(
                    "After {moves} moves it is counted who has arrived: {men}.",
                    moves=position.moves,
                    men=self._men(arrived),
                ),
            )
        return Result(None, Message("Nobody can move any more.")) if self.is_stuck(position) else None

    def arrived(self, position: Position) -> tuple[int, ...]:
        """How many men of each seat are in the camp where they go."""
        board = self.board(position)
        return tuple(
            sum(position[place] == MARKS[seat] for place in corners_of(board, seat).goal)
            for seat in range(position.seats)
        )

    def _men(self, counts: Sequence[int]) -> Listed:
        told = [
            Message("{player} {count}", player=self.seat_names[seat], count=count)
            for seat, count in enumerate(counts)
        ]
        return Listed(told, ", ", ", ")

    def winning_cells(self, position: Position) -> Sequence[int]:
        result = self.result(position)
        if result is None or result.winner is None:
            return ()
        goal = corners_of(self.board(position), result.winner).goal
        return [place for place in sorted(goal) if position[place] == MARKS[result.winner]]

    def notes(self, position: Position, move: str, after: Position) -> Iterable[str]:
        seat = (position.next_seat + 1) % position.seats
        while seat != after.next_seat and not self.result(after):
            if seat not in position.left:
                yield Message("{player} has no move, and is passed over.", player=self.seat_names[seat])
            seat = (seat + 1) % position.seats

    def explain_illegal(self, position: Position, path: Path) -> str:
        board, seat = self.board(position), position.next_seat
        if len(path) != 2 or position[path[0]] != MARKS[seat]:
            return ""
        start, end = path
        if position[end] != EMPTY:
            return Message(
                "The square {end} is taken: {piece} lies there.",
                end=board.names[end],
                piece=self.called(position[end]),
            )
        if end not in reached(board, position.cells, start):
            return Message(
                "A man goes to a square beside him, or jumps over men next to him onto free squares: {end} is not "
                "reached from {start}.",
                start=board.names[start],
                end=board.names[end],
            )
        corners = corners_of(board, seat)
        is_forward = any(position[place] == MARKS[seat] for place in corners.home)
        return _forbidden(corners, start, end, is_forward)

    def advantage(self, position: Position, seat: int) -> str:
        count = self.arrived(position)[seat]
        return f"{count} arrived" if count else ""

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        board, arrived = self.board(position), self.arrived(position)
        lines = []
        if any(arrived):
            lines.append(Message("Men who have arrived: {men}.", men=self._men(arrived)))
        at_home = [
            self.seat_names[seat]
            for seat in range(position.seats)
            if any(position[place] == MARKS[seat] for place in corners_of(board, seat).home)
        ]
        if at_home and position.moves:
            lines.append(
                Message(
                    "With men at home, and so to move forwards: {players}.", players=Listed(at_home, ", ", " and ")
                )
            )
        if position.moves >= MOST_EACH * position.seats // 2 and not self.result(position):
            lines.append(
                Message(
                    "Moves made: {moves}; after {most} the men who have arrived are counted.",
                    moves=position.moves,
                    most=MOST_EACH * position.seats,
                )
            )
        return tuple(lines)

    def legend(self, position: Position, viewer: int | None) -> str:
        meanings = [
            Message("{player} is {mark}", player=self.seat_names[seat], mark=MARKS[seat])
            for seat in range(position.seats)
        ]
        return "\n".join(
            [
                Message("{meanings}.", meanings=Listed(meanings, ", ", ", ")),
                self.hint,
                "The last move is in brackets.",
            ]
        )


HOME, GOAL, CLOSED, BACK = (
    "A man who has left home does not come back there.",
    "A man who has arrived stays in that camp.",
    "Nobody stops in a camp that is neither where they began nor where they go.",
    "As long as one of your men is at home, each of your moves ends nearer to the opposite corner than it begins.",
)


def _forbidden(corners: Corners, start: int, end: int, is_forward: bool) -> str:
    """Why a man may not stop there, or nothing."""
    if end in corners.closed:
        return CLOSED
    if start in corners.goal and end not in corners.goal:
        return GOAL
    if end in corners.home and start not in corners.home:
        return HOME
    return BACK if is_forward and corners.away[end] >= corners.away[start] else ""


@cache
def board_of(size: int, seats: int, beside: bool = False) -> Camps:
    return Camps(size, size, ROWS[size][seats > 2], seats, beside)


@cache
def corners_of(board: Camps, seat: int) -> Corners:
    home, goal = board.camps[board.corner_of(seat)], board.camps[board.corner_of(seat, 2)]
    corner, size = board.corners[board.corner_of(seat, 2)], board.width
    away = tuple(
        (place % size - corner % size) ** 2 + (place // size - corner // size) ** 2 for place in board.places
    )
    return Corners(home, goal, board.in_use - home - goal, away)


@cache
def _ways(board: Camps) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each square those that a man there can jump over, with where he lands."""
    return tuple(tuple((ray[0], ray[1]) for ray in rays if len(ray) > 1) for rays in board.rays)


@lru_cache(maxsize=4096)
def reached(board: Camps, cells: str, start: int) -> frozenset[int]:
    """Where a man can go by a step or by jumps, whatever forbids to stop there."""
    ways = _ways(board)
    found, ahead = {start}, [start]
    while ahead:
        for over, end in ways[ahead.pop()]:
            # The square from which he has come is free.
            if cells[over] != EMPTY and over != start and cells[end] == EMPTY and end not in found:
                found.add(end)
                ahead.append(end)
    found.update(place for place in board.around[start] if cells[place] == EMPTY)
    return frozenset(found - {start})
