"""Halma, by George Howard Monks and Thomas Hill (about 1884), for two to four players.

A player wins as David Parlett has it: by a full camp with a man of theirs. While a man is still at home, all moves go
forwards, as Damian Walker has proposed (2015). The end after many moves is ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar, NamedTuple

from pbmserv.games.base import Illegal, Option, Options, Result
from pbmserv.games.boards.camps import Camped, Camps
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, Grid
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import Path
from pbmserv.games.message import BLACK, WHITE, Listed, Message, counted
from pbmserv.games.seats_in_turn import SeatedPosition, SeatsInTurn

ROWS = {16: ((5, 5, 4, 3, 2), (4, 4, 3, 2)), 10: ((5, 4, 3, 2, 1), (4, 3, 2, 1)), 8: ((4, 3, 2, 1), (3, 2, 1))}
"""By the size of the board the rows of a camp for two players, and for more."""


@dataclass(frozen=True)
class Position(SeatedPosition):
    moves: int = 0
    beside: bool = False


class Corners(NamedTuple):
    """What a seat's moves depend on: its camps, the squares where it may not stop, and steps to the goal's corner."""

    home: frozenset[int]
    goal: frozenset[int]
    closed: frozenset[int]
    away: Sequence[int]


class Halma(SeatsInTurn[Position]):
    """Bring all men to the camp in the opposite corner."""

    name = "Halma"
    summary = "Jump into the camp opposite"
    themes = ("race",)
    seats = range(2, 5)
    options: ClassVar[tuple[Option, ...]] = (
        Option("size", "16", "squares along each side of the board", choices=("16", "10", "8"), often=("16", "8")),
        Option("corners", "opposite", "where two players begin", choices=("opposite", "beside")),
    )
    touching = "Touch a man and then the square where he goes: the last one, if he jumps several times."
    move_form = "the squares from which and to which a man goes, for example a5-a6, however often he jumps"
    marks = "xovz"
    seat_names: ClassVar[tuple[str, ...]] = (BLACK, WHITE, Message("Orange"), Message("Green"))
    board_class: ClassVar[type[Grid]] = Camps
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.halma:evaluate"
    candidates_by = "pbmserv.games.evaluation.halma:candidates"
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure("x", 0, "man", "dark"),
        Figure("o", 1, "man", "light"),
        Figure("v", 2, "man", "1", "cross"),
        Figure("z", 3, "man", "3"),
    )
    hint = "An empty square of a camp is a colon."

    most_each: ClassVar[int] = 200
    """After this many moves of each player the men that have arrived are counted."""
    is_forwards_from_home: ClassVar[bool] = True
    """Whether all moves go forwards while a man is still at home."""
    taken: ClassVar[str] = "The square {end} is taken: {piece} lies there."
    not_reached: ClassVar[str] = (
        "A man goes to a square beside him, or jumps over men next to him onto free squares: {end} is not reached "
        "from {start}."
    )

    def board(self, position: Position) -> Camped:
        return board_of(position.width, position.seats, position.beside)

    def check_options(self, options: Options, seats: int) -> None:
        if seats > 2 and options["corners"] != "opposite":
            raise Illegal("Corners are chosen for two players only: leave out -corners.")

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        size = int(options["size"])
        beside = options["corners"] == "beside"
        return self.begun(Position(size, EMPTY * size * size, seats=seats, beside=beside))

    def begun(self, empty: Position) -> Position:
        """The position with all men at home."""
        board = self.board(empty)
        men = {place: self.marks[seat] for seat, home in enumerate(board.homes) for place in board.camps[home]}
        return empty.with_changes(men, 0, ())

    def legal_paths(self, position: Position) -> Iterator[Path]:
        board, corners = self.board(position), corners_of(self.board(position), position.next_seat)
        places, exchanged = position.places_of(self.own(position)), self.exchanged(position)
        is_forward = self.is_forwards_from_home and not corners.home.isdisjoint(places)
        for place in places:
            for end in sorted(reached(board, position.cells, place, exchanged)):
                if not self.forbidden(corners, place, end, is_forward):
                    yield place, end

    def exchanged(self, position: Position) -> frozenset[int]:
        """The places on which a man may end although another one lies there, who takes his place."""
        return frozenset()

    def forbidden(self, corners: Corners, start: int, end: int, is_forward: bool) -> str:
        """Why a man may not stop there, or nothing."""
        if end in corners.closed:
            return CLOSED
        if start in corners.goal and end not in corners.goal:
            return GOAL
        if end in corners.home and start not in corners.home:
            return HOME
        return BACK if is_forward and corners.away[end] >= corners.away[start] else ""

    def apply(self, position: Position, path: Path) -> Position:
        start, end = path
        changes = {start: position[end], end: position[start]}
        after = position.with_changes(changes, position.next_seat, path, moves=position.moves + 1)
        return self.next_in_turn(after)

    def claimants(self, position: Position, mover: int) -> Sequence[int]:
        """The seats that can win by a move."""
        return (mover,)

    def has_won(self, mark: str, there: Sequence[str]) -> bool:
        """Whether these men in the camp where a seat goes win for it."""
        return mark in there and EMPTY not in there

    def outcome(self, position: Position) -> Result | None:
        mover = self.marks.index(position[position.last[1]]) if position.last else 0
        for seat in self.claimants(position, mover):
            there = [position[place] for place in corners_of(self.board(position), seat).goal]
            if self.has_won(self.marks[seat], there):
                return Result(seat, Message("{player} has filled the camp.", player=self.seat_names[seat]))
        if position.moves >= self.most_each * position.seats:
            arrived = self.arrived(position)
            most = max(arrived[seat] for seat in position.staying)
            best = [seat for seat in position.staying if arrived[seat] == most]
            return Result(
                best[0] if len(best) == 1 else None,
                Message(
                    "After {moves} moves it is counted who has arrived: {men}.",
                    moves=position.moves,
                    men=self.of_each(enumerate(arrived)),
                ),
            )
        return Result(None, Message("Nobody can move any more.")) if self.is_stuck(position) else None

    def arrived(self, position: Position) -> tuple[int, ...]:
        """How many men of each seat are in the camp where they go."""
        board = self.board(position)
        return tuple(
            sum(position[place] == self.marks[seat] for place in corners_of(board, seat).goal)
            for seat in range(position.seats)
        )

    def winning_cells(self, position: Position) -> Sequence[int]:
        result = self.result(position)
        if result is None or result.winner is None:
            return ()
        goal = corners_of(self.board(position), result.winner).goal
        return [place for place in sorted(goal) if position[place] == self.marks[result.winner]]

    def explain_illegal(self, position: Position, path: Path) -> str:
        board, seat = self.board(position), position.next_seat
        if len(path) != 2 or position[path[0]] != self.own(position):
            return ""
        start, end = path
        exchanged = self.exchanged(position)
        if position[end] != EMPTY and end not in exchanged:
            return Message(self.taken, end=board.names[end], piece=self.called(position[end]))
        if end not in reached(board, position.cells, start, exchanged):
            return Message(self.not_reached, start=board.names[start], end=board.names[end])
        corners = corners_of(board, seat)
        is_forward = any(position[place] == self.own(position) for place in corners.home)
        return self.forbidden(corners, start, end, is_forward)

    def advantage(self, position: Position, seat: int) -> str:
        count = self.arrived(position)[seat]
        return counted("{count} arrived", "{count} arrived", count) if count else ""

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        board, arrived = self.board(position), self.arrived(position)
        lines = []
        if any(arrived):
            lines.append(Message("Men who have arrived: {men}.", men=self.of_each(enumerate(arrived))))
        at_home = [
            self.seat_names[seat]
            for seat in range(position.seats)
            if any(position[place] == self.marks[seat] for place in corners_of(board, seat).home)
        ]
        if self.is_forwards_from_home and at_home and position.moves:
            lines.append(
                Message(
                    "With men at home, and so to move forwards: {players}.", players=Listed(at_home, ", ", " and ")
                )
            )
        most = self.most_each * position.seats
        if position.moves >= most // 2 and not self.result(position):
            lines.append(
                Message(
                    "Moves made: {moves}; after {most} the men who have arrived are counted.",
                    moves=position.moves,
                    most=most,
                )
            )
        return tuple(lines)


HOME, GOAL, CLOSED, BACK = (
    "A man who has left home does not come back there.",
    "A man who has arrived stays in that camp.",
    "Nobody stops in a camp that is neither where they began nor where they go.",
    "As long as one of your men is at home, each of your moves ends nearer to the opposite corner than it begins.",
)


@cache
def board_of(size: int, seats: int, beside: bool = False) -> Camps:
    return Camps(size, size, ROWS[size][seats > 2], seats, beside)


@cache
def corners_of(board: Camped, seat: int) -> Corners:
    home, goal = board.camps[board.homes[seat]], board.camps[board.goal_of(seat)]
    corner = board.corners[board.goal_of(seat)]
    away = tuple(board.apart(place, corner) for place in board.places)
    return Corners(home, goal, board.in_use - home - goal, away)


@cache
def _ways(board: Camped) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each square those that a man there can jump over, with where he lands."""
    return tuple(tuple((ray[0], ray[1]) for ray in rays if len(ray) > 1) for rays in board.rays)


@lru_cache(maxsize=4096)
def reached(board: Camped, cells: str, start: int, exchanged: frozenset[int] = frozenset()) -> frozenset[int]:
    """Where a man can go by a step or by jumps, whatever forbids to stop there; the last one may end on men who are
    `exchanged` for him.
    """
    ways = _ways(board)
    found, ahead = {start}, [start]
    while ahead:
        for over, end in ways[ahead.pop()]:
            # The square from which he has come is free.
            if cells[over] != EMPTY and over != start and end not in found:
                if cells[end] == EMPTY:
                    found.add(end)
                    ahead.append(end)
                elif end in exchanged:
                    found.add(end)
    found.update(place for place in board.around[start] if cells[place] == EMPTY or place in exchanged)
    return frozenset(found - {start})
