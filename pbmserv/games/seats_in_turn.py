"""Grid games for two players or more, whose seats move in turn: who cannot move is passed over, who leaves is too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

from pbmserv.games.base import Played
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import PASSED_OVER, GridGame, GridPosition
from pbmserv.games.message import Listed, Message, lines_of


@dataclass(frozen=True)
class SeatedPosition(GridPosition):
    """`left` are the seats whose players have left."""

    seats: int = 2
    left: tuple[int, ...] = ()

    @property
    def staying(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if seat not in self.left)


P = TypeVar("P", bound=SeatedPosition)
"""A game's position."""


class SeatsInTurn(GridGame[P]):
    """A game in which `next_in_turn` says whose turn comes after a move."""

    passes_over = True
    no_passing = PASSED_OVER
    marks: ClassVar[str]
    """The character of each seat's piece."""

    def next_in_turn(self, position: P) -> P:
        """The position with the next seat to move that can, and has not left."""
        seats = [(position.next_seat + number) % position.seats for number in range(1, position.seats + 1)]
        following = [replace(position, next_seat=seat) for seat in seats if seat not in position.left] or [position]
        return next((each for each in following if not self.is_stuck(each)), following[0])

    def skip(self, position: P, seat: int, chance: Chance) -> Played[P]:
        """The pieces of who has left stay where they are."""
        return Played(self.next_in_turn(replace(position, left=(*position.left, seat))), "skip")

    def rejoin(self, position: P, seat: int, chance: Chance) -> Played[P]:
        """The seat moves again when its turn comes."""
        return Played(replace(position, left=tuple(each for each in position.left if each != seat)), "substitute")

    def notes(self, position: P, move: str, after: P) -> Iterable[str]:
        seat = (position.next_seat + 1) % position.seats
        while seat != after.next_seat and not self.result(after):
            if seat not in position.left:
                yield Message("{player} has no move, and is passed over.", player=self.seat_names[seat])
            seat = (seat + 1) % position.seats

    def of_each(self, told: Iterable[tuple[int, object]]) -> Listed:
        """What is to be told of seats, with their names."""
        named = [Message("{player} {count}", player=self.seat_names[seat], count=count) for seat, count in told]
        return Listed(named, ", ", ", ")

    def legend(self, position: P, viewer: int | None) -> str:
        meanings = [
            Message("{player} is {mark}", player=self.seat_names[seat], mark=self.marks[seat])
            for seat in range(position.seats)
        ]
        figures = Message("{meanings}.", meanings=Listed(meanings, ", ", ", "))
        hint = Message(self.hint) if self.hint else ""
        return lines_of(figures, hint, Message("The last move is in brackets."))
