"""Catchup, by Nick Bentley (2010).

The inventor's final rules, as Little Golem has them: three stones are allowed after a turn in which the opponent's
largest group grew and is now at least as large as one's own. In an older version the largest group on the board must
have grown, so drawing level did not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, NamedTuple, cast

from pbmserv.games.base import Illegal, Option, Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, Grid
from pbmserv.games.boards.honeycomb import HexagonOfCells
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridPosition, Path
from pbmserv.games.in_steps import DONE, InSteps
from pbmserv.games.message import Message, counted
from pbmserv.games.picture import Choice, Picture

USUAL, CATCHING_UP = 2, 3
"""Stones in a turn."""
STONES = "xo"
MOST_TOLD = 10
"""The number of groups of each seat listed below the board."""


@dataclass(frozen=True)
class Position(GridPosition):
    most: int = 1
    laid: int = 0
    before: int = 1


class Compared(NamedTuple):
    """The comparison of a full board: how many largest groups are equal, the next of each seat, the winner."""

    equal: int
    sizes: tuple[int, int]
    winner: int


class Catchup(InSteps[Position]):
    """Have the largest group when the board is full; who takes the lead gives the other a stone more."""

    name = "Catchup"
    summary = "Have the largest group; each lead gives the other a stone"
    themes = ("groups", "majority")
    options = (Option("size", 5, "cells along each side of the board", low=3, high=8, often=(4, 5, 6)),)
    touching = (
        'Touch the free cell where a stone goes. Each stone is confirmed by itself; touch "done" if you could lay '
        "more and do not want to."
    )
    move_form = "the cells where your stones go, for example d4 or d4,e4, and done if you could lay more"
    no_passing = "Nobody passes in Catchup; write done when you have laid a stone and want to lay no more."
    playout_by = "pbmserv.games.playouts.catchup:playout"
    board_class = HexagonOfCells
    position_class = Position
    figures = (Figure(STONES[0], 0, "stone", "dark"), Figure(STONES[1], 1, "stone", "light"))
    hint = "A cell touches the two beside it and the nearest two above and below it."
    step_words: ClassVar[frozenset[str]] = frozenset({DONE})

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return Position(*HexagonOfCells.empty(int(options["size"])))

    def legal_paths(self, position: Position) -> Iterator[Path]:
        for place in position.places_of(EMPTY):
            yield (place,)
        if position.laid:
            yield ()

    def apply(self, position: Position, path: Path) -> Position:
        seat, laid = position.next_seat, position.laid + len(path)
        last = (*position.last, *path) if position.laid else path
        changed = position.with_changes(dict.fromkeys(path, STONES[seat]), seat, last, laid=laid)
        if path and laid < position.most and EMPTY in changed.cells:
            return changed
        own, others = self.score(changed, seat), self.score(changed, 1 - seat)
        leads = own > position.before and own >= others
        most = CATCHING_UP if leads else USUAL
        return changed.with_changes({}, 1 - seat, last, most=most, laid=0, before=others)

    def groups(self, position: Position, seat: int) -> Sequence[Sequence[int]]:
        return _groups(cast(HexagonOfCells, self.board(position)), position.cells, STONES[seat])

    def score(self, position: Position, seat: int) -> int:
        """The size of a seat's largest group; 1 at the start, so that a first stone is no growth."""
        return max(map(len, self.groups(position, seat)), default=1)

    def compared(self, position: Position) -> Compared:
        """Compare a full board. It has an odd number of cells, so there is no draw."""
        sizes = [[*map(len, self.groups(position, seat)), 0] for seat in (0, 1)]
        equal = next(n for n, (black, white) in enumerate(zip(*sizes, strict=False)) if black != white)
        black, white = sizes[0][equal], sizes[1][equal]
        return Compared(equal, (black, white), int(white > black))

    def outcome(self, position: Position) -> Result | None:
        if EMPTY in position.cells:
            return None
        equal, (black, white), winner = self.compared(position)
        if not equal:
            reason = counted(
                "Black's largest group has {count} stone, White's {white}.",
                "Black's largest group has {count} stones, White's {white}.",
                black,
                white=white,
            )
            return Result(winner, reason)
        if equal == 1:
            reason = counted(
                "The largest groups of both are equal; Black's next has {count} stone, White's {white}.",
                "The largest groups of both are equal; Black's next has {count} stones, White's {white}.",
                black,
                white=white,
            )
        else:
            reason = counted(
                "The {equal} largest groups of both are equal; Black's next has {count} stone, White's {white}.",
                "The {equal} largest groups of both are equal; Black's next has {count} stones, White's {white}.",
                black,
                white=white,
                equal=equal,
            )
        return Result(winner, reason)

    def winning_cells(self, position: Position) -> Sequence[int]:
        if EMPTY in position.cells:
            return ()
        equal, _, winner = self.compared(position)
        return self.groups(position, winner)[equal]

    def read(self, position: Position, text: str) -> Path:
        if text.strip().lower() == DONE and not position.laid:
            raise Illegal("You have to lay a stone in each turn: write done only after one.")
        return super().read(position, text)

    def explain_illegal(self, position: Position, path: Path) -> str:
        names = [self.board(position).names[place] for place in path]
        if len(path) > 1:
            return Message("Cells are written with commas between them: {names}.", names=",".join(names))
        return Message(
            "The cell {place} is taken: {piece} lies there.", place=names[0], piece=self.called(position[path[0]])
        )

    def notes(self, position: Position, move: str, after: Position) -> Iterator[str]:
        if after.next_seat != position.next_seat and after.most == CATCHING_UP and EMPTY in after.cells:
            mover, other = (self.seat_names[seat] for seat in (position.next_seat, after.next_seat))
            size = self.score(after, position.next_seat)
            yield Message(
                "{mover}'s largest group has grown to {size}: {other} may lay three stones.",
                mover=mover,
                size=size,
                other=other,
            )

    def text_of_path(self, board: Grid, path: Path) -> str:
        return super().text_of_path(board, path) if path else DONE

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        return (move,)

    def picture(self, position: Position, viewer: int | None) -> Picture:
        picture = super().picture(position, viewer)
        if not position.laid:
            return picture
        return replace(picture, choices=(Choice(DONE, DONE, "lay no more stones in this turn"),))

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        black, white = (self._sizes(position, seat) for seat in (0, 1))
        told = Message("Groups: Black {black}, White {white}.", black=black, white=white)
        if EMPTY not in position.cells:
            return (told,)
        name, left = self.seat_names[position.next_seat], position.most - position.laid
        if position.laid:
            return told, counted(
                "{player} may lay {count} more stone, or end the turn with done.",
                "{player} may lay {count} more stones, or end the turn with done.",
                left,
                player=name,
            )
        lays = {
            1: "{player} lays one stone.",
            USUAL: "{player} lays one or two stones.",
            CATCHING_UP: "{player} lays one, two or three stones.",
        }
        return told, Message(lays[left], player=name)

    def _sizes(self, position: Position, seat: int) -> str:
        sizes = [str(len(group)) for group in self.groups(position, seat)]
        return " ".join(sizes[:MOST_TOLD] + ["..."] * (len(sizes) > MOST_TOLD)) if sizes else Message("none")


@lru_cache(maxsize=256)
def _groups(board: HexagonOfCells, cells: str, stone: str) -> tuple[tuple[int, ...], ...]:
    left = {place for place, each in enumerate(cells) if each == stone}
    found = []
    while left:
        group = board.group_of(min(left), cells)
        found.append(tuple(group))
        left.difference_update(group)
    return tuple(sorted(found, key=lambda group: (-len(group), group)))
