"""Games for two on a grid with perfect information and no chance.

A game defines its start, legal moves, their effects and its end. The rest follows: drawing, parsing of moves,
refusals, touches.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, TypeVar

from pbmserv.games.base import (
    Ambiguous,
    Display,
    Illegal,
    NeverLegal,
    Note,
    Played,
    Result,
    Unreadable,
    refuse_to_pass,
)
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, BoardContents, Grid, name_of, places_typed
from pbmserv.games.boards.squares import Squares
from pbmserv.games.chance import Chance
from pbmserv.games.message import BLACK, WHITE, Listed, Message, counted, in_turn, lines_of, way_of
from pbmserv.games.old_names import names_of, warn_of
from pbmserv.games.picture import Picture, Shape
from pbmserv.games.piece_names import piece_and_move
from pbmserv.games.refusals import legal_now, quoted
from pbmserv.games.sequential import SequentialGame

Path: TypeAlias = tuple[int, ...]
"""The places of a move in notation order."""

PASSED_OVER = "Whoever cannot move is passed over by the server; nobody else passes."
"""Why nobody passes in a game that `passes_over` a seat without moves."""

S = TypeVar("S", bound="GridPosition")


@dataclass(frozen=True)
class GridPosition:
    """A position: the character of each place in reading order, the seat to move, the places of the last move."""

    STORED: ClassVar = {"cells": "standing"}
    RENAMED: ClassVar = {"standing": "cells"}

    width: int
    cells: str
    next_seat: int = 0
    last: tuple[int, ...] = ()

    def with_changes(self: S, changes: Mapping[int, str], next_seat: int, last: Sequence[int], **others: object) -> S:
        """The position after changing these places."""
        cells = [*self.cells]
        for place, there in changes.items():
            cells[place] = there
        given: dict[str, Any] = {"cells": "".join(cells), "next_seat": next_seat, "last": tuple(last), **others}
        return replace(self, **given)

    def places_of(self, figures: str) -> list[int]:
        """The places with one of these characters, in reading order."""
        return [place for place, there in enumerate(self.cells) if there in figures]

    def __getitem__(self, place: int) -> str:
        return self.cells[place]

    @property
    def standing(self) -> str:
        """The `cells` by their old name."""
        warn_of("GridPosition.standing", "cells")
        return self.cells


_BETWEEN_PLACES = re.compile("[-x]")

P = TypeVar("P", bound=GridPosition)
"""A game's position."""


class GridDisplay(Display[P]):
    """How a grid game shows positions."""

    board_class: ClassVar[type[Grid]] = Squares
    family: ClassVar[str] = Squares.family
    seat_names: ClassVar[tuple[str, ...]] = (BLACK, WHITE)
    figures: ClassVar[tuple[Figure, ...]]
    """The pieces and their characters."""
    hint: ClassVar[str] = ""
    """A line below the board on how to write a move, if not obvious."""

    RENAMED: ClassVar = {
        "ways": "legal_paths",
        "after": "apply",
        "typed": "normalise",
        "won": "winning_cells",
        "why_not": "explain_illegal",
        "lying": "contents",
        "known_ways": "known_paths",
        "words_of_way": "words_of_path",
        "text_of_way": "text_of_path",
    }

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "board_class" in vars(cls) and "family" not in vars(cls):
            cls.family = cls.board_class.family

    def winning_cells(self, position: P) -> Sequence[int]:
        """The places that decided the game, such as a row of five."""
        return ()

    def board(self, position: P) -> Grid:
        height = self.board_class.height_of(position.width, len(position.cells))
        return grid_of(self.board_class, position.width, height)

    def called(self, there: str) -> str:
        """A piece in words by its character: `White's king`."""
        return name_of(figures_of(type(self))[there], self.seat_names)

    def spoken(self, position: P, move: str) -> str:
        """With the piece that now stands on the last place, where there are several kinds: `knight g8 to f6`."""
        places = self.board(position).place_of
        names = _BETWEEN_PLACES.split(move)
        if not all(name in places for name in names):
            return move
        figure = figures_of(type(self)).get(position.cells[places[names[-1]]])
        kinds = {each.name for each in self.figures}
        way = way_of(names)
        if figure and len(names) > 1 and len(kinds) > 1:
            return Message("{piece} {way}", piece=Message(figure.name), way=way)
        return way

    def draw(self, position: P, viewer: int | None) -> str:
        return _drawn(self, position)

    def picture(self, position: P, viewer: int | None) -> Picture:
        board = self.board(position)
        name = getattr(self, "name", "")
        return board.picture(
            self.contents(position), Message("A board of {game}, {extent}", game=name, extent=board.extent)
        )

    def new_pieces(self, position: P, seat: int) -> Mapping[str, Sequence[Shape]]:
        return {name: self.piece(position, mark) for name, mark in self.laid_by_touch(position, seat).items()}

    def piece(self, position: P, mark: str) -> Sequence[Shape]:
        """The piece that a character stands for, drawn around (0, 0)."""
        return self.board(position).piece(figures_of(type(self))[mark])

    def laid_by_touch(self, position: P, seat: int) -> Mapping[str, str]:
        """The characters of `new_pieces`, by their names."""
        return {}

    def stone_of(self, seat: int) -> Mapping[str, str]:
        """The first kind of piece of a seat, as what each single touch lays."""
        return {".": _of_seat(type(self), seat)[0]}

    def seat_name(self, position: P, seat: int) -> str:
        return self.seat_names[seat]

    def captured_by(self, position: P) -> tuple[int, int]:
        """How many men each seat has captured, in games in which men are."""
        return 0, 0

    def advantage(self, position: P, seat: int) -> str:
        taken = self.captured_by(position)[seat]
        return counted("{count} captured", "{count} captured", taken) if taken else ""

    def count_of(self, position: P, seat: int) -> int:
        """The number of a seat's pieces on the board."""
        marks = _of_seat(type(self), seat)
        return sum(map(position.cells.count, marks))

    def legend(self, position: P, viewer: int | None) -> str:
        return _legend(type(self))

    def picture_legend(self, position: P, viewer: int | None) -> str:
        return "The last move is marked."

    def contents(self, position: P) -> BoardContents:
        """The contents to be drawn."""
        figures, won = figures_of(type(self)), self.winning_cells(position)
        return BoardContents(position.cells, figures, self.seat_names, position.last, won)


