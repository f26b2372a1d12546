"""Optimistic checks: a command is refused if the board has changed since its author saw it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from pbmserv.language.argument_types import TypedMove
from pbmserv.play.board import Board, NotAllowed, Player
from pbmserv.play.board_fingerprint import Shown, has_been, proposes_the_same, seen_on_a_page, shown


class OutOfDate(NotAllowed):
    """The board has changed since."""


class Expected(ABC):
    """An expected state of a board."""

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
            f"The page that you have sent this from does not show {board.title} as it is now. Nothing was done. Here"
            " is the board as it stands now."
        )


@dataclass(frozen=True)
class ByProgram(OnPage):
    """The state on which a program bases a command; `stamp` is the `version` that it got with the board."""

    def _out_of_date(self, board: Board) -> OutOfDate:
        return OutOfDate(
            f"{board.title} has changed since the version that you have sent. Nothing was done: have a look at the"
            " board, and decide once more."
        )


def check_is_named(board: Board, typed: TypedMove | None) -> None:
    """Refuse a program's move where all move at once, unless it says for which round it is meant.

    A round ends with the last choice of somebody else: what is on its way then would be taken for the next one.
    """
    if typed is None or typed.number is not None or typed.text.lower().partition(" ")[0] in _IN_ANY_ROUND:
        return
    if board.game.simultaneous and board.is_on:
        raise NotAllowed(
            f"In {board.game.name} all move at once, so say for which move this is meant: send the version of the"
            f" board that you have seen, or write #{board.next_number} behind the move. Nothing was done."
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
        now, ending = shown(board), "; just answer this letter"
        if player not in board.players_to_move:
            ending = ", and it is not your turn"
        if typed is None or typed.number in {None, self.seen.number}:
            self._check_position(board, now, ending)
        if typed is not None and _answers_a_vote(board, player, typed.text.lower()):
            self.check_proposed(board)

    def check_proposed(self, board: Board) -> None:
        # Whatever moves were made since: they end no offer of a seat.
        if self.seen.vote == shown(board).vote:
            return
        told = (
            f"What was proposed on {board.title} in the letter that you have answered is not open any more."
            if self.seen.vote
            else f"Your letter answers one that does not tell what is proposed on {board.title}. Nothing was done."
        )
        raise OutOfDate(f"{told} Here is the board as it stands now.")

    def _check_position(self, board: Board, now: Shown, ending: str) -> None:
        if not has_been(board, self.seen):
            raise OutOfDate(
                f"The letter that you have answered does not belong to {board.title} as it is now: moves have been"
                " taken back, the game has begun anew, or the server has been restored from a backup that is older"
                f" than the letter. Nothing was done. Here is the board as it stands now{ending}."
            )
        if (self.seen.number, self.seen.position) != (now.number, now.position):
            raise OutOfDate(
                f"You have answered an older letter: since then the game on {board.title} has gone on. Here is the"
                f" board as it stands now{ending}."
            )


def _answers_a_vote(board: Board, player: Player, word: str) -> bool:
    """Whether a word answers a vote: `undo` agrees to what somebody else has proposed."""
    is_asked = board.vote is not None and board.vote.by != player
    return word.partition(" ")[0] in {"accept", "reject"} or (word == "undo" and is_asked)
