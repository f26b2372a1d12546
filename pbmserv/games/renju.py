"""Renju, five in a row with forbidden points for Black, by the rules of the Renju International Federation.

It is opened by Yamaguchi's rule, that of the world championships of 2009 to 2015: the first player lays three stones
and says how many fifth stones Black will offer; the other player chooses the colour; White chooses one of the stones
that are offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import FAINT, Figure
from pbmserv.games.boards.grids import EMPTY, BoardContents
from pbmserv.games.boards.marked_points import FORBIDDEN, MarkedPoints
from pbmserv.games.chance import Chance
from pbmserv.games.fouls import SIZE, foul_at, fouls_in
from pbmserv.games.gomoku import BLACK, MEANINGS, STONES, THREE, WHITE, ColoursChosen
from pbmserv.games.gomoku import Position as GomokuPosition
from pbmserv.games.grid_game import Path
from pbmserv.games.message import Listed, Message

OFFERED = "*"
"""The character of a fifth stone that Black offers."""
_FOULS = {
    "overline": Message("Black may not play there: it would make more than five in a row. Such points are marked."),
    "fours": Message("Black may not play there: it would make two fours. Such points are marked."),
    "threes": Message("Black may not play there: it would make two threes. Such points are marked."),
}
NUMBERS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
"""How many fifth stones can be asked for; the federation sets no limit."""
COUNT, COLOUR, FOURTH, FIFTHS, PICK = "count", "colour", "fourth", "fifths", "pick"
"""The stages after the first three stones."""


@dataclass(frozen=True)
class Position(GomokuPosition):
    """`fifths` is how many fifth stones Black offers."""

    fifths: int = 0

    @property
    def black(self) -> int:
        """The seat that plays Black."""
        return int(self.crossed)


class Renju(ColoursChosen[Position]):
    """Five in a row, with points where Black may not play."""

    name = "Renju"
    summary = "Five in a row, where Black has forbidden points"
    touching = (
        "Touch the free point where your stone goes. Black may not play at points with a cross. In the opening there "
        'are buttons below the board: "black", "white", and how many fifth stones Black offers, "one", "two", '
        '"three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven" or "twelve".'
    )
    options = (
        Option(
            "opening", "yamaguchi", "whether the game is opened by Yamaguchi's rule", choices=("yamaguchi", "free")
        ),
    )
    no_passing = "Nobody passes in Renju here."
    board_class = MarkedPoints
    position_class = Position
    candidates_by = "pbmserv.games.evaluation.rows:allowed_candidates"
    figures = (
        Figure("x", 0, "stone", "dark"),
        Figure("o", 1, "stone", "light"),
        Figure(OFFERED, 0, "offered stone", "dark", FAINT),
        Figure(FORBIDDEN, None, "forbidden point"),
    )
    meanings: ClassVar[Mapping[str, str]] = {
        BLACK: MEANINGS[BLACK],
        WHITE: MEANINGS[WHITE],
        **{number: f"Black offers {number} fifth stone{'s' * (number != 'one')}" for number in NUMBERS},
    }
    choices: ClassVar[Mapping[str, Sequence[str]]] = {COUNT: NUMBERS, COLOUR: (BLACK, WHITE)}
    seen_at_a_glance = True
    step_words: ClassVar[frozenset[str]] = frozenset((*NUMBERS, BLACK, WHITE))

    def swap_at(self, options: Options) -> int | None:
        return None

    def why_no_swap(self, options: Options) -> str:
        if options["opening"] == "free":
            return "Nobody swaps sides on this board: it was begun with -opening=free."
        return "Colours are chosen here with black or white, after three stones and a number."

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        opening = THREE if options["opening"] == "yamaguchi" else ""
        return Position(SIZE, EMPTY * SIZE * SIZE, exact=True, opening=opening)

    def rows(self, position: Position) -> Iterator[Sequence[int]]:
        """Exactly five of Black's, and five or more of White's."""
        board = self.board(position)
        for last in position.last:
            for row in board.lines_through(position.cells, last):
                is_black = position[last] == STONES[0]
                if position[last] in STONES and (
                    len(row) == self.in_row or (not is_black and len(row) > self.in_row)
                ):
                    yield row

    def legal_paths(self, position: Position) -> Iterator[Path]:
        match position.opening:
            case "three":
                return ((place,) for place in self._opening_points(position))
            case "fifths":
                taken = {place for offered in position.places_of(OFFERED) for place in alike(position, offered)}
                return ((place,) for place in position.places_of(EMPTY) if place not in taken)
            case "pick":
                return ((place,) for place in position.places_of(OFFERED))
            case "" if position.cells.count(EMPTY) == len(position.cells):
                return iter([(len(position.cells) // 2,)])
            case "" if position.next_seat == position.black:
                forbidden = {*fouls_in(position.cells)}
                return ((place,) for place in position.places_of(EMPTY) if place not in forbidden)
        return super().legal_paths(position)

    def _opening_points(self, position: Position) -> Iterator[int]:
        # The second stone lies beside the middle, the third two points from it at most.
        reach = SIZE * SIZE - position.cells.count(EMPTY)
        for row in range(SIZE // 2 - reach, SIZE // 2 + reach + 1):
            for column in range(SIZE // 2 - reach, SIZE // 2 + reach + 1):
                if position[row * SIZE + column] == EMPTY:
                    yield row * SIZE + column

    def apply(self, position: Position, path: Path) -> Position:
        [place] = path
        if place < 0:
            return self._chosen(position, self.word_of(path))
        black, white = position.black, 1 - position.black
        match position.opening:
            case "three":
                laid = SIZE * SIZE - position.cells.count(EMPTY)
                opening = COUNT if laid == 2 else THREE
                return position.with_changes({place: STONES[laid % 2]}, 0, (*position.last, place), opening=opening)
            case "fourth":
                return position.with_changes({place: STONES[1]}, black, path, opening=FIFTHS)
            case "fifths":
                offered = [*position.places_of(OFFERED), place]
                if position.fifths == 1:
                    return position.with_changes({place: STONES[0]}, white, path, opening="")
                opening = PICK if len(offered) == position.fifths else FIFTHS
                seat = white if opening == PICK else black
                return position.with_changes({place: OFFERED}, seat, offered, opening=opening)
            case "pick":
                changes = {**dict.fromkeys(position.places_of(OFFERED), EMPTY), place: STONES[0]}
                return position.with_changes(changes, white, path, opening="")
        stone = STONES[position.next_seat != black]
        return position.with_changes({place: stone}, 1 - position.next_seat, path)

    def _chosen(self, position: Position, word: str) -> Position:
        if word in NUMBERS:
            return replace(position, next_seat=1, opening=COLOUR, fifths=NUMBERS.index(word) + 1)
        # It is the second player who chooses.
        crossed = word == BLACK
        return replace(position, next_seat=0 if crossed else 1, opening=FOURTH, crossed=crossed)

    def read(self, position: Position, text: str) -> Path:
        number = text.strip()
        if position.opening == COUNT and number.isdecimal() and 1 <= int(number) <= len(NUMBERS):
            return super().read(position, NUMBERS[int(number) - 1])
        return super().read(position, text)

    def choices_told(self, words: Sequence[str]) -> str:
        if words != NUMBERS:
            return super().choices_told(words)
        numbers = Listed(words, ", ", " or ")
        return Message("{numbers} (how many fifth stones Black offers)", numbers=numbers)

    def seat_name(self, position: Position, seat: int) -> str:
        return "" if position.opening in (THREE, COUNT, COLOUR) else self.seat_names[seat ^ position.crossed]

    def notes(self, position: Position, move: str, after: Position) -> Iterator[str]:
        if position.opening == COLOUR:
            yield self.colours_told(after)

    def outcome(self, position: Position) -> Result | None:
        result = super().outcome(position)
        if result is None and not position.opening and self.is_stuck(position):
            return Result(None, "Black may not play at any point that is free.")
        return result

    def explain_illegal(self, position: Position, path: Path) -> str:
        place = path[0]
        if len(path) > 1 or position[place] in STONES:
            return ""
        match position.opening:
            case "three":
                return (
                    "The first stone lies in the middle, the second next to it, diagonally too, and the third in the "
                    "five by five points around it."
                )
            case "fifths" if position[place] == EMPTY:
                return "That point is like one that is offered already, as the stones lie."
            case "pick":
                names = [self.board(position).names[each] for each in position.places_of(OFFERED)]
                return Message(
                    "Choose one of the stones that are offered: {names}.", names=Listed(names, ", ", " or ")
                )
            case "" if position.cells.count(EMPTY) == len(position.cells):
                return "Black begins in the middle."
            case "" if position[place] == EMPTY:
                return _FOULS[foul_at(position.cells, place)]
        return ""

    def contents(self, position: Position) -> BoardContents:
        """The board, with marks where Black may not play at this turn."""
        contents = super().contents(position)
        if position.opening or position.next_seat != position.black or self.result(position):
            return contents
        cells = [*position.cells]
        for place in fouls_in(position.cells):
            cells[place] = FORBIDDEN
        return replace(contents, cells="".join(cells))

    def legend(self, position: Position, viewer: int | None) -> str:
        return (
            "Black's stone is x, White's stone is o.\nA stone that Black offers is *, and at ! Black may not play.\n"
            "The last move is in brackets."
        )

    def laid_by_touch(self, position: Position, seat: int) -> Mapping[str, str]:
        match position.opening:
            case "three":
                return {".": STONES[(SIZE * SIZE - position.cells.count(EMPTY)) % 2]}
            case "fourth":
                return {".": STONES[1]}
            case "fifths":
                return {".": STONES[0] if position.fifths == 1 else OFFERED}
            case "":
                return {".": STONES[seat != position.black]}
        return {}

    def _told(self, position: Position, text: str) -> tuple[str, ...]:
        if words := self.choices.get(position.opening):
            return (Message("Opening: {choices}.", choices=self.choices_told(words)),)
        match position.opening:
            case "three":
                laid = SIZE * SIZE - position.cells.count(EMPTY)
                stones = Listed((Message("black"), Message("white"), Message("black"))[laid:], ", ", ", ")
                return (Message("Opening: these stones are to be laid, in this order: {left}.", left=stones),)
            case "fourth":
                return (
                    Message("Opening: White lays the fourth stone; Black will offer {count}.", count=position.fifths),
                )
            case "fifths":
                left = position.fifths - position.cells.count(OFFERED)
                return (Message("Opening: fifth stones that Black still offers: {count}.", count=left),)
            case "pick":
                return (Message("Opening: White chooses one of the fifth stones."),)
        return super()._told(position, text)


def alike(position: Position, place: int) -> Iterator[int]:
    """The points that are the same as this one but for turning and reflecting the stones."""
    colours = [[divmod(each, SIZE) for each in position.places_of(stone)] for stone in STONES]
    row, column = divmod(place, SIZE)
    for turned in _TURNS:
        moved = [sorted(turned(*spot) for spot in spots) for spots in colours]
        # By how much the turned stones have to be moved to lie on the others.
        down, right = (colours[0][0][index] - moved[0][0][index] for index in (0, 1))
        if all(
            [(y + down, x + right) for y, x in after] == sorted(before)
            for before, after in zip(colours, moved, strict=True)
        ):
            y, x = turned(row, column)
            if 0 <= y + down < SIZE and 0 <= x + right < SIZE:
                yield (y + down) * SIZE + x + right


_TURNS: tuple[Callable[[int, int], tuple[int, int]], ...] = (
    lambda y, x: (y, x),
    lambda y, x: (y, -x),
    lambda y, x: (-y, x),
    lambda y, x: (-y, -x),
    lambda y, x: (x, y),
    lambda y, x: (x, -y),
    lambda y, x: (-x, y),
    lambda y, x: (-x, -y),
)
