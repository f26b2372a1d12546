"""Gomoku: five in a row.

Swap2 is the opening of the world championships since 2009: the first player places three stones, black, white, black;
the other takes a colour, or places two more, white and black, and leaves the choice to the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

from pbmserv.games.base import Illegal, Option, Options, Result
from pbmserv.games.boards.grids import EMPTY, Grid
from pbmserv.games.chance import Chance
from pbmserv.games.file_formats import SGF
from pbmserv.games.file_parts import NotRead, Told, Tree
from pbmserv.games.file_reading import in_nodes, laid_in, point_of, size_of
from pbmserv.games.game_file import PlayedGame, node, root_of, sgf, sgf_point, sgf_result
from pbmserv.games.grid_game import GridPosition, Path, grid_of
from pbmserv.games.in_steps import InSteps
from pbmserv.games.message import Listed, Message, Seats, listed
from pbmserv.games.picture import Choice, Picture
from pbmserv.games.rows import RowGame

STONES = "xo"
EXACTLY = "exactly five in a row win"
"""A file's rule if overlines do not win."""
BLACK, WHITE, MORE = "black", "white", "more"
THREE, CHOICE, TWO, LAST_CHOICE = "three", "choice", "two", "last choice"
"""The stages of swap2."""
CHOICES = {CHOICE: (BLACK, WHITE, MORE), LAST_CHOICE: (BLACK, WHITE)}
MEANINGS: Mapping[str, str] = {
    BLACK: "play Black",
    WHITE: "play White, and lay the next stone",
    MORE: "lay two more stones",
}


@dataclass(frozen=True)
class Position(GridPosition):
    """A position, and whether a row must be exactly five.

    `opening` is the stage of the opening, empty once colours are assigned; `crossed`: the first seat is White.
    """

    exact: bool = False
    opening: str = ""
    crossed: bool = False


P = TypeVar("P", bound=Position)
"""A game's position."""


class ColoursChosen(InSteps[P], RowGame[P]):
    """A game of rows that is opened by stages, in some of which a word is chosen instead of a point."""

    meanings: ClassVar[Mapping[str, str]]
    """What each word means; in paths a word has a number below 0, for it is no place."""
    choices: ClassVar[Mapping[str, Sequence[str]]]
    """The words by the stages of the opening."""

    def legal_paths(self, position: P) -> Iterator[Path]:
        if words := self.choices.get(position.opening):
            return ((-1 - [*self.meanings].index(word),) for word in words)
        return super().legal_paths(position)

    def text_of_path(self, board: Grid, path: Path) -> str:
        return self.word_of(path) if path[0] < 0 else super().text_of_path(board, path)

    def word_of(self, path: Path) -> str:
        return [*self.meanings][-1 - path[0]]

    def seat_name(self, position: P, seat: int) -> str:
        return "" if position.opening else self.seat_names[seat ^ position.crossed]

    def outcome(self, position: P) -> Result | None:
        result = super().outcome(position)
        if result and result.winner is not None and position.crossed:
            return Result(1 - result.winner, result.reason)
        return result

    def colours_told(self, after: P) -> str:
        black = int(after.crossed)
        colours = Seats.called((black, 1 - black), "players {letters}", letters=listed(self.seat_names))
        return Message("Colours are chosen: {players}.", players=colours)

    def read(self, position: P, text: str) -> Path:
        words, word = self.choices.get(position.opening), text.strip().lower()
        if words and word not in words:
            raise Illegal("Choose first: {choices}.", choices=self.choices_told(words))
        if not words and word in self.meanings:
            raise Illegal("There is nothing to choose now: name a point.")
        return super().read(position, text)

    def choices_told(self, words: Sequence[str]) -> str:
        choices = [Message("{word} ({meaning})", word=word, meaning=Message(self.meanings[word])) for word in words]
        return Listed(choices, " or ", " or ")

    def steps(self, position: P, seat: int, move: str) -> tuple[str, ...]:
        return (move,)

    def picture(self, position: P, viewer: int | None) -> Picture:
        picture, words = super().picture(position, viewer), self.choices.get(position.opening, ())
        return replace(picture, choices=tuple(Choice(word, word, self.meanings[word]) for word in words))