class GridGame(GridDisplay[P], SequentialGame[P]):
    """A game for two on squares, points or hexagons.

    `start`, `legal_paths`, `apply` and `outcome` are the rules; `explain_illegal` explains
    refusals.
    """

    position_class: type[Any] = GridPosition
    seats = range(2, 3)
    uses_chance = False
    same_player_twice = True

    joint: ClassVar[str] = "-"
    """The separator of places in a move."""
    may_be_short: ClassVar[bool] = False
    """Whether players may leave out intermediate places."""
    passes_over: ClassVar[bool] = False
    """Whether a seat without moves is passed over."""
    no_passing: ClassVar[str] = "Nobody passes here."
    """Why `pass` is no move."""

    @abstractmethod
    def legal_paths(self, position: P) -> Iterable[Path]:
        """All moves of the seat to move, as places; may be called after the end."""

    def apply(self, position: P, path: Path) -> P:
        """The position after a legal move; by default a piece moves from the first place to the last, or is placed
        there.
        """
        return self.next_turn(position, {path[0]: EMPTY, path[-1]: self.own(position)}, path)

    def next_turn(self, position: P, changes: Mapping[int, str], path: Path, **others: object) -> P:
        """The position after a move with these changes; the other seat is to move unless it is passed over."""
        after = position.with_changes(changes, 1 - position.next_seat, path, **others)
        passed_over = self.passes_over and self.is_stuck(after)
        return replace(after, next_seat=position.next_seat) if passed_over else after

    @abstractmethod
    def outcome(self, position: P) -> Result | None:
        """How the game ended; None while it is on. It must have ended if nobody can move."""

    def explain_illegal(self, position: P, path: Path) -> str:
        """Why the rules forbid a move, as a sentence, if the general refusal says too little."""
        return ""

    def normalise(self, position: P, text: str) -> str:
        """Normalise other notations of a move."""
        return text

    def words_of_path(self, position: P, path: Path) -> str:
        """A legal move in canonical notation."""
        return self.text_of_path(self.board(position), path)

    def text_of_path(self, board: Grid, path: Path) -> str:
        """A legal move in canonical notation."""
        return board.text_of(path, self.joint)

    def notes(self, position: P, move: str, after: P) -> Iterable[str]:
        """Notes about a move; by default, that a seat was passed over."""
        if self.passes_over and after.next_seat == position.next_seat and not self.result(after):
            yield Message("{player} has no move, and is passed over.", player=self.seat_names[1 - after.next_seat])

    def is_stuck(self, position: P) -> bool:
        return next(iter(self.legal_paths(position)), None) is None

    def own(self, position: P) -> str:
        """The characters of the seat to move."""
        return _of_seat(type(self), position.next_seat)

    def others(self, position: P) -> str:
        """The characters of the other seat."""
        return _of_seat(type(self), 1 - position.next_seat)

    def known_paths(self, position: P) -> Mapping[str, Path]:
        return _known_paths(self, position)

    def moves(self, position: P) -> Sequence[str]:
        return [*self.known_paths(position)]

    def result(self, position: P) -> Result | None:
        return _result(self, position)

    def steps(self, position: P, seat: int, move: str) -> tuple[str, ...]:
        names = self.board(position).names
        return tuple(names[place] for place in self.known_paths(position)[move])

    def play(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        path = self.read(position, text)
        after, move = self.apply(position, path), self.words_of_path(position, path)
        return Played(after, move, tuple(Note(words) for words in self.notes(position, move, after)))

    def group_of(self, move: str) -> str:
        start, joint, _ = move.partition(self.joint)
        return f"From {start}" if joint else ""

    def read(self, position: P, text: str) -> Path:
        """Parse a legal move. Raises `Unreadable`, `Illegal` or `Ambiguous`."""
        refuse_to_pass(
            text, in_turn(Message(self.no_passing), Message("A move is {form}.", form=Message(self.move_form)))
        )
        known = self.known_paths(position)
        folded = text.strip().lower()
        if folded in known:
            return known[folded]
        piece, move = piece_and_move(text)
        board, names = self.board(position), places_typed(self.normalise(position, move))
        if names is None:
            expected = Message(
                'A move is expected, not "{typed}": write {form}.', typed=quoted(text), form=Message(self.move_form)
            )
            raise Unreadable(in_turn(expected, legal_now(self.move_form, [*known])))
        for name in names:
            if name not in board.place_of:
                raise NeverLegal(_of_places(board).off_board, place=name, where=board.where_it_is(name))
        path = tuple(board.place_of[name] for name in names)
        if piece:
            _check_it_is_called(self, position, path, piece)
        meant = [move for move, legal in known.items() if legal == path]
        if not meant and self.may_be_short:
            meant = [move for move, legal in known.items() if is_short_for(path, legal)]
        if len(meant) > 1:
            raise Ambiguous(
                Message(
                    "{move} can be {meant}.",
                    move=_begun(board.text_of(path, self.joint)),
                    meant=Listed(meant[:MOST_NAMED], " or ", " or "),
                ),
                meant,
            )
        if not meant:
            raise Illegal(self.explain_illegal(position, path) or self._refusal(position, path))
        return known[meant[0]]

    def _refusal(self, position: P, path: Path) -> str:
        board, legal = self.board(position), self.known_paths(position)
        first, there = board.names[path[0]], position.cells[path[0]]
        if {len(each) for each in legal.values()} == {1}:
            if len(path) > 1:
                one = Message(_of_places(board).names_one, form=Message(self.move_form))
                return in_turn(one, legal_now(self.move_form, [*legal]))
            if there != EMPTY:
                return Message(_of_places(board).is_taken, place=first, piece=self.called(there))
            text = "{move} is no legal move here. Legal are {moves}."
            return Message(text, move=_begun(first), moves=some_of(legal))
        if there == EMPTY:
            example = [*legal][len(legal) // 2]
            return Message(
                "Nothing lies on {first}: a move begins where one of your own pieces is, for example {example}.",
                first=first,
                example=example,
            )
        piece = _begun(self.called(there))
        if there not in self.own(position):
            return Message(
                "{piece} lies on {first}, and it is {player}'s turn.",
                piece=piece,
                first=first,
                player=self.seat_names[position.next_seat],
            )
        from_there = [move for move, each in legal.items() if each[:1] == path[:1]]
        if not from_there:
            return Message(
                "{piece} on {first} cannot move now. Legal are {moves}.",
                piece=piece,
                first=first,
                moves=some_of(legal),
            )
        if len(path) < 2:
            return Message(
                "{piece} on {first} can move in these ways: {moves}.",
                piece=piece,
                first=first,
                moves=some_of(from_there),
            )
        return Message(
            "{piece} on {first} cannot move like that. From there, legal are {moves}.",
            piece=piece,
            first=first,
            moves=some_of(from_there),
        )


def is_short_for(path: Path, legal: Path) -> bool:
    """Whether a path leaves out intermediate places of a longer one."""
    if not 2 <= len(path) < len(legal) or (path[0], path[-1]) != (legal[0], legal[-1]):
        return False
    rest = iter(legal)
    return all(place in rest for place in path)


class _OfPlaces(NamedTuple):
    """What is said of the places of a kind of board."""

    off_board: str
    names_one: str
    is_taken: str
    alone: str


_OF_PLACES = {
    "square": _OfPlaces(
        "The square {place} is not on the board: {where}.",
        "A move names one square: write {form}.",
        "The square {place} is taken: {piece} lies there.",
        "The piece that you name is not on {place}: write the squares alone.",
    ),
    "point": _OfPlaces(
        "The point {place} is not on the board: {where}.",
        "A move names one point: write {form}.",
        "The point {place} is taken: {piece} lies there.",
        "The piece that you name is not on {place}: write the points alone.",
    ),
    "cell": _OfPlaces(
        "The cell {place} is not on the board: {where}.",
        "A move names one cell: write {form}.",
        "The cell {place} is taken: {piece} lies there.",
        "The piece that you name is not on {place}: write the cells alone.",
    ),
    "hole": _OfPlaces(
        "The hole {place} is not on the board: {where}.",
        "A move names one hole: write {form}.",
        "The hole {place} is taken: {piece} lies there.",
        "The piece that you name is not on {place}: write the holes alone.",
    ),
    "line": _OfPlaces(
        "The line {place} is not on the board: {where}.",
        "A move names one line: write {form}.",
        "The line {place} is taken: {piece} lies there.",
        "The piece that you name is not on {place}: write the lines alone.",
    ),
}


def _of_places(board: Grid) -> _OfPlaces:
    """The sentences about a board's places; those of a plug-in may have a word of their own."""
    word = board.place_word
    return _OF_PLACES.get(word) or _OfPlaces(*(text.replace("square", word) for text in _OF_PLACES["square"]))


MOST_NAMED = 8
"""The number of moves named in a refusal."""


def some_of(moves: Iterable[str]) -> str:
    named = [*moves]
    if len(named) <= MOST_NAMED:
        return ", ".join(named)
    return Message("{named} and others", named=", ".join(named[:: len(named) // MOST_NAMED][:MOST_NAMED]))


@cache
def grid_of(board_class: type[Grid], width: int, height: int) -> Grid:
    """The grid of this size, cached."""
    return board_class(width, height)


@lru_cache(maxsize=64)
def _drawn(game: GridDisplay[Any], position: Any) -> str:
    return game.board(position).characters(game.contents(position))


@cache
def _check_it_is_called(game: GridGame[Any], position: GridPosition, path: Path, names: Collection[str]) -> None:
    """Raise `Illegal` if a move names another piece than the one that stands there."""
    own = [figure for figure in game.figures if figure.seat == position.next_seat]
    here = [figure for figure in own if figure.mark == position.cells[path[0]]] or own
    called = {figure.name.split()[0] for figure in here} | {"crowned" for figure in here if figure.name == "king"}
    if called.isdisjoint(names):
        board = game.board(position)
        raise Illegal(_of_places(board).alone, place=board.names[path[0]])


def figures_of(game: type[GridDisplay[Any]]) -> Mapping[str, Figure]:
    """The figures of a game by character."""
    return {figure.mark: figure for figure in game.figures}


@cache
def _of_seat(game: type[GridDisplay[Any]], seat: int) -> str:
    return "".join(figure.mark for figure in game.figures if figure.seat == seat)


@lru_cache(maxsize=64)
def _known_paths(game: GridGame[Any], position: Any) -> Mapping[str, Path]:
    if _result(game, position):
        return {}
    board, paths = game.board(position), game.legal_paths(position)
    if type(game).text_of_path is not GridGame.text_of_path:
        return {game.text_of_path(board, path): path for path in paths}
    # Of hundreds of free points, the names are the moves.
    names, joint = board.names, game.joint
    return {names[path[0]] if len(path) == 1 else board.text_of(path, joint): path for path in paths}


@lru_cache(maxsize=64)
def _result(game: GridGame[Any], position: Any) -> Result | None:
    return game.outcome(position)


@cache
def _legend(game: type[GridDisplay[Any]]) -> str:
    meanings = Listed(
        [
            Message("{figure} is {mark}", figure=name_of(figure, game.seat_names), mark=figure.mark)
            for figure in game.figures
        ],
        ", ",
        ", ",
    )
    figures = Message("{figures}.", figures=meanings if meanings[:1].isupper() else _begun(meanings))
    return lines_of(figures, Message(game.hint) if game.hint else "", Message("The last move is in brackets."))


def _begun(words: str) -> str:
    return words if words[:1].isupper() else Message(words[:1].upper() + words[1:])


if not TYPE_CHECKING:
    __getattr__ = names_of(__name__, {"Standing": "GridPosition", "Way": "Path"}, fields=GridPosition.RENAMED)
