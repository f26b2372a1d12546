"""Othello, by Goro Hasegawa (1971), and its ancestor Reversi, by Lewis Waterman and John Mollett (1880s)."""

from __future__ import annotations

from collections.abc import Iterator

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.squares import SquaresFromAbove
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridPosition, Path, grid_of
from pbmserv.games.majority import MajorityGame
from pbmserv.games.message import Message

BOARD = grid_of(SquaresFromAbove, 8, 8)
CENTRE = tuple(BOARD.place_of[name] for name in ("d4", "e4", "d5", "e5"))

_STUCK = "Nobody can move any more: {first} has {count} discs, {second} {other}."


class Othello(MajorityGame[GridPosition]):
    """Outflank rows of your opponent's discs to turn them over."""

    name = "Othello"
    summary = "Outflank discs to turn them over, and own more at the end"
    also_called = ("Reversi",)
    trademark = (
        "Othello is a trademark of MegaHouse. In 2011 Ravensburger claimed Reversi as its trademark in Europe."
    )
    themes = ("majority", "turning")
    options = (
        Option(
            "start", "othello", "whether the first four discs lie there, or are laid", choices=("othello", "reversi")
        ),
    )
    touching = "Touch the free square where your disc goes."
    move_form = "the square where your disc goes, for example d3"
    no_passing = "Whoever can turn nothing over is passed over by the server; nobody else passes."
    board_class = SquaresFromAbove
    evaluate_by = "pbmserv.games.evaluation.othello:evaluate"
    figures = (Figure("x", 0, "disc", "dark"), Figure("o", 1, "disc", "light"))

    tally = "Discs: {first} {count}, {second} {other}."

    def start(self, options: Options, seats: int, chance: Chance) -> GridPosition:
        empty = GridPosition(8, EMPTY * 64)
        in_centre = dict(zip(CENTRE, "oxxo", strict=True)) if options["start"] == "othello" else {}
        return empty.with_changes(in_centre, 0, ())

    def legal_paths(self, position: GridPosition) -> Iterator[Path]:
        centre = [place for place in CENTRE if position[place] == EMPTY]
        for place in centre or position.places_of(EMPTY):
            if centre or next(self.turned(position, place), None) is not None:
                yield (place,)

    def turned(self, position: GridPosition, place: int) -> Iterator[int]:
        """The discs outflanked by one on this place."""
        own, other, cells = self.own(position), self.others(position), position.cells
        for direction, ray in enumerate(BOARD.rays[place]):
            if ray and cells[ray[0]] == other:
                line = BOARD.run(cells, place, direction, other)
                if BOARD.run(cells, line[-1], direction, own):
                    yield from line

    def apply(self, position: GridPosition, path: Path) -> GridPosition:
        is_set = all(position[place] != EMPTY for place in CENTRE)
        discs = [*path, *self.turned(position, path[0])] if is_set else path
        return self.next_turn(position, dict.fromkeys(discs, self.own(position)), path)

    def outcome(self, position: GridPosition) -> Result | None:
        return self.counted(position, _STUCK) if self.is_stuck(position) else None

    def explain_illegal(self, position: GridPosition, path: Path) -> str:
        if len(path) > 1 or position[path[0]] != EMPTY or EMPTY in [position[place] for place in CENTRE]:
            return ""
        legal = ", ".join(self.moves(position))
        return Message(
            "A disc on {place} would turn nothing over. Legal are {moves}.", place=BOARD.names[path[0]], moves=legal
        )
