"""Canter: G. Parker's Camelot of 1930, by the rules of the World Camelot Federation.

Rules: http://worldcamelotfederation.com/Camelot_Rules.htm. Ours are the ends by a position that comes for the third
time and after fifty moves of each without a capture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pbmserv.games.base import Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, BoardContents
from pbmserv.games.boards.squares import Chequered
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, Path
from pbmserv.games.message import BLACK, WHITE, Listed, Message, in_a_row, in_context
from pbmserv.games.repetition import AGAIN, Remembering

WIDTH, HEIGHT = 12, 16
OFF = "#"
"""The character of a place that is no square."""
FILES = {1: "fg", 2: "cdefghij", 3: "bcdefghijk"}
"""The squares of the outer rows, counted from each end; the others are full."""
START = {6: "OooooooO", 7: "OooooO"}
"""White's pieces in the middle of its rows."""
OWN, ENEMIES = ("Oo", "Xx"), ("Xx", "Oo")
KNIGHTS = "OX"
NOBODY = -1
MOST_CASTLE_MOVES = 2
MOST_QUIET = 100
"""Moves of both together without a capture after which nobody has won."""


class CastleBoard(Chequered):
    """Squares with corners cut off, and a castle of two squares at each end."""

    def words_of(self, place: int, contents: BoardContents) -> Listed:
        words = super().words_of(place, contents)
        if place not in IN_CASTLES:
            return words
        return in_a_row(words.items[0], Message("in a castle"), *words.items[1:])

    def _role(self, place: int) -> str:
        return "cell.goal" if place in IN_CASTLES else super()._role(place)


BOARD = CastleBoard(WIDTH, HEIGHT)
CASTLES = tuple(tuple(BOARD.place_of[name] for name in names) for names in (("f1", "g1"), ("f16", "g16")))
"""Each seat's own castle."""
IN_CASTLES = frozenset((*CASTLES[0], *CASTLES[1]))
SQUARES = frozenset(
    BOARD.place_of[f"{letter}{row}"]
    for row in range(1, HEIGHT + 1)
    for letter in FILES.get(min(row, HEIGHT + 1 - row), BOARD.columns)
)


@dataclass(frozen=True)
class Position(Remembering):
    """A position.

    `castle_moves` is how often each seat has moved within the other's castle, `to_leave` its piece that has to leave
    its own castle, or -1, `quiet` the moves since the last capture.
    """

    castle_moves: tuple[int, int] = (0, 0)
    to_leave: tuple[int, int] = (NOBODY, NOBODY)
    quiet: int = 0

    @property
    def repetition_key(self) -> Sequence[object]:
        return self.cells, self.next_seat, self.castle_moves, self.to_leave


