"""Standard algebraic notation (`Nf3`, `exd5`, `O-O`, `e8=Q+`), parsed and written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from pbmserv.games.chess.rules import BOARD, Move, Position, is_castling
from pbmserv.games.piece_names import as_it_looks, from_russian, piece_and_move

_DROP = re.compile(r"([PNBRQpnbrq])?@([a-h][1-8])", re.ASCII)
LETTERS = {
    "queen": "Q",
    "rook": "R",
    "bishop": "B",
    "knight": "N",
    "king": "K",
    "pawn": "P",
    "met": "M",
    "khon": "S",
}
"""Letters of pieces; a dame is the queen, though draughts has others."""
CASTLING = {"o-o": 6, "0-0": 6, "oo": 6, "00": 6, "o-o-o": 2, "0-0-0": 2, "ooo": 2, "000": 2}
CASTLING |= {signs.replace("o", "о"): column for signs, column in CASTLING.items() if "o" in signs}
"""Signs for castling, by the king's target column."""
_TO_CASTLE = re.compile(
    r"castl(?:e|es|ing)|рокировка|рокируюсь|rochade|rochier(?:e|en|t)|(?:le )?roque|roquer|enroque|enroco|arrocco"
)
_SIDES = {
    6: re.compile(r"short|king'?s?(?: ?side)?|kurz(?:e|en)?|klein(?:e|en)?|petite?|corto|corta|короткая"),
    2: re.compile(r"long|queen'?s?(?: ?side)?|lang(?:e|en)?|gro(?:ß|ss)(?:e|en)?|grande?|largo|larga|lungo|длинная"),
}
_BESIDE_CASTLING = re.compile(
    r"i|i'll|i'd|will|want|to|would|like|let's|the|on|side|now|then|please|my|move|is|ich|mache|die|eine|auf|ja|yes|bitte"
    r"|je|fais|le|du|c[oô]t[eé]"
)
_MOST_WORDS = 8
_STOPS = str.maketrans(dict.fromkeys(",.;:!", " "))


@lru_cache
def _san(letters: str) -> re.Pattern[str]:
    """Algebraic notation with these letters of pieces. A small letter is a column, if there is such a one."""
    pieces = letters + "".join(letter for letter in letters.lower() if letter not in "abcdefgh")
    crowned = letters.replace("P", "")
    return re.compile(
        rf"([{pieces}])?([a-h])?([1-8])?[-x:]?([a-h][1-8])(?:=?\(?([{crowned}{crowned.lower()}])\)?)?", re.ASCII
    )


@lru_cache
def _squares(letters: str) -> re.Pattern[str]:
    crowned = letters.replace("P", "").lower()
    return re.compile(rf"([a-h][1-8])\s*(?:-|x|:|to|)\s*([a-h][1-8])\s*(?:=?\s*\(?([{crowned}])\)?)?", re.ASCII)


def words_of(position: Position, move: Move) -> str:
    """A move in canonical notation, by squares: `g1-f3`, `e7-e8=q`, `O-O`."""
    start, end, promotion = move
    if move.is_drop:
        return f"{promotion.upper()}@{BOARD.names[end]}"
    if is_castling(position, move):
        return "O-O" if end > start else "O-O-O"
    return f"{BOARD.names[start]}-{BOARD.names[end]}{f'={promotion}' if promotion else ''}"


def san(position: Position, move: Move) -> str:
    """A legal move in standard algebraic notation: `Nbd7`, `exd6`, `e8=Q#`."""
    after = position.after(move)
    mark = "" if not after.in_check else "+" if after.legal_moves else "#"
    if is_castling(position, move) or move.is_drop:
        return words_of(position, move).removeprefix("P") + mark
    start, end, promotion = move
    piece = position[start].upper()
    takes = "x" if position.is_capture(move) else ""
    if piece == "P":
        crowned = f"={promotion.upper()}" if promotion else ""
        return f"{BOARD.names[start][0] if takes else ''}{takes}{BOARD.names[end]}{crowned}{mark}"
    others = [
        each.from_square
        for each in position.legal_moves
        if each.to_square == end and each.from_square != start and position[each.from_square] == position[start]
    ]
    return f"{piece}{_told_apart(start, others)}{takes}{BOARD.names[end]}{mark}"


def sans(start: Position, moves: tuple[str, ...]) -> tuple[str, ...]:
    """All moves of a game from its start in standard algebraic notation; a claim is left as it is."""
    return _sans(start, moves)[0]


_AT_A_TIME = 16
"""Moves: what comes before a multiple of these is kept, so that the list grows without beginning again."""


@lru_cache(maxsize=512)
def _sans(start: Position, moves: tuple[str, ...]) -> tuple[tuple[str, ...], Position]:
    known = max(len(moves) - 1, 0) // _AT_A_TIME * _AT_A_TIME
    before, position = _sans(start, moves[:known]) if known else ((), start)
    words = [*before]
    for text in moves[known:]:
        found = meant(position, text)
        words.append(san(position, found[0]) if found else text)
        position = position.after(found[0]) if found else position
    return tuple(words), position


