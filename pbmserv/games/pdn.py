"""Portable Draughts Notation 3.0 (W. Wesselink, wiegerw.github.io/pdn).

Its game types define names of squares and results. In English draughts Black begins, but results list White first.
Russian and Brazilian draughts use letters and rows, others numbers. A capture is given by its ends, and in full only
if ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbmserv.games.base import Options
from pbmserv.games.boards.grids import DIAGONAL, EMPTY, Grid
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.file_formats import PDN
from pbmserv.games.file_parts import NotRead, Tagged, Told
from pbmserv.games.file_reading import in_tags, is_of_draughts
from pbmserv.games.game_file import PlayedGame, counted_in_moves, result_of, seven_tags, tagged, termination
from pbmserv.games.grid_game import Path
from pbmserv.games.men_and_kings import MenAndKings, Position, between, numbered


@dataclass(frozen=True)
class GameType:
    """A game type: number, whether squares have numbers, separator of captures, and whether a win counts two."""

    number: int
    is_numbered: bool
    takes: str = "x"
    wins_two: bool = False


INTERNATIONAL = GameType(20, is_numbered=True, wins_two=True)
ENGLISH = GameType(21, is_numbered=True)
RUSSIAN = GameType(25, is_numbered=False, takes=":")
BRAZILIAN = GameType(26, is_numbered=False)

_NO_CHANCE = Chance(bytes(SEED_BYTES), "start")
_OF_TWO = {"1-0": "2-0", "1/2-1/2": "1-1", "0-1": "0-2"}


class InPdn(MenAndKings):
    file_format: ClassVar = PDN
    has_full_moves = True
    game_types: ClassVar[Mapping[GameType, Options]]
    """The game types with their options."""

    def game_file(self, played: PlayedGame) -> str:
        kind = next(kind for kind, options in self.game_types.items() if options == played.options)
        white = self.seat_names.index("White")
        result = result_of(played, white)
        tags = seven_tags(played, white, _OF_TWO.get(result, result) if kind.wins_two else result)
        # PDN leaves out what has no value.
        del tags["Round"]
        tags |= {"GameType": str(kind.number), **termination(played)}
        position, words = self.start(played.options, 2, _NO_CHANCE), []
        for _, move in played.moves:
            path = self.known_paths(position)[move]
            words.append(self.said(kind, position, path))
            position = self.apply(position, path)
        # Whatever the result, which has its tag, an asterisk ends the game.
        return tagged(tags, counted_in_moves(words), "*")

    def read_game(self, told: Told) -> PlayedGame | None:
        if not isinstance(told, Tagged):
            return None
        number = told.tags.get("GameType", "").partition(",")[0].strip()
        if number:
            found = [options for kind, options in self.game_types.items() if str(kind.number) == number]
        elif is_of_draughts(told):
            found = [options for options in self.game_types.values() if self._can_begin(told, options)]
            # What the first move leaves open, as in Russian and Brazilian draughts, others may tell.
            found = [options for options in found if self._can_be_played(told, options)] or found
        else:
            found = []
        if not found:
            return None
        if not self._begins_usually(told, found[0]):
            raise NotRead("The game begins with a position of its own (FEN): that cannot be taken.")
        return in_tags(told, self.seat_names.index("White"), found[0])

    def _can_begin(self, told: Tagged, options: Options) -> bool:
        if not told.words:
            return self._begins_usually(told, options)
        start = self.start(options, 2, _NO_CHANCE)
        return self.file_move(start, told.words[0]) in self.known_paths(start)

    def _can_be_played(self, told: Tagged, options: Options) -> bool:
        """Whether all moves of a file are legal with these options."""
        position = self.start(options, 2, _NO_CHANCE)
        for word in told.words:
            path = self.known_paths(position).get(self.file_move(position, word))
            if path is None:
                return False
            position = self.apply(position, path)
        return True

    def _begins_usually(self, told: Tagged, options: Options) -> bool:
        """Whether a file starts from the usual position, such as `W:W31-50:B1-20`."""
        fen = told.tags.get("FEN", "").strip().rstrip(".").lower()
        if not fen:
            return True
        start = self.start(options, 2, _NO_CHANCE)
        mover, *sides = fen.split(":")
        cells = [*EMPTY * len(start.cells)]
        for side in sides:
            colour = next((name for name in self.seat_names if name[:1].lower() == side[:1]), "")
            if not colour:
                # Lidraughts adds the numbers of the move, as H0 and F1.
                continue
            for square in _squares(side[1:], self.board(start)):
                if square < 0:
                    return False
                cells[square] = self.figures[2 * self.seat_names.index(colour)].mark
        return mover == self.seat_names[start.next_seat][:1].lower() and "".join(cells) == start.cells

    def file_move(self, position: Position, text: str) -> str:
        """The path meant by its ends or turns."""
        board = self.board(position)
        told = [_square(name, board) for name in re.split("[-x:]|(?<=[1-8])(?=[a-h])", text.lower().strip("!?*"))]
        alike: dict[Path, str] = {}
        for move, path in self.known_paths(position).items():
            turns = _turns(board, position, path) if len(path) > 2 else path
            if (told[0], told[-1]) == (path[0], path[-1]) and (len(told) == 2 or tuple(told) in (path, turns)):
                alike.setdefault(turns, move)
        if len(alike) == 1:
            return next(iter(alike.values()))
        return text if -1 in told else "-".join(board.names[place] for place in told)

    def said(self, kind: GameType, position: Position, path: Path) -> str:
        """A legal move in draughts notation: `32-28`, `28x19`; `47x38x24` if `47x24` is ambiguous."""
        board, captures = self.board(position), self.captures(position)
        name_of = _names(board) if kind.is_numbered else board.names
        alike = {_turns(board, position, each) for each in captures if (each[0], each[-1]) == (path[0], path[-1])}
        told = _turns(board, position, path) if len(alike) > 1 else (path[0], path[-1])
        return (kind.takes if captures else "-").join(name_of[place] for place in told)


def _square(name: str, board: Grid) -> int:
    """A dark square by number or name; -1 if there is none."""
    names = numbered(board)
    if re.fullmatch("0?[1-9]|[1-9][0-9]", name, re.ASCII):
        return board.place_of[names[int(name) - 1]] if int(name) <= len(names) else -1
    return board.place_of.get(name, -1)


def _squares(told: str, board: Grid) -> Iterator[int]:
    for part in told.split(","):
        if numbers := re.fullmatch("([0-9]{1,2})-([0-9]{1,2})", part, re.ASCII):
            yield from (_square(str(number), board) for number in range(int(numbers[1]), int(numbers[2]) + 1))
        else:
            yield _square(part.strip(), board)


def _names(board: Grid) -> Sequence[str]:
    number_of = {name: str(number) for number, name in enumerate(numbered(board), 1)}
    return [number_of.get(name, "") for name in board.names]


def _turns(board: Grid, position: Position, path: Path) -> Path:
    """A capture's turning squares, and those right behind a captured piece if it goes straight on.

    Where a king went straight on, stopping elsewhere between two pieces is the same move.
    """
    told = [path[0]]
    for start, stop, end in zip(path, path[1:], path[2:], strict=False):
        ray = next(board.rays[start][direction] for direction in DIAGONAL if stop in board.rays[start][direction])
        captured = next(place for place in between(board, start, stop) if position[place] != EMPTY)
        told.append(ray[ray.index(captured) + 1] if end in ray else stop)
    return (*told, path[-1])
