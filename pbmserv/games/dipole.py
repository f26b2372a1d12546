"""Dipole, by Mark Steere (2007): men move together as many squares as they are, until one side has none left."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from pbmserv.games.base import Illegal, Option, Options, Result
from pbmserv.games.boards.figures import stacks
from pbmserv.games.boards.grids import EMPTY, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, Grid
from pbmserv.games.boards.squares import ChequeredWithLabels
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import PASSED_OVER, GridGame, GridPosition, Path
from pbmserv.games.message import BLACK, WHITE, Message, counted
from pbmserv.games.picture import Choice, Picture

MEN = {8: 12, 10: 20}
"""The men of each side, by the size of the board."""
FILE = 4
"""The column of White's men at the start, counted from 0; Black's stand there as seen by Black."""
MARKS = ("abcdefghijklmnopqrst", "ABCDEFGHIJKLMNOPQRST")
"""The characters of each seat's stacks, by height."""
HEIGHTS = {mark: height for marks in MARKS for height, mark in enumerate(marks, 1)}
AHEAD = ((NORTH_WEST, NORTH, NORTH_EAST), (SOUTH_EAST, SOUTH, SOUTH_WEST))
OFF = "off"
ONE, FIVE = "one", "five"
"""What is touched to say how many men leave the board."""
CHOICES = (
    Choice(FIVE, "+5", "five men more"),
    Choice(ONE, "+1", "one man more"),
    Choice(OFF, OFF, "take them off the board"),
)
_OFF = re.compile(rf"([a-z][1-9][0-9]?)[\s-]*{OFF}(?:[\s:]*([1-9][0-9]?))?", re.ASCII)


