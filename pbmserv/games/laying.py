"""Games of immovable stones: Havannah, Y and Yavalath."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, cast

from pbmserv.games.base import Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.honeycomb import HexagonOfCells, Honeycomb, TriangleOfCells
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, GridPosition, Path
from pbmserv.games.message import Message, in_lines


class Decided(NamedTuple):
    """The last stone's decision: winner, reason, name and places of the stones."""

    winner: int
    why: str
    called: str
    places: Sequence[int]


class LayingGame(GridGame[GridPosition]):
    """Lay stones on free cells until one of them decides; the second player may swap sides."""

    touching = "Touch the free cell where your stone goes."
    move_form = "the cell where your stone goes, for example d4"
    board_class: ClassVar[type[HexagonOfCells] | type[TriangleOfCells]] = HexagonOfCells
    figures = (Figure("x", 0, "stone", "dark"), Figure("o", 1, "stone", "light"))
    RENAMED: ClassVar = {"cells": "honeycomb"}
    hint = "A cell touches the two beside it and the nearest two above and below it."
    full: ClassVar[str]
    """Why a full board is a draw."""

    @abstractmethod
    def decided(self, position: GridPosition, place: int) -> Decided | None:
        """What a stone just placed here decides."""

    def swap_at(self, options: Options) -> int | None:
        """The second move."""
        return 2

    def start(self, options: Options, seats: int, chance: Chance) -> GridPosition:
        return GridPosition(*self.board_class.empty(int(options["size"])))

    def legal_paths(self, position: GridPosition) -> Iterator[Path]:
        return ((place,) for place in position.places_of(EMPTY))

    def honeycomb(self, position: GridPosition) -> Honeycomb:
        return cast(Honeycomb, self.board(position))

    def winning_cells(self, position: GridPosition) -> Sequence[int]:
        decided = _decided(self, position)
        return decided.places if decided else ()

    def outcome(self, position: GridPosition) -> Result | None:
        if decided := _decided(self, position):
            return Result(decided.winner, decided.why)
        return None if EMPTY in position.cells else Result(None, Message(self.full))

    def status(self, position: GridPosition, viewer: int | None) -> tuple[str, ...]:
        return self._told(position, "{called}, in capitals: {things}")

    def laid_by_touch(self, position: GridPosition, seat: int) -> Mapping[str, str]:
        return self.stone_of(seat)

    def picture_status(self, position: GridPosition, viewer: int | None) -> tuple[str, ...]:
        return self._told(position, "{called}, in green: {things}")

    def _told(self, position: GridPosition, text: str) -> tuple[str, ...]:
        decided, names = _decided(self, position), self.board(position).names
        if decided is None:
            return ()
        *cells, last = (names[place] for place in decided.places)
        return in_lines(text, [*cells, f"{last}."], 79, called=Message(decided.called))


@lru_cache(maxsize=64)
def _decided(game: LayingGame, position: Any) -> Decided | None:
    return game.decided(position, position.last[0]) if position.last else None
