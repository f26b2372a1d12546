"""Sowing games for two: a move sows all seeds of a house.

A game defines its start, which houses may be sown, and the effect. The rest follows: board, parsing, refusals,
touches.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from pbmserv.games.base import Illegal, NeverLegal, Note, Played, Result, Unreadable, refuse_to_pass
from pbmserv.games.boards.pits import SEAT_NAMES, Pits, Seeds
from pbmserv.games.chance import Chance
from pbmserv.games.families import PITS
from pbmserv.games.message import Listed, Message, counted, in_turn, lines_of
from pbmserv.games.picture import Picture
from pbmserv.games.refusals import quoted
from pbmserv.games.sequential import SequentialGame


@dataclass(frozen=True)
class Sown:
    """A position: seeds in South's houses from the left, then North's from the right, and in the stores.

    `sown` is the last house sown, or -1; `emptied` are the houses it captured from.
    """

    houses: tuple[int, ...]
    stores: tuple[int, int] = (0, 0)
    next_seat: int = 0
    sown: int = -1
    emptied: tuple[int, ...] = ()

    @property
    def length(self) -> int:
        return len(self.houses) // 2

    @property
    def rows(self) -> tuple[range, range]:
        return range(self.length), range(self.length, 2 * self.length)

    @property
    def own(self) -> range:
        return self.rows[self.next_seat]

    def seeds_of(self, seat: int) -> int:
        return sum(self.houses[house] for house in self.rows[seat])

    @property
    def is_cleared(self) -> bool:
        return not any(self.houses)


def swept(houses: Sequence[int], stores: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, int]]:
    """Houses and stores after each seat takes the seeds on its own side."""
    middle = len(houses) // 2
    return (0,) * len(houses), (stores[0] + sum(houses[:middle]), stores[1] + sum(houses[middle:]))


P = TypeVar("P", bound=Sown)
"""A game's position."""


class SowingGame(SequentialGame[P]):
    """A sowing game. South is named first in the challenge and begins."""

    seats = range(2, 3)
    uses_chance = False
    same_player_twice = True
    touching = "Touch a house of your own row, which is the lower one on your page, if seeds lie in it."
    move_form = "the letter of the house that you sow, for example c"
    family = PITS
    evaluate_by = "pbmserv.games.evaluation.sowing:evaluate"
    themes = ("sowing",)
    RENAMED: ClassVar = {"after": "apply", "why_not": "explain_illegal"}
    no_passing: ClassVar[str]
    """Why `pass` is no move."""

    @abstractmethod
    def open_houses(self, position: P) -> Sequence[int]:
        """The houses that the seat to move may sow; may be called after the end."""

    @abstractmethod
    def apply(self, position: P, house: int) -> tuple[P, tuple[str, ...]]:
        """The position after sowing a house, and notes. At the end of the game the houses are cleared."""

    def explain_illegal(self, position: P, house: int) -> str:
        """Why a house with seeds may not be sown, as a sentence."""
        return ""

    def question(self, position: P, seat: int, move: str) -> str:
        return Message("Sow {house}?", house=move)

    def moves(self, position: P) -> Sequence[str]:
        if self.result(position):
            return ()
        names = Pits(position.length).names
        return [names[house] for house in self.open_houses(position)]

    def play(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        house = self.read(position, text)
        after, notes = self.apply(position, house)
        return Played(after, Pits(position.length).names[house], tuple(map(Note, notes)))

    def read(self, position: P, text: str) -> int:
        """The house typed: its letter in any case, or its number on its own side.

        Raises `Unreadable` or `Illegal`.
        """
        refuse_to_pass(
            text, in_turn(Message(self.no_passing), Message("A move is {form}.", form=Message(self.move_form)))
        )
        word, seat, length = text.strip(), SEAT_NAMES[position.next_seat], position.length
        names = [Pits(length).names[house] for house in position.own]
        if re.fullmatch("[A-Za-z]", word):
            number = ord(word.lower()) - ord("a")
        elif re.fullmatch("[1-9][0-9]?", word, re.ASCII):
            number = int(word) - 1
        else:
            typed = quoted(word)
            raise Unreadable(
                'A move is expected, not "{typed}": write {form}.', typed=typed, form=Message(self.move_form)
            )
        if number >= length:
            raise NeverLegal(
                "There is no house {word} on the board: {player}'s are {first} to {last}.",
                word=word,
                player=seat,
                first=names[0],
                last=names[-1],
            )
        house, legal = position.own[number], self.moves(position)
        if names[number] not in legal:
            why = (
                self.explain_illegal(position, house)
                if position.houses[house]
                else Message("Your house {place} is empty.", place=names[number])
            )
            raise Illegal(in_turn(why, Message("You can sow {legal}.", legal=Listed(legal, " or ", " or "))))
        return house

    def steps(self, position: P, seat: int, move: str) -> tuple[str, ...]:
        return (move,)

    def outcome_by_seeds(self, position: P) -> Result:
        south, north = position.stores
        winner = None if south == north else int(north > south)
        one, many = "South has taken {count} seed, North {north}.", "South has taken {count} seeds, North {north}."
        reason = counted(one, many, south, north=north)
        return Result(winner, reason, scores=(south, north))

    def draw(self, position: P, viewer: int | None) -> str:
        return Pits(position.length).characters(_seeds(position))

    def seat_below(self, viewer: int | None) -> int:
        return 0

    def picture(self, position: P, viewer: int | None) -> Picture:
        words = Message("A board of {game} with {houses} houses on each side", game=self.name, houses=position.length)
        return Pits(position.length).picture(_seeds(position), words)

    def seat_name(self, position: P, seat: int) -> str:
        return SEAT_NAMES[seat]

    def advantage(self, position: P, seat: int) -> str:
        return counted("{count} seed", "{count} seeds", position.stores[seat])

    def legend(self, position: P, viewer: int | None) -> str:
        marks = Message("The house sown last is in brackets; from those with a * seeds were taken.")
        return lines_of(_houses(position), marks)

    def picture_legend(self, position: P, viewer: int | None) -> str:
        marks = Message("A thin ring marks the house sown last, green ones those where seeds were taken.")
        return lines_of(_houses(position), marks)


def _houses(position: Sown) -> str:
    names = Pits(position.length).names
    south, north = names[: position.length], names[position.length :]
    return Message(
        "South's houses are {first} to {last}, North's {other} to {end}. Seeds are sown counter-clockwise.",
        first=south[0],
        last=south[-1],
        other=north[0],
        end=north[-1],
    )


def _seeds(position: Sown) -> Seeds:
    return Seeds(position.houses, position.stores, position.sown, position.emptied)
