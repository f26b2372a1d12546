"""Phutball.

Rules: gamerz.net ("Help for Philosopher's Football") and Wikipedia ("Phutball"). In turn, each puts a man on a free
point, or moves the ball: in any of the eight directions over a line of one or more men to the first free point
behind, and the men are taken away at once; then on, as long as there is somewhere to jump and the player likes. Whose
turn ends with the ball on a goal line, or beyond it, has it decided: at the upper line the first player has won, at
the lower one the second. Ours: the turn ends by itself on the player's goal line, and where there is nothing to jump
over; after 200 turns of each it is a tie.
"""

from __future__ import annotations

from collections.abc import Collection

from tests.games.readings.reading import TIE, Reading

LETTERS = "abcdefghjklmnop"


class ReadPhutball(Reading):
    """The board is a picture of complex numbers; the imaginary part is the row."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.men: set[complex] = set()
        self.ball = complex((columns + 1) // 2, (rows + 1) // 2)
        self.running = False
        self.turns = 0
        self.gone = False

    def name(self, point: complex) -> str:
        return f"{LETTERS[int(point.real) - 1]}{int(point.imag)}"

    def point(self, name: str) -> complex:
        return complex(LETTERS.index(name[0]) + 1, int(name[1:]))

    def is_on(self, point: complex) -> bool:
        return 1 <= point.real <= self.columns and 1 <= point.imag <= self.rows

    def lying(self) -> dict[str, str]:
        ball = {} if self.gone else {self.name(self.ball): "o"}
        return {self.name(man): "x" for man in self.men} | ball

    def jumps(self) -> dict[str, set[complex]]:
        found: dict[str, set[complex]] = {}
        for step in (1j, 1 + 1j, -1 + 1j, -1j, 1 - 1j, -1 - 1j, 1, -1):
            at, over = self.ball + step, set()
            while at in self.men:
                over.add(at)
                at += step
            if not over:
                continue
            if self.is_on(at):
                found[self.name(at)] = over
            elif at.imag > self.rows:
                found.setdefault("top", over)
            elif at.imag < 1:
                found.setdefault("bottom", over)
        return found

    def moves(self) -> Collection[str]:
        jumps = [f"{self.name(self.ball)}-{end}" for end in self.jumps()]
        if self.running:
            return [*jumps, "done"]
        points = (complex(x, y) for x in range(1, self.columns + 1) for y in range(1, self.rows + 1))
        return [*jumps, *(self.name(each) for each in points if each not in self.men and each != self.ball)]

    def play(self, move: str) -> None:
        if move == "done":
            self.end_turn()
        elif "-" not in move:
            self.men.add(self.point(move))
            self.turns += 1
            self.seat = 1 - self.seat
        else:
            end = move.split("-")[1]
            self.men -= self.jumps()[end]
            if end in ("top", "bottom"):
                self.gone = True
                self.turns += 1
                self.seat = 1 - self.seat
                self.winner = 0 if end == "top" else 1
                return
            self.ball = self.point(end)
            self.running = True
            if self.ball.imag == (self.rows if self.seat == 0 else 1) or not self.jumps():
                self.end_turn()
        if self.winner is None and self.turns == 400:
            self.winner = TIE

    def end_turn(self) -> None:
        self.running = False
        self.turns += 1
        self.seat = 1 - self.seat
        if self.ball.imag == self.rows:
            self.winner = 0
        if self.ball.imag == 1:
            self.winner = 1
