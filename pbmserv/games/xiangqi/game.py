"""Xiangqi for the server, and what its kin share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, TypeVar

from pbmserv.games.base import Ambiguous, Illegal, NeverLegal, Options, Played, Result, Unreadable, refuse_to_pass
from pbmserv.games.boards.figures import Figure, character_of
from pbmserv.games.boards.xiangqi import XiangqiBoard
from pbmserv.games.chance import Chance
from pbmserv.games.families import CHESS
from pbmserv.games.grid_game import GridDisplay
from pbmserv.games.message import BLACK, RED, Listed, Message, in_turn, way_of
from pbmserv.games.picture import Circle, Picture, Shape
from pbmserv.games.refusals import legal_now, quoted
from pbmserv.games.repetition import AGAIN
from pbmserv.games.sequential import SequentialGame
from pbmserv.games.xiangqi.chasing import chasing_all_the_time
from pbmserv.games.xiangqi.notation import Written, listed, meant, off_board, written
from pbmserv.games.xiangqi.refused import GO, PIECES, why_not
from pbmserv.games.xiangqi.rules import BOARD, Move, Position, of_seat

CHARACTERS = {"g": "帥將", "a": "仕士", "e": "相象", "h": "馬", "r": "車", "c": "炮砲", "s": "兵卒"}
"""What stands on the pieces in China; of two, each seat has its own."""

P = TypeVar("P", bound=Position)


def figures_of_both(
    pieces: Mapping[str, str], characters: Mapping[str, str], shades: tuple[str, str]
) -> tuple[Figure, ...]:
    """The pieces of both seats by their names and characters."""
    return tuple(
        Figure(of_seat(kind, seat), seat, name, shade, kind.upper(), "", character_of(characters[kind], seat))
        for seat, shade in enumerate(shades)
        for kind, name in pieces.items()
    )


class XiangqiGame(GridDisplay[P], SequentialGame[P]):
    """What xiangqi and its kin share."""

    themes = ("armies",)
    seats = range(2, 3)
    uses_chance = False
    same_player_twice = True
    has_full_moves = True
    advantage_in_signs = True
    no_passing: ClassVar[str]
    too_long: ClassVar[str]
    """How a game has ended that is too long."""
    dead: ClassVar[str]
    """How a game has ended that nobody can win by checkmate any more."""
    geometry: ClassVar[XiangqiBoard] = BOARD
    pieces: ClassVar[Mapping[str, str]] = PIECES
    """The pieces in words, by their small letters."""
    go: ClassVar[Mapping[str, str]] = GO
    """How they go, in a sentence each."""
    most: ClassVar[Mapping[str, int]] = {"r": 2, "h": 2, "c": 2, "e": 2, "a": 2, "s": 5}
    """How many pieces of a kind each seat has at first, in the order in which captured ones are told."""

    def board(self, position: P) -> XiangqiBoard:
        return self.geometry

    def seat_below(self, viewer: int | None) -> int:
        return 0

    def result(self, position: P) -> Result | None:
        seat = position.next_seat
        mover = self.seat_names[seat]
        if not position.legal_moves:
            if position.in_check:
                return Result(1 - seat, Message("{mover} is checkmated.", mover=mover))
            return Result(1 - seat, Message("{mover} cannot move any more.", mover=mover))
        if position.has_come_again:
            return self.repeated(position)
        if position.is_dead:
            return self.settled(position, Message(self.dead))
        if position.is_too_long:
            return self.settled(position, Message(self.too_long))
        return None

    def repeated(self, position: P) -> Result:
        """How a game ends in which the same position comes for the third time."""
        checking = position.checking_all_the_time
        if len(checking) == 1:
            text = "{player} has given check until the same position came for the third time."
            return Result(1 - checking[0], Message(text, player=self.seat_names[checking[0]]))
        return self.settled(position, AGAIN)

    def settled(self, position: P, reason: str) -> Result:
        """How a game ends that goes on no longer, without a checkmate."""
        return Result(None, reason)

    def known_moves(self, position: P) -> Mapping[str, Move]:
        """Legal moves by canonical notation."""
        known = position.found.get(self)
        if known is None:
            moves = () if self.result(position) else position.legal_moves
            known = position.found[self] = {self.words_of(move): move for move in moves}
        return known

    def words_of(self, move: Move) -> str:
        """A legal move in canonical notation."""
        return move.words

    def moves(self, position: P) -> Sequence[str]:
        return [*self.known_moves(position)]

    def play(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        move = self.read(position, text)
        return Played(position.after(move), self.words_of(move))

    def read(self, position: P, text: str) -> Move:
        """Parse a typed move. Raises a `Refusal`."""
        refuse_to_pass(
            text,
            in_turn(Message(self.no_passing), Message("A move is {form}.", form=Message(self.move_form))),
        )
        known = self.known_moves(position)
        said = self.said(position, text)
        found = meant(position, said, known.values())
        if not found:
            raise Illegal(why_not(self, position, said, known, self.go))
        if len(found) > 1:
            choices = [move.words for move in found]
            raise Ambiguous(
                Message("That can be {choices}: which one?", choices=Listed(choices, " or ", " or ")), choices
            )
        return found[0]

    def written(self, text: str) -> Written | None:
        """A typed move taken apart; None if it is in no notation."""
        return written(text)

    def said(self, position: P, text: str) -> Written:
        """A typed move taken apart. Raises `Unreadable` or `NeverLegal` for what is no move anywhere."""
        if name := off_board(text):
            raise NeverLegal(
                "The point {place} is not on the board: {where}.", place=name, where=self.geometry.where_it_is(name)
            )
        said = self.written(text)
        if said is None:
            expected = Message(
                'A move is expected, not "{typed}": write {form}.', typed=quoted(text), form=Message(self.move_form)
            )
            raise Unreadable(in_turn(expected, legal_now(self.move_form, self.moves(position))))
        return said

    def value_of(self, position: P, text: str) -> str:
        """Moves by places have the same value everywhere; the notation of the WXF depends on the position."""
        said = self.said(position, text)
        if not said.start or said.piece:
            raise Illegal("A move for later is written by its points, for example h2e2.")
        return f"{said.start}{said.end}"

    def group_of(self, move: str) -> str:
        return f"From {move[:2]}"

    def spoken(self, position: P, move: str) -> str:
        piece = self.pieces[position.cells[self.geometry.place_of[move[2:4]]].lower()]
        return Message("{piece} {way}", piece=Message(piece), way=way_of((move[:2], move[2:4])))

    def steps(self, position: P, seat: int, move: str) -> tuple[str, ...]:
        return move[:2], move[2:4]

    def picture(self, position: P, viewer: int | None) -> Picture:
        board = super().picture(position, viewer)
        if not position.in_check:
            return board
        shapes = [*board.shapes]
        general = self.geometry.names[position.general]
        disc = next(at for at, each in enumerate(shapes) if each.target == general and each.role.startswith("piece"))
        if isinstance(form := shapes[disc].form, Circle):
            shapes.insert(disc, Shape(Circle(form.centre, form.radius * 1.2), "cell.check", general))
        return replace(board, shapes=tuple(shapes))

    def advantage(self, position: P, seat: int) -> str:
        other = 1 - seat
        lost = ((kind.upper(), most - position.cells.count(of_seat(kind, other))) for kind, most in self.most.items())
        return " ".join(kind if number == 1 else f"{kind}×{number}" for kind, number in lost if number)

    def status(self, position: P, viewer: int | None) -> tuple[str, ...]:
        if not position.in_check or self.result(position):
            return ()
        return (Message("{player} is in check.", player=self.seat_names[position.next_seat]),)


class Xiangqi(XiangqiGame[Position]):
    """Chinese chess."""

    name = "Xiangqi"
    summary = "Chinese chess: cannons, a river, and a general in a palace"
    also_called = ("Chinese chess",)
    family = CHESS
    touching = "Touch a piece, then the point where it goes, or drag it there."
    move_form = "the points from which and to which a piece goes, or in the notation of the WXF: h2e2 or C2=5"
    seat_names = (RED, BLACK)
    no_passing = "Nobody passes in xiangqi."
    too_long = "There have been sixty moves of each without a capture."
    dead = "Neither has a piece left that can cross the river."
    board_class = XiangqiBoard
    position_class: type[Position] = Position
    evaluate_by = "pbmserv.games.evaluation.xiangqi:evaluate"
    figures = figures_of_both(PIECES, CHARACTERS, ("light", "dark"))

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return Position()

    def repeated(self, position: Position) -> Result:
        chasing = () if position.checking_all_the_time else chasing_all_the_time(position)
        if len(chasing) == 1:
            text = "{player} has chased the same piece until the same position came for the third time."
            return Result(1 - chasing[0], Message(text, player=self.seat_names[chasing[0]]))
        return super().repeated(position)

    def listed(self, options: Options, moves: Sequence[str]) -> Sequence[str]:
        return listed(Position(), moves)

    def legend(self, position: Position, viewer: int | None) -> str:
        return (
            "Red's pieces are in capitals: general, advisor, elephant, horse, R for\n"
            "chariot, cannon, soldier. ~ is the river, + a free point of a palace.\n"
            "The last move is in brackets."
        )

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        return (
            "Red's pieces are light: general, advisor, elephant, horse, R for chariot,\n"
            "cannon, soldier. The last move is marked."
        )
