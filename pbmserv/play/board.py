"""A board: who sits where, whose turn it is, what a move or a resignation leads to, how the game ended.

Pure: time comes in as an argument, letters and the database are other floors' matter. Every change is made by a
method that returns a `Turn`, which tells all that happened, so that letters can be written from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from pbmserv.games.base import Game, Note, Options, Refusal, Result
from pbmserv.play.record import RESIGN, SKIP, Move, Record, position_after

FIRST_BOARD = 101
"""The number of each game's first board."""


class NotAllowed(Refusal):
    """The table does not allow it now: not a player here, game over, not this seat's turn, stale move number."""


@dataclass(frozen=True)
class Player:
    """A player as a board knows them: the store's number, and the name as registered."""

    id: int
    userid: str


@dataclass
class Seat:
    """One place at a board. `leaving`: resigns when its turn comes; `used`: how long it has had to move, in all."""

    player: Player
    resigned: bool = False
    leaving: bool = False
    used: timedelta = timedelta()


@dataclass(frozen=True)
class Terms:
    """What the challenge agreed on beside the game's own options: days, and whether the game is rated."""

    nag_days: int = 7
    forfeit_days: int = 21
    total_days: int | None = None
    rated: bool = True

    @property
    def are_usual(self) -> bool:
        """Whether nothing differs from the defaults."""
        return self == Terms()


class Status(StrEnum):
    """Where a board is in its life; the values are kept in the database."""

    ACTIVE = "active"
    OVER = "over"
    REMOVED = "removed"


class Happening(StrEnum):
    """What a seat did beside moving."""

    RESIGNED = "resigned"
    RESIGNS_LATER = "resigns when its turn comes"
    STAYS = "took back its resignation"
    WITHDREW = "withdrew before the game had begun"


@dataclass(frozen=True)
class Turn:
    """All that one command led to, in the order in which it happened."""

    by: Player
    moves: tuple[Move, ...] = ()
    notes: tuple[Note, ...] = ()
    happenings: tuple[tuple[Happening, Player], ...] = ()
    restarted: bool = False