def _told_apart(start: int, others: Sequence[int]) -> str:
    """The disambiguation among pieces of the same kind with the same target."""
    if not others:
        return ""
    if all(other % 8 != start % 8 for other in others):
        return BOARD.names[start][0]
    if all(other // 8 != start // 8 for other in others):
        return BOARD.names[start][1]
    return BOARD.names[start]


def in_letters(position: Position, text: str) -> str:
    """Replace a piece's name by its letter: `Nf3` for `knight f3`, `Springer f3` and `Кf3`."""
    if (english := from_russian(text)) != text and {*english} & {*"KQRBN"} <= {*position.LETTERS}:
        return english
    names, move = piece_and_move(text)
    letter = next((letter for name, letter in LETTERS.items() if name in names and letter in position.LETTERS), None)
    written = f"{letter}{move.lower()}"
    return written if letter and _san(position.LETTERS).fullmatch(_plain(written)) else text


def by_squares(position: Position, text: str) -> tuple[int, int, str] | None:
    match = _squares(position.LETTERS).fullmatch(_plain(text).lower())
    if match is None:
        return None
    return BOARD.place_of[match[1]], BOARD.place_of[match[2]], match[3] or ""


def meant(position: Position, text: str) -> list[Move] | None:
    """The legal moves that a text can mean; None if it is in no notation."""
    found = _meant(position, _plain(text))
    if found is None and text.isupper():
        # `NF3` and `EXD5` are typed with the capitals locked: `BC4` is a bishop, unless only the pawn can go there.
        small = _plain(text).lower()
        found = _meant(position, small[:1].upper() + small[1:]) or _meant(position, small)
    return found


def also_meant(position: Position, typed: str) -> list[Move]:
    """The legal moves that a text with a Russian letter would be if that were the Latin one that looks like it."""
    looks = "" if typed.isascii() else as_it_looks(typed.strip())
    return (_meant(position, _plain(looks)) or []) if looks else []


def by_notation(position: Position, text: str, moves: Iterable[Move]) -> list[Move] | None:
    """The moves among these, legal or not, that a text means in algebraic notation; None if it is not in it."""
    match = _san(position.LETTERS).fullmatch(_plain(text))
    return None if match is None else _by_notation(position, match, moves)


def castling_named(text: str) -> tuple[int, ...]:
    """The king's target column, if a text asks for castling, legal or not: `O-O!`, `castle kingside`; both columns if
    it does not say on which side.
    """
    plain = _plain(text).lower().replace("’", "'")
    if plain in CASTLING:
        return (CASTLING[plain],)
    words = plain.replace("-", " ").translate(_STOPS).split()
    if len(words) > _MOST_WORDS:
        return ()
    others = [word for word in words if not _BESIDE_CASTLING.fullmatch(word)]
    sides = [column for column, side in _SIDES.items() for word in others if side.fullmatch(word)]
    castles = sum(_TO_CASTLE.fullmatch(word) is not None for word in others)
    if len(sides) + castles != len(others) or castles > 1 or len({*sides}) > 1:
        return ()
    # A side by itself says enough in "queenside", not in "king" or "short".
    if not castles and not any(word.endswith("side") for word in words):
        return ()
    return tuple(sides[:1] or _SIDES)


def piece_named(position: Position, text: str) -> str:
    match = _san(position.LETTERS).fullmatch(_plain(text))
    return "" if match is None else (match[1] or "P").upper()


def _meant(position: Position, plain: str) -> list[Move] | None:
    if drop := _DROP.fullmatch(plain):
        kind, square = (drop[1] or "p").lower(), BOARD.place_of[drop[2]]
        return [move for move in position.legal_moves if move == (square, square, kind)]
    if columns := castling_named(plain):
        return [move for column in columns for move in _castlings(position, to_the_right=column == 6)]
    match = _san(position.LETTERS).fullmatch(plain)
    # `B5c6` is a bishop of the fifth row, unless there is none; `b5c6` is whatever stands on b5.
    if (
        match is not None
        and match[1]
        and match[1].isupper()
        and (found := _by_notation(position, match, position.legal_moves))
    ):
        return found
    if squares := by_squares(position, plain):
        return _by_squares(position, *squares)
    return None if match is None else _by_notation(position, match, position.legal_moves)


def _by_notation(position: Position, match: re.Match[str], moves: Iterable[Move]) -> list[Move]:
    piece, column_letter, row, target, promotion = match.groups()
    return [
        move
        for move in moves
        if not is_castling(position, move)
        and position[move.from_square].upper() == (piece or "P").upper()
        and BOARD.names[move.to_square] == target
        and column_letter in (None, BOARD.names[move.from_square][0])
        and row in (None, BOARD.names[move.from_square][1])
        and (not promotion or move.promotion == promotion.lower())
    ]


def _castlings(position: Position, to_the_right: bool) -> list[Move]:
    return [
        move
        for move in position.legal_moves
        if is_castling(position, move) and (move.to_square > move.from_square) == to_the_right
    ]


def _by_squares(position: Position, start: int, end: int, promotion: str) -> list[Move]:
    found = [
        move for move in position.legal_moves if move.squares == (start, end) and promotion in ("", move.promotion)
    ]
    # The king's two squares are castling as well, where it cannot get there in one step.
    if not found and position[start] in "Kk" and start // 8 == end // 8 and abs(start - end) == 2 and not promotion:
        return _castlings(position, to_the_right=end > start)
    return found


_FIGURINES = {0x2654 + number: letter for number, letter in enumerate(("K", "Q", "R", "B", "N", "") * 2)}
"""Unicode figurines, white then black, by letter."""


def _plain(text: str) -> str:
    """Remove outer blanks and marks of check, mate and praise; replace figurines by letters."""
    return re.sub(r"(?:e\.p\.|ep|[+#!?])+$", "", text.strip().translate(_FIGURINES)).strip()
