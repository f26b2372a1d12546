"""Go compared with GNU Go, over the Go Text Protocol: `python -m tests.games.oracles.gnugo --games 100`.

GNU Go (GPL, on Debian the package `gnugo`) is talked to as a program. Legal moves are compared at every ply, with
positional superko. Games are also played until only eyes are left, where nothing is dead, and both count.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

import click

from pbmserv.games.go.rules import PLAYING, Position, neighbours
from tests.endtoend.programs import installed
from tests.games.oracles.go import CHANCE, GO, drawn, started

KOMI = "7.5"


class GnuGo:
    """A GNU Go that answers commands."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, command: str) -> str:
        """The answer to a command."""
        sent, answers = self._process.stdin, self._process.stdout
        assert sent
        assert answers
        sent.write(f"{command}\n")
        sent.flush()
        lines: list[str] = []
        while (line := answers.readline()).strip() or not lines:
            assert line, f"GNU Go has ended: {command}"
            lines.append(line.strip())
        answer = "\n".join(lines)
        assert answer.startswith("="), f"{command}: {answer}"
        return answer[1:].strip()

    def begin(self, size: int) -> None:
        """An empty board."""
        for command in (f"boardsize {size}", "clear_board", f"komi {KOMI}"):
            self.ask(command)

    def play(self, seat: int, move: str) -> None:
        """Lay a stone, or pass."""
        self.ask(f"play {'black' if seat == 0 else 'white'} {move}")

    def legal(self, seat: int) -> set[str]:
        """The points where a stone may be laid."""
        return {*self.ask(f"all_legal {'black' if seat == 0 else 'white'}").lower().split()} - {"pass"}


@contextmanager
def gnu_go() -> Iterator[GnuGo]:
    """GNU Go, where it is installed; a test is skipped elsewhere."""
    command = [installed("gnugo"), "--mode", "gtp", "--chinese-rules", "--positional-superko", "--level", "0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield GnuGo(process)
        finally:
            process.kill()


class Compared(NamedTuple):
    """How much was alike."""

    plies: int = 0
    captures: int = 0
    forbidden: int = 0


def compare_moves(size: int, games: int, most: int, seed: int = 1) -> Compared:
    """Compare the legal moves of random games at each ply. Raises `AssertionError`."""
    random, plies, captures, forbidden = Random(seed), 0, 0, 0  # noqa: S311 - it has to be the same
    with gnu_go() as theirs:
        for _ in range(games):
            position = started(size)
            theirs.begin(size)
            for _ in range(most):
                if position.phase != PLAYING:
                    break
                ours = {GO.board(position).names[place] for place in position.legal}
                known = theirs.legal(position.next_seat)
                assert ours == known, f"{GO.draw(position, None)}\n{ours ^ known}\n{theirs.ask('showboard')}"
                forbidden += position.cells.count(".") - len(ours)
                move, before = drawn(random, position), position.captured
                theirs.play(position.next_seat, move)
                position = GO.play(position, position.next_seat, move, CHANCE).position
                plies, captures = plies + 1, captures + (position.captured != before)
    return Compared(plies, captures, forbidden)


def compare_scores(size: int, games: int, seed: int = 1) -> int:
    """Play games until only eyes are left, and compare how they are counted; how many plies there were."""
    random, plies = Random(seed), 0  # noqa: S311 - it has to be the same
    with gnu_go() as theirs:
        for _ in range(games):
            position = started(size)
            theirs.begin(size)
            while position.phase == PLAYING:
                move = _sensible(random, position)
                theirs.play(position.next_seat, move)
                position = GO.play(position, position.next_seat, move, CHANCE).position
                plies += 1
            assert theirs.ask("final_status_list dead") == ""
            for move in ("dead none", "agree"):
                position = GO.play(position, position.next_seat, move, CHANCE).position
            result, score = GO.result(position), theirs.ask("final_score")
            assert result
            told = re.findall(r"(Black|White) wins by ([0-9.]+)\.$", result.reason)
            [(colour, by)] = told
            assert score == f"{colour[0]}+{float(by):.1f}", f"{GO.draw(position, None)}\n{score}\n{result.reason}"
    return plies


def _sensible(random: Random, position: Position) -> str:
    """A random move that fills no eye of one's own; a pass if there is none."""
    names = GO.board(position).names
    places = [place for place in position.legal if not _is_own_eye(position, place)]
    return names[random.choice(places)] if places else "pass"


def _is_own_eye(position: Position, place: int) -> bool:
    beside = neighbours(position.width, len(position.cells))[place]
    if any(position[each] != "xo"[position.next_seat] for each in beside):
        return False
    return len({position.chain_at(each).stones for each in beside}) == 1 or all(
        len(position.chain_at(each).liberties) > 1 for each in beside
    )


@click.command()
@click.option("--games", default=100, show_default=True, help="How many games of 9 lines; a tenth of them of 19.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, seed: int) -> None:
    """Compare random games with GNU Go's."""
    for size, number in ((9, games), (19, max(1, games // 10))):
        alike = compare_moves(size, number, 3 * size * size, seed)
        click.echo(
            f"{size} lines: {number} games, {alike.plies:,} plies alike, {alike.captures:,} with captures,"
            f" {alike.forbidden:,} free points forbidden in both"
        )
        plies = compare_scores(size, number, seed)
        click.echo(f"{size} lines: {number} games of {plies:,} plies counted alike")


if __name__ == "__main__":
    main()
