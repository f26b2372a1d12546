"""Fanorona, the game of Madagascar, on 9 by 5 points (Fanoron-Tsivy).

Rules as in most books: a stone captures by approach or by withdrawal, and may go on. The ends by repetition and by
moves without a capture are ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, cast

from pbmserv.games.base import Ambiguous, Illegal, Options, Result
from pbmserv.games.boards.crossed_points import CrossedPoints
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, Grid, places_typed
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import Path, grid_of
from pbmserv.games.in_steps import DONE, InSteps
from pbmserv.games.message import BLACK, WHITE, Listed, Message
from pbmserv.games.picture import Choice, Picture
from pbmserv.games.repetition import AGAIN, Remembering

WIDTH, HEIGHT = 9, 5
BOARD = cast(CrossedPoints, grid_of(CrossedPoints, WIDTH, HEIGHT))
START = "x" * 2 * WIDTH + "xoxo.xoxo" + "o" * 2 * WIDTH
MOST_IDLE = 100
"""After so many moves of both without a capture it is a draw."""
_DONE: Path = (-1,)
"""What stands for it among paths: it is no place."""
_STEP = re.compile(r"[a-z][1-9](?:[-x>]?[a-z][1-9]){1,2}", re.ASCII)
_BETWEEN = re.compile(r"[\s,;+]+")


class Capture(NamedTuple):
    """A stone's step in a direction, and the stones that it captures, the nearest first."""

    start: int
    end: int
    direction: int
    taken: tuple[int, ...]


@dataclass(frozen=True)
class Position(Remembering):
    """While a stone goes on capturing, `way` are the points where it has been in this turn, the present one included,
    and `direction` is where it went last.
    """

    way: tuple[int, ...] = ()
    direction: int = -1

    @property
    def repetition_key(self) -> Sequence[object]:
        return (*super().repetition_key, self.way, self.direction)


