"""Positions in SFEN, the text of the Universal Shogi Interface (T. Romstad, 2007), and for Fairy-Stockfish."""

from __future__ import annotations

from collections.abc import Iterator

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.shogi.rules import KINDS, PLAIN, PROMOTES, Position


def sfen(position: Position) -> str:
    """The position with its move number: `lnsgkgsnl/1r5b1/… b - 1`."""
    hands = "".join(_counted(kind, number) for kind, number in _held(position)) or "-"
    return f"{_rows(position)} {'bw'[position.next_seat]} {hands} {len(position.earlier) + 1}"


def fen(position: Position) -> str:
    """The same for engines by UCI, where the first player is called White: `lnsgkgsnl/1r5b1/…[-] w 0 1`."""
    hands = "".join(kind * number for kind, number in _held(position)) or "-"
    return f"{_rows(position)}[{hands}] {'wb'[position.next_seat]} 0 {len(position.earlier) // 2 + 1}"


def _held(position: Position) -> Iterator[tuple[str, int]]:
    for seat, hand in enumerate(position.pockets):
        for kind in KINDS:
            if number := hand.count(kind):
                yield (kind if seat else kind.upper()), number


def _counted(kind: str, number: int) -> str:
    return kind if number == 1 else f"{number}{kind}"


def _rows(position: Position) -> str:
    width = position.width
    rows = []
    for begin in range(0, len(position.cells), width):
        row = "".join(map(_written, position.cells[begin : begin + width]))
        for free in range(width, 0, -1):
            row = row.replace(EMPTY * free, str(free))
        rows.append(row)
    return "/".join(rows)


def _written(piece: str) -> str:
    plain = PLAIN.get(piece.lower(), "")
    return f"{PROMOTES}{plain.upper() if piece.isupper() else plain}" if plain else piece


def in_uci(position: Position, move: str) -> str:
    """A move of ours as Fairy-Stockfish writes it: `h8b2+` for `8h2b+`, `P@e5` for `P*5e`."""
    kind, drop, square = move.partition("*")
    if drop:
        return f"{kind}@{_square(position, square)}"
    return f"{_square(position, move[:2])}{_square(position, move[2:4])}{move[4:]}"


def from_uci(position: Position, move: str) -> str:
    """The inverse of `in_uci`."""
    kind, drop, square = move.partition("@")
    if drop:
        return f"{kind}*{_name(position, square)}"
    return f"{_name(position, move[:2])}{_name(position, move[2:4])}{move[4:]}"


def _square(position: Position, name: str) -> str:
    """A square with columns from the left by letters, and rows from below: `h8` for `2b`."""
    place = position.geometry.board.place_of[name]
    return f"{'abcdefghi'[place % position.width]}{position.width - place // position.width}"


def _name(position: Position, square: str) -> str:
    place = (position.width - int(square[1])) * position.width + "abcdefghi".index(square[0])
    return position.geometry.board.names[place]
