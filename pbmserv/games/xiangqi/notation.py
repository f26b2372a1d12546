"""Moves in UCCI (`h2e2`), and as the World Xiangqi Federation (WXF) writes them (`C2=5`, `H8+7`, `+R-2`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from pbmserv.games.boards.xiangqi import COLUMNS
from pbmserv.games.piece_names import piece_and_move
from pbmserv.games.xiangqi.rules import BOARD, Move, Position, of_seat

LETTERS = {
    "general": "g",
    "king": "g",
    "advisor": "a",
    "elephant": "e",
    "bishop": "e",
    "horse": "h",
    "knight": "h",
    "chariot": "r",
    "rook": "r",
    "cannon": "c",
    "soldier": "s",
    "pawn": "s",
}
"""Pieces as positions have them, in small letters, by their names."""
_WXF = {"k": "g", "g": "g", "a": "a", "e": "e", "b": "e", "h": "h", "n": "h", "r": "r", "c": "c", "s": "s", "p": "s"}
"""The same by the letters that are written; B, N, P and K are those of FEN."""
_IN_WXF = {"g": "K", "s": "P"}
_OBLIQUE = "aeh"
"""Pieces whose moves name the file where they go, ahead and back, too."""
_PLACE = r"[a-i]\d"
_SQUARES = re.compile(rf"([{''.join(_WXF)}])?\s*({_PLACE})\s*(?:->|to|[-\u2013x:/,]|)\s*({_PLACE})", re.ASCII)
_BY_FILE = re.compile(rf"([{''.join(_WXF)}])\s*([1-9+-])\s*([-+=.\u2013])\s*([1-9])", re.ASCII)
_SIGN_FIRST = re.compile(rf"([+-])\s*([{''.join(_WXF)}])\s*([-+=.\u2013])\s*([1-9])", re.ASCII)
_RED, _BLACK = "987654321", "123456789"
"""The names of the files from the left, as each seat counts them."""
LONGEST = 40


class Written(NamedTuple):
    """A move as written.

    Either places by name, perhaps with the piece as a small letter; or a piece, the file that it leaves or its rank
    among those in one file (`+` or `-`), the way (`+`, `-`, `=`), and a file or a number of points.
    """

    start: str = ""
    end: str = ""
    piece: str = ""
    which: str = ""
    way: str = ""
    number: int = 0


def written(text: str) -> Written | None:
    """A text taken apart; None if it is in no notation."""
    plain = _plain(text)
    if len(plain) > LONGEST:
        return None
    if match := _SQUARES.fullmatch(plain):
        return Written(match[2], match[3], _WXF.get(match[1] or "", ""))
    if match := _BY_FILE.fullmatch(plain):
        return Written("", "", _WXF[match[1]], match[2], _way(match[3]), int(match[4]))
    if match := _SIGN_FIRST.fullmatch(plain):
        return Written("", "", _WXF[match[2]], match[1], _way(match[3]), int(match[4]))
    return None


def off_board(text: str) -> str:
    """The first place of a move by places that is not on the board, or an empty text."""
    plain = _plain(text)
    if len(plain) > LONGEST or not _LIKE_PLACES.fullmatch(plain):
        return ""
    names: list[str] = _LIKE_PLACE.findall(plain)
    return next((name for name in names if name not in BOARD.place_of), "")


_LIKE_PLACE = re.compile(r"[a-z]\d+", re.ASCII)
_LIKE_PLACES = re.compile(r"[a-z]\d+(?:\s*(?:->|to|[-\u2013x:/,]|)\s*[a-z]\d+)*", re.ASCII)


def meant(position: Position, said: Written, moves: Iterable[Move]) -> list[Move]:
    """The moves among these, legal or not, that a written one means."""
    if said.start:
        start, end = BOARD.place_of[said.start], BOARD.place_of[said.end]
        return [move for move in moves if move == (start, end) and said.piece in ("", _kind(position, start))]
    own = pieces_meant(position, said)
    return [move for move in moves if move.start in own and _goes(position, said, move)]


def pieces_meant(position: Position, said: Written) -> list[int]:
    """The places of the pieces that a move in WXF can mean."""
    own = position.places_of(of_seat(said.piece, position.next_seat))
    if said.which.isdigit():
        return [place for place in own if file_of(place, position.next_seat) == int(said.which)]
    tandems = [row for column in range(COLUMNS) if len(row := [p for p in own if p % COLUMNS == column]) > 1]
    is_first = (said.which == "+") == (position.next_seat == 0)
    return [row[0] if is_first else row[-1] for row in tandems]


def file_of(place: int, seat: int) -> int:
    """A file as this seat counts it, from its right."""
    return int((_RED, _BLACK)[seat][place % COLUMNS])


def wxf(position: Position, move: Move) -> str:
    """A legal move as the WXF writes it; the general is K there, and the soldier P."""
    seat, kind = position.next_seat, _kind(position, move.start)
    way, number = _way_and_number(position, move)
    letter = _IN_WXF.get(kind, kind.upper())
    same = position.places_of(of_seat(kind, seat))
    file = [place for place in same if place % COLUMNS == move.start % COLUMNS]
    which = str(file_of(move.start, seat))
    if len(file) > 1 and kind not in "ae":
        # Of three and more in a file, and in two files, a sign says too little.
        is_front = move.start == file[0] if seat == 0 else move.start == file[-1]
        sign = "+" if is_front else "-"
        said = Written("", "", kind, sign, way, number)
        if meant(position, said, position.legal_moves) != [move]:
            return move.words
        return f"{letter}{sign}{way}{number}"
    return f"{letter}{which}{way}{number}"


def _kind(position: Position, place: int) -> str:
    return position.cells[place].lower()


def _way_and_number(position: Position, move: Move) -> tuple[str, int]:
    seat, (start, end) = position.next_seat, move
    ahead = (start // COLUMNS - end // COLUMNS) * (1 if seat == 0 else -1)
    if not ahead:
        return "=", file_of(end, seat)
    straight = start % COLUMNS == end % COLUMNS
    return "+" if ahead > 0 else "-", abs(ahead) if straight else file_of(end, seat)


def _goes(position: Position, said: Written, move: Move) -> bool:
    return _way_and_number(position, move) == (said.way, said.number)


def _way(sign: str) -> str:
    return {".": "=", "\u2013": "-"}.get(sign, sign)


def _plain(text: str) -> str:
    """In small letters, pieces by letter, without marks of praise."""
    names, move = piece_and_move(text)
    letter = next((letter for name, letter in LETTERS.items() if name in names), "")
    return f"{letter}{move}".strip().rstrip("!?#").strip().lower()


def listed(start: Position, moves: Sequence[str]) -> tuple[str, ...]:
    """All moves of a game from its start as the WXF writes them."""
    return _listed(start, tuple(moves))[0]


_AT_A_TIME = 16
"""Moves: what comes before a multiple of these is kept, so that the list grows without beginning again."""


@lru_cache(maxsize=512)
def _listed(start: Position, moves: tuple[str, ...]) -> tuple[tuple[str, ...], Position]:
    known = max(len(moves) - 1, 0) // _AT_A_TIME * _AT_A_TIME
    before, position = _listed(start, moves[:known]) if known else ((), start)
    words = [*before]
    for text in moves[known:]:
        move = Move(BOARD.place_of[text[:2]], BOARD.place_of[text[2:4]])
        words.append(wxf(position, move))
        position = position.after(move)
    return tuple(words), position
