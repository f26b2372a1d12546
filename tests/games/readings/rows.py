"""Connect6, Gomoku and Pente: the board is text, and rows are looked for in all of its lines.

Rules of Connect6: I-C. Wu and D.-Y. Huang, A New Family of k-in-a-row Games (2005): the first player lays one stone,
then each two; six or more in a row win. Of swap2: Gomoku World, Opening rules. Of Pente: G. Gabrel's rules (1977),
and the tournament rule, by which the first player's second stone lies three points or more from the middle.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from tests.games.readings.reading import TIE, Reading

LETTERS = "abcdefghjklmnopqrst"


class Stones(Reading):
    """Stones on a board of lines; `pattern` is what a line holds when a row of this stone has won."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.at = dict.fromkeys(((x, y) for x in range(size) for y in range(size)), ".")
        self.laid = 0

    def pattern(self, stone: str) -> str:
        return stone * 5

    def lying(self) -> dict[str, str]:
        return {self.name(x, y): stone for (x, y), stone in self.at.items() if stone != "."}

    def name(self, x: int, y: int) -> str:
        return f"{LETTERS[x]}{y + 1}"

    def point(self, name: str) -> tuple[int, int]:
        return LETTERS.index(name[0]), int(name[1:]) - 1

    def free(self) -> Collection[str]:
        return [self.name(*point) for point, stone in self.at.items() if stone == "."]

    def moves(self) -> Collection[str]:
        return self.free()

    def lines(self) -> Iterator[str]:
        """All lines of the board, in all four directions."""
        for across, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for x, y in self.at:
                if (x - across, y - down) not in self.at:
                    line = ""
                    while (x, y) in self.at:
                        line, x, y = line + self.at[x, y], x + across, y + down
                    yield line

    def look(self, owner: dict[str, int]) -> None:
        """See whether the game is over."""
        lines = [*self.lines()]
        for stone, seat in owner.items():
            if any(re.search(self.pattern(stone), line) for line in lines):
                self.winner = seat
        if self.winner is None and "." not in self.at.values():
            self.winner = TIE


class ReadConnect6(Stones):
    """Stone after stone: the first is Black's, then two and two."""

    def pattern(self, stone: str) -> str:
        return stone * 6

    def play(self, move: str) -> None:
        order = "x" + "ooxx" * (self.size**2 // 4 + 1)
        assert order[self.laid] == "xo"[self.seat]
        self.at[self.point(move)] = order[self.laid]
        self.laid += 1
        self.seat = "xo".index(order[self.laid])
        self.look({"x": 0, "o": 1})


class ReadGomoku(Stones):
    """Five in a row, exactly five if so agreed; colours are chosen if the game begins with swap2."""

    def __init__(self, size: int, exact: bool, swap2: bool = False) -> None:
        super().__init__(size)
        self.exact = exact
        self.owner = {"x": 0, "o": 1}
        # What the seat whose turn it is does next; with swap2 three stones are laid, and then somebody chooses.
        self.todo = ["0x", "0o", "0x", "1 black white more"] if swap2 else []

    def pattern(self, stone: str) -> str:
        return f"(?<!{stone}){stone}{{5}}(?!{stone})" if self.exact else stone * 5

    def moves(self) -> Collection[str]:
        return self.todo[0].split()[1:] if self.todo and " " in self.todo[0] else self.free()

    def play(self, move: str) -> None:
        if move in ("black", "white", "more"):
            chooser = int(self.todo.pop(0)[0])
            if move == "more":
                self.todo = ["1o", "1x", "0 black white"]
            else:
                mine, yours = ("x", "o") if move == "black" else ("o", "x")
                self.owner = {mine: chooser, yours: 1 - chooser}
        else:
            self.at[self.point(move)] = self.todo.pop(0)[1] if self.todo else "xo"[self.laid % 2]
            self.laid += 1
        self.seat = int(self.todo[0][0]) if self.todo else self.owner["xo"[self.laid % 2]]
        self.look(self.owner)


class ReadPente(Stones):
    """Five in a row, or five pairs taken."""

    def __init__(self, size: int, tournament: bool) -> None:
        super().__init__(size)
        self.tournament = tournament
        self.pairs = [0, 0]

    def moves(self) -> Collection[str]:
        middle = self.size // 2
        if self.tournament and self.laid == 0:
            return [self.name(middle, middle)]
        if self.tournament and self.laid == 2:
            far = [p for p in self.at if max(abs(p[0] - middle), abs(p[1] - middle)) >= 3]
            return [self.name(*point) for point in far if self.at[point] == "."]
        return self.free()

    def play(self, move: str) -> None:
        x, y = self.point(move)
        own, other = "xo"[self.seat], "ox"[self.seat]
        self.at[x, y] = own
        for right in (-1, 0, 1):
            for up in (-1, 0, 1):
                ray = [(x + right * far, y + up * far) for far in (1, 2, 3)]
                if [self.at.get(point) for point in ray] == [other, other, own]:
                    self.at[ray[0]] = self.at[ray[1]] = "."
                    self.pairs[self.seat] += 1
        self.look({own: self.seat})
        if self.pairs[self.seat] >= 5:
            self.winner = self.seat
        self.laid, self.seat = self.laid + 1, 1 - self.seat
