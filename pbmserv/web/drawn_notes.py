"""Arrows and marked places that a player has drawn on a position. They are lines of the private note about the board.

`Drawn on 7.3fa2c1: c3→d4 e5` is an arrow and a marked place; see `note_lines`.
"""

from __future__ import annotations

import re

from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.games.picture import LONGEST_TARGET
from pbmserv.web.note_lines import DRAWN, POSITION, length_of_lines, lines_of, with_lines

MOST_DRAWN = 40
"""The maximum number of arrows and marks on a position."""
MOST_CHARACTERS = 5_000
"""The maximum number of characters of all such lines about a board."""
_THING = re.compile(rf"[!-~]{{1,{LONGEST_TARGET}}}(?:→[!-~]{{1,{LONGEST_TARGET}}})?")


def drawn_on(note: str, position: str) -> str:
    """What a note has drawn on a position: `c3→d4 e5`, or an empty text."""
    return lines_of(note, DRAWN).get(position, "")


def with_drawn(note: str, position: str, typed: str) -> str:
    """A note with this drawn on a position, in place of what was. Raises `Refusal`."""
    things = [thing.replace(">", "→") for thing in dict.fromkeys(typed.split())]
    wrong = next((thing for thing in things if not _THING.fullmatch(thing)), None)
    if wrong is not None or not re.fullmatch(POSITION, position):
        raise Refusal("Places and arrows are expected, with blanks between them: for example c3 d4>e5.")
    if len(things) > MOST_DRAWN:
        raise Refusal(
            Message(
                "At most {most} arrows and marks can be drawn on a position, not {number}.",
                most=MOST_DRAWN,
                number=len(things),
            )
        )
    lines = {**lines_of(note, DRAWN), position: " ".join(things)}
    if length_of_lines(DRAWN, lines) > MOST_CHARACTERS:
        raise Refusal("So much is drawn on this board that no more can be kept: take away some of it first.")
    return with_lines(note, DRAWN, lines)
