"""Wari (Oware, Awele and others), by the rules of Abapa, which competitions use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.pits import SEAT_NAMES, Pits
from pbmserv.games.chance import Chance
from pbmserv.games.message import Listed, Message
from pbmserv.games.sowing import SowingGame, Sown, swept

LENGTH, EACH = 6, 4
MAJORITY = LENGTH * EACH + 1
"""The seeds that win."""
ALL = range(2 * LENGTH)


@dataclass(frozen=True)
class Position(Sown):
    """A position with digests since the last capture, and whether grand slams capture."""

    earlier: tuple[str, ...] = ()
    takes_slams: bool = False


class Wari(SowingGame[Position]):
    """Make twos and threes in your opponent's houses, and take most of the seeds."""

    name = "Wari"
    summary = "Sow seeds round the board, and take most, by twos and threes"
    also_called = ("Oware", "Awele")
    options = (
        Option(
            "slam", "none", "what a move takes that would take all of the opponent's seeds", choices=("none", "all")
        ),
    )
    no_passing = "Nobody passes in Wari: who cannot move ends the game."
    position_class = Position

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return Position((EACH,) * len(ALL), takes_slams=options["slam"] == "all")

    def open_houses(self, position: Position) -> Sequence[int]:
        full = [house for house in position.own if position.houses[house]]
        if position.seeds_of(1 - position.next_seat):
            return full
        # Who has no seeds left has to be given some.
        return [house for house in full if position.houses[house] > position.own[-1] - house]

    def apply(self, position: Position, house: int) -> tuple[Position, tuple[str, ...]]:
        seat, other = position.next_seat, 1 - position.next_seat
        houses, last = _sown(position.houses, house)
        taken = [*_captured(houses, last, position.rows[other])]
        seeds = sum(houses[each] for each in taken)
        notes, stores = list[str](), [*position.stores]
        if taken and seeds == sum(houses[each] for each in position.rows[other]) and not position.takes_slams:
            notes.append(
                Message("This would take all of {player}'s seeds, so it takes none.", player=SEAT_NAMES[other])
            )
            taken = []
        elif taken:
            names = Pits(LENGTH).names
            notes.append(
                Message(
                    "{player} takes {seeds} seeds, from {places}.",
                    player=SEAT_NAMES[seat],
                    seeds=seeds,
                    places=Listed([names[each] for each in taken], " and ", " and "),
                )
            )
            stores[seat] += seeds
            for each in taken:
                houses[each] = 0
        south, north = stores
        earlier = () if taken else (*position.earlier, _digest(position.houses, seat))
        after = Position(tuple(houses), (south, north), other, house, tuple(taken), earlier, position.takes_slams)
        if max(stores) < MAJORITY and (why := self._why_at_an_end(after)):
            notes.append(why)
            cleared, all_taken = swept(houses, stores)
            after = Position(cleared, all_taken, other, house, tuple(taken), earlier, position.takes_slams)
        return after, tuple(notes)

    def _why_at_an_end(self, after: Position) -> str:
        if after.is_cleared:
            return ""
        if not self.open_houses(after):
            other = 1 - after.next_seat
            return Message(
                "{player} cannot move: each takes the seeds in their own row."
                if after.seeds_of(other)
                else "{player} cannot give {other} any seeds: each takes the seeds in their own row.",
                player=SEAT_NAMES[after.next_seat],
                other=SEAT_NAMES[other],
            )
        if _digest(after.houses, after.next_seat) in after.earlier:
            return Message("This position has come before: each takes the seeds in their own row.")
        return ""

    def result(self, position: Position) -> Result | None:
        if max(position.stores) < MAJORITY and not position.is_cleared:
            return None
        return self.outcome_by_seeds(position)

    def explain_illegal(self, position: Position, house: int) -> str:
        name = Pits(LENGTH).names[house]
        return Message(
            "{player} has no seeds left and must be given some; {name} does not reach.",
            player=SEAT_NAMES[1 - position.next_seat],
            name=name,
        )


def _sown(before: Sequence[int], house: int) -> tuple[list[int], int]:
    """The houses after sowing one, and where the last seed fell. The house itself is skipped."""
    houses, at = [*before], house
    seeds, houses[house] = houses[house], 0
    while seeds:
        at = (at + 1) % len(ALL)
        if at != house:
            houses[at] += 1
            seeds -= 1
    return houses, at


def _captured(houses: Sequence[int], last: int, theirs: range) -> Iterator[int]:
    """The captured houses: two or three seeds in the opponent's row, backwards from the last."""
    while last in theirs and houses[last] in (2, 3):
        yield last
        last -= 1


def _digest(houses: Sequence[int], seat: int) -> str:
    return blake2b(bytes((*houses, seat)), digest_size=6).hexdigest()
