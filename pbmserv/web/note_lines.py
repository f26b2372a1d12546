"""Lines of a private note about a board that belong to positions: what is drawn on them, and what was tried out.

A line names its position by the number of moves and its tag (`board_fingerprint.tags_of`), so that an undo leads to
other lines, and the same moves made again lead back to these: `Drawn on 7.3fa2c1: c3→d4 e5`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pbmserv.play.board import Board
from pbmserv.play.board_fingerprint import tags_of
from pbmserv.play.record import Move

DRAWN, TRIED = "Drawn", "Tried"
"""The kinds of lines, in the order in which they are written."""
POSITION = r"[0-9]{1,6}\.[0-9a-f]{1,12}"
"""A regular expression for the name of a position."""
_LINE = re.compile(rf"({DRAWN}|{TRIED}) on ({POSITION}): (.*)")


def names_of_positions(board: Board, moves: Sequence[Move]) -> tuple[str, ...]:
    """How lines name the positions at the start and after each of these moves (or complete rounds) on a board."""
    return tuple(f"{number}.{tag}" for number, tag in enumerate(tags_of(board, moves)))


def lines_of(note: str, kind: str) -> dict[str, str]:
    """What stands in a note's lines of a kind, by position."""
    found = (_LINE.fullmatch(line) for line in note.split("\n"))
    return {line[2]: line[3] for line in found if line and line[1] == kind}


def words_of(note: str) -> str:
    """A note without such lines."""
    return "\n".join(line for line in note.split("\n") if not _LINE.fullmatch(line)).strip()


def with_words(note: str, words: str) -> str:
    """A note with other words, and the same lines."""
    return _written(words_of(words), {kind: lines_of(note, kind) for kind in (DRAWN, TRIED)})


def with_lines(note: str, kind: str, lines: Mapping[str, str]) -> str:
    """A note with these lines in place of its own of a kind; empty ones are left out."""
    kept = {each: lines if each == kind else lines_of(note, each) for each in (DRAWN, TRIED)}
    return _written(words_of(note), kept)


def length_of_lines(kind: str, lines: Mapping[str, str]) -> int:
    """The number of characters that these lines take in a note."""
    return len(_written("", {kind: lines}))


def _written(words: str, lines: Mapping[str, Mapping[str, str]]) -> str:
    told = (
        f"{kind} on {position}: {text}"
        for kind, by_position in lines.items()
        for position, text in by_position.items()
        if text
    )
    return "\n".join(filter(None, [words, *told]))
