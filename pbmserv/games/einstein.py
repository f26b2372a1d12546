"""EinStein würfelt nicht!, by Ingo Althöfer (2004): a die says which cube moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations

from pbmserv.games.base import Illegal, NeverLegal, Note, Option, Options, Played, Result, Unreadable
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import (
    EAST,
    EMPTY,
    NORTH,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    WEST,
    Grid,
    places_typed,
)
from pbmserv.games.boards.squares import LabelledSquares
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, GridPosition, Path, grid_of, some_of
from pbmserv.games.message import Listed, Message, in_turn, lines_of

SIZE, CUBES = 5, 6
BOARD = grid_of(LabelledSquares, SIZE, SIZE)
MARKS = ("123456", "ABCDEF")
"""The characters of each seat's cubes 1 to 6."""
HOMES = tuple(
    tuple(BOARD.place_of[name] for name in names.split()) for names in ("a5 b5 c5 a4 b4 a3", "e3 d2 e2 c1 d1 e1")
)
"""Each seat's home squares in reading order."""
GOALS = (BOARD.place_of["e1"], BOARD.place_of["a5"])
AHEAD = ((EAST, SOUTH_EAST, SOUTH), (WEST, NORTH_WEST, NORTH))


@dataclass(frozen=True)
class Position(GridPosition):
    """A position with the die of the seat to move; none during the set-up."""

    die: int = 0


