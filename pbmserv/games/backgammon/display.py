"""The board in characters and as a picture with touchable places."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from pbmserv.games.backgammon import typed_dice
from pbmserv.games.backgammon.cube import DOUBLE, DROP, ROLL, TAKE, words_now
from pbmserv.games.backgammon.notation import ends_of
from pbmserv.games.backgammon.plays import OFF
from pbmserv.games.backgammon.rules import MOVES, WINS, Position
from pbmserv.games.backgammon.typed_dice import AGREE, DECLINE
from pbmserv.games.backgammon.words import status_of
from pbmserv.games.base import Display
from pbmserv.games.boards.page import page_of
from pbmserv.games.boards.tracks import MARKS, SEAT_NAMES, Track
from pbmserv.games.message import Message, counted, in_a_row, in_context, lines_of
from pbmserv.games.picture import Choice, Picture


class BackgammonDisplay(Display[Position]):
    def draw(self, position: Position, viewer: int | None) -> str:
        return _drawn(position, viewer or 0)

    def picture(self, position: Position, viewer: int | None) -> Picture:
        return _pictured(position, viewer or 0)

    def seat_below(self, viewer: int | None) -> int:
        return viewer or 0

    def before_chance(self, position: Position) -> Position:
        """With the dice that were moved by, which lie there until all is confirmed."""
        if not position.said or position.said[0][1] != MOVES or position.said[-1][1] == WINS:
            return replace(position, dice=())
        seat, _, dice, _ = position.said[0]
        return replace(position, next_seat=seat, dice=tuple(map(int, dice)))

    def seat_name(self, position: Position, seat: int) -> str:
        return SEAT_NAMES[seat]

    def advantage(self, position: Position, seat: int) -> str:
        off = position.checkers[seat][OFF]
        told = [counted("{count} pip", "{count} pips", position.side_of(seat).pips)]
        told += [Message("{number} off", number=off)] * bool(off)
        told += [in_context("cube {number}", "backgammon", number=position.cube)] * (
            position.has_cube and position.cube_owner == seat
        )
        return in_a_row(*told)

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return tuple(status_of(position))

    def legend(self, position: Position, viewer: int | None) -> str:
        marks = Message(
            "Black's checkers are {black}, White's are {white}; those moved last are in brackets.",
            black=MARKS[0],
            white=MARKS[1],
        )
        return lines_of(marks, self.picture_legend(position, viewer))

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        player = Message(SEAT_NAMES[viewer or 0])
        return Message("The points are numbered as {player} counts them, whose home is 1 to 6.", player=player)

    def group_of(self, move: str) -> str:
        start, joint, _ = move.partition("/")
        return f"From {start}" if joint else ""


@lru_cache(maxsize=64)
def _drawn(position: Position, seat: int) -> str:
    return _track(position, seat).characters()


@lru_cache(maxsize=64)
def _pictured(position: Position, seat: int) -> Picture:
    board = _track(position, seat).picture(Message("A board of backgammon"))
    choices = list[Choice]()
    if not (position.is_over or position.dice):
        words = {
            DOUBLE: Message("double to {cube}", cube=2 * position.cube),
            TAKE: Message("take the double"),
            DROP: Message("drop the double"),
            ROLL: Message("roll the dice"),
            AGREE: Message("agree that the game ends so"),
            DECLINE: Message("decline, and play on"),
        }
        if position.awaits_dice:
            choices += typed_dice.choices(position)
        choices += [Choice(move, move, words[move]) for move in words_now(position) if move in words]
    return page_of(board.shapes, [], board.words, choices=choices)


def _track(position: Position, seat: int) -> Track:
    mover, moved = 0, tuple[int, ...]()
    if (position.said and position.said[-1][1] != WINS) or position.is_over:
        played = [(said[0], said[3]) for said in position.said if said[1] == MOVES]
        if played:
            mover, moved = played[-1][0], ends_of(played[-1][1])
    cube = position.cube if position.has_cube else 0
    return Track(position.checkers, seat, position.dice, position.next_seat, cube, position.cube_owner, moved, mover)
