"""Canter: G. Parker's Camelot of 1930, by the rules of the World Camelot Federation.

Rules: http://worldcamelotfederation.com/Camelot_Rules.htm. Ours are the ends by a position that comes for the third
time and after fifty moves of each without a capture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice

from pbmserv.games.base import Options, Result, two_of
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, BoardContents, places_typed
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
MOST_LOOKED_AT = 100
"""Of how many legal moves examples are chosen."""
MOST_NAMED = 8
"""How many captures a refusal names."""


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
        return chain(captures(position), quiet_paths(position))

    def moves(self, position: Position) -> Sequence[str]:
        return [] if self.result(position) else [*listed(position)]

    def examples(self, position: Position, seat: int) -> tuple[str, ...]:
        paths = islice(self.legal_paths(position), MOST_LOOKED_AT) if seat in self.to_move(position) else ()
        return tuple(self.words_of_path(position, path) for path in two_of([*paths]))

    def read(self, position: Position, text: str) -> Path:
        # A knight can capture in thousands of ways: whoever makes a move should not have to wait for a list of all.
        names = places_typed(text)
        if names and all(name in BOARD.place_of for name in names) and not self.result(position):
            path = tuple(BOARD.place_of[name] for name in names)
            if captured_on(position, path) or path in quiet_paths(position):
                return path
        return super().read(position, text)

    def apply(self, position: Position, path: Path) -> Position:
        taken, seat = captured_on(position, path), position.next_seat
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
        if self.is_stuck(position):
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
        if len(path) > 2 and BOARD.text_of(path[:2], self.joint) in self.known_paths(position):
            # Who wants to stop after the first step, and capture nothing, must not be led on.
            names.insert(1, BOARD.names[captured_on(position, path)[0]])
        return tuple(names)

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        path = self.known_paths(position)[move]
        names, shown = BOARD.names, [""] * (1 + len(steps) - len(path))
        gone = [*captured_on(position, path)]
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

    def has_to(self, position: Position, seat: int) -> str:
        leaves = position.to_leave[seat] != NOBODY
        return Message("Leave your castle") if leaves else super().has_to(position, seat)

    def must_capture(self, position: Position, seat: int) -> bool:
        return must_capture(position)

    def explain_illegal(self, position: Position, path: Path) -> str:
        seat = position.next_seat
        for place in path:
            if position[place] == OFF:
                return Message("There is no square {place} on this board.", place=BOARD.names[place])
        if position[path[0]] not in OWN[seat]:
            return ""
        leaves = position.to_leave[seat]
        if leaves not in (NOBODY, path[0]):
            return Message("Your piece on {place} has to leave your castle now.", place=BOARD.names[leaves])
        if path[0] in CASTLES[1 - seat]:
            return Message("A piece in the other's castle stays there: it can change its square twice in a game.")
        first = [self.words_of_path(position, each) for each in islice(captures(position), MOST_NAMED)]
        if first and must_capture(position):
            return Message("You have to capture. Legal are {moves}.", moves=", ".join(first))
        if path[-1] in CASTLES[seat]:
            return Message("Only a capture leads into one's own castle.")
        return ""


def leaps(cells: Sequence[str], place: int, over: str) -> Iterator[tuple[int, int]]:
    """What a piece can leap over from a place, and where it lands then."""
    for beside, behind in LEAPS[place]:
        if cells[beside] in over and cells[behind] == EMPTY:
            yield beside, behind


LEAPS = tuple(tuple((ray[0], ray[1]) for ray in rays if len(ray) > 1) for rays in BOARD.rays)
"""The square beside each and the one behind it, in all directions."""
JOINT = Canter.joint
STEPS = tuple(f"{JOINT}{name}" for name in BOARD.names)
"""What is written of a further square."""
LANDINGS = tuple(frozenset(behind for _, behind in each) for each in LEAPS)
"""Where a single leap can lead."""


def captures(position: Position) -> Iterator[Path]:
    """All moves with captures of the seat to move: first those that only jump, then those that leap first."""
    seat, able = position.next_seat, movers(position)
    for place in able:
        if is_next_to_enemies(position.cells, place, seat):
            yield from jumps_from(_lifted(position, place), place, seat, (place,))
    for place in able:
        if position[place] in KNIGHTS:
            yield from charges(position, place)


@lru_cache(maxsize=64)
def listed(position: Position) -> Sequence[str]:
    """All moves in words, in the order of their paths.

    Most captures end like others, whose endings are put together once for each place and what has been captured.
    """
    seat, able, found = position.next_seat, movers(position), list[str]()
    for place in able:
        found += [BOARD.names[place] + ending for ending in Endings(_lifted(position, place), seat).after(place)]
    for place in able:
        if position[place] not in KNIGHTS:
            continue
        left, name = _lifted(position, place), BOARD.names[place]
        endings, jumps = Endings(left, seat), {end: enemy for enemy, end in leaps(left, place, ENEMIES[seat])}
        for start, route in _routes(position, place, stops_at_enemies=False).items():
            # As in `_shown`: the first leap could be a jump, and what follows too if it does not need that enemy.
            could_be_jumps = {*endings.after(start, 1 << jumps[start])} if start in jumps else ()
            short, whole = name + STEPS[start], "".join([name, *(STEPS[each] for each in route)])
            found += [(whole if ending in could_be_jumps else short) + ending for ending in endings.after(start)]
    return [*found, *(BOARD.text_of(path, JOINT) for path in quiet_paths(position))]


class Endings:
    """How moves of a piece end that jump, in words, once it has been lifted.

    What is captured frees no square on which the piece could land, as it stands between such squares. So where it can
    jump from a square is found once, and what follows once for each square and set of enemies that are gone, of which
    each is a bit.
    """

    def __init__(self, left: Sequence[str], seat: int) -> None:
        self._left, self._seat = left, seat
        self._jumps: dict[int, list[tuple[int, int, str]]] = {}
        self._known: dict[tuple[int, int], list[str]] = {}

    def after(self, place: int, captured: int = 0) -> list[str]:
        """The endings from a place; none if no jump begins there."""
        found = self._known.get((place, captured))
        if found is None:
            found = self._known[place, captured] = []
            if place not in self._jumps:
                self._jumps[place] = self._jumps_from(place)
            for enemy, end, step in self._jumps[place]:
                if not captured & enemy:
                    further = self.after(end, captured | enemy)
                    found += [step + ending for ending in further] if further else [step]
        return found

    def _jumps_from(self, place: int) -> list[tuple[int, int, str]]:
        is_inside = place in CASTLES[1 - self._seat]
        over = () if is_inside else leaps(self._left, place, ENEMIES[self._seat])
        return [(1 << enemy, end, STEPS[end]) for enemy, end in over]


def quiet_paths(position: Position) -> Iterator[Path]:
    """All moves without a capture; none while a piece can jump."""
    seat = position.next_seat
    able = movers(position)
    if any(is_next_to_enemies(position.cells, place, seat) for place in able):
        return
    for place in able:
        for end in (*BOARD.around[place], *canters(position, place)):
            if position[end] == EMPTY and end not in CASTLES[seat]:
                yield place, end
    if position.to_leave[seat] == NOBODY and position.castle_moves[seat] < MOST_CASTLE_MOVES:
        one, other = CASTLES[1 - seat]
        for start, end in ((one, other), (other, one)):
            if position[start] in OWN[seat] and position[end] == EMPTY:
                yield start, end


def movers(position: Position) -> list[int]:
    """The pieces that may move, but for those in the other's castle."""
    seat = position.next_seat
    leaves = position.to_leave[seat]
    places = [leaves] if leaves != NOBODY else position.places_of(OWN[seat])
    return [place for place in places if place not in CASTLES[1 - seat]]


