"""Arrows and marked places that a player has drawn on a position. They are lines of the private note about the board.

A line names the position by the number of its moves and its tag (`board_fingerprint.tags_of`):
`Drawn on 7.3fa2c1: c3→d4 e5` is an arrow and a marked place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbmserv.games.base import Refusal
from pbmserv.games.picture import LONGEST_TARGET
from pbmserv.play.board import Board
from pbmserv.play.board_fingerprint import tags_of
from pbmserv.play.record import Move

MOST_DRAWN = 40
"""The maximum number of arrows and marks on a position."""
MOST_CHARACTERS = 5_000
"""The maximum number of characters of all such lines about a board."""
_LINE = re.compile(r"Drawn on (\d{1,6}\.[0-9a-f]{1,12}): (.*)")
_POSITION = re.compile(r"\d{1,6}\.[0-9a-f]{1,12}")
_THING = re.compile(rf"[!-~]{{1,{LONGEST_TARGET}}}(?:→[!-~]{{1,{LONGEST_TARGET}}})?")


def name_of_position(board: Board, moves: Sequence[Move]) -> str:
    """How lines name the position after these moves on a board."""
    tags = tags_of(board, moves)
    return f"{len(tags) - 1}.{tags[-1]}"


def drawn_on(note: str, position: str) -> str:
    """What a note has drawn on a position: `c3→d4 e5`, or an empty text."""
    return _lines_of(note).get(position, "")


def words_of(note: str) -> str:
    """A note without what is drawn."""
    return "\n".join(line for line in note.split("\n") if not _LINE.fullmatch(line)).strip()


def with_words(note: str, words: str) -> str:
    """A note with other words, and the same drawn."""
    return _written(words, _lines_of(note))


def with_drawn(note: str, position: str, typed: str) -> str:
    """A note with this drawn on a position, in place of what was. Raises `Refusal`."""
    things = [thing.replace(">", "→") for thing in dict.fromkeys(typed.split())]
    wrong = next((thing for thing in things if not _THING.fullmatch(thing)), None)
    if wrong is not None or not _POSITION.fullmatch(position):
        raise Refusal("Places and arrows are expected, with blanks between them: for example c3 d4>e5.")
    if len(things) > MOST_DRAWN:
        raise Refusal(f"At most {MOST_DRAWN} arrows and marks can be drawn on a position, not {len(things)}.")
    lines = {**_lines_of(note), position: " ".join(things)}
    text = _written("", lines)
    if len(text) > MOST_CHARACTERS:
        raise Refusal("So much is drawn on this board that no more can be kept: take away some of it first.")
    return _written(words_of(note), lines)


def _lines_of(note: str) -> dict[str, str]:
    return {found[1]: found[2] for line in note.split("\n") if (found := _LINE.fullmatch(line))}


def _written(words: str, lines: dict[str, str]) -> str:
    drawn = [f"Drawn on {position}: {things}" for position, things in lines.items() if things]
    return "\n".join(filter(None, [words_of(words), *drawn]))
