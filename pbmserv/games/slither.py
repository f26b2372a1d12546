"""Slither, by Corey Clark (2010): stones move, and are joined along lines. A tie where nobody can move is ours.

Points are bits here, so that all are looked at together. A free column beside the last one keeps the rows apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, places_typed
from pbmserv.games.boards.points import PointsWithSides
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import PASSED_OVER, GridPosition, Path
from pbmserv.games.in_steps import InSteps
from pbmserv.games.message import Message, lines_of, of_messages

STONES = "xo"
SIDES = ("top and bottom", "left and right")
CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
"""Steps to diagonal neighbours, right and down."""

Bits: TypeAlias = int
"""A set of points as bits."""


@dataclass(frozen=True)
class Position(GridPosition):
    moved: bool = False
    """Whether the seat to move has moved a stone in this turn, and has to lay one."""


class Slither(InSteps[Position]):
    """Join your sides by a chain along the lines; touching by a corner alone is forbidden."""

    name = "Slither"
    summary = "Move a stone, lay another, and join your two sides"
    themes = ("connection",)
    options = (Option("size", 8, "points along each side of the board", low=5, high=19, often=(8, 11, 15)),)
    touching = (
        "Touch the free point where your stone goes. To move a stone before that, touch it and the point beside it "
        "where it goes, or drag it there. The move and the stone are confirmed one by one."
    )
    move_form = "the point where your stone goes, for example d4, or a stone's move before it, for example c3-d3,d4"
    no_passing = PASSED_OVER
    passes_over = True
    board_class = PointsWithSides
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.slither:evaluate"
    candidates_by = "pbmserv.games.evaluation.slither:candidates"
    figures = (Figure(STONES[0], 0, "stone", "dark"), Figure(STONES[1], 1, "stone", "light"))
    hint = "Black joins top and bottom, White left and right."

    def swap_at(self, options: Options) -> int | None:
        """The second move."""
        return 2

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        size = int(options["size"])
        return Position(size, EMPTY * size * size)

    def legal_paths(self, position: Position) -> Iterator[Path]:
        width, own, free = position.width, bits(position, self.own(position)), bits(position, EMPTY)
        yield from ((place,) for place in places(allowed(own, free, width), width))
        if not position.moved:
            around = self.board(position).around
            for start in position.places_of(self.own(position)):
                for end in around[start]:
                    if position[end] == EMPTY and self._can_follow(position, own, free, (start, end)):
                        yield start, end

    def _can_follow(self, position: Position, own: Bits, free: Bits, path: Path) -> bool:
        """Whether a stone can be laid after a stone's move such that none touch by a corner alone."""
        start, end = (bit(place, position.width) for place in path)
        return bool(allowed(own ^ start ^ end, free ^ start ^ end, position.width))

    def apply(self, position: Position, path: Path) -> Position:
        own = self.own(position)
        last = tuple(dict.fromkeys((*position.last, *path))) if position.moved else path
        if len(path) > 1:
            changes = {path[0]: EMPTY, path[1]: own}
            return position.with_changes(changes, position.next_seat, last, moved=True)
        after = self.next_turn(position, {path[0]: own}, path, moved=False)
        return after.with_changes({}, after.next_seat, last)

    def outcome(self, position: Position) -> Result | None:
        if position.moved:
            return None
        for seat in (0, 1):
            if chain(position, seat):
                text = "{player} has joined {sides}."
                return Result(seat, Message(text, player=self.seat_names[seat], sides=Message(SIDES[seat])))
        return Result(None, Message("Neither player can move any more.")) if self.is_stuck(position) else None

    def winning_cells(self, position: Position) -> Sequence[int]:
        if position.moved:
            return ()
        return places(chain(position, 0) or chain(position, 1), position.width)

    def steps_typed(self, text: str) -> list[str]:
        """A stone's move and a stone; each alone is a single step."""
        names = places_typed(text) or ()
        return [f"{names[0]}-{names[1]}", names[2]] if len(names) == 3 else []

    def notes(self, position: Position, move: str, after: Position) -> Iterator[str]:
        if not after.moved:
            yield from super().notes(position, move, after)

    def explain_illegal(self, position: Position, path: Path) -> str:
        names, width, own = self.board(position).names, position.width, self.own(position)
        if len(path) == 1 and position[path[0]] == EMPTY:
            stones = bits(position, own)
            alone = (stones | bit(path[0], width)) & forbidden(stones | bit(path[0], width), width)
            bare = [names[place] for place in places(alone, width)]
            return Message(
                "Your stones on {places} would touch by a corner alone: diagonal neighbours need a stone of yours "
                "beside both.",
                places=", ".join(bare),
            )
        if len(path) > 1 and position.moved:
            return "You have moved a stone in this turn: lay one now."
        if len(path) == 1 or position[path[0]] != own:
            return ""
        start, end = names[path[0]], names[path[1]]
        if position[path[1]] != EMPTY:
            piece = self.called(position[path[1]])
            return Message("The point {place} is taken: {piece} lies there.", place=end, piece=piece)
        if path[1] not in self.board(position).around[path[0]]:
            text = "A stone moves to a point next to it, and {end} is not next to {start}."
            return Message(text, start=start, end=end)
        text = "After {start}-{end} your stones would touch by a corner alone, wherever you lay one."
        return Message(text, start=start, end=end)

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        return lines_of(Message(self.hint), of_messages(super().picture_legend(position, viewer)))

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        return ("+stone .",) if len(steps) == 1 and self._can_move(position, seat) else ()

    def laid_by_touch(self, position: Position, seat: int) -> Mapping[str, str]:
        return {"stone" if self._can_move(position, seat) else ".": STONES[seat]}

    def _can_move(self, position: Position, seat: int) -> bool:
        return not position.moved and STONES[seat] in position.cells

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        if not position.moved:
            return ()
        player = self.seat_names[position.next_seat]
        return (Message("{player} has moved a stone, and lays one now.", player=player),)