def is_next_to_enemies(cells: Sequence[str], place: int, seat: int) -> bool:
    """Whether a piece could jump from there."""
    enemies = ENEMIES[seat]
    return any(cells[beside] in enemies and cells[behind] == EMPTY for beside, behind in LEAPS[place])


def must_capture(position: Position) -> bool:
    """Whether a piece of the seat to move stands next to an enemy that it can jump."""
    seat = position.next_seat
    return any(
        place not in CASTLES[1 - seat] and is_next_to_enemies(position.cells, place, seat)
        for place in position.places_of(OWN[seat])
    )


def jumps_from(left: list[str], place: int, seat: int, path: Path) -> Iterator[Path]:
    """A path continued by all jumps from a place, as long as they go; the path alone if none begins there.

    `left` is what lies there but for the piece and what it has captured; it is changed on the way and put back.
    """
    enemies, could_jump = ENEMIES[seat], False
    for over, end in LEAPS[place]:
        taken = left[over]
        if taken in enemies and left[end] == EMPTY:
            could_jump = True
            if end in CASTLES[1 - seat]:
                yield (*path, end)
                continue
            left[over] = EMPTY
            yield from jumps_from(left, end, seat, (*path, end))
            left[over] = taken
    if not could_jump:
        yield path


def jumped(left: list[str], place: int, ends: Sequence[int], seat: int) -> tuple[int, ...]:
    """What a lifted piece captures on its way from a place; nothing if it cannot jump so, or could go on."""
    left, taken = [*left], list[int]()
    for end in ends:
        over = next((over for over, behind in leaps(left, place, ENEMIES[seat]) if behind == end), NOBODY)
        if over == NOBODY or place in CASTLES[1 - seat]:
            return ()
        taken.append(over)
        left[over] = EMPTY
        place = end
    could_go_on = place not in CASTLES[1 - seat] and is_next_to_enemies(left, place, seat)
    return () if could_go_on else tuple(taken)


