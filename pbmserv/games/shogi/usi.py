"""USI, the protocol of programs that play shogi (T. Romstad, 2007): positions in SFEN, and games in one line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pbmserv.games.file_parts import NotRead, UsiGame
from pbmserv.games.game_file import RESIGNED, PlayedGame
from pbmserv.games.shogi.rules import DECLARE, KINDS, PLAIN, PROMOTES, Position

RESIGNS, WINS = "resign", "win"
"""What an engine answers in place of a move; files may have it behind the moves."""
USUAL = 9
"""The width of the board on which `startpos` is."""
_FREE = re.compile(r"\.+")


def sfen(position: Position) -> str:
    """A position, as in `lnsgkgsnl/1r5b1/… b - 1`; hands tell of Black's pieces first, and of several by number."""
    width = position.width
    ranks = [position.cells[begin : begin + width] for begin in range(0, len(position.cells), width)]
    rows = ("".join(map(_piece, _FREE.sub(lambda free: str(len(free[0])), rank))) for rank in ranks)
    held = "".join(
        f"{count if count > 1 else ''}{kind if seat else kind.upper()}"
        for seat, hand in enumerate(position.pockets)
        for kind in KINDS
        if (count := hand.count(kind))
    )
    return f"{'/'.join(rows)} {'bw'[position.next_seat]} {held or '-'} {len(position.earlier) + 1}"


def _piece(piece: str) -> str:
    plain = PLAIN.get(piece.lower(), "")
    return f"{PROMOTES}{plain.upper() if piece.isupper() else plain}" if plain else piece


def written(begun: Position, played: PlayedGame) -> str:
    """A game in one line, which neither tells who has played nor how it has ended."""
    start = "startpos" if begun.width == USUAL else f"sfen {sfen(begun)}"
    return " ".join(["position", start, "moves", *(text for _, text in played.moves if text != DECLARE)]) + "\n"


def read(begun: Position, told: UsiGame) -> PlayedGame | None:
    """The game in a line; None if it is on a board of another size. Raises `NotRead` for other starts."""
    if (told.sfen.count("/") + 1 if told.sfen else USUAL) != begun.width:
        return None
    if told.sfen and told.sfen.split()[:3] != sfen(begun).split()[:3]:
        raise NotRead("The game begins with another position (SFEN) than the usual one.")
    words = [*told.words]
    end = words.pop() if words and words[-1] in (RESIGNS, WINS) else ""
    to_move = len(words) % 2
    if end == WINS:
        words.append(DECLARE)
    return PlayedGame(
        title="",
        date="",
        players=("", ""),
        options={},
        moves=tuple((number % 2, word) for number, word in enumerate(words)),
        **_ending(end, to_move),
    )


def _ending(end: str, to_move: int) -> Mapping[str, Any]:
    if end == RESIGNS:
        return {"is_over": True, "winner": 1 - to_move, "given_up": RESIGNED}
    return {"is_over": True, "winner": to_move} if end == WINS else {}