class Fanorona(InSteps[Position]):
    """Capture all stones by moving towards them or away from them."""

    name = "Fanorona"
    summary = "Capture whole lines by moving towards them or away"
    themes = ("armies",)
    touching = (
        "Touch a stone and then the point where it goes, or drag it there. If it can capture on both sides there, "
        "touch the nearest stone that it captures, too. While it can go on, touch it again, or the button "
        '"done", which ends your turn.'
    )
    move_form = "the points from which and to which a stone goes, for example e2-e3, or several such steps"
    no_passing = "Nobody passes here: whoever cannot move has lost."
    seat_names = (WHITE, BLACK)
    board_class = CrossedPoints
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.fanorona:evaluate"
    figures = (Figure("o", 0, "stone", "light"), Figure("x", 1, "stone", "dark"))
    step_words: ClassVar[frozenset[str]] = frozenset({DONE})

    def seat_below(self, viewer: int | None) -> int:
        return 0

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return Position(WIDTH, START)

    def captures(self, position: Position, places: Sequence[int]) -> Iterator[Capture]:
        """What stones at these points can capture by a step, without regard to the steps before."""
        cells, others = position.cells, self.others(position)
        for place in places:
            for direction, ray in enumerate(BOARD.rays[place]):
                if ray and cells[ray[0]] == EMPTY:
                    back = BOARD.rays[place][(direction + 4) % 8]
                    for line in (ray[1:], back):
                        taken = _run(cells, line, others)
                        if taken:
                            yield Capture(place, ray[0], direction, taken)

    def captures_now(self, position: Position) -> list[Capture]:
        """The captures that the rules allow; within a turn, those of the stone that has captured."""
        if not position.way:
            return [*self.captures(position, position.places_of(self.own(position)))]
        return [
            each
            for each in self.captures(position, position.way[-1:])
            if each.end not in position.way and each.direction != position.direction
        ]

    def legal_paths(self, position: Position) -> Iterator[Path]:
        captures = self.captures_now(position)
        yield from _paths(captures)
        if position.way:
            yield _DONE
        elif not captures:
            for place in position.places_of(self.own(position)):
                yield from ((place, near) for near in BOARD.around[place] if position[near] == EMPTY)

    def must_capture(self, position: Position, seat: int) -> bool:
        return not position.way and bool(self.captures_now(position))

    def capture_of(self, position: Position, path: Path) -> Capture | None:
        """What a legal step captures."""
        found = [each for each in self.captures_now(position) if (each.start, each.end) == path[:2]]
        return next((each for each in found if len(path) < 3 or path[2] == each.taken[0]), None)

    def apply(self, position: Position, path: Path) -> Position:
        seat = position.next_seat
        if path == _DONE:
            return replace(position, next_seat=1 - seat, way=(), direction=-1)
        start, end, *_ = path
        changes = {start: EMPTY, end: self.own(position)}
        capture = self.capture_of(position, path)
        if capture is None:
            earlier = position.remembered(is_for_good=False)
            return position.with_changes(changes, 1 - seat, (start, end), earlier=earlier)
        changes |= dict.fromkeys(capture.taken, EMPTY)
        way = (*(position.way or (start,)), end)
        after = position.with_changes(changes, seat, (way[0], end), earlier=(), way=way, direction=capture.direction)
        if self.captures_now(after):
            return after
        return replace(after, next_seat=1 - seat, way=(), direction=-1)

    def outcome(self, position: Position) -> Result | None:
        for seat in (0, 1):
            if not self.count_of(position, seat):
                return Result(1 - seat, Message("{player} has no stone left.", player=self.seat_names[seat]))
        if position.way:
            return None
        if self.is_stuck(position):
            seat = position.next_seat
            return Result(1 - seat, Message("{player} cannot move any more.", player=self.seat_names[seat]))
        if position.has_come_again:
            return Result(None, AGAIN)
        if len(position.earlier) >= MOST_IDLE:
            return Result(None, Message("Nothing was captured in {most} moves.", most=MOST_IDLE))
        return None

    def text_of_path(self, board: Grid, path: Path) -> str:
        return DONE if path == _DONE else super().text_of_path(board, path)

    def steps_typed(self, text: str) -> list[str]:
        """Steps are moves of one stone: `e2-e3,e3-d4,done`."""
        steps = [step for step in _BETWEEN.split(text.strip().lower()) if step]
        return steps if all(_STEP.fullmatch(step) or step in self.step_words for step in steps) else []

    def read(self, position: Position, text: str) -> Path:
        known = self.known_paths(position)
        names = places_typed(text)
        if DONE in known and text.strip().lower() in ("pass", "stop"):
            raise Illegal("Say {done} to end your turn.", done=DONE)
        if text.strip().lower() == DONE and DONE not in known:
            raise Illegal("There is nothing to end: your turn ends by itself after a move.")
        if names and len(names) == 2:
            both = [move for move in known if move.startswith(f"{'-'.join(names)}-")]
            if both:
                raise Ambiguous(
                    Message(
                        "{move} can capture on either side: name the nearest stone that it captures, {meant}.",
                        move="-".join(names),
                        meant=Listed(both, " or ", " or "),
                    ),
                    both,
                )
        return super().read(position, text)

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        return (move,) if move == DONE else super().steps(position, seat, move)

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        if len(touched) < 2 or len(following) != 2:
            return ""
        return Message("Capture {one} or {other}?", one=following[0], other=following[1])

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        if move == DONE:
            return ()
        capture = self.capture_of(position, self.known_paths(position)[move])
        taken = " ".join(f"{BOARD.names[each]} -" for each in capture.taken) if capture else ""
        moved = " ".join(steps[:2])
        return ("", moved, taken) if len(steps) > 2 else ("", f"{moved} {taken}".strip())

    def picture(self, position: Position, viewer: int | None) -> Picture:
        picture = super().picture(position, viewer)
        if not position.way or self.result(position):
            return picture
        return replace(picture, choices=(Choice(DONE, DONE, "end the turn without capturing more"),))

    def group_of(self, move: str) -> str:
        return "" if move == DONE else super().group_of(move)

    def spoken(self, position: Position, move: str) -> str:
        return move if move == DONE else super().spoken(position, move)

    def explain_illegal(self, position: Position, path: Path) -> str:
        if len(path) < 2 or position[path[0]] != self.own(position) or position[path[1]] != EMPTY:
            return ""
        start, end, names = path[0], path[1], BOARD.names
        if end not in BOARD.around[start]:
            text = "A stone goes to the next point on a line: no line leads from {start} to {end} at once."
            return Message(text, start=names[start], end=names[end])
        if position.way and start != position.way[-1]:
            text = "Only the stone that has captured goes on, on {place}: or say {done}."
            return Message(text, place=names[position.way[-1]], done=DONE)
        if position.way and end in position.way:
            return Message("The stone has been on {place} in this turn.", place=names[end])
        if position.way:
            return "A stone goes on only by capturing, and in another direction than before."
        if self.captures_now(position):
            return "Whoever can capture has to."
        return ""

    def captured_by(self, position: Position) -> tuple[int, int]:
        stones = START.count("o")
        return stones - self.count_of(position, 1), stones - self.count_of(position, 0)

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        lines = []
        if position.way and not self.result(position):
            text = "The stone on {place} can capture more, or the turn ends with {done}."
            lines.append(Message(text, place=BOARD.names[position.way[-1]], done=DONE))
        if len(position.earlier) >= MOST_IDLE // 2 and not self.result(position):
            text = "Moves since a stone was captured: {count}; {most} are a tie."
            lines.append(Message(text, count=len(position.earlier), most=MOST_IDLE))
        return tuple(lines)


def _paths(captures: Sequence[Capture]) -> Iterator[Path]:
    """The steps of captures; where a step can capture on both sides, with the nearest stone that it captures."""
    steps = [(each.start, each.end) for each in captures]
    for step, each in zip(steps, captures, strict=True):
        yield (*step, each.taken[0]) if steps.count(step) > 1 else step


def _run(cells: str, line: Sequence[int], marks: str) -> tuple[int, ...]:
    """The unbroken run of these at the beginning of a line."""
    for length, place in enumerate(line):
        if cells[place] not in marks:
            return tuple(line[:length])
    return tuple(line)
