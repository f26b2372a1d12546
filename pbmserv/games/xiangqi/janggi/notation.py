"""Moves by points (`c3d3`), and as Koreans write them: `73兵74`, rank before file.

Korean ranks count from Red's edge, 1 to 9 and 0 for the tenth, files from the left of Blue, 1 to 9. A piece may be
named between by its character, in Hangul or by our letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.xiangqi import COLUMNS, ROWS
from pbmserv.games.xiangqi.janggi.rules import BOARD, SETUPS, Position
from pbmserv.games.xiangqi.notation import LONGEST, Written, written

PASS = "pass"  # noqa: S105 - a move
_KOREAN = {
    "g": "gk楚漢초한궁將장",
    "a": "a士사",
    "e": "eb象상",
    "h": "hn馬마",
    "r": "r車차",
    "c": "c包砲포",
    "s": "sp卒兵졸병",
}
_KIND_OF = {letter: kind for kind, letters in _KOREAN.items() for letter in letters}
_NUMBERS = re.compile(
    rf"(\d)([1-9])\s*(?:[-\u2013x]\s*)?([{''.join(_KIND_OF)}])?\s*(?:[-\u2013x]\s*)?(\d)([1-9])", re.ASCII
)
_SETUP = re.compile(r"\s*([eh]{4})\b[\s,;:]*", re.ASCII | re.IGNORECASE)
_IN_KOREAN = str.maketrans({"마": "H", "馬": "H", "상": "E", "象": "E"})


def written_in_numbers(text: str) -> Written | None:
    """A move by points in either notation, taken apart; None for any other text."""
    plain = text.strip().rstrip("!?#").lower()
    if len(plain) > LONGEST:
        return None
    if match := _NUMBERS.fullmatch(plain):
        start, end = (_by_numbers(rank, file) for rank, file in (match.group(1, 2), match.group(4, 5)))
        return Written(start, end, _KIND_OF.get(match[3] or "", ""))
    said = written(text)
    return said if said and said.start else None


def setup_and_move(text: str) -> tuple[str, str]:
    """The set-up with which a text begins (`HEHE`, also `마상마상`), or an empty text; and what follows it."""
    match = _SETUP.match(text[:LONGEST].translate(_IN_KOREAN))
    setup = match[1].upper() if match else ""
    return (setup, text[match.end() :].strip()) if match and setup in SETUPS else ("", text)


def _by_numbers(rank: str, file: str) -> str:
    return BOARD.names[BOARD.at(int(file) - 1, (int(rank) - 1) % ROWS)]


def _numbers(place: int) -> str:
    return f"{(place // COLUMNS + 1) % ROWS}{place % COLUMNS + 1}"


def in_numbers(start: Position, moves: Sequence[str]) -> tuple[str, ...]:
    """All moves of a game from its start, in numbers; set-ups and passes as they are."""
    return tuple(_in_numbers(start, moves))


def _in_numbers(position: Position, moves: Sequence[str]) -> Iterator[str]:
    cells = [*position.cells]
    for text in moves:
        setup, move = setup_and_move(text)
        if setup:
            position = position.laid_out[setup]
            cells = [*position.cells]
        if move and move != PASS:
            start, end = BOARD.place_of[move[:2]], BOARD.place_of[move[2:4]]
            cells[end], cells[start] = cells[start], EMPTY
            move = f"{_numbers(start)}{cells[end].upper()}{_numbers(end)}"
        yield f"{setup} {move}".strip()
