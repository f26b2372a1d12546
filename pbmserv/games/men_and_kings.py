"""What checkers and draughts share: men, kings, compulsory captures, draws.

`Rules` has the differences. Squares have letters and numbers, as in chess; draughts numbers are understood as well.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from pbmserv.games.base import NeverLegal, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import DIAGONAL, EMPTY, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST, Grid
from pbmserv.games.boards.squares import Chequered
from pbmserv.games.grid_game import GridGame, Path, some_of
from pbmserv.games.message import Message, in_context
from pbmserv.games.repetition import AGAIN, Remembering


@dataclass(frozen=True)
class Rules:
    """The differences between these games.

    `rows`: rows of men on each side. `backwards`: men capture backwards. `flying`: kings move any distance. `most`:
    captures must be maximal. A man that reaches the last row while capturing `stops`, `goes_on` as a king, or
    continues as a man and is crowned only if it ends there. `quiet`: moves of each side, by kings only without a
    capture, that make a draw.
    """

    size: int
    rows: int
    backwards: bool
    flying: bool
    most: bool
    quiet: int
    stops: bool = False
    goes_on: bool = False


@dataclass(frozen=True)
class Position(Remembering):
    quiet: int = 0
    variant: str = ""


class MenAndKings(GridGame[Position]):
    """Checkers and draughts of all kinds."""

    touching = (
        "Touch a piece, then the square where it goes, or drag it there. A piece that captures several goes from "
        "square to square: touch each of them, or drag it on."
    )
    move_form = "the squares from which and to which a piece goes, for example c3-d4"
    no_passing = "Nobody passes: whoever cannot move has lost."
    themes = ("draughts", "armies")
    says_draw = True
    board_class = Chequered
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.draughts:evaluate"
    may_be_short = True

    @abstractmethod
    def rules(self, position: Position) -> Rules:
        """The rules by which a position is played."""

    def placed(self, rules: Rules, variant: str = "") -> Position:
        size, middle = rules.size, rules.size - 2 * rules.rows
        rows = "x" * rules.rows + EMPTY * middle + "o" * rules.rows
        dark = [(row + column) % 2 == 1 for row in range(size) for column in range(size)]
        cells = "".join(rows[place // size] if dark[place] else EMPTY for place in range(size * size))
        return Position(size, cells, variant=variant)

    def legal_paths(self, position: Position) -> Iterator[Path]:
        if captures := self.captures(position):
            yield from captures
            return
        board, cells, flying = self.board(position), position.cells, self.rules(position).flying
        for place in position.places_of(self.own(position)):
            for direction in DIAGONAL if cells[place].isupper() else _AHEAD[cells[place]]:
                free = board.run(cells, place, direction, EMPTY)
                for target in free if flying and cells[place].isupper() else free[:1]:
                    yield place, target

    def captures(self, position: Position) -> Sequence[Path]:
        """All legal captures: the start and each landing square."""
        found = [
            (path, taken)
            for place in position.places_of(self.own(position))
            for path, taken in self._captures_from(position, place)
        ]
        most = max((taken for _, taken in found), default=0) if self.rules(position).most else 0
        return list(dict.fromkeys(path for path, taken in found if taken >= most))

    def must_capture(self, position: Position, seat: int) -> bool:
        return bool(self.captures(position))

    def _captures_from(self, position: Position, place: int) -> Iterator[tuple[Path, int]]:
        rules, board, others = self.rules(position), self.board(position), self.others(position)
        cells = position.cells[:place] + EMPTY + position.cells[place + 1 :]

        def go_on(piece: str, path: Path, taken: frozenset[int]) -> Iterator[tuple[Path, int]]:
            is_king, ended = piece.isupper(), True
            for direction in DIAGONAL if is_king or rules.backwards else _AHEAD[piece]:
                ray = board.rays[path[-1]][direction]
                met = _met(cells, ray, rules.flying and is_king)
                # What has been captured stays on the board until the end, and cannot be jumped over twice.
                if met is None or cells[ray[met]] not in others or ray[met] in taken:
                    continue
                landed: list[list[tuple[Path, int]]] = []
                free = board.run(cells, ray[met], direction, EMPTY)
                for target in free if rules.flying and is_king else free[:1]:
                    ended, crowned = False, not is_king and target in _last_row(board, piece)
                    after = piece.upper() if crowned and rules.goes_on else piece
                    if crowned and rules.stops:
                        landed.append([((*path, target), len(taken) + 1)])
                    else:
                        landed.append([*go_on(after, (*path, target), taken | {ray[met]})])
                # Of several squares behind a piece, a king has to take one from which it can capture on.
                further = [paths for paths in landed if len(paths[0][0]) > len(path) + 1]
                yield from chain.from_iterable(further or landed)
            if ended and taken:
                yield path, len(taken)

        return go_on(position[place], (place,), frozenset())

    def apply(self, position: Position, path: Path) -> Position:
        board, rules, piece = self.board(position), self.rules(position), position[path[0]]
        taken = [each for start, end in pairwise(path) for each in between(board, start, end)]
        taken = [each for each in taken if position[each] in self.others(position)]
        reached = path[1:] if rules.goes_on else path[-1:]
        crowned = any(place in _last_row(board, piece) for place in reached)
        changes = {path[0]: EMPTY, **dict.fromkeys(taken, EMPTY), path[-1]: piece.upper() if crowned else piece}
        for_good = bool(taken) or not piece.isupper()
        return position.with_changes(
            changes,
            1 - position.next_seat,
            path,
            earlier=position.remembered(for_good),
            quiet=0 if for_good else position.quiet + 1,
        )

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        board, told = self.board(position), [""]
        for start, end in pairwise(self.known_paths(position)[move]):
            taken = [board.names[each] for each in between(board, start, end) if position[each] != EMPTY]
            told.append(" ".join([board.names[start], board.names[end], *(f"{each} -" for each in taken)]))
        return tuple(told)

    def outcome(self, position: Position) -> Result | None:
        rules, loser = self.rules(position), position.next_seat
        if self.is_stuck(position):
            has_pieces = position.places_of(self.own(position))
            text = "{player} cannot move any more." if has_pieces else "{player} has no piece left."
            return Result(1 - loser, Message(text, player=self.seat_names[loser]))
        if position.has_come_again:
            return Result(None, AGAIN)
        if position.quiet >= 2 * rules.quiet:
            return Result(
                None,
                Message(
                    "There have been {quiet} moves of each by kings alone, without a capture.", quiet=rules.quiet
                ),
            )
        return None

    def normalise(self, position: Position, text: str) -> str:
        """Normalise draughts numbers: `32-28`, `22x15`."""
        numbers = re.split(r"\s*[-x:\s]\s*", text.strip().lower())
        names = numbered(self.board(position))
        if len(numbers) < 2 or not all(re.fullmatch(r"[1-9][0-9]?", each, re.ASCII) for each in numbers):
            return text
        if not all(int(each) <= len(names) for each in numbers):
            raise NeverLegal(
                "The squares are numbered from 1 to {count}, or named by letter and row, such as {place}.",
                count=len(names),
                place=names[-1],
            )
        return "-".join(names[int(each) - 1] for each in numbers)

    def explain_illegal(self, position: Position, path: Path) -> str:
        board = self.board(position)
        if position[path[0]] not in self.own(position) or len(path) < 2:
            return ""
        captures = self.captures(position)
        if not captures or path in captures:
            return ""
        if longer := [board.text_of(each) for each in captures if path == each[: len(path)]]:
            return Message("That capture goes on, and must be completed: {moves}.", moves=some_of(longer))
        known = some_of(board.text_of(each) for each in captures)
        if self.rules(position).most and any(path == each for each, _ in self._captures_from(position, path[0])):
            return Message("As many pieces as possible must be captured: {moves}.", moves=known)
        return Message("Who can capture must do so: {moves}.", moves=known)

    def captured_by(self, position: Position) -> tuple[int, int]:
        rules = self.rules(position)
        men = rules.rows * rules.size // 2
        return men - self.count_of(position, 1), men - self.count_of(position, 0)

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        rules = self.rules(position)
        if position.quiet < rules.quiet or self.result(position):
            return ()
        return (
            Message(
                "Moves of kings alone, of both together: {quiet}; {most} are a tie.",
                quiet=position.quiet,
                most=2 * rules.quiet,
            ),
        )


_AHEAD = {"o": (NORTH_WEST, NORTH_EAST), "x": (SOUTH_WEST, SOUTH_EAST)}


def numbered(board: Grid) -> tuple[str, ...]:
    return tuple(
        name for place, name in enumerate(board.names) if (place // board.width + place % board.width) % 2 == 1
    )


def pieces_of(seat: int, man: str, shade: str) -> tuple[Figure, Figure]:
    king = in_context("king", "draughts")
    return Figure(man, seat, in_context("man", "draughts"), shade), Figure(man.upper(), seat, king, shade, "crown")


def _last_row(board: Grid, piece: str) -> range:
    return board.places[: board.width] if piece in "oO" else board.places[-board.width :]


def _met(cells: str, ray: Sequence[int], is_flying: bool) -> int | None:
    """The distance to the first piece in a direction, if reachable."""
    for distance, place in enumerate(ray if is_flying else ray[:1]):
        if cells[place] != EMPTY:
            return distance
    return None


def between(board: Grid, start: int, end: int) -> Sequence[int]:
    """The squares between two on a line."""
    for direction in DIAGONAL:
        ray = board.rays[start][direction]
        if end in ray:
            return ray[: ray.index(end)]
    return ()
