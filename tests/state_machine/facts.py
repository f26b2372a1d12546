"""What everybody may know of a board, and what follows from that without the rules of its game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeAlias

from pbmserv.games.base import Game, Refusal
from pbmserv.play.board import Board, Question, Status, Terms, moves_at_once
from pbmserv.play.record import LEAVING, SKIP, SWAP, Move

Key: TypeAlias = tuple[str, int]
"""A board: the word of its game, and its number."""


@dataclass(frozen=True)
class Facts:
    """What everybody may know of a board; nothing that is hidden, planned or still unanswered by a letter."""

    game: Game[Any]
    number: int
    terms: Terms
    started_at: datetime
    finished_at: datetime | None
    status: Status
    seats: tuple[str, ...]
    out: tuple[bool, ...]
    leaving: tuple[bool, ...]
    seats_to_move: tuple[int, ...]
    moves_at_once: bool
    moves: tuple[Move, ...]
    vote: tuple[Question, tuple[str, ...]] | None
    winners: tuple[str, ...]
    challenger: str | None
    wanted: frozenset[str]
    dealt: bool

    @classmethod
    def of(cls, board: Board) -> Facts:
        """The facts of a board as it was loaded."""
        vote = board.vote
        return cls(
            game=board.game,
            number=board.number,
            terms=board.terms,
            started_at=board.started_at,
            finished_at=board.finished_at,
            status=board.status,
            seats=tuple(seat.player.userid for seat in board.seats),
            out=tuple(seat.resigned for seat in board.seats),
            leaving=tuple(seat.leaving for seat in board.seats),
            seats_to_move=board.seats_to_move,
            moves_at_once=board.is_on and moves_at_once(board),
            moves=tuple(board.moves),
            vote=(vote.question, tuple(player.userid for player in vote.agreed)) if vote else None,
            winners=tuple(player.userid for player in board.winners),
            challenger=board.challenger.userid if board.challenger else None,
            wanted=frozenset(seat.player.userid for seat in board.seats if seat.wanted),
            dealt=board.game.hidden or (board.game.uses_chance and not board.has_begun and _is_luck(board)),
        )

    @property
    def key(self) -> Key:
        """Under which the board is known."""
        return self.game.word, self.number

    @property
    def title(self) -> str:
        """The board's name in letters."""
        return f"{self.game.name} Board {self.number}"

    @property
    def is_on(self) -> bool:
        """Whether moves can be made."""
        return self.status is Status.ACTIVE

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and counts; it may be in no list any more."""
        return self.status in {Status.OVER, Status.ARCHIVED}

    @property
    def staying(self) -> set[str]:
        """The players who have not left."""
        return {userid for userid, out in zip(self.seats, self.out, strict=True) if not out}

    @property
    def to_move(self) -> tuple[str, ...]:
        """The players who have to move, each once."""
        return tuple(dict.fromkeys(self.seats[seat] for seat in self.seats_to_move))

    @property
    def makers(self) -> list[str]:
        """Who made each of the moves, wherever they sit now."""
        swaps = sum(move.text == SWAP for move in self.moves)
        seats = self.seats[::-1] if swaps % 2 else self.seats
        made = []
        for move in self.moves:
            made.append(seats[move.seat])
            seats = seats[::-1] if move.text == SWAP else seats
        return made

    @property
    def has_begun(self) -> bool:
        """Whether all have moved once; until then, leaving is withdrawing."""
        moved = {move.seat for move in self.moves if move.text != SKIP}
        return all(out or seat in moved for seat, out in enumerate(self.out))

    def may_withdraw(self, userid: str) -> bool:
        """Whether a player who leaves loses nothing: nobody has more dealt or rolled than they ask for."""
        if not self.dealt:
            return not self.has_begun
        made = [maker for maker, move in zip(self.makers, self.moves, strict=True) if move.text != SKIP]
        return not self.has_begun and userid not in {*made, self.challenger, *self.wanted}

    def is_leaving(self, userid: str) -> bool:
        """Whether a player's resignation waits for the turn."""
        return any(leaving for each, leaving in zip(self.seats, self.leaving, strict=True) if each == userid)

    def resignation_waits(self, userid: str) -> bool:
        """Whether a resignation is kept until the turn of its player comes."""
        matters_when = self.game.hidden or len(self.staying) > 2
        return matters_when and not self.moves_at_once and userid not in self.to_move

    def alone_has_not_resigned(self, userid: str) -> bool:
        """Whether all opponents who are left have resigned, and wait for their turns."""
        others = self.staying - self.side_of(userid)
        return bool(others) and all(map(self.is_leaving, others))

    def side_of(self, userid: str) -> set[str]:
        """The player, and the partner if there is one."""
        if not self.game.partners or userid not in self.seats:
            return {userid}
        own = self.seats.index(userid) % 2
        return {each for seat, each in enumerate(self.seats) if seat % 2 == own}

    @property
    def has_one_side_left(self) -> bool:
        """Whether all who have not left are partners, or one player."""
        return any(self.staying <= self.side_of(userid) for userid in self.staying)

    @property
    def tie_is_proposed(self) -> bool:
        """Whether the open vote, if there is one, is about a tie."""
        return self.vote is not None and self.vote[0] is Question.DRAW

    def tells_news(self, before: Facts | None) -> bool:
        """Whether something has happened since `before` that everybody at the board has to be told: not that somebody
        is going to resign."""
        if before is None:
            return True
        return before.is_on != self.is_on or (
            self.is_on
            and (before.started_at, before.seats, before.out, before.moves, before.vote)
            != (self.started_at, self.seats, self.out, self.moves, self.vote)
        )

    def begins_again(self, before: Facts | None) -> bool:
        """Whether somebody has withdrawn, and the others have started anew."""
        return before is not None and self.is_on and len(self.seats) < len(before.seats)

    def kept_by_undo(self, userid: str) -> int | None:
        """How many moves are left when a player's last move is taken back; None where that cannot be."""
        if not self.game.allows_undo or self.game.hidden or len(self.seats) < 2:
            return None
        own = [
            number
            for number, (maker, move) in enumerate(zip(self.makers, self.moves, strict=True))
            if maker == userid and move.text != SKIP and move.text not in LEAVING
        ]
        if not own or any(move.text in LEAVING for move in self.moves[own[-1] :]):
            return None
        return own[-1]


def _is_luck(board: Board) -> bool:
    """Whether some other seed would have led somewhere else until now."""
    for number in range(1, 9):
        other = replace(board.record, seed=bytes([number]) * 16)
        try:
            if board.game.dump(other.position()) != board.game.dump(board.position):
                return True
        except Refusal:
            return True
    return False
