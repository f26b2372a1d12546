"""Moves in USI (`7g7f`, `8h2b+`, `P*5e`), by pieces as western players write them (`P-7f`, `Bx2b+`), and as Japanese
ones do, in KIF and without where a piece comes from (`７六歩(77)`, `４五角打`, `同銀`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple
from unicodedata import normalize

from pbmserv.games.boards.grids import EMPTY, Grid
from pbmserv.games.boards.shogi import NUMERALS
from pbmserv.games.piece_names import piece_and_move
from pbmserv.games.shogi.rules import PLAIN, PROMOTED, PROMOTES, Move, Position

CHARACTERS = {
    "k": "玉王",
    "r": "飛",
    "b": "角",
    "g": "金",
    "s": "銀",
    "n": "桂",
    "l": "香",
    "p": "歩",
    "d": "龍",
    "h": "馬",
    "a": "全",
    "c": "圭",
    "e": "杏",
    "t": "と",
}
"""What stands on the pieces in Japan; of two, each seat has its own."""
_IN_KIF = {"a": "成銀", "c": "成桂", "e": "成香"}
"""What KIF calls pieces in words of two characters."""
KIND_OF = {
    **{character: kind for kind, characters in CHARACTERS.items() for character in characters},
    **{words: kind for kind, words in _IN_KIF.items()},
    "竜": "d",
}
"""Pieces as positions have them, in small letters, by their Japanese names."""
_WIDE, _RANKS = "１２３４５６７８９", "abcdefghi"
_SAME = "同"
"""In place of a square: where the other player has just moved."""
_DROPPED, _PROMOTED = "打", "成"
_STAYS = ("不成", "生")
LETTERS = {
    "king": "K",
    "rook": "R",
    "bishop": "B",
    "gold": "G",
    "silver": "S",
    "knight": "N",
    "lance": "L",
    "pawn": "P",
    "dragon": "+R",
    "tokin": "+P",
}
"""Letters of pieces by their names."""
_SQUARE = r"[1-9][a-i1-9]"
_BETWEEN = r"\s*(?:->|to|[-\u2013x:/]|)\s*"
_SQUARES = re.compile(rf"({_SQUARE}){_BETWEEN}({_SQUARE})\s*(\+|=|)", re.ASCII)
_DROP = re.compile(rf"([rbgsnlp])\s*[*'@]\s*({_SQUARE})", re.ASCII)
_BY_PIECE = re.compile(rf"(\+?)([krbgsnlp])({_SQUARE})?{_BETWEEN}({_SQUARE})\s*(\+|=|)", re.ASCII)
_BY_CHARACTER = re.compile(
    rf"[▲△▼▽☗☖]?\s*(?:([1-9])([1-9{NUMERALS}])|{_SAME})\s*({'|'.join(sorted(KIND_OF, key=len, reverse=True))})"
    rf"({'|'.join((_DROPPED, _PROMOTED, *_STAYS))}|)\s*(?:\(([1-9])([1-9])\))?"
)
LONGEST = 40


class Written(NamedTuple):
    """A move as written: squares by name, the piece as a letter, and whether it is to be promoted (`+`, `=` or not
    said).
    """

    start: str
    end: str
    piece: str = ""
    was_promoted: bool = False
    promotes: str = ""
    is_drop: bool = False

    @property
    def kind(self) -> str:
        """The piece as positions have it, in small letters."""
        return PROMOTED.get(self.piece, "?") if self.was_promoted else self.piece


def words_of(board: Grid, move: Move) -> str:
    """A move in USI."""
    if move.is_drop:
        return f"{move.kind.upper()}*{board.names[move.end]}"
    return f"{board.names[move.start]}{board.names[move.end]}{move.kind}"


def in_kif(position: Position, move: Move) -> str:
    """A legal move in KIF."""
    names = position.geometry.board.names
    end = names[move.end]
    same = position.last and position.last[-1] == move.end
    square = f"{_SAME}\u3000" if same else f"{_WIDE[int(end[0]) - 1]}{NUMERALS[_RANKS.index(end[1])]}"
    if move.is_drop:
        return f"{square}{CHARACTERS[move.kind]}{_DROPPED}"
    kind, start = position.cells[move.start].lower(), names[move.start]
    piece = _IN_KIF.get(kind, CHARACTERS[kind][0])
    promoted = _PROMOTED if move.kind == PROMOTES else ""
    return f"{square}{piece}{promoted}({start[0]}{_RANKS.index(start[1]) + 1})"


def in_letters(position: Position, move: Move) -> str:
    """A legal move as western players write it: `P-7f`, `Bx2b+`, `P*5e`, `G6i-5h` where another could go there."""
    names = position.geometry.board.names
    if move.is_drop:
        return f"{move.kind.upper()}*{names[move.end]}"
    kind = position.cells[move.start].lower()
    piece = f"{PROMOTES}{PLAIN[kind].upper()}" if kind in PLAIN else kind.upper()
    start = names[move.start] if _others_reach(position, move) else ""
    way = "-" if position.cells[move.end] == EMPTY else "x"
    return f"{piece}{start}{way}{names[move.end]}{move.kind or '=' * _could_promote(position, move)}"


def in_characters(position: Position, move: Move) -> str:
    """A legal move as Japanese players write it, with where a piece comes from if another could go there."""
    whole = in_kif(position, move).replace("\u3000", "")
    if move.is_drop:
        return whole
    words, _, start = whole.partition("(")
    stays = _STAYS[0] if _could_promote(position, move) and not move.kind else ""
    # Where it is told, what says nothing of it is not promoted.
    return f"{words}({start}" if _others_reach(position, move) else f"{words}{stays}"


def _others_reach(position: Position, move: Move) -> bool:
    """Whether another piece of the same kind can go where this one goes."""
    piece, cells = position.cells[move.start], position.cells
    for place in position.places_of(piece):
        if place != move.start:
            for ray in position.geometry.rays[piece][place]:
                free = list(takewhile(lambda each: cells[each] == EMPTY or each == move.end, ray))
                if move.end in free and position.is_safe(Move(place, move.end)):
                    return True
    return False


def _could_promote(position: Position, move: Move) -> bool:
    zone = position.geometry.zones[position.next_seat]
    return position.cells[move.start].lower() in PROMOTED and (move.start in zone or move.end in zone)


def move_of(board: Grid, words: str) -> Move:
    """The inverse of `words_of`."""
    kind, drop, square = words.partition("*")
    if drop:
        return Move(-1, board.place_of[square], kind.lower())
    return Move(board.place_of[words[:2]], board.place_of[words[2:4]], words[4:])


def written(text: str, last: str = "") -> Written | None:
    """A text taken apart; None if it is in no notation. `last` is the square where the other player has moved."""
    if not text.isascii() and (found := _by_character(text, last)):
        return found
    plain = _plain(text)
    if len(plain) > LONGEST:
        return None
    if match := _SQUARES.fullmatch(plain):
        return Written(_name(match[1]), _name(match[2]), promotes=match[3])
    if match := _DROP.fullmatch(plain):
        return Written("", _name(match[2]), match[1], is_drop=True)
    if match := _BY_PIECE.fullmatch(plain):
        start = _name(match[3]) if match[3] else ""
        return Written(start, _name(match[4]), match[2], bool(match[1]), match[5])
    return None


def _by_character(text: str, last: str) -> Written | None:
    """A move as Japanese players write it; if that names where a piece comes from, it also says if it is promoted."""
    match = _BY_CHARACTER.fullmatch(normalize("NFKC", text.strip())) if len(text) <= LONGEST else None
    if match is None or not (match[1] or last):
        return None
    end = _name(f"{match[1]}{NUMERALS.find(match[2]) + 1 or match[2]}") if match[1] else last
    kind = KIND_OF[match[3]]
    plain = PLAIN.get(kind, "")
    if match[4] == _DROPPED:
        return Written("", end, plain or kind, is_drop=True)
    start = _name(match[5] + match[6]) if match[5] else ""
    promotes = PROMOTES if match[4] == _PROMOTED else "=" if start or match[4] else ""
    return Written(start, end, plain or kind, bool(plain), promotes)


def meant(position: Position, move: Written, moves: Iterable[Move]) -> list[Move]:
    """The moves among these, legal or not, that a written one means."""
    names = position.geometry.board.names
    found = [each for each in moves if names[each.end] == move.end and _is_by(position, move, each, names)]
    if move.promotes:
        # Equals says that a piece is not promoted, and plus that it is.
        return [each for each in found if each.is_drop or (each.kind == PROMOTES) == (move.promotes == PROMOTES)]
    # By both squares it is USI, where nothing behind them says so too, unless the piece has to be promoted.
    staying = [each for each in found if each.kind != PROMOTES] if move.start and not move.piece else []
    return staying or found


def _is_by(position: Position, move: Written, each: Move, names: tuple[str, ...]) -> bool:
    if move.is_drop or each.is_drop:
        return move.is_drop == each.is_drop and move.piece == each.kind
    if move.start and names[each.start] != move.start:
        return False
    return not move.piece or position.cells[each.start].lower() == move.kind


def _name(square: str) -> str:
    """A square with its rank as a letter: `7f` for `76`."""
    return square if square[1].isalpha() else f"{square[0]}{'abcdefghi'[int(square[1]) - 1]}"


def _plain(text: str) -> str:
    """In small letters, pieces by letter, without marks of praise."""
    names, move = piece_and_move(text)
    letter = next((letter for name, letter in LETTERS.items() if name in names), "")
    return f"{letter}{move}".strip().rstrip("!?#").strip().lower()
