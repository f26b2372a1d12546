"""A game of somebody else's, as 95d2eb8 told its author to write one: two take one to three sticks, who takes the
last has lost. It knows nothing of pbmserv but the contract of games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbmserv.games.base import Illegal, Option, Options, Played, Result, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.sequential import SequentialGame


@dataclass(frozen=True)
class Heap:
    """How many sticks are left, and what was taken."""

    sticks: int
    taken: tuple[int, ...] = ()

    @property
    def next_seat(self) -> int:
        return len(self.taken) % 2


class Sticks(SequentialGame[Heap]):
    name = "Sticks"
    summary = "Leave the last stick to the other"
    seats = range(2, 3)
    options = (Option("sticks", 21, "how many there are", low=5, high=50),)
    move_form = "how many you take: 1, 2 or 3"
    uses_chance = False
    same_player_twice = True
    position_class = Heap

    def start(self, options: Options, seats: int, chance: Chance) -> Heap:
        return Heap(int(options["sticks"]))

    def moves(self, position: Heap) -> Sequence[str]:
        return [str(number) for number in (1, 2, 3) if number <= position.sticks]

    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        if text.strip() not in {"1", "2", "3"}:
            raise Unreadable("Take 1, 2 or 3 sticks.")
        number = int(text)
        if number > position.sticks:
            raise Illegal(f"There are {position.sticks} sticks.")
        return Played(Heap(position.sticks - number, (*position.taken, number)), str(number))

    def result(self, position: Heap) -> Result | None:
        return None if position.sticks else Result(position.next_seat, "The last stick is taken.")

    def draw(self, position: Heap, viewer: int | None) -> str:
        return "|" * position.sticks

    def seat_name(self, position: Heap, seat: int) -> str:
        return ("First", "Second")[seat]
