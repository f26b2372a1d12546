"""Janggi for the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from pbmserv.games.base import Illegal, Options, Played, Result
from pbmserv.games.boards.xiangqi import JanggiBoard
from pbmserv.games.chance import Chance
from pbmserv.games.families import CHESS
from pbmserv.games.grid_game import some_of
from pbmserv.games.message import BLUE, RED, Message, in_a_row, in_turn, listed
from pbmserv.games.passing import TO_PASS
from pbmserv.games.picture import Choice, Picture
from pbmserv.games.xiangqi.game import XiangqiGame, figures_of_both
from pbmserv.games.xiangqi.janggi.notation import PASS, in_numbers, setup_and_move, written_in_numbers
from pbmserv.games.xiangqi.janggi.rules import BOARD, SETUPS, START, Position
from pbmserv.games.xiangqi.notation import Written
from pbmserv.games.xiangqi.refused import GO
from pbmserv.games.xiangqi.refused import PIECES as OF_XIANGQI
from pbmserv.games.xiangqi.rules import Move, of_seat

PIECES = {**OF_XIANGQI, "a": "guard"}
"""The pieces in words."""
CHARACTERS = {"g": "楚漢", "a": "士", "e": "象", "h": "馬", "r": "車", "c": "包", "s": "卒兵"}
"""What stands on them in Korea; of two, each seat has its own."""
BEGUN = Position(cells=START, next_seat=1, to_set_up=2)
"""The start: Red sets up first."""
_KINDS = {"H": "horse", "E": "elephant"}


class Janggi(XiangqiGame[Position]):
    """Korean chess."""

    name = "Janggi"
    summary = "Korean chess: cannons that have to jump, and no draws"
    also_called = ("Korean chess",)
    family = CHESS
    touching = (
        "First touch one of the buttons for how your horses and elephants stand: "
        '"HEEH", "EHHE", "HEHE" or "EHEH". Red does so first, Blue before the first move. '
        "Then touch a piece, and the point where it goes, or drag it there. "
        'Below the board, a button says "pass".'
    )
    move_form = (
        "the points from which and to which a piece goes, for example c3d3, or pass; before them, once, how your "
        "horses and elephants stand on the files b, c, g and h: HEHE"
    )
    seat_names = (BLUE, RED)
    no_passing = "Nobody passes in check, unless the generals face each other."
    too_long = "There have been fifty moves of each without a capture."
    dead = "Neither has a piece left but generals and guards."
    board_class = JanggiBoard
    geometry = BOARD
    pieces = PIECES
    go: ClassVar[Mapping[str, str]] = {
        **GO,
        "g": Message("A general goes one point along a line and stays in its palace."),
        "a": Message("A guard goes one point along a line and stays in its palace."),
        "e": Message(
            "An elephant goes one point straight, then two diagonally outwards. A piece on the way blocks it."
        ),
        "r": Message("A chariot goes along a line as far as the points are free, in a palace diagonally, too."),
        "c": Message(
            "A cannon goes along a line and jumps over exactly one piece on its way, in a palace diagonally, too. It"
            " neither jumps over cannons nor captures them."
        ),
        "s": Message("A soldier goes one point ahead or sideways, in the other palace along its diagonals, too."),
    }
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.janggi:evaluate"
    figures = figures_of_both(PIECES, CHARACTERS, ("dark", "light"))

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return BEGUN

    def result(self, position: Position) -> Result | None:
        if position.to_set_up:
            return None
        if position.is_bikjang:
            return self.settled(position, Message("The generals have faced each other for a whole turn."))
        if position.passes > 1:
            return self.settled(position, Message("Both have passed."))
        return super().result(position)

    def settled(self, position: Position, reason: str) -> Result:
        blue, red = position.points
        return Result(0 if blue > red else 1, in_turn(reason, self._counted(position)))

    def _counted(self, position: Position) -> Message:
        blue, red = position.points
        text = "{one} has {points} points and {other} {others}."
        return Message(text, one=self.seat_names[0], points=blue, other=self.seat_names[1], others=red)

    def words_of(self, move: Move) -> str:
        return PASS if move.start == move.end else move.words

    def moves(self, position: Position) -> Sequence[str]:
        if not position.to_set_up:
            return super().moves(position)
        if position.to_set_up > 1:
            return SETUPS
        begun = {setup: super(Janggi, self).moves(after) for setup, after in position.laid_out.items()}
        return [f"{setup} {move}" for setup, moves in begun.items() for move in moves]

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        if not position.to_set_up:
            return super().play(position, seat, text, chance)
        setup, move = setup_and_move(text)
        if not setup:
            self._check_it_can_be_read(position, text)
            raise Illegal(self._how_to_set_up(position))
        if position.to_set_up > 1:
            if move:
                raise Illegal(
                    "{player} only sets up now: {setup}. Then Blue sets up and moves.", player=RED, setup=setup
                )
            return Played(position.laid_out[setup], setup)
        if not move:
            raise Illegal(self._how_to_set_up(position))
        played = super().play(position.laid_out[setup], seat, move, chance)
        return Played(played.position, f"{setup} {played.move}")

    def _check_it_can_be_read(self, position: Position, text: str) -> None:
        """Raise `Unreadable` or `NeverLegal` for what is a move nowhere."""
        if text.strip().lower() != PASS:
            self.said(position, text)

    def _how_to_set_up(self, position: Position) -> Message:
        setups = listed(SETUPS, "or")
        if position.to_set_up > 1:
            text = "{player} sets up first: write how your horses and elephants stand on b, c, g and h, {setups}."
            return Message(text, player=RED, setups=setups)
        example = self.moves(position)[0]
        text = (
            "{player} sets up and moves at once: write how your horses and elephants stand on b, c, g and h,"
            " {setups}, and then the move, for example {example}."
        )
        return Message(text, player=BLUE, setups=setups, example=example)

    def read(self, position: Position, text: str) -> Move:
        if text.strip().lower() != PASS:
            return super().read(position, text)
        if PASS not in (known := self.known_moves(position)):
            raise Illegal(in_turn(Message(self.no_passing), Message("Legal are {moves}.", moves=some_of(known))))
        return known[PASS]

    def written(self, text: str) -> Written | None:
        return written_in_numbers(text)

    def value_of(self, position: Position, text: str) -> str:
        setup, move = setup_and_move(text)
        if setup and not move:
            return setup
        value = PASS if move.lower().strip() == PASS else super().value_of(position, move)
        return f"{setup} {value}".strip()

    def group_of(self, move: str) -> str:
        setup, rest = setup_and_move(move)
        if not setup:
            return "" if move == PASS else super().group_of(move)
        return Message("Set up {setup}", setup=setup) if rest else ""

    def listed(self, options: Options, moves: Sequence[str]) -> Sequence[str]:
        return in_numbers(BEGUN, moves)

    def spoken(self, position: Position, move: str) -> str:
        setup, rest = setup_and_move(move)
        stand = ", ".join(_KINDS[letter] for letter in setup)
        words = Message("passes") if rest == PASS else super().spoken(position, rest) if rest else ""
        return "; ".join(filter(None, [stand, words]))

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        setup, rest = setup_and_move(move)
        touched = () if not rest else (PASS,) if rest == PASS else super().steps(position, seat, rest)
        return (setup, *touched) if setup else touched

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        setup, rest = setup_and_move(move)
        if not setup:
            return ()
        laid = " ".join(f"+{kind} {name}" for kind, name in zip(setup, position.to_fill, strict=True))
        return (laid, "", f"{rest[:2]} {rest[2:]}")[: len(steps)]

    def laid_by_touch(self, position: Position, seat: int) -> Mapping[str, str]:
        return {kind: of_seat(kind.lower(), seat) for kind in _KINDS} if position.to_set_up else {}

    def while_touched(self, position: Position, seat: int, touched: Sequence[str]) -> Position | None:
        return position.laid_out.get(touched[0]) if position.to_set_up and touched else None

    def picture(self, position: Position, viewer: int | None) -> Picture:
        board, choices = super().picture(position, viewer), []
        if position.to_set_up:
            told = {setup: in_a_row(*(Message(_KINDS[letter]) for letter in setup)) for setup in SETUPS}
            choices = [Choice(setup, setup, words) for setup, words in told.items()]
        if position.to_set_up == 1 or PASS in self.known_moves(position):
            choices.append(Choice(PASS, PASS, TO_PASS))
        return replace(board, choices=tuple(choices))

    def advantage(self, position: Position, seat: int) -> str:
        # What is not set up has not been captured.
        return "" if position.to_set_up else super().advantage(position, seat)

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        if position.to_set_up:
            return (Message("{player} sets up horses and elephants.", player=self.seat_names[position.next_seat]),)
        facing = (
            [Message("The generals face each other.")] if position.is_facing and not self.result(position) else []
        )
        return *super().status(position, viewer), *facing, self._counted(position)

    def legend(self, position: Position, viewer: int | None) -> str:
        return (
            "Blue's pieces are in capitals: general, guard (A), elephant, horse, R for\n"
            "chariot, cannon, soldier. + is a free point of a palace.\n"
            "The last move is in brackets."
        )

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        return (
            "The letters are general, A for guard, elephant, horse, R for chariot, cannon,\n"
            "soldier. The last move is marked."
        )