class EinStein(GridGame[Position]):
    """Bring a cube to the far corner, but the die chooses which one goes."""

    name = "EinStein"
    summary = "Bring a cube to the far corner; a die says which one moves"
    also_called = ("EinStein würfelt nicht",)
    themes = ("race", "dice")
    options = (
        Option("start", "chosen", "who lays out the cubes at the start, you or chance", choices=("chosen", "random")),
    )
    touching = (
        "To lay out your cubes, touch the squares of your corner one after the other: cube 1 goes to the first, cube "
        "2 to the next. Later touch a cube that may move, then the square where it goes, or drag it there."
    )
    move_form = (
        "the squares from which and to which a cube goes, for example b4-c3, or its number and the square, 5-c3"
    )
    no_passing = "Nobody passes in EinStein: one of your cubes can always move."
    uses_chance = True
    board_class = LabelledSquares
    position_class = Position
    figures = tuple(
        Figure(mark, seat, Message("cube {number}", number=number), shade, str(number), f"{letter}{number}")
        for seat, (marks, shade, letter) in enumerate(zip(MARKS, ("dark", "light"), "xo", strict=True))
        for number, mark in enumerate(marks, 1)
    )

    def seat_below(self, viewer: int | None) -> int:
        return 1

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        position = Position(SIZE, EMPTY * SIZE * SIZE)
        if options["start"] == "chosen":
            return position
        pieces = {
            place: mark
            for marks, homes in zip(MARKS, HOMES, strict=True)
            for place, mark in zip(homes, chance.shuffled(marks), strict=True)
        }
        return position.with_changes(pieces, 0, (), die=rolled(chance))

    def legal_paths(self, position: Position) -> Iterator[Path]:
        if not position.die:
            yield from _layouts(position.next_seat)
            return
        rays = BOARD.rays
        for place in position.places_of("".join(self.may_move(position))):
            for direction in AHEAD[position.next_seat]:
                for target in rays[place][direction][:1]:
                    yield place, target

    def may_move(self, position: Position) -> Sequence[str]:
        """The cubes that the die lets move: its number, or else the next lower and higher."""
        marks = MARKS[position.next_seat]
        chosen = marks[position.die - 1]
        if chosen in position.cells:
            return (chosen,)
        lower = [mark for mark in marks[: position.die - 1] if mark in position.cells]
        higher = [mark for mark in marks[position.die :] if mark in position.cells]
        return (*lower[-1:], *higher[:1])

    def apply(self, position: Position, path: Path) -> Position:
        """The position after a move, before the next roll."""
        seat = position.next_seat
        if not position.die:
            return position.with_changes(dict(zip(path, MARKS[seat], strict=True)), 1 - seat, path)
        start, end = path
        return position.with_changes({start: EMPTY, end: position[start]}, 1 - seat, path)

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        path = self.read(position, text)
        after = self.apply(position, path)
        if position.cells != EMPTY * SIZE * SIZE and not self.outcome(after):
            after = replace(after, die=rolled(chance))
        return Played(after, self.words_of_path(position, path), tuple(map(Note, self._told(position, path, after))))

    def _told(self, position: Position, path: Path, after: Position) -> Iterator[str]:
        if position.die and position[path[1]] != EMPTY:
            yield Message("{piece} has been taken off the board.", piece=self.called(position[path[1]]))
        if after.die and not self.result(after):
            yield Message("{player} rolls {die}.", player=self.seat_names[after.next_seat], die=after.die)

    def question(self, position: Position, seat: int, move: str) -> str:
        return super().question(position, seat, move) if position.die else Message("Line up {cubes}?", cubes=move)

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        return "" if position.die else Message("Where does cube {number} go?", number=len(touched) + 1)

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        return () if position.die else tuple(f"+{number} ." for number in range(1, CUBES + 1))

    def laid_by_touch(self, position: Position, seat: int) -> Mapping[str, str]:
        return {} if position.die else {str(number): mark for number, mark in enumerate(MARKS[seat], 1)}

    def outcome(self, position: Position) -> Result | None:
        for seat, goal in enumerate(GOALS):
            if position.die and position[goal] in MARKS[seat]:
                return Result(
                    seat,
                    Message(
                        "{piece} has reached {place}.", piece=self.called(position[goal]), place=BOARD.names[goal]
                    ),
                )
        for seat, marks in enumerate(MARKS):
            if position.die and not any(mark in position.cells for mark in marks):
                return Result(1 - seat, Message("{player} has no cube left.", player=self.seat_names[seat]))
        return None

    def winning_cells(self, position: Position) -> Sequence[int]:
        return position.last[-1:] if self.result(position) else ()

    def text_of_path(self, board: Grid, path: Path) -> str:
        """Two squares, or the numbers of a set-up in reading order."""
        if len(path) < CUBES:
            return super().text_of_path(board, path)
        return _numbers(path)

    def read(self, position: Position, text: str) -> Path:
        numbers = re.sub(r"[\s,;/-]+", "", text)
        if not re.fullmatch(r"[0-9]{6}", numbers, re.ASCII):
            if not position.die and places_typed(text) is None and text.strip().lower() != "pass":
                raise Unreadable(self._to_be_laid_out(position))
            return super().read(position, text)
        if position.die:
            raise NeverLegal("The cubes have been laid out already. A move is {form}.", form=Message(self.move_form))
        if sorted(numbers) != [*MARKS[0]]:
            raise Illegal(
                "Each of your cubes 1 to 6 is laid out once: write their numbers in any order, such as 314526."
            )
        return self.known_paths(position)[numbers]

    def normalise(self, position: Position, text: str) -> str:
        """A cube may be named by number: `5-c3`, `5xc3`, `5 c3`."""
        match = re.fullmatch(r"([1-6])\s*[-x:>]?\s*([a-z][0-9]{1,2})", text.strip().lower(), re.ASCII)
        if match is None or not position.die:
            return text
        cube = MARKS[position.next_seat][int(match[1]) - 1]
        if cube not in position.cells:
            off = Message("Your cube {cube} is off the board.", cube=match[1])
            raise Illegal(in_turn(off, self._who_moves(position)))
        return f"{BOARD.names[position.cells.index(cube)]}-{match[2]}"

    def explain_illegal(self, position: Position, path: Path) -> str:
        if not position.die:
            return self._to_be_laid_out(position)
        legal = Message("Legal are {moves}.", moves=some_of(self.known_paths(position)))
        if position[path[0]] in MARKS[position.next_seat] and position[path[0]] not in self.may_move(position):
            return in_turn(self._who_moves(position), legal)
        if position[path[0]] in MARKS[position.next_seat] and len(path) == 2:
            ways = Message(
                "{player}'s cubes go one square towards {goal}, straight or diagonally.",
                player=self.seat_names[position.next_seat],
                goal=BOARD.names[GOALS[position.next_seat]],
            )
            return in_turn(ways, legal)
        return ""

    def _to_be_laid_out(self, position: Position) -> str:
        return Message(
            "First your cubes are laid out: write their numbers in the order of the squares {squares}, for example"
            " 314526.",
            squares=_home(position.next_seat),
        )

    def _who_moves(self, position: Position) -> str:
        cubes = [str(MARKS[position.next_seat].index(mark) + 1) for mark in self.may_move(position)]
        return Message(
            "{player} has rolled {die}, and moves cube {cubes}.",
            player=self.seat_names[position.next_seat],
            die=position.die,
            cubes=Listed(cubes, " or ", " or "),
        )

    def before_chance(self, position: Position) -> Position:
        """The die lies beside the board."""
        return position

    def group_of(self, move: str) -> str:
        return super().group_of(move) or f"Cube {move[0]} first"

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        if self.result(position):
            return ()
        if position.die:
            return (self._who_moves(position),)
        return (Message("{player} lays out cubes 1 to 6.", player=self.seat_names[position.next_seat]),)

    def legend(self, position: Position, viewer: int | None) -> str:
        return lines_of(
            Message("Black's cubes are x1 to x6, and go right and down to e1."),
            Message("White's cubes are o1 to o6, and go left and up to a5."),
            *_how_to_lay_out(position),
            Message("The last move is in brackets."),
        )

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        return lines_of(
            Message("Black's cubes go towards e1, White's towards a5."),
            *_how_to_lay_out(position),
            Message(super().picture_legend(position, viewer)),
        )


def _how_to_lay_out(position: Position) -> Iterator[Message]:
    if not position.die:
        text = "Lay out your cubes: their numbers for {squares}, as in 314526."
        yield Message(text, squares=_home(position.next_seat))


def _home(seat: int) -> str:
    return ", ".join(BOARD.names[place] for place in HOMES[seat])


def rolled(chance: Chance) -> int:
    return chance.below(CUBES) + 1


@cache
def _layouts(seat: int) -> tuple[Path, ...]:
    homes = HOMES[seat]
    return tuple(
        tuple(homes[numbers.index(number)] for number in range(CUBES)) for numbers in permutations(range(CUBES))
    )


@cache
def _numbers(layout: Path) -> str:
    return "".join(str(layout.index(place) + 1) for place in sorted(layout))