def bit(place: int, width: int) -> Bits:
    return 1 << place + place // width


def places(points: Bits, width: int) -> list[int]:
    """The places of a set of points, in reading order."""
    found = []
    while points:
        lowest = points & -points
        number = lowest.bit_length() - 1
        found.append(number - number // (width + 1))
        points ^= lowest
    return found


def bits(position: GridPosition, there: str) -> Bits:
    return _bits(position.cells, position.width, there)


@lru_cache(maxsize=256)
def _bits(cells: str, width: int, there: str) -> Bits:
    return sum(bit(place, width) for place, each in enumerate(cells) if each == there)


def shifted(points: Bits, by: int) -> Bits:
    return points << by if by > 0 else points >> -by


def forbidden(own: Bits, width: int) -> Bits:
    """The points that touch one of these stones by a corner alone."""
    found = 0
    for across, down in CORNERS:
        down *= width + 1
        found |= shifted(own, across + down) & ~shifted(own, across) & ~shifted(own, down)
    return found


def allowed(own: Bits, free: Bits, width: int) -> Bits:
    """The free points where a stone leaves none that touch by a corner alone."""
    bare = forbidden(own, width)
    open_to = free & ~bare
    alone = own & bare
    if not alone:
        return open_to
    beside = beside_of(alone, width) & open_to
    found = 0
    while beside:
        lowest = beside & -beside
        if not (own | lowest) & forbidden(own | lowest, width):
            found |= lowest
        beside ^= lowest
    return found


def beside_of(points: Bits, width: int) -> Bits:
    """The points beside these along the lines."""
    return points << 1 | points >> 1 | points << width + 1 | points >> width + 1


def sides(width: int, seat: int) -> tuple[Bits, Bits]:
    """The two sides that a seat joins, on a square board."""
    row, column = range(width), range(0, width * width, width)
    first, step = (row, width * (width - 1)) if seat == 0 else (column, width - 1)
    return sum(bit(place, width) for place in first), sum(bit(place + step, width) for place in first)


def flooded(points: Bits, among: Bits, width: int) -> Bits:
    """These points and all that are joined to them along the lines, among others."""
    points &= among
    edge = points
    while edge:
        edge = beside_of(edge, width) & among & ~points
        points |= edge
    return points


@lru_cache(maxsize=256)
def chain(position: GridPosition, seat: int) -> Bits:
    """The stones of a seat that are joined to both of its sides; none if there are none."""
    width, own = position.width, bits(position, STONES[seat])
    first, last = sides(width, seat)
    from_first = flooded(first, own, width)
    return flooded(last, from_first, width) if from_first & last else 0