class Dipole(GridGame[GridPosition]):
    """Be the last to have men on the board."""

    name = "Dipole"
    has_full_moves = True
    summary = "Men go as far as they are many; the last to have some wins"
    themes = ("armies", "race")
    options = (
        Option("size", "8", "squares along each side of the board", choices=tuple(map(str, MEN)), often=("8", "10")),
    )
    touching = (
        "Touch the stack from which men go, and then the square where they go, or drag them there. To take men off "
        'the board, touch the stack, then "+5" and "+1" below the board for as many as leave, and then "off".'
    )
    move_form = "the squares from which and to which men go, for example e1-g3, or e1-off:4 for four that leave"
    passes_over = True
    no_passing = PASSED_OVER
    seat_names = (WHITE, BLACK)
    board_class = ChequeredWithLabels
    evaluate_by = "pbmserv.games.evaluation.dipole:evaluate"
    figures = (*stacks(MARKS[0], 0, "light", "o"), *stacks(MARKS[1], 1, "dark", "x"))

    def seat_below(self, viewer: int | None) -> int:
        return 0

    def start(self, options: Options, seats: int, chance: Chance) -> GridPosition:
        size = int(options["size"])
        white = size * (size - 1) + FILE
        changes = {white: MARKS[0][MEN[size] - 1], size * size - 1 - white: MARKS[1][MEN[size] - 1]}
        return GridPosition(size, EMPTY * size * size).with_changes(changes, 0, ())

    def legal_paths(self, position: GridPosition) -> Iterator[Path]:
        """Of men that leave the board, the second place is their number, below 0."""
        rays, cells, own = self.board(position).rays, position.cells, self.own(position)
        for place in position.places_of(own):
            height = HEIGHTS[cells[place]]
            leaving: set[int] = set()
            for direction, ray in enumerate(rays[place]):
                is_ahead = direction in AHEAD[position.next_seat]
                # Squares straight ahead, behind and beside are dark and light by turns.
                step = 1 if direction % 2 else 2
                for men in range(step, height + 1, step):
                    if men > len(ray):
                        if is_ahead:
                            leaving.add(men)
                    elif cells[ray[men - 1]] in EMPTY + own:
                        if is_ahead:
                            yield place, ray[men - 1]
                    elif HEIGHTS[cells[ray[men - 1]]] <= men:
                        yield place, ray[men - 1]
            yield from ((place, -men) for men in sorted(leaving))

    def apply(self, position: GridPosition, path: Path) -> GridPosition:
        start, end = path
        own, men = self.own(position), self.men_of(position, path)
        left = HEIGHTS[position[start]] - men
        changes = {start: own[left - 1] if left else EMPTY}
        if end >= 0:
            joined = HEIGHTS[position[end]] if position[end] in own else 0
            changes[end] = own[men + joined - 1]
        return replace(self.next_turn(position, changes, path), last=path if end >= 0 else (start,))

    def men_of(self, position: GridPosition, path: Path) -> int:
        """How many men a move takes."""
        start, end = path
        return -end if end < 0 else max(map(abs, _apart(position.width, start, end)))

    def outcome(self, position: GridPosition) -> Result | None:
        for seat, marks in enumerate(MARKS):
            if not any(mark in position.cells for mark in marks):
                text = "{player} has no man left."
                return Result(1 - seat, Message(text, player=self.seat_names[seat]))
        return None

    def count_of(self, position: GridPosition, seat: int) -> int:
        return sum(HEIGHTS[there] for there in position.cells if there in MARKS[seat])

    def advantage(self, position: GridPosition, seat: int) -> str:
        men = self.count_of(position, seat)
        return counted("{count} man", "{count} men", men)

    def read(self, position: GridPosition, text: str) -> Path:
        match = _OFF.fullmatch(text.strip().lower())
        places = self.board(position).place_of
        if not match or match[1] not in places:
            return super().read(position, text)
        start = places[match[1]]
        men = int(match[2] or HEIGHTS.get(position[start], 1))
        known = self.known_paths(position)
        if path := known.get(f"{match[1]}-{OFF}:{men}"):
            return path
        if position[start] not in self.own(position):
            raise Illegal("None of your men are on {place}.", place=match[1])
        leaving = [move for move, (place, end) in known.items() if place == start and end < 0]
        if not leaving:
            raise Illegal("No men on {place} reach the edge of the board ahead of them.", place=match[1])
        legal = ", ".join(leaving)
        if men > HEIGHTS[position[start]]:
            raise Illegal(
                "No more than {count} men stand on {place}.", count=HEIGHTS[position[start]], place=match[1]
            )
        raise Illegal("So many men cannot leave from {place}. Legal are {moves}.", place=match[1], moves=legal)

    def text_of_path(self, board: Grid, path: Path) -> str:
        start, end = path
        return f"{board.names[start]}-{OFF}:{-end}" if end < 0 else super().text_of_path(board, path)

    def steps(self, position: GridPosition, seat: int, move: str) -> tuple[str, ...]:
        start, _, end = move.partition("-")
        if not end.startswith(OFF):
            return start, end
        fives, ones = divmod(-self.known_paths(position)[move][1], 5)
        return start, *[FIVE] * fives, *[ONE] * ones, OFF

    def slides(self, position: GridPosition, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        path = self.known_paths(position)[move]
        after = self.apply(position, path)
        names = self.board(position).names
        shown = [f"{names[place]} -" for place in after.last if position[place] != EMPTY]
        shown += [f"+{HEIGHTS[after[place]]} {names[place]}" for place in after.last if after[place] != EMPTY]
        return *[""] * (len(steps) - 1), " ".join(shown)

    def laid_by_touch(self, position: GridPosition, seat: int) -> Mapping[str, str]:
        return {str(height): mark for height, mark in enumerate(MARKS[seat], 1)}

    def picture(self, position: GridPosition, viewer: int | None) -> Picture:
        picture = super().picture(position, viewer)
        if not any(end < 0 for _, end in self.known_paths(position).values()):
            return picture
        return replace(picture, choices=CHOICES)

    def explain_illegal(self, position: GridPosition, path: Path) -> str:
        board, own = self.board(position), self.own(position)
        if len(path) != 2 or path[0] == path[1] or position[path[0]] not in own:
            return ""
        start, end = path
        across, down = _apart(position.width, start, end)
        if across and down and abs(across) != abs(down):
            text = "Men go straight or diagonally, and {end} is not in a line with {start}."
            return Message(text, end=board.names[end], start=board.names[start])
        if (across + down) % 2:
            return Message("{end} is a light square: men stand on dark ones.", end=board.names[end])
        men, height = self.men_of(position, path), HEIGHTS[position[start]]
        if men > height:
            return counted(
                "There is {count} man on {place}, who goes {count} square at most.",
                "There are {count} men on {place}, who go {count} squares at most.",
                height,
                place=board.names[start],
            )
        if position[end] not in EMPTY + own:
            text = "Men capture as many as they are, or fewer: here {men} would meet {others}."
            return Message(text, men=men, others=HEIGHTS[position[end]])
        return "Men go sideways and backwards only to capture."

    def legend(self, position: GridPosition, viewer: int | None) -> str:
        return (
            "White's stacks are o1, o2 and so on, Black's x1, x2, by the number of men.\n"
            "The last move is in brackets."
        )

    def status(self, position: GridPosition, viewer: int | None) -> tuple[str, ...]:
        white, black = (self.count_of(position, seat) for seat in (0, 1))
        return (Message("Men: White {white}, Black {black}.", white=white, black=black),)


def _apart(width: int, start: int, end: int) -> tuple[int, int]:
    return end % width - start % width, end // width - start // width
