"""Hnefatafl by three published sets of rules.

`fetlar`: the Fetlar Hnefatafl Panel (2007) on 11×11, from aagenielsen.dk/fetlar_rules_en.php. `tablut` and
`brandubh`: historical rules (aagenielsen.dk/historical_hnefatafl_rules.php) for Saami Tablut, after Linnaeus (1732),
and Brandubh. Draws by repetition and by long inactivity are our addition.

The Copenhagen rules of 2012 are left out: their edge forts that are "impossible to break" cannot be decided by rule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pbmserv.games.base import Game, Option, Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EAST, EMPTY, NORTH, SOUTH, STRAIGHT, WEST
from pbmserv.games.boards.thrones import ThroneAndCorners, ThroneAndEdges
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, Path, grid_of
from pbmserv.games.message import Message, counted, in_context, lines_of, of_messages
from pbmserv.games.repetition import AGAIN, Remembering

ATTACKER, DEFENDER, KING = "x", "o", "K"
BLACK, WHITE = range(2)
MOST_IDLE = 100
"""The number of moves without a capture that makes a draw."""


@dataclass(frozen=True)
class RuleSet:
    """The differences between variants: board, upper half of the start, and whether the king is `strong`.

    A strong king has to be surrounded on four sides anywhere, others only on and next to the throne.
    """

    board: ThroneAndEdges
    rows: tuple[str, ...]
    strong: bool = False

    @property
    def start(self) -> str:
        return "".join((*self.rows, *reversed(self.rows[:-1])))


RULES: Mapping[str, RuleSet] = {
    "fetlar": RuleSet(
        grid_of(ThroneAndCorners, 11, 11),  # type: ignore[arg-type]
        ("...xxxxx...", ".....x.....", "...........", "x....o....x", "x...ooo...x", "xx.ooKoo.xx"),
        strong=True,
    ),
    "tablut": RuleSet(
        grid_of(ThroneAndEdges, 9, 9),  # type: ignore[arg-type]
        ("...xxx...", "....x....", "....o....", "x...o...x", "xxooKooxx"),
    ),
    "brandubh": RuleSet(
        grid_of(ThroneAndCorners, 7, 7),  # type: ignore[arg-type]
        ("...x...", "...x...", "...o...", "xxoKoxx"),
    ),
}


@dataclass(frozen=True)
class Position(Remembering):
    rules: str = "fetlar"

    def whites_in(self, region: Collection[int]) -> int:
        return sum(self.cells[place] in DEFENDER + KING for place in region)


class Hnefatafl(GridGame[Position]):
    """White's king wants to escape, and Black's men want to capture him."""

    name = "Hnefatafl"
    has_full_moves = True
    version = 2
    summary = "Bring the king to safety, or catch him with twice as many men"
    also_called = ("Viking chess", "Tablut", "Brandubh")
    themes = ("armies",)
    options = (
        Option(
            "rules",
            "fetlar",
            "which of three sets of rules, each with its board",
            choices=tuple(RULES),
            also={"small": "tablut"},
        ),
    )
    touching = "Touch a piece, then the square where it goes, or drag it there."
    move_form = "the squares from which and to which a piece goes, for example d1-d3"
    no_passing = "Nobody passes in Hnefatafl: whoever cannot move has lost."
    board_class = ThroneAndCorners
    position_class = Position
    seen_at_a_glance = True
    evaluate_by = "pbmserv.games.evaluation.hnefatafl:evaluate"
    candidates_by = "pbmserv.games.evaluation.hnefatafl:candidates"
    figures = (
        Figure(ATTACKER, BLACK, in_context("man", "hnefatafl"), "dark"),
        Figure(DEFENDER, WHITE, in_context("man", "hnefatafl"), "light"),
        Figure(KING, WHITE, "king", "light", "crown"),
    )
    hint = "Only the king may stop on a square that is marked = while it is free."

    def rules_of(self, version: int) -> Game[Position]:
        return _WITH_ANY_RING if version == _WITH_ANY_RING.version else super().rules_of(version)

    def board(self, position: Position) -> ThroneAndEdges:
        return RULES[position.rules].board

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        name = str(options["rules"])
        return Position(RULES[name].board.width, RULES[name].start, rules=name)

    def legal_paths(self, position: Position) -> Iterator[Path]:
        board, cells = self.board(position), position.cells
        for place in position.places_of(self.own(position)):
            closed = () if cells[place] == KING else board.restricted
            for direction in STRAIGHT:
                for target in board.run(cells, place, direction, EMPTY):
                    # The empty throne is passed over; nothing lies beyond a corner.
                    if target not in closed:
                        yield place, target

    def apply(self, position: Position, path: Path) -> Position:
        start, end = path
        moved = position.with_changes({start: EMPTY, end: position[start]}, position.next_seat, path)
        taken = self.captured(moved, end)
        earlier = position.remembered(is_for_good=bool(taken))
        return moved.with_changes(dict.fromkeys(taken, EMPTY), 1 - position.next_seat, path, earlier=earlier)

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        start, end = self.known_paths(position)[move]
        moved = position.with_changes({start: EMPTY, end: position[start]}, position.next_seat, ())
        names = self.board(position).names
        return ("", " ".join([names[start], names[end], *(f"{names[each]} -" for each in self.captured(moved, end))]))

    def captured(self, position: Position, place: int) -> list[int]:
        board, taken = self.board(position), []
        for direction in STRAIGHT:
            [near, *beyond] = [*board.rays[place][direction][:2]] or [place]
            if position[near] == KING and position.next_seat == BLACK:
                if self.traps_king(position, near, beyond):
                    taken.append(near)
            elif position[near] in self.others(position) and beyond and self.is_hostile(position, beyond[0]):
                taken.append(near)
        return taken

    def is_hostile(self, position: Position, place: int) -> bool:
        """Whether a place helps the mover: own piece, or empty restricted square."""
        if position[place] == EMPTY:
            return place in self.board(position).restricted
        return position[place] in self.own(position)

    def traps_king(self, position: Position, king: int, beyond: Sequence[int]) -> bool:
        """Whether the king is captured; `beyond` lies behind him as seen from the attacker."""
        rules = RULES[position.rules]
        beside = [ray[0] for direction in STRAIGHT for ray in [rules.board.rays[king][direction]] if ray]
        if rules.strong or rules.board.throne in (king, *beside):
            attackers = [place for place in beside if position[place] == ATTACKER]
            return len(attackers) == 4 or (len(attackers) == 3 and rules.board.throne in set(beside) - {*attackers})
        return bool(beyond) and self.is_hostile(position, beyond[0])

    def outcome(self, position: Position) -> Result | None:
        if KING not in position.cells:
            return Result(BLACK, Message("Black has captured the king."))
        if position.cells.index(KING) in self.board(position).goals:
            return Result(
                WHITE,
                Message(
                    "The king has escaped to {place}.", place=self.board(position).names[position.cells.index(KING)]
                ),
            )
        if position.next_seat == WHITE and self.is_encircled(position):
            return Result(BLACK, Message("Black has surrounded the king and all of his men."))
        if self.is_stuck(position):
            return Result(
                1 - position.next_seat,
                Message("{player} cannot move any more.", player=self.seat_names[position.next_seat]),
            )
        if position.has_come_again:
            return Result(None, AGAIN)
        if len(position.earlier) >= MOST_IDLE:
            return Result(None, Message("Nothing was captured in {most} moves.", most=MOST_IDLE))
        return None

    def is_encircled(self, position: Position) -> bool:
        """Whether no white piece could ever reach the edge while Black's men stay.

        A man who could be captured is no wall. In doubt the game goes on: it suffices that white pieces could reach
        both sides of him, even through each other.
        """
        walls = {*position.places_of(ATTACKER)}
        while not self.is_open(position, walls):
            regions = self.regions(position, walls)
            taken = {place for place in walls if self.could_take(position, place, regions)}
            if not taken:
                return True
            walls -= taken
        return False

    def is_open(self, position: Position, walls: Collection[int]) -> bool:
        """Whether a white piece could reach the edge between these walls, even through its own."""
        board = self.board(position)
        reached = position.places_of(DEFENDER + KING)
        seen = {*walls, *reached}
        while reached:
            place = reached.pop()
            if place in board.edges:
                return True
            for near in board.beside[place]:
                if near not in seen:
                    seen.add(near)
                    reached.append(near)
        return False

    def regions(self, position: Position, walls: Collection[int]) -> list[set[int]]:
        beside, regions = self.board(position).beside, list[set[int]]()
        for start in position.places_of(DEFENDER + KING):
            if any(start in region for region in regions):
                continue
            region, ahead = {start}, [start]
            while ahead:
                fresh = {*beside[ahead.pop()]} - region - {*walls}
                region |= fresh
                ahead += fresh
            regions.append(region)
        return regions

    def could_take(self, position: Position, place: int, regions: Sequence[set[int]]) -> bool:
        """Whether white pieces in these regions could capture the man between two of them, or between one and a
        restricted square.
        """
        board = self.board(position)
        for axis in ((NORTH, SOUTH), (EAST, WEST)):
            sides = [side for direction in axis for side in board.rays[place][direction][:1]]
            around = [region for region in regions if not region.isdisjoint(sides)]
            helped = not board.restricted.isdisjoint(sides)
            reached = [side for side in sides if side in board.restricted or any(side in each for each in around)]
            if len(reached) == 2 and (helped or sum(map(position.whites_in, around)) > 1):
                return True
        return False

    def winning_cells(self, position: Position) -> Sequence[int]:
        is_over = KING in position.cells and position.cells.index(KING) in self.board(position).goals
        return position.last[-1:] if is_over else ()

    def notes(self, position: Position, move: str, after: Position) -> Iterator[str]:
        taken = len(position.cells.replace(EMPTY, "")) - len(after.cells.replace(EMPTY, ""))
        if taken and KING in after.cells:
            text = "{player} has captured one man." if taken == 1 else "{player} has captured {count} men."
            yield Message(text, player=self.seat_names[position.next_seat], count=taken)

    def explain_illegal(self, position: Position, path: Path) -> str:
        board = self.board(position)
        if len(path) != 2 or position[path[0]] not in self.own(position) or path[0] == path[1]:
            return ""
        [end] = path[1:]
        ray = next((ray for direction in STRAIGHT for ray in [board.rays[path[0]][direction]] if end in ray), None)
        if ray is None:
            return "Pieces go in a straight line along a row or a column, as rooks do in chess."
        for place in ray[: ray.index(end) + 1]:
            if position[place] != EMPTY:
                return Message(
                    "{piece} on {place} is in the way.", piece=self.called(position[place]), place=board.names[place]
                )
        if end not in board.restricted:
            return ""
        is_throne = end == board.throne
        return Message(
            "Only the king may stop on the throne." if is_throne else "Only the king may stop in a corner."
        )

    def captured_by(self, position: Position) -> tuple[int, int]:
        start = RULES[position.rules].start
        black, white = (start.count(men) - position.cells.count(men) for men in (DEFENDER, ATTACKER))
        return black, white

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        board, cells = self.board(position), position.cells
        text = (
            "Men: Black {black}, White {white}. White's king wants to reach a corner."
            if board.goals == board.corners
            else "Men: Black {black}, White {white}. White's king wants to reach the edge of the board."
        )
        lines = [Message(text, black=cells.count(ATTACKER), white=cells.count(DEFENDER))]
        if len(position.earlier) >= MOST_IDLE // 2 and not self.result(position):
            lines.append(
                counted(
                    "There has been no capture for {count} move; {most} are a tie.",
                    "There has been no capture for {count} moves; {most} are a tie.",
                    len(position.earlier),
                    most=MOST_IDLE,
                )
            )
        return tuple(lines)

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        where = (
            Message("Only the king may stop in the middle or in a corner.")
            if self.board(position).goals < self.board(position).edges
            else Message("Only the king may stop in the middle.")
        )
        return lines_of(where, of_messages(super().picture_legend(position, viewer)))


class _WithAnyRing(Hnefatafl):
    """The rules of version 1: Black won with any ring, even a breakable one."""

    version = 1

    def is_encircled(self, position: Position) -> bool:
        return not self.is_open(position, position.places_of(ATTACKER))


_WITH_ANY_RING = _WithAnyRing()
