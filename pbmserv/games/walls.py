"""Walls, a pawn's race with fences for two or four players, by Mirko Marchesi (1997).

The ends by repetition and by moves without a fence are ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, cast

from pbmserv.games.base import Illegal, NeverLegal, Options, Result
from pbmserv.games.boards.fences import ACROSS, PLACES, SIZE, SQUARES, UPRIGHT, Fenced, Ways, bits
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, places_typed
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import Path, grid_of
from pbmserv.games.message import BLACK, WHITE, Message, counted
from pbmserv.games.picture import Point, Shape
from pbmserv.games.repetition import AGAIN, Remembering
from pbmserv.games.seats_in_turn import SeatedPosition, SeatsInTurn

BOARD = cast(Fenced, grid_of(Fenced, SIZE, SIZE))
FENCES = {2: 10, 4: 5}
"""How many fences each of so many players has."""
MOST_IDLE = 50
"""After so many moves of each player without a new fence it is a draw."""

_MIDDLE = SIZE // 2
_SOUTH, _WEST, _NORTH, _EAST = range(4)
_SIDES = {2: (_SOUTH, _NORTH), 4: (_SOUTH, _WEST, _NORTH, _EAST)}
"""Where so many players begin, clockwise; each goes to the side opposite."""
_ROWS = (
    tuple(BOARD.at(column, SIZE - 1) for column in range(SIZE)),
    tuple(BOARD.at(0, row) for row in range(SIZE)),
    tuple(BOARD.at(column, 0) for column in range(SIZE)),
    tuple(BOARD.at(SIZE - 1, row) for row in range(SIZE)),
)
"""The squares along each side."""
_STEPS = (-SIZE, 1, SIZE, -1)
_ACROSS_STEP = {-SIZE: (-1, 1), SIZE: (-1, 1), 1: (-SIZE, SIZE), -1: (-SIZE, SIZE)}
_FENCE = re.compile(r"(?:fence )?([a-z][1-9][0-9]?)[ -]?([hv])", re.ASCII)


@dataclass(frozen=True)
class Position(SeatedPosition, Remembering):
    """`fences` are those that each seat still has."""

    fences: tuple[int, ...] = (10, 10)

    @property
    def pawns(self) -> tuple[int, ...]:
        return tuple(self.cells.index(mark) for mark in Walls.marks[: self.seats])


class Walls(SeatsInTurn[Position]):
    """Be the first whose pawn is on the other side."""

    name = "Walls"
    summary = "Race to the other side, and stand fences in the way of others"
    also_called = ("Quoridor",)
    trademark = "Quoridor is a trademark of Gigamic."
    themes = ("race", "blocking")
    seats = range(2, 5, 2)
    touching = (
        "Touch the square where your pawn goes. For a fence, touch the groove above the square by which it is named, "
        "or right of it."
    )
    move_form = "the square where your pawn goes, for example e2, or a fence, for example e3h or e3v"
    marks = "xovz"
    seat_names = (BLACK, WHITE, Message("Orange"), Message("Green"))
    board_class = Fenced
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.walls:evaluate"
    candidates_by = "pbmserv.games.evaluation.walls:candidates"
    figures = (
        Figure("x", 0, "pawn", "dark"),
        Figure("o", 1, "pawn", "light"),
        Figure("v", 2, "pawn", "1", "cross"),
        Figure("z", 3, "pawn", "3", "bar"),
    )
    hint = "Fences are - and |, the last one is #. e3h is above e3, e3v right of e3."
    kinds: ClassVar[Mapping[str, str]] = {ACROSS: "across", UPRIGHT: "upright"}
    """The names of fences that pages lay."""

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        pawns = {_ROWS[side][_MIDDLE]: mark for side, mark in zip(_SIDES[seats], self.marks, strict=False)}
        empty = Position(SIZE, EMPTY * PLACES, seats=seats, fences=(FENCES[seats],) * seats)
        return empty.with_changes(pawns, 0, ())

    def legal_paths(self, position: Position) -> Iterator[Path]:
        seat = position.next_seat
        yield from ((place,) for place in sorted(reached(position.cells, position.pawns[seat])))
        if position.fences[seat]:
            yield from ((place,) for place in fences_allowed(position.cells, position.seats))

    def apply(self, position: Position, path: Path) -> Position:
        [place] = path
        seat, is_fence = position.next_seat, place >= SQUARES
        fences = [*position.fences]
        if is_fence:
            changes = {place: BOARD.mark_of(place)}
            fences[seat] -= 1
        else:
            changes = {position.pawns[seat]: EMPTY, place: self.marks[seat]}
        earlier = position.remembered(is_for_good=is_fence)
        after = position.with_changes(changes, seat, path, fences=tuple(fences), earlier=earlier)
        return self.next_in_turn(after)

    def outcome(self, position: Position) -> Result | None:
        for seat, pawn in enumerate(position.pawns):
            if goal_of(seat, position.seats) >> pawn & 1:
                return Result(seat, Message("{player} has reached the other side.", player=self.seat_names[seat]))
        if position.has_come_again:
            return Result(None, AGAIN)
        if len(position.earlier) >= MOST_IDLE * position.seats:
            return Result(None, Message("No fence was laid in {most} moves.", most=len(position.earlier)))
        return Result(None, Message("Nobody can move any more.")) if self.is_stuck(position) else None

    def winning_cells(self, position: Position) -> Sequence[int]:
        return [pawn for seat, pawn in enumerate(position.pawns) if goal_of(seat, position.seats) >> pawn & 1]

    def normalise(self, position: Position, text: str) -> str:
        """A pawn may be named by its square, too: `e1-e2` is `e2`."""
        names = places_typed(text)
        own = BOARD.names[position.pawns[position.next_seat]]
        return names[1] if names and len(names) == 2 and names[0] == own else text

    def read(self, position: Position, text: str) -> Path:
        fence = _FENCE.fullmatch(text.strip().lower())
        if not fence:
            return super().read(position, text)
        name = "".join(fence.groups())
        if name not in BOARD.place_of:
            raise NeverLegal(
                "The fence {place} is not on the board: {where}.", place=name, where=BOARD.where_it_is(name)
            )
        path = (BOARD.place_of[name],)
        if name not in self.known_paths(position):
            raise Illegal(self.explain_illegal(position, path))
        return path

    def explain_illegal(self, position: Position, path: Path) -> str:
        place, seat = path[0], position.next_seat
        if len(path) > 1 or self.result(position):
            return ""
        if place < SQUARES:
            return self._why_not_there(position, place)
        if not position.fences[seat]:
            return Message("{player} has no fence left.", player=self.seat_names[seat])
        if not BOARD.has_room(position.cells, place):
            return "There is no room for that fence: another one is in the way."
        shut_in = next(
            seat for seat in range(position.seats) if is_shut_in(position.cells, position.seats, seat, place)
        )
        return Message("That fence would leave {player} no way to the other side.", player=self.seat_names[shut_in])

    def _why_not_there(self, position: Position, place: int) -> str:
        if position[place] != EMPTY:
            return ""
        pawn = position.pawns[position.next_seat]
        ends = [BOARD.names[each] for each in sorted(reached(position.cells, pawn))]
        if not ends:
            return "Your pawn cannot move now: lay a fence."
        return Message(
            "A pawn goes one square straight, not through fences, and jumps over a pawn next to it: from {start} it "
            "goes to {ends}.",
            start=BOARD.names[pawn],
            ends=", ".join(ends),
        )

    def spoken(self, position: Position, move: str) -> str:
        return Message("fence {place}" if move[-1] in "hv" else "pawn to {place}", place=move)

    def question(self, position: Position, seat: int, move: str) -> str:
        return (
            Message("Lay fence {place}?", place=move) if move[-1] in "hv" else super().question(position, seat, move)
        )

    def group_of(self, move: str) -> str:
        """Pawn moves come first, then the fences of each column."""
        return f"Fences {move[0]}" if move[-1] in "hv" else "Pawn"

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        place = BOARD.place_of[move]
        if place < SQUARES:
            return (f"{BOARD.names[position.pawns[seat]]} {move}",)
        return (f"+{self.kinds[BOARD.mark_of(place)]} {move}",)

    def new_pieces(self, position: Position, seat: int) -> Mapping[str, Sequence[Shape]]:
        if not position.fences[seat]:
            return {}
        return {name: (Shape(BOARD.bar(mark, Point(0, 0)), "mark"),) for mark, name in self.kinds.items()}

    def advantage(self, position: Position, seat: int) -> str:
        return counted("{count} fence", "{count} fences", position.fences[seat])

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        left = Message("Fences left: {fences}.", fences=self.of_each(enumerate(position.fences)))
        return left, *self.page_status(position, viewer)

    def page_status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        most = MOST_IDLE * position.seats
        if len(position.earlier) < most // 2 or self.result(position):
            return ()
        idle = len(position.earlier)
        return (Message("Moves since a fence was laid: {count}; {most} are a tie.", count=idle, most=most),)


@lru_cache(maxsize=8)
def goal_of(seat: int, seats: int) -> int:
    """The squares that a seat wants to reach, as bits."""
    return bits(_ROWS[(_SIDES[seats][seat] + 2) % 4])


def reached(cells: str, pawn: int) -> set[int]:
    """Where a pawn can go: one square straight, or over a pawn there; aside from it only where a fence or the edge
    keeps it from jumping.
    """
    ways, found = BOARD.ways(cells), set()
    for step in _STEPS:
        near = pawn + step
        if not ways.is_open(pawn, step):
            continue
        if cells[near] == EMPTY:
            found.add(near)
        elif ways.is_open(near, step):
            found.add(near + step)
        else:
            found.update(near + aside for aside in _ACROSS_STEP[step] if ways.is_open(near, aside))
    return {place for place in found if cells[place] == EMPTY}


@lru_cache(maxsize=256)
def fences_allowed(cells: str, seats: int) -> tuple[int, ...]:
    """The fences for which there is room, and which leave each player a way."""
    allowed = []
    ways, laid = BOARD.ways(cells), BOARD.edge
    for fence, there in zip(BOARD.fences, cells[SQUARES:], strict=True):
        if there != EMPTY:
            laid |= fence.corners
    ways_used = [a_way(ways, cells.index(Walls.marks[seat]), goal_of(seat, seats)) for seat in range(seats)]
    for place in range(SQUARES, PLACES):
        if not BOARD.has_room(cells, place):
            continue
        fence = BOARD.fences[place - SQUARES]
        # Nothing is shut in by a fence that touches others or the edge at one end only, or is in nobody's way.
        if (fence.corners & laid).bit_count() > 1 and any(
            (fence.below & used.down or fence.beside & used.right) and is_shut_in(cells, seats, seat, place)
            for seat, used in enumerate(ways_used)
        ):
            continue
        allowed.append(place)
    return tuple(allowed)


def is_shut_in(cells: str, seats: int, seat: int, place: int) -> bool:
    """Whether a new fence would leave a seat's pawn no way to the other side, pawns aside."""
    ways = BOARD.ways(cells).without(BOARD.fences[place - SQUARES])
    return not ways.rounds(cells.index(Walls.marks[seat]), goal_of(seat, seats))


def a_way(ways: Ways, pawn: int, goal: int) -> Ways:
    """A shortest way to the goal: the steps down and right that it takes, in either direction."""
    rounds = ways.rounds(pawn, goal)
    if not rounds:
        return Ways(0, 0)
    at = rounds[-1] & goal
    place, down, right = at.bit_length() - 1, 0, 0
    for before in reversed(rounds[:-1]):
        step = next(step for step in _STEPS if ways.is_open(place, step) and before >> (place + step) & 1)
        first = min(place, place + step)
        if abs(step) == SIZE:
            down |= 1 << first
        else:
            right |= 1 << first
        place += step
    return Ways(down, right)