class Canter(GridGame[Position]):
    """Bring two pieces into the other's castle; own pieces are leapt over, enemies are jumped and captured."""

    name = "Canter"
    summary = "Knights and men leap into the enemy's castle"
    also_called = ("Camelot", "Inside Moves")
    trademark = "Parker Brothers sold it as Camelot. We do not know whether that is a trademark today, or whose."
    themes = ("draughts", "race")
    has_full_moves = True
    seat_names = (WHITE, BLACK)
    board_class = CastleBoard
    may_be_short = True
    touching = "Touch a piece and then the squares where it lands, one after the other, or drag it there."
    move_form = "the squares from which and to which a piece goes, for example e7-e8 or d6-f8"
    no_passing = "Nobody passes here: whoever cannot move has lost."
    evaluate_by = "pbmserv.games.evaluation.canter:evaluate"
    position_class = Position
    figures = (
        Figure("O", 0, "knight", "light", "crown"),
        Figure("o", 0, in_context("man", "canter"), "light"),
        Figure("X", 1, "knight", "dark", "crown"),
        Figure("x", 1, in_context("man", "canter"), "dark"),
        Figure(OFF, None, "no square"),
    )

    def seat_below(self, viewer: int | None) -> int:
        return 0

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        cells = [EMPTY if place in SQUARES else OFF for place in BOARD.places]
        for row, pieces in START.items():
            for number, piece in enumerate(pieces):
                column = (WIDTH - len(pieces)) // 2 + number
                cells[(HEIGHT - row) * WIDTH + column] = piece
                cells[(row - 1) * WIDTH + column] = "X" if piece == "O" else "x"
        return Position(WIDTH, "".join(cells))

    def legal_paths(self, position: Position) -> Iterator[Path]:
        return iter(ways(position))

    def apply(self, position: Position, path: Path) -> Position:
        taken, seat = ways(position)[path], position.next_seat
        start, end = path[0], path[-1]
        castle_moves, to_leave = [*position.castle_moves], [*position.to_leave]
        castle_moves[seat] += start in CASTLES[1 - seat]
        to_leave[seat] = end if end in CASTLES[seat] else NOBODY
        return self.next_turn(
            position,
            {**dict.fromkeys((start, *taken), EMPTY), end: position[start]},
            path,
            earlier=position.remembered(bool(taken)),
            castle_moves=(castle_moves[0], castle_moves[1]),
            to_leave=(to_leave[0], to_leave[1]),
            quiet=0 if taken else position.quiet + 1,
        )

    def outcome(self, position: Position) -> Result | None:
        loser = position.next_seat
        winner = 1 - loser
        if all(position[place] in OWN[winner] for place in CASTLES[loser]):
            return Result(winner, Message("{player} has taken the castle.", player=self.seat_names[winner]))
        left = [self.count_of(position, seat) for seat in (0, 1)]
        if max(left) < 2:
            return Result(None, Message("Neither side has two pieces left."))
        if left[loser] == 0:
            return Result(winner, Message("{player} has captured all pieces.", player=self.seat_names[winner]))
        if not ways(position):
            if left[winner] < 2:
                return Result(None, Message("{player} cannot move any more.", player=self.seat_names[loser]))
            return Result(winner, Message("{player} cannot move any more.", player=self.seat_names[loser]))
        if position.has_come_again:
            return Result(None, AGAIN)
        if position.quiet >= MOST_QUIET:
            return Result(None, Message("Nothing was captured in fifty moves of each."))
        return None

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        path = self.known_paths(position)[move]
        names = [BOARD.names[place] for place in path]
        if len(path) > 2 and path[:2] in ways(position):
            # Who wants to stop after the first step, and capture nothing, must not be led on.
            names.insert(1, BOARD.names[ways(position)[path][0]])
        return tuple(names)

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        path = self.known_paths(position)[move]
        names, shown = BOARD.names, [""] * (1 + len(steps) - len(path))
        gone = [*ways(position)[path]]
        # What is captured goes with the jumps, which come last.
        first = len(path) - len(gone)
        for number in range(1, len(path)):
            told = [names[path[number - 1]], names[path[number]]]
            if number >= first and gone:
                told += [names[gone.pop(0)], "-"]
            shown.append(" ".join(told))
        return tuple(shown)

    def legend(self, position: Position, viewer: int | None) -> str:
        return (
            "O and o are White's knights and men, X and x Black's. There is no square where\n"
            "# stands. The last move is in brackets."
        )

    def captured_by(self, position: Position) -> tuple[int, int]:
        whole = sum(map(len, START.values()))
        return whole - self.count_of(position, 1), whole - self.count_of(position, 0)

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        place = position.to_leave[position.next_seat]
        if place == NOBODY or self.result(position):
            return ()
        player = self.seat_names[position.next_seat]
        return (
            Message("{player}'s piece on {place} has to leave the castle.", player=player, place=BOARD.names[place]),
        )

    def explain_illegal(self, position: Position, path: Path) -> str:
        seat = position.next_seat
        if position[path[0]] not in OWN[seat]:
            return ""
        leaves = position.to_leave[seat]
        if leaves not in (NOBODY, path[0]):
            return Message("Your piece on {place} has to leave your castle now.", place=BOARD.names[leaves])
        if path[0] in CASTLES[1 - seat]:
            return Message("A piece in the other's castle stays there: it can change its square twice in a game.")
        if any(ways(position).values()) and must_capture(position):
            legal = [move for move, each in self.known_paths(position).items() if ways(position)[each]]
            return Message("You have to capture. Legal are {moves}.", moves=", ".join(legal[:8]))
        if path[-1] in CASTLES[seat]:
            return Message("Only a capture leads into one's own castle.")
        return ""


def leaps(cells: str, place: int, over: str) -> Iterator[tuple[int, int]]:
    """What a piece can leap over from a place, and where it lands then."""
    for ray in BOARD.rays[place]:
        if len(ray) > 1 and cells[ray[0]] in over and cells[ray[1]] == EMPTY:
            yield ray[0], ray[1]


