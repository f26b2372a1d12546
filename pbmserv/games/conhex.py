"""ConHex, by Michail Antonow (2002): spaces belong to who first has half of the points around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from pbmserv.games.base import Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, BoardContents
from pbmserv.games.boards.spaces import SIZE, Owned, Spaces
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, GridPosition, Path, figures_of, grid_of
from pbmserv.games.message import Message, counted, lines_of, of_messages

STONES = "xo"
SIDES = ("top and bottom", "left and right")
BOARD = cast(Spaces, grid_of(Spaces, SIZE, SIZE))


@dataclass(frozen=True)
class Position(GridPosition):
    owners: str = ""
    """Whose each space is: a stone's character, or EMPTY."""


class ConHex(GridGame[Position]):
    """Join your sides by spaces, of which you have half of the points first."""

    name = "ConHex"
    summary = "Win spaces by half of their points, and join your two sides"
    themes = ("connection", "majority")
    touching = "Touch the free point where your stone goes."
    move_form = "the point where your stone goes, for example f6"
    no_passing = "Nobody passes in ConHex."
    board_class = Spaces
    position_class = Position
    playout_by = "pbmserv.games.playouts.conhex:playout"
    figures = (Figure(STONES[0], 0, "stone", "dark"), Figure(STONES[1], 1, "stone", "light"))
    hint = "Black joins top and bottom by spaces, marked XXX, White left and right, OOO."

    def swap_at(self, options: Options) -> int | None:
        """The second move."""
        return 2

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return Position(*Spaces.empty(), owners=EMPTY * len(BOARD.spaces))

    def legal_paths(self, position: Position) -> Iterator[Path]:
        return ((place,) for place in position.places_of(EMPTY))

    def apply(self, position: Position, path: Path) -> Position:
        own = self.own(position)
        after = self.next_turn(position, {path[0]: own}, path)
        owners = [*position.owners]
        for number in self.won_by(position, path[0]):
            owners[number] = own
        return after.with_changes({}, after.next_seat, path, owners="".join(owners))

    def won_by(self, position: Position, place: int) -> list[int]:
        """The spaces that a stone on this place wins for the seat to move."""
        own, cells = self.own(position), position.cells
        return [
            number
            for number in BOARD.spaces_at[place]
            if position.owners[number] == EMPTY
            and sum(cells[each] == own for each in BOARD.spaces[number].places) + 1 >= BOARD.spaces[number].needed
        ]

    def outcome(self, position: Position) -> Result | None:
        for seat in (0, 1):
            if chain(position.owners, seat):
                text = "{player} has joined {sides}."
                return Result(seat, Message(text, player=self.seat_names[seat], sides=Message(SIDES[seat])))
        return None

    def contents(self, position: Position) -> BoardContents:
        lit = chain(position.owners, 0) or chain(position.owners, 1)
        return Owned(
            position.cells,
            figures_of(type(self)),
            self.seat_names,
            position.last,
            owners=position.owners,
            lit=sorted(lit),
        )

    def notes(self, position: Position, move: str, after: Position) -> Iterator[str]:
        won = len(self.won_by(position, after.last[0]))
        if won:
            yield counted(
                "{player} has won {count} space.",
                "{player} has won {count} spaces.",
                won,
                player=self.seat_names[position.next_seat],
            )

    def laid_by_touch(self, position: Position, seat: int) -> Mapping[str, str]:
        return self.stone_of(seat)

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        joins = Message("Black joins top and bottom, White left and right.")
        return lines_of(joins, of_messages(super().picture_legend(position, viewer)))

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        black, white = map(position.owners.count, STONES)
        return (Message("Spaces: Black {black}, White {white}.", black=black, white=white),)


@lru_cache(maxsize=256)
def chain(owners: str, seat: int) -> frozenset[int]:
    """The spaces of a seat that are joined to both of its sides; none if there are none."""
    first, last = BOARD.sides[seat]
    from_first = joined(first, owners, STONES[seat])
    return joined(last & from_first, owners, STONES[seat]) & from_first if from_first & last else frozenset()


def joined(spaces: frozenset[int], owners: Sequence[str], stone: str) -> frozenset[int]:
    """The spaces of a seat that are reached from some of these."""
    ahead = [number for number in spaces if owners[number] == stone]
    found = {*ahead}
    while ahead:
        for near in BOARD.beside[ahead.pop()]:
            if owners[near] == stone and near not in found:
                found.add(near)
                ahead.append(near)
    return frozenset(found)
