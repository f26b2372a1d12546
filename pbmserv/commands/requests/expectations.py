"""Optimistic checks: a command is refused if the board has changed since its author saw it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from pbmserv.games.message import Message
from pbmserv.language.argument_types import TypedMove
from pbmserv.play.board import Board, NotAllowed, Player
from pbmserv.play.board_fingerprint import Shown, has_been, proposes_the_same, seen_on_a_page, shown


class OutOfDate(NotAllowed):
    """The board has changed since."""


class Expected(ABC):
    @abstractmethod
    def check(self, board: Board, player: Player, typed: TypedMove | None) -> None:
        """Raise `OutOfDate` if the board is in another state."""

    @abstractmethod
    def check_proposed(self, board: Board) -> None:
        """Raise `OutOfDate` if something else is proposed; moves do not matter."""


@dataclass(frozen=True)
class OnPage(Expected):
    """The state on a page; `stamp` is from `board_fingerprint.seen_on_a_page`."""

    stamp: str

    def check(self, board: Board, player: Player, typed: TypedMove | None) -> None:
        if self.stamp != seen_on_a_page(board, player):
            raise self._out_of_date(board)

    def check_proposed(self, board: Board) -> None:
        if not proposes_the_same(self.stamp, board):
            raise self._out_of_date(board)

    def _out_of_date(self, board: Board) -> OutOfDate:
        return OutOfDate(
            Message(
                "The page that you have sent this from does not show {board} as it is now. Nothing was done."
                " Here is the board as it stands now.",
                board=board.title,
            )
        )


@dataclass(frozen=True)
class ByProgram(OnPage):
    """The state on which a program bases a command; `stamp` is the `version` that it got with the board."""

    def _out_of_date(self, board: Board) -> OutOfDate:
        return OutOfDate(
            Message(
                "{board} has changed since the version that you have sent. Nothing was done: have a look at"
                " the board, and decide once more.",
                board=board.title,
            )
        )


def check_is_named(board: Board, typed: TypedMove | None) -> None:
    """Refuse a program's move where all move at once, unless it says for which round it is meant.

    A round ends with the last choice of somebody else: what is on its way then would be taken for the next one.
    """
    if typed is None or typed.number is not None or typed.text.lower().partition(" ")[0] in _IN_ANY_ROUND:
        return
    if board.game.simultaneous and board.is_on:
        raise NotAllowed(
            Message(
                "In {game} all move at once, so say for which move this is meant: send the version of the"
                " board that you have seen, or write #{number} behind the move. Nothing was done.",
                game=board.game.name,
                number=board.next_number,
            )
        )


_IN_ANY_ROUND = frozenset({"accept", "reject", "propose", "undo", "resign", "cancel"})
"""Moves of every game that belong to no round."""


@dataclass(frozen=True)
class InLetter(Expected):
    """The state in the letter answered.

    A typed move number takes precedence.
    """

    seen: Shown

    def check(self, board: Board, player: Player, typed: TypedMove | None) -> None:
        if typed is None or typed.number in {None, self.seen.number}:
            self._check_position(board, shown(board), can_answer=player in board.players_to_move)
        if typed is not None and _answers_a_vote(board, player, typed.text.lower()):
            self.check_proposed(board)

    def is_earlier(self, board: Board) -> bool:
        """Whether the letter shows this board as it stood before moves that have been made since."""
        return has_been(board, self.seen) and self._is_another(shown(board))

    def _is_another(self, now: Shown) -> bool:
        return (self.seen.number, self.seen.position) != (now.number, now.position)

    def check_proposed(self, board: Board) -> None:
        # Whatever moves were made since: they end no offer of a seat.
        if self.seen.vote == shown(board).vote:
            return
        if self.seen.vote:
            raise OutOfDate(
                Message(
                    "What was proposed on {board} in the letter that you have answered is not open any more."
                    " Here is the board as it stands now.",
                    board=board.title,
                )
            )
        raise OutOfDate(
            Message(
                "Your letter answers one that does not tell what is proposed on {board}. Nothing was done."
                " Here is the board as it stands now.",
                board=board.title,
            )
        )

    def _check_position(self, board: Board, now: Shown, can_answer: bool) -> None:
        if not has_been(board, self.seen):
            why = Message(
                "The letter that you have answered does not belong to {board} as it is now: moves have been"
                " taken back, the game has begun anew, or the server has been restored from a backup that is"
                " older than the letter. Nothing was done.",
                board=board.title,
            )
        elif self._is_another(now):
            why = Message(
                "You have answered an older letter: since then the game on {board} has gone on.", board=board.title
            )
        else:
            return
        if can_answer:
            raise OutOfDate(Message("{why} Here is the board as it stands now; just answer this letter.", why=why))
        raise OutOfDate(Message("{why} Here is the board as it stands now, and it is not your turn.", why=why))


def _answers_a_vote(board: Board, player: Player, word: str) -> bool:
    """Whether a word answers a vote: `undo` agrees to what somebody else has proposed."""
    is_asked = board.vote is not None and board.vote.by != player
    return word.partition(" ")[0] in {"accept", "reject"} or (word == "undo" and is_asked)