@dataclass
class Board:
    """One board of one game, from the challenge to the end.

    `position` is what replaying the record gives; it is kept so that a move need not replay a long game.
    """

    game: Game[Any]
    number: int
    options: Options
    seed: bytes
    seats: list[Seat]
    started_at: datetime
    last_moved_at: datetime
    position: Any
    terms: Terms = field(default_factory=Terms)
    moves: list[Move] = field(default_factory=list)
    status: Status = Status.ACTIVE
    result: Result | None = None
    finished_at: datetime | None = None

    @classmethod
    def begin(
        cls,
        game: Game[Any],
        number: int,
        options: Options,
        players: Sequence[Player],
        seed: bytes,
        at: datetime,
        terms: Terms | None = None,
    ) -> Board:
        """A new board, its players in the order in which the challenge named them."""
        board = cls(
            game=game,
            number=number,
            options=options,
            seed=seed,
            seats=[Seat(player) for player in players],
            started_at=at,
            last_moved_at=at,
            position=None,
            terms=terms or Terms(),
        )
        board.position = board.record.start()
        board._see_whether_it_is_over(at)
        return board

    @property
    def record(self) -> Record:
        """The board's record as it stands."""
        return Record(self.game, self.options, len(self.seats), self.seed, tuple(self.moves))

    @property
    def next_number(self) -> int:
        """The number that the next move will bear."""
        return len(self.moves) + 1

    @property
    def is_on(self) -> bool:
        """Whether moves can still be made."""
        return self.status is Status.ACTIVE

    @property
    def seats_to_move(self) -> tuple[int, ...]:
        """The seats that have to move now; none when the game is over."""
        if not self.is_on:
            return ()
        return tuple(seat for seat in self.game.to_move(self.position) if not self.seats[seat].resigned)

    @property
    def players_to_move(self) -> tuple[Player, ...]:
        """The players who have to move now, each once."""
        return tuple(dict.fromkeys(self.seats[seat].player for seat in self.seats_to_move))

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody who has a seat, in order of seats, each once, those who resigned among them."""
        return tuple(dict.fromkeys(seat.player for seat in self.seats))

    @property
    def winner(self) -> Player | None:
        """Who won; None for a tie and while the game is on."""
        if self.result is None or self.result.winner is None:
            return None
        return self.seats[self.result.winner].player

    def seats_of(self, player: Player) -> tuple[int, ...]:
        """The seats that a player has."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.player == player)

    def view_of(self, player: Player | None) -> int | None:
        """As which seat somebody sees the board: their own (the one to move, if they have several), or None."""
        own = self.seats_of(player) if player else ()
        to_move = [seat for seat in own if seat in self.seats_to_move]
        return next(iter(to_move or own), None)

    def position_after(self, number: int) -> Any:
        """The position after move `number`, 0 being the start.

        Raises `NotAllowed` where the board has no such move.
        """
        if not 0 <= number <= len(self.moves):
            raise NotAllowed(
                f"{self.title} has {_moves(len(self.moves))}: after the # a number from 0 (the start) to"
                f" {len(self.moves)} is expected, not {number}."
            )
        return position_after(self.record, number)

    @property
    def title(self) -> str:
        """The board's name in letters: `Trichet Board 101`."""
        return f"{self.game.name} Board {self.number}"

    def move(self, player: Player, text: str, at: datetime, expected_number: int | None = None) -> Turn:
        """Play a move as typed, and all that follows from it.

        `expected_number` is what the player wrote after `#`. Raises `Refusal`, and has changed nothing then.
        """
        seat = self._seat_that_moves(player)
        if expected_number is not None and expected_number != self.next_number:
            raise NotAllowed(
                f"The next move on {self.title} has number {self.next_number}, not {expected_number}:"
                " have a look at the board as it stands now."
            )
        return self._run(player, self._play(seat, text, at), at)

    def resign(self, player: Player, at: datetime, fresh_seed: bytes) -> Turn:
        """Withdraw, resign, or announce or take back a resignation, whichever the state of the game makes of it.

        `fresh_seed` is used where the others start again. Raises `Refusal`, and has changed nothing then.
        """
        own = self._active_seats_of(player)
        if not self._has_begun():
            return self._withdraw(player, at, fresh_seed)
        if not self.game.simultaneous and not set(own) & set(self.seats_to_move):
            leaving = not self.seats[own[0]].leaving
            for seat in own:
                self.seats[seat].leaving = leaving
            happening = Happening.RESIGNS_LATER if leaving else Happening.STAYS
            return Turn(player, happenings=((happening, player),))
        follows = _Follows()
        for seat in own:
            self._resign_seat(seat, at, follows)
        return self._run(player, follows, at)

    def _active_seats_of(self, player: Player) -> tuple[int, ...]:
        own = self.seats_of(player)
        if not own:
            raise NotAllowed(f"{player.userid} does not play on {self.title}.")
        if not self.is_on:
            raise NotAllowed(f"The game on {self.title} is over.")
        active = tuple(seat for seat in own if not self.seats[seat].resigned)
        if not active:
            raise NotAllowed(f"{player.userid} has resigned on {self.title}.")
        return active

    def _seat_that_moves(self, player: Player) -> int:
        for seat in self._active_seats_of(player):
            if seat in self.seats_to_move:
                return seat
        waited_for = " and ".join(other.userid for other in self.players_to_move)
        raise NotAllowed(f"It is not your turn on {self.title}: {waited_for} has to move.")

    def _has_begun(self) -> bool:
        moved = {move.seat for move in self.moves if not move.automatic}
        return all(number in moved or seat.resigned for number, seat in enumerate(self.seats))

    def _play(self, seat: int, text: str, at: datetime) -> _Follows:
        move = Move(self.next_number, seat, text, False, at)
        played = self.record.apply(self.position, move)
        follows = _Follows(notes=list(played.notes))
        self._append(Move(move.number, seat, played.move, False, at), played.position, follows)
        return follows

    def _append(self, move: Move, position: Any, follows: _Follows) -> None:
        waited = max(move.at - self.last_moved_at, timedelta())
        for seat in self.seats_to_move:
            self.seats[seat].used += waited
        self.moves.append(move)
        self.last_moved_at = move.at
        self.position = position
        follows.moves.append(move)

    def _resign_seat(self, seat: int, at: datetime, follows: _Follows, automatic: bool = False) -> None:
        self._append(Move(self.next_number, seat, RESIGN, automatic, at), self.position, follows)
        self.seats[seat].resigned = True
        self.seats[seat].leaving = False
        follows.happenings.append((Happening.RESIGNED, self.seats[seat].player))

    def _run(self, player: Player, follows: _Follows, at: datetime) -> Turn:
        """Do what follows by itself until nothing applies (the order is that of the design's `Moves`)."""
        while self.is_on:
            staying = [number for number, seat in enumerate(self.seats) if not seat.resigned]
            if not staying:
                self._finish(Result(None, self._who_resigned()), at)
            elif len(staying) == 1 < len(self.seats):
                self._finish(Result(staying[0], self._who_resigned()), at)
            elif result := self.game.result(self.position):
                self._finish(result, at)
            else:
                seat = self.game.to_move(self.position)[0]
                if self.seats[seat].leaving:
                    self._resign_seat(seat, at, follows, automatic=True)
                elif self.seats[seat].resigned:
                    skip = Move(self.next_number, seat, SKIP, True, at)
                    played = self.record.apply(self.position, skip)
                    follows.notes.extend(played.notes)
                    self._append(skip, played.position, follows)
                else:
                    break
        return Turn(player, tuple(follows.moves), tuple(follows.notes), tuple(follows.happenings))

    def _who_resigned(self) -> str:
        names = list(dict.fromkeys(seat.player.userid for seat in self.seats if seat.resigned))
        return f"{' and '.join(names)} resigned."

    def _see_whether_it_is_over(self, at: datetime) -> None:
        if result := self.game.result(self.position):
            self._finish(result, at)

    def _finish(self, result: Result, at: datetime) -> None:
        self.result = result
        self.status = Status.OVER
        self.finished_at = at

    def _withdraw(self, player: Player, at: datetime, fresh_seed: bytes) -> Turn:
        staying = [seat.player for seat in self.seats if seat.player != player and not seat.resigned]
        turn = Turn(player, happenings=((Happening.WITHDREW, player),))
        if len(set(staying)) < 2 or len(staying) not in self.game.seats:
            self.status = Status.REMOVED
            self.finished_at = at
            return turn
        again = Board.begin(self.game, self.number, self.options, staying, fresh_seed, at, self.terms)
        for part in fields(self):
            setattr(self, part.name, getattr(again, part.name))
        return Turn(player, happenings=turn.happenings, restarted=True)


@dataclass
class _Follows:
    """What has happened so far in the turn that is being played."""

    moves: list[Move] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    happenings: list[tuple[Happening, Player]] = field(default_factory=list)


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"