class Gomoku(ColoursChosen[Position]):
    """Five in a row."""

    name = "Gomoku"
    summary = "Be the first to have five stones in a row"
    also_called = ("Five in a Row",)
    touching = (
        'Touch the free point where your stone goes. With swap2, "black", "white" and "more" are buttons below the '
        "board."
    )
    options = (
        Option("size", 15, "points along each side of the board", low=9, high=19, often=(11, 15, 19)),
        Option("exact", False, "whether only exactly five in a row win, and six or more do not"),
        Option(
            "opening",
            "swap",
            "whether White may swap sides after three stones, or colours are chosen by swap2",
            choices=("swap", "swap2", "free"),
        ),
    )
    seen_at_a_glance = True
    no_passing = "Nobody passes in Gomoku."
    position_class = Position
    meanings = MEANINGS
    choices = CHOICES
    step_words: ClassVar[frozenset[str]] = frozenset(MEANINGS)
    file_format = SGF

    def swap_at(self, options: Options) -> int | None:
        """The fourth move, by the player who has placed one of three stones."""
        return 4 if options["opening"] == "swap" else None

    def why_no_swap(self, options: Options) -> str:
        if options["opening"] == "swap2":
            return (
                "This board is opened by swap2: colours are chosen with black or white, after three stones or five."
            )
        return "Nobody swaps sides on this board: it was begun with -opening=free."

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        size, opening = int(options["size"]), THREE if options["opening"] == "swap2" else ""
        return Position(size, EMPTY * size * size, exact=bool(options["exact"]), opening=opening)

    def wins(self, position: Position, length: int) -> bool:
        return length == self.in_row if position.exact else super().wins(position, length)

    def apply(self, position: Position, path: Path) -> Position:
        [place] = path
        if place < 0:
            return self._chosen(position, self.word_of(path))
        laid = len(position.cells) - position.cells.count(EMPTY)
        # Black and white stones are laid by turns, whoever lays them.
        last = (*position.last, place) if laid and position.opening in (THREE, TWO) else path
        seat, opening = 1 - position.next_seat, position.opening
        if opening:
            seat, opening = {0: (0, THREE), 1: (0, THREE), 2: (1, CHOICE), 3: (1, TWO), 4: (0, LAST_CHOICE)}[laid]
        return position.with_changes({place: STONES[laid % 2]}, seat, last, opening=opening)

    def _chosen(self, position: Position, word: str) -> Position:
        if word == MORE:
            return position.with_changes({}, position.next_seat, position.last, opening=TWO)
        white = position.next_seat if word == WHITE else 1 - position.next_seat
        return position.with_changes({}, white, position.last, opening="", crossed=white == 0)

    def notes(self, position: Position, move: str, after: Position) -> Iterator[str]:
        if position.opening and not after.opening:
            yield self.colours_told(after)

    def _told(self, position: Position, text: str) -> tuple[str, ...]:
        laid = len(position.cells) - position.cells.count(EMPTY)
        if words := self.choices.get(position.opening):
            return (Message("Swap2: {choices}.", choices=self.choices_told(words)),)
        if not position.opening:
            return super()._told(position, text)
        left = (BLACK, WHITE, BLACK)[laid:] if position.opening == THREE else (WHITE, BLACK)[laid - 3 :]
        return (
            Message(
                "Swap2: these stones are to be laid, in this order: {left}.",
                left=Listed([*map(Message, left)], ", ", ", "),
            ),
        )

    def game_file(self, played: PlayedGame) -> str:
        size = int(played.options["size"])
        place_of = grid_of(self.board_class, size, size).place_of
        steps = [(seat, step) for seat, move in played.moves for step in move.split(",")]
        if any(step == (WHITE if seat == 0 else BLACK) for seat, step in steps):
            winner = None if played.winner is None else 1 - played.winner
            played = replace(played, players=played.players[::-1], winner=winner)
        stones = [sgf_point(place_of[step], size) for _, step in steps if step in place_of]
        moves = [node({"BW"[number % 2]: stone}) for number, stone in enumerate(stones)]
        root = root_of(4, size, played, sgf_result(played)) | {"RU": EXACTLY if played.options["exact"] else []}
        return sgf([node(root), *moves])

    def read_game(self, told: Told) -> PlayedGame | None:
        """Colours are settled in a file, so nobody swaps."""
        if not isinstance(told, Tree) or told.tag("GM") != "4":
            return None
        size = size_of(told, 15)
        if told.root.keys() & {"AB", "AW", "AE"}:
            raise NotRead("The game begins with stones on the board: that cannot be taken.")
        names = grid_of(self.board_class, size, size).names
        moves = [(seat, point_of(text, names, size)) for _, laid in laid_in(told) for seat, text in laid]
        return in_nodes(told, {"size": size, "exact": told.tag("RU") == EXACTLY, "opening": "free"}, moves)
