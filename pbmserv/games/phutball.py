"""Phutball, the philosophers' football of J. Conway, as "Winning Ways" and gamerz.net have it: one ball, men of
nobody's.

A turn adds a man, or the ball jumps, as often as it can and the player likes. Each jump is a step of its own here, so
that all that can be done is listed however many ways there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, Grid
from pbmserv.games.boards.points import Points
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridPosition, Path
from pbmserv.games.in_steps import InSteps
from pbmserv.games.message import BLUE, RED, Message, in_turn, lines_of
from pbmserv.games.picture import Choice, Picture

MAN, BALL = "xo"
STOP, TOP, BOTTOM = -1, -2, -3
"""What stands in a path for no place: the turn is over, or the ball leaves the board beyond one of the goal lines."""
WORDS = {STOP: "done", TOP: "top", BOTTOM: "bottom"}
_OVER = {TOP: Message("Over the top"), BOTTOM: Message("Over the bottom")}
_JUMP_OFF = {TOP: Message("jump off the board over its top"), BOTTOM: Message("jump off the board over its bottom")}
EXITS = {TOP: (NORTH, NORTH_EAST, NORTH_WEST), BOTTOM: (SOUTH, SOUTH_EAST, SOUTH_WEST)}
"""The directions in which the ball leaves the board, the first one first."""
BOARDS = {"19x15": (15, 19), "13x9": (9, 13)}
MOST_TURNS = 400
"""The turns of both together after which nobody has won."""
NOBODY = -1

_STEP = re.compile(r"[a-z][1-9][0-9]?|top|bottom|done")
_BETWEEN_STEPS = re.compile(r"[\s,;+]+")


@dataclass(frozen=True)
class Position(GridPosition):
    """A position; `is_jumping` says that the ball has jumped in this turn, `scored` which seat has won."""

    is_jumping: bool = False
    turns: int = 0
    scored: int = NOBODY

    @property
    def height(self) -> int:
        return len(self.cells) // self.width

    @property
    def ball(self) -> int:
        """The place of the ball; -1 when it has left the board."""
        return self.cells.find(BALL)

    def scorer_at(self, place: int) -> int:
        """The seat to which a place on a goal line is a goal; `NOBODY` elsewhere."""
        row = place // self.width
        return 0 if row == 0 else 1 if row == self.height - 1 else NOBODY


class Phutball(InSteps[Position]):
    """Add men, or jump with the ball; bring it to the far goal line."""

    name = "Phutball"
    summary = "Lay men, and jump with the ball"
    also_called = ("Philosopher's Football",)
    themes = ("race",)
    seat_names = (RED, BLUE)
    board_class = Points
    options = (
        Option("board", "19x15", "points along and across the board", choices=tuple(BOARDS), often=tuple(BOARDS)),
        Option(
            "handicap", 0, "rows by which the ball starts farther from the line that Red plays to", low=-5, high=5
        ),
    )
    touching = (
        "Touch a free point to lay a man there. To jump, touch the ball and then the point where it lands, or drag "
        'it there; go on like this, or touch "Done". "Over the top" and "Over the bottom" are jumps off the board.'
    )
    move_form = "a free point for a man, for example h11; or the points of the ball's jump, for example h10-h12"
    no_passing = "Nobody passes here: lay a man, or jump with the ball."
    evaluate_by = "pbmserv.games.evaluation.phutball:evaluate"
    candidates_by = "pbmserv.games.evaluation.phutball:candidates"
    position_class = Position
    figures = (Figure(MAN, None, "man", "dark"), Figure(BALL, None, "ball", "light"))
    step_words = frozenset(WORDS.values())
    hint = "Red plays to the upper line, Blue to the lower one."

    def seat_below(self, viewer: int | None) -> int:
        return 0

    def legend(self, position: Position, viewer: int | None) -> str:
        return lines_of(Message("Man is x, ball is o."), Message(self.hint), Message("The last move is in brackets."))

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        width, height = BOARDS[str(options["board"])]
        row = height // 2 + int(options["handicap"])
        cells = [EMPTY] * (width * height)
        cells[row * width + width // 2] = BALL
        return Position(width, "".join(cells))

    def legal_paths(self, position: Position) -> Iterator[Path]:
        if position.ball < 0:
            return
        if position.is_jumping:
            yield (STOP,)
        else:
            yield from ((place,) for place, there in enumerate(position.cells) if there == EMPTY)
        yield from ((position.ball, end) for end in jumps(self.board(position), position))

    def apply(self, position: Position, path: Path) -> Position:
        seat = position.next_seat
        if path == (STOP,):
            return self._ended(position)
        if len(path) == 1:
            laid = position.with_changes({path[0]: MAN}, 1 - seat, path)
            return _counted(laid)
        ball, end = path
        board = self.board(position)
        changes = dict.fromkeys((ball, *jumps(board, position)[end]), EMPTY)
        if end in EXITS:
            out: Position = position.with_changes(changes, 1 - seat, (ball,), is_jumping=False)
            return replace(_counted(out), scored=0 if end == TOP else 1)
        landed: Position = position.with_changes({**changes, end: BALL}, seat, path, is_jumping=True)
        if position.scorer_at(end) == seat or not jumps(board, landed):
            return self._ended(landed)
        return landed

    def _ended(self, position: Position) -> Position:
        """The position when the ball stops where it is."""
        after = replace(_counted(position), next_seat=1 - position.next_seat, is_jumping=False)
        return replace(after, scored=position.scorer_at(position.ball))

    def outcome(self, position: Position) -> Result | None:
        if position.scored != NOBODY:
            where = "at" if position.ball >= 0 else "beyond"
            text = "The ball is at {player}'s goal." if where == "at" else "The ball is beyond {player}'s goal line."
            return Result(position.scored, Message(text, player=self.seat_names[position.scored]))
        if position.turns >= MOST_TURNS:
            return Result(None, Message("Nobody has scored in {turns} turns of each.", turns=MOST_TURNS // 2))
        return None

    def text_of_path(self, board: Grid, path: Path) -> str:
        return self.joint.join(WORDS.get(place) or board.names[place] for place in path)

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        return tuple(move.split(self.joint))

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        path = self.known_paths(position)[move]
        if len(path) == 1:
            return () if path == (STOP,) else ("+man .",)
        board = self.board(position)
        gone = [f"{board.names[place]} -" for place in jumps(board, position)[path[1]]]
        return ("", " ".join([f"{steps[0]} {'-' if path[1] in EXITS else steps[1]}", *gone]))

    def laid_by_touch(self, position: Position, seat: int) -> Mapping[str, str]:
        return {"man": MAN}

    def steps_typed(self, text: str) -> list[str]:
        """Jumps one by one: `h10-h12-k12 done` are two, and an end."""
        found: list[str] = []
        for step in _BETWEEN_STEPS.split(text.strip().lower()):
            names = step.split(self.joint)
            if not all(map(_STEP.fullmatch, names)):
                return []
            found += [step] if len(names) == 1 else [f"{one}-{other}" for one, other in pairwise(names)]
        return found

    def explain_illegal(self, position: Position, path: Path) -> str:
        board = self.board(position)
        ball = board.names[position.ball]
        if position.is_jumping:
            where = Message(
                "The ball is on {ball}, and has jumped: it jumps on from there, or you are done.", ball=ball
            )
            return in_turn(where, Message("Legal are {moves}.", moves=", ".join(self.known_paths(position))))
        if len(path) == 1:
            if path[0] == position.ball:
                return Message("The ball lies on {ball}. To jump, name where it lands, too.", ball=ball)
            return Message("A man lies on {place} already.", place=board.names[path[0]])
        if path[0] != position.ball:
            return Message("Only the ball jumps, and it lies on {ball}.", ball=ball)
        ends = [move for move, legal in self.known_paths(position).items() if len(legal) == 2]
        if not ends:
            return Message("The ball cannot jump now: no man lies beside it with a free point behind.")
        return Message("The ball does not jump there: it can jump {moves}.", moves=", ".join(ends))

    def spoken(self, position: Position, move: str) -> str:
        return move.replace(self.joint, " to ")

    def group_of(self, move: str) -> str:
        return "Jumps" if self.joint in move else f"Row {move[1:]}" if move[1:].isdigit() else ""

    def picture(self, position: Position, viewer: int | None) -> Picture:
        board = super().picture(position, viewer)
        choices: list[Choice] = []
        if not self.result(position) and viewer == position.next_seat:
            if position.is_jumping:
                choices.append(Choice(WORDS[STOP], Message("Done"), "the ball stays here"))
            choices += [
                Choice(WORDS[end], _OVER[end], _JUMP_OFF[end])
                for end in jumps(self.board(position), position)
                if end in EXITS
            ]
        return replace(board, choices=tuple(choices))

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        if not position.is_jumping:
            return ()
        player = self.seat_names[position.next_seat]
        return (Message("{player} can jump on with the ball, or is done.", player=player),)


def jumps(board: Grid, position: Position) -> dict[int, tuple[int, ...]]:
    """Where the ball can jump, with the places of the men that it jumps over."""
    cells, found = position.cells, dict[int, tuple[int, ...]]()
    if position.ball < 0:
        return found
    rays = board.rays[position.ball]
    for direction, ray in enumerate(rays):
        over = board.run(cells, position.ball, direction, MAN)
        if over and len(over) < len(ray):
            found[ray[len(over)]] = over
    # A jump that leaves over a side line would be off the board; one that leaves over a goal line ends the game.
    for end, ways in EXITS.items():
        for direction in ways:
            over = board.run(cells, position.ball, direction, MAN)
            is_across = over and len(over) == len(rays[direction])
            if is_across and position.scorer_at(over[-1]) == (0 if end == TOP else 1):
                found[end] = over
                break
    return found


def _counted(position: Position) -> Position:
    return replace(position, turns=position.turns + 1)