@lru_cache(maxsize=256)
def ways(position: Position) -> Mapping[Path, tuple[int, ...]]:
    """All moves of the seat to move, with the places of what they capture in turn."""
    seat = position.next_seat
    leaves = position.to_leave[seat]
    movers = [leaves] if leaves != NOBODY else position.places_of(OWN[seat])
    able = [place for place in movers if place not in CASTLES[1 - seat]]
    found: dict[Path, tuple[int, ...]] = {}
    for place in able:
        lifted = _without(position.cells, (place,))
        found |= {(place, *path): taken for path, taken in jumps_from(lifted, place, seat)}
    has_to = bool(found)
    for place in able:
        if position[place] in KNIGHTS:
            for path, taken in charges(position, place, seat):
                found.setdefault(path, taken)
    if has_to:
        return found
    for place in able:
        for end in (*BOARD.around[place], *canters(position, place, seat)):
            if position[end] == EMPTY and end not in CASTLES[seat]:
                found[(place, end)] = ()
    if leaves == NOBODY and position.castle_moves[seat] < MOST_CASTLE_MOVES:
        one, other = CASTLES[1 - seat]
        for start, end in ((one, other), (other, one)):
            if position[start] in OWN[seat] and position[end] == EMPTY:
                found[(start, end)] = ()
    return found


def must_capture(position: Position) -> bool:
    """Whether a piece of the seat to move stands next to an enemy that it can jump."""
    seat = position.next_seat
    return any(
        place not in CASTLES[1 - seat] and any(leaps(position.cells, place, ENEMIES[seat]))
        for place in position.places_of(OWN[seat])
    )


@lru_cache(maxsize=1024)
def jumps_from(cells: str, place: int, seat: int) -> tuple[tuple[Path, tuple[int, ...]], ...]:
    """Where a piece that has been lifted lands when it captures as long as it can, and what it captures.

    Many ways lead to the same square with the same captures, so what follows there is worked out once.
    """
    found = []
    for over, end in leaps(cells, place, ENEMIES[seat]):
        after = f"{cells[:over]}{EMPTY}{cells[over + 1 :]}"
        further = () if end in CASTLES[1 - seat] else jumps_from(after, end, seat)
        found += [((end, *path), (over, *taken)) for path, taken in further or (((), ()),)]
    return tuple(found)


def canters(position: Position, place: int, seat: int) -> Iterator[int]:
    """Where a piece can leap to over its own, without a capture.

    A knight who comes next to an enemy whom he can jump has to do so: such squares are left out.
    """
    is_knight, lifted = position[place] in KNIGHTS, _without(position.cells, (place,))
    for end in _routes(position, place, seat, stops_at_enemies=is_knight):
        is_inside = end in CASTLES[1 - seat]
        if is_inside or not (is_knight and any(leaps(lifted, end, ENEMIES[seat]))):
            yield end


def charges(position: Position, place: int, seat: int) -> Iterator[tuple[Path, tuple[int, ...]]]:
    """A knight's moves that leap over own pieces first and capture then."""
    lifted = _without(position.cells, (place,))
    at_once = {path for path, _ in jumps_from(lifted, place, seat)}
    for start, route in _routes(position, place, seat, stops_at_enemies=False).items():
        if start in CASTLES[1 - seat]:
            continue
        for path, taken in jumps_from(lifted, start, seat):
            # The first landing squares are named only where the rest could be jumps alone.
            shown = route if (start, *path) in at_once else (start,)
            yield (place, *shown, *path), taken


def _routes(position: Position, place: int, seat: int, *, stops_at_enemies: bool) -> dict[int, Path]:
    """The squares that leaps over own pieces lead to, with the squares on a shortest way there."""
    lifted = _without(position.cells, (place,))
    routes: dict[int, Path] = {place: ()}
    to_do = [place]
    for at in to_do:
        if at in CASTLES[1 - seat] or (stops_at_enemies and at != place and any(leaps(lifted, at, ENEMIES[seat]))):
            continue
        for _, end in leaps(lifted, at, OWN[seat]):
            if end not in routes and end not in CASTLES[seat]:
                routes[end] = (*routes[at], end)
                to_do.append(end)
    del routes[place]
    return routes


def _without(cells: str, places: Sequence[int]) -> str:
    lifted = [*cells]
    for place in places:
        lifted[place] = EMPTY
    return "".join(lifted)