def captured_on(position: Position, path: Path) -> tuple[int, ...]:
    """What a path captures in turn; nothing if it is no legal move with captures."""
    seat, (place, *ends) = position.next_seat, path
    if place not in movers(position):
        return ()
    left = _lifted(position, place)
    if taken := jumped(left, place, ends, seat):
        return taken
    if position[place] in KNIGHTS and len(ends) > 1:
        for start, route in _routes(position, place, stops_at_enemies=False).items():
            for shown in ((start,), route):
                following = ends[len(shown) :]
                if following and (*shown, *following) == (*ends,):
                    taken = jumped(left, start, following, seat)
                    if taken and shown == _shown(left, place, route, following, seat):
                        return taken
    return ()


def canters(position: Position, place: int) -> Iterator[int]:
    """Where a piece can leap to over its own, without a capture.

    A knight who comes next to an enemy whom he can jump has to do so: such squares are left out.
    """
    seat, is_knight, left = position.next_seat, position[place] in KNIGHTS, _lifted(position, place)
    for end in _routes(position, place, stops_at_enemies=is_knight):
        is_inside = end in CASTLES[1 - seat]
        if is_inside or not (is_knight and is_next_to_enemies(left, end, seat)):
            yield end


def charges(position: Position, place: int) -> Iterator[Path]:
    """A knight's moves that leap over own pieces first and capture then."""
    seat, left = position.next_seat, _lifted(position, place)
    for start, route in _routes(position, place, stops_at_enemies=False).items():
        if start not in CASTLES[1 - seat] and is_next_to_enemies(left, start, seat):
            yield from _charges_from(left, place, start, route, seat)


def _charges_from(left: list[str], place: int, start: int, route: Path, seat: int) -> Iterator[Path]:
    for following in jumps_from(left, start, seat, ()):
        yield place, *_shown(left, place, route, following, seat), *following


def _shown(left: list[str], place: int, route: Path, following: Sequence[int], seat: int) -> Path:
    """What is written of a way to where the jumps begin: its end alone, unless the rest could be jumps alone."""
    could_be_a_jump = len(route) > 1 and route[-1] in LANDINGS[place]
    return route if could_be_a_jump and jumped(left, place, (route[-1], *following), seat) else route[-1:]


def _routes(position: Position, place: int, *, stops_at_enemies: bool) -> dict[int, Path]:
    """The squares that leaps over own pieces lead to, with the squares on a shortest way there."""
    seat, left = position.next_seat, _lifted(position, place)
    routes: dict[int, Path] = {place: ()}
    to_do = [place]
    for at in to_do:
        if at in CASTLES[1 - seat] or (stops_at_enemies and at != place and is_next_to_enemies(left, at, seat)):
            continue
        for _, end in leaps(left, at, OWN[seat]):
            if end not in routes and end not in CASTLES[seat]:
                routes[end] = (*routes[at], end)
                to_do.append(end)
    del routes[place]
    return routes


def _lifted(position: Position, place: int) -> list[str]:
    """What lies on the board without the piece that moves."""
    left = [*position.cells]
    left[place] = EMPTY
    return left
