"""Games in which something is hidden: Fleets, Liar's Dice and Marshal.

What is dealt or rolled is taken from our module. Whatever follows from it is worked out anew, by readings that see
all.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from pbmserv.games.base import Game, Illegal
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.fleets.display import cells_of
from tests.games.readings.reading import TIE, Compared, Reading

COLUMNS = "abcdefghijkl"


class HiddenReading(Reading):
    """A reading that is told what was dealt."""

    @abstractmethod
    def deal(self, position: Any) -> None:
        """Take what has been dealt from a position of ours."""

    @abstractmethod
    def ours(self, position: Any) -> Any:
        """A position of ours as `lying` tells of it."""


@dataclass(frozen=True)
class ComparedHidden(Compared):
    """A game of ours in which something is hidden, and a reading of it."""

    set_up: Callable[[Game[Any], Any, HiddenReading, Random], Any] | None = None
    """What players do before the first turn, and what they may not do there."""

    def play(self, games: int, seed: int = 1) -> tuple[int, int]:
        game = installed()[self.words.replace(",", "").partition(" ")[0]]
        options = {option.name: option.default for option in game.options} | dict(self.options)
        plies, ties = 0, 0
        for number in range(games):
            choices = Random(f"{seed} {number}")  # noqa: S311 - it has to be the same
            theirs = self.read()
            assert isinstance(theirs, HiddenReading)
            start = game.start(options, self.seats, Chance(number.to_bytes(16, "big"), "start"))
            position = self.set_up(game, start, theirs, choices) if self.set_up else start
            theirs.deal(position)
            while not (result := game.result(position)):
                legal = sorted(game.legal_moves(position, theirs.seat) or ())
                are_alike = (
                    theirs.winner is None
                    and theirs.ours(position) == theirs.lying()
                    and game.to_move(position) == (theirs.seat,)
                    and legal == sorted(theirs.moves())
                )
                assert are_alike, (
                    f"{self.words}, {seed}, {number}:\n{game.draw(position, 0)}\n{theirs.lying()}\nwinner"
                    f" {theirs.winner}, seat {theirs.seat}, only one has {sorted({*legal} ^ {*theirs.moves()})}"
                )
                move = choices.choice(legal)
                mover = theirs.seat
                theirs.play(move)
                chance = Chance(number.to_bytes(16, "big"), f"move {plies}")
                position = game.play(position, mover, move, chance).position
                plies += 1
                if theirs.winner is None:
                    theirs.deal(position)
            assert theirs.winner == (TIE if result.winner is None else result.winner), game.draw(position, None)
            assert theirs.ours(position) == theirs.lying()
            ties += result.winner is None
        return plies, ties


class ReadFleets(HiddenReading):
    """Ships are sets of the names of their squares; what was hit is crossed out.

    Rules: Wikipedia, "Battleship (game)". Ships lie in a row or a column, and not on each other. A shot is a hit if a
    ship lies there; a ship whose squares have all been hit sinks; whose ships have all sunk has lost. Of the Russian
    game: ships do not touch, not even diagonally, and whoever hits has another shot.
    """

    def __init__(self, size: int, lengths: str, apart: bool, again: bool) -> None:
        self.size, self.lengths, self.apart, self.again = size, sorted(map(int, lengths)), apart, again
        self.afloat: list[list[set[str]]] = [[], []]
        self.ships: list[list[set[str]]] = []
        self.at: list[dict[str, str]] = [{}, {}]

    def squares(self, first: str, last: str) -> set[str]:
        """All squares of the sea between two, both included, if these are in a row or a column."""
        (x, y), (i, j) = ((COLUMNS.index(name[0]), int(name[1:])) for name in (first, last))
        if x != i and y != j:
            return set()
        return {f"{COLUMNS[a]}{b}" for a in range(min(x, i), max(x, i) + 1) for b in range(min(y, j), max(y, j) + 1)}

    def may_lie(self, fleet: list[tuple[str, str]]) -> bool:
        """Whether ships may lie between these squares."""
        ships = [self.squares(*ends) for ends in fleet]
        if sorted(map(len, ships)) != self.lengths:
            return False
        if sum(map(len, ships)) != len(set().union(*ships)):
            return False
        return not self.apart or all(
            self.is_far(one, other)
            for number, first in enumerate(ships)
            for second in ships[number + 1 :]
            for one in first
            for other in second
        )

    def is_far(self, one: str, other: str) -> bool:
        return abs(COLUMNS.index(one[0]) - COLUMNS.index(other[0])) > 1 or abs(int(one[1:]) - int(other[1:])) > 1

    def deal(self, position: Any) -> None:
        if self.ships:
            return
        names = [f"{COLUMNS[place % self.size]}{place // self.size + 1}" for place in range(self.size**2)]
        for fleet in position.ships:
            ships = [(names[ship[0]], names[ship[-1]]) for ship in fleet]
            assert self.may_lie(ships)
            self.ships.append([self.squares(*ends) for ends in ships])
        self.afloat = [[set(ship) for ship in fleet] for fleet in self.ships]

    def moves(self) -> Collection[str]:
        sea = [f"{letter}{row}" for letter in COLUMNS[: self.size] for row in range(1, self.size + 1)]
        return [square for square in sea if square not in self.at[1 - self.seat]]

    def play(self, move: str) -> None:
        other = 1 - self.seat
        hit = [ship for ship in self.afloat[other] if move in ship]
        self.at[other][move] = "x" if hit else "-"
        for ship in hit:
            ship.remove(move)
            if not ship:
                self.afloat[other].remove(ship)
                for whole in self.ships[other]:
                    if move in whole:
                        self.at[other].update(dict.fromkeys(whole, "#"))
        if not self.afloat[other]:
            self.winner = self.seat
        if not (hit and self.again):
            self.seat = other

    def lying(self) -> Any:
        return self.at

    def ours(self, position: Any) -> Any:
        names = [f"{COLUMNS[place % self.size]}{place // self.size + 1}" for place in range(self.size**2)]
        return [
            {name: there for name, there in zip(names, cells_of(position, seat), strict=True) if there not in ".o"}
            for seat in (0, 1)
        ]


def place_ships(game: Game[Any], position: Any, theirs: HiddenReading, choices: Random) -> Any:
    """Ships are placed at random; other random places are accepted where the reading has them accepted."""
    assert isinstance(theirs, ReadFleets)
    for _ in range(40):
        ends = [_line(choices, theirs.size, length) for length in theirs.lengths]
        text = " ".join(f"{first}-{last}" for first, last in ends)
        try:
            game.play(position, 0, text, Chance(b"", ""))
        except Illegal:
            is_legal = False
        else:
            is_legal = True
        assert is_legal == theirs.may_lie(ends), text
    for seat in choices.sample((0, 1), 2):
        position = game.play(position, seat, "random", Chance(choices.randbytes(16), "ships")).position
    return position


def _line(choices: Random, size: int, length: int) -> tuple[str, str]:
    """Both ends of a row or a column of this length, or nearly of it."""
    reach = length - 1 + (choices.random() < 0.02)
    x, y = choices.randrange(size - reach), choices.randrange(size)
    first, last = (x, y), (x + reach, y)
    if choices.random() < 0.5:
        first, last = first[::-1], last[::-1]
    if choices.random() < 0.5:
        first, last = last, first
    return f"{COLUMNS[first[0]]}{first[1] + 1}", f"{COLUMNS[last[0]]}{last[1] + 1}"


class ReadDice(HiddenReading):
    """Each bid is a number: so many sixes of dice, and the face. What counts is counted on one heap of dice.

    Rules: Wikipedia, "Liar's dice", individual hands. A bid has more dice than the one before, or as many of a higher
    face. If at least as many dice show the face as was bid, who doubts loses a die, otherwise who has bid. The loser
    begins anew, or the next player if that was the last die. With wild ones, a one counts for each face.
    """

    def __init__(self, players: int, dice: int, wild: bool) -> None:
        self.numbers = [dice] * players
        self.wild = wild
        self.last = 0
        self.bidder = -1
        self.dice: list[list[int]] = []

    def deal(self, position: Any) -> None:
        if not self.last:
            self.dice = [[*each] for each in position.dice]
            assert [len(each) for each in self.dice] == self.numbers

    def moves(self) -> Collection[str]:
        bids = [
            f"{number // 6}x{number % 6 + 1}" for number in range(max(6, self.last + 1), 6 * sum(self.numbers) + 6)
        ]
        return [*bids, "liar"] if self.last else bids

    def play(self, move: str) -> None:
        if move != "liar":
            count, _, face = move.partition("x")
            self.last, self.bidder = 6 * int(count) + int(face) - 1, self.seat
            self.seat = self.next_after(self.seat)
            return
        heap = "".join(str(die) for each in self.dice for die in each)
        bid, shown = self.last // 6, str(self.last % 6 + 1)
        there = heap.count(shown) + (heap.count("1") if self.wild and shown != "1" else 0)
        loser = self.seat if there >= bid else self.bidder
        self.numbers[loser] -= 1
        self.last = 0
        alive = [seat for seat, number in enumerate(self.numbers) if number]
        if len(alive) == 1:
            self.winner = alive[0]
        self.seat = loser if self.numbers[loser] else self.next_after(loser)

    def next_after(self, seat: int) -> int:
        turns: list[int] = [*range(seat + 1, len(self.numbers)), *range(seat)]
        return next(each for each in turns if self.numbers[each])

    def lying(self) -> Any:
        return self.numbers, self.last

    def ours(self, position: Any) -> Any:
        last = 6 * position.bids[-1][1] + position.bids[-1][2] - 1 if position.bids else 0
        return [len(each) for each in position.dice], last


class ReadMarshal(HiddenReading):
    """Men are words at the names of squares; each tries each square in its row and its column.

    Rules: gravon.de, "Classic Stratego rules". A man goes one square forwards, back or to a side; a scout any number
    of free squares in a line, and may attack at the end. Bombs and flags stay. The higher rank wins and takes the
    square if it attacked; equal ranks are both lost. A spy who attacks the marshal wins; only miners win against
    bombs, and a bomb that has won stays. Who cannot move has lost. No man goes to and fro between two squares more
    than five times. Ours: fifty moves of each without an attack, 400 moves of each, or nobody who can move, are a
    tie.
    """

    ORDER = "YTNSLKJCGM"
    """From the lowest."""

    def __init__(self) -> None:
        self.at: dict[str, tuple[int, str]] = {}
        self.known: set[str] = set()
        self.trail: list[list[tuple[str, str]]] = [[], []]
        self.idle = self.made = 0

    def deal(self, position: Any) -> None:
        if not self.at:
            for place, there in enumerate(position.cells):
                if there.isalpha():
                    self.at[self.name(place)] = (0 if there.isupper() else 1, there.upper())
            self.look()

    def name(self, place: int) -> str:
        return f"{COLUMNS[place % 10]}{10 - place // 10}"

    def lying(self) -> Any:
        return self.at, sorted(self.known)

    def ours(self, position: Any) -> Any:
        men = {
            self.name(place): (0 if there.isupper() else 1, there.upper())
            for place, there in enumerate(position.cells)
            if there.isalpha()
        }
        return men, sorted(map(self.name, position.shown))

    def moves_of(self, seat: int) -> Iterator[str]:
        return (
            f"{start}-{end}"
            for start, (owner, man) in self.at.items()
            if owner == seat and man not in "BF"
            for end in in_line_with(start, 9 if man == "T" else 1)
            if self.may_go(seat, man, start, end)
        )

    def can_move(self, seat: int) -> bool:
        return any(True for _ in self.moves_of(seat))

    def may_go(self, seat: int, man: str, start: str, end: str) -> bool:
        across, up = COLUMNS.index(end[0]) - COLUMNS.index(start[0]), int(end[1:]) - int(start[1:])
        far = abs(across) + abs(up)
        if far == 0 or (far > 1 and man != "T") or self.at.get(end, (-1, ""))[0] == seat or self.is_lake(end):
            return False
        for step in range(1, far):
            x = COLUMNS.index(start[0]) + (across // far) * step
            between = f"{COLUMNS[x]}{int(start[1:]) + (up // far) * step}"
            if between in self.at or self.is_lake(between):
                return False
        trail = self.trail[seat][-5:]
        turns = [(start, end), (end, start), (start, end), (end, start), (start, end)]
        return trail != [(there, here) for here, there in turns]

    def is_lake(self, name: str) -> bool:
        return name[0] in "cdgh" and name[1:] in ("5", "6")

    def moves(self) -> Collection[str]:
        return [*self.moves_of(self.seat)]

    def play(self, move: str) -> None:
        start, end = move.split("-")
        mover = self.at.pop(start)
        was_known = start in self.known
        self.known.discard(start)
        # Another man who goes where one has been lost begins a trail of his own.
        if self.trail[self.seat] and self.trail[self.seat][-1][1] != start:
            self.trail[self.seat] = []
        self.trail[self.seat].append((start, end))
        self.idle += 1
        self.made += 1
        enemy = self.at.get(end)
        if enemy is None:
            self.at[end] = mover
            if (
                was_known
                or (start[0] != end[0] and abs(ord(start[0]) - ord(end[0])) > 1)
                or (start[0] == end[0] and abs(int(start[1:]) - int(end[1:])) > 1)
            ):
                self.known.add(end)
        else:
            self.idle = 0
            self.known.discard(end)
            outcome = self.fought(mover[1], enemy[1])
            if outcome == "both":
                del self.at[end]
            else:
                self.at[end] = mover if outcome == "attacker" else enemy
                self.known.add(end)
            if enemy[1] == "F":
                self.winner = self.seat
        self.seat = 1 - self.seat
        self.look()

    def fought(self, attacker: str, defender: str) -> str:
        if defender == "F" or attacker + defender in ("YM", "NB"):
            return "attacker"
        if defender == "B":
            return "defender"
        if attacker == defender:
            return "both"
        return "attacker" if self.ORDER.index(attacker) > self.ORDER.index(defender) else "defender"

    def look(self) -> None:
        if self.winner is not None:
            return
        if not self.can_move(self.seat):
            self.winner = 1 - self.seat if self.can_move(1 - self.seat) else TIE
        elif self.idle == 100 or self.made == 800:
            self.winner = TIE


@cache
def in_line_with(name: str, far: int) -> list[str]:
    """The squares of its row and its column which are no farther away."""
    column, row = COLUMNS.index(name[0]), int(name[1:])
    return [
        *(f"{COLUMNS[x]}{row}" for x in range(max(0, column - far), min(9, column + far) + 1) if x != column),
        *(f"{name[0]}{y}" for y in range(max(1, row - far), min(10, row + far) + 1) if y != row),
    ]


def set_up_men(game: Game[Any], position: Any, theirs: HiddenReading, choices: Random) -> Any:
    """Each side's squares are exchanged at random, and written as rows."""
    for seat in choices.sample((0, 1), 2):
        home = [*position.home(seat)]
        choices.shuffle(home)
        rows = " ".join("".join(home[row : row + 10]) for row in range(0, 40, 10))
        position = game.play(position, seat, rows, Chance(b"", "")).position
    return position
