"""A board's moves as rows of links."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count

from pbmserv.games.base import Game
from pbmserv.games.message import Message
from pbmserv.letters.columns import in_words, seat_now, words_of_moves
from pbmserv.locale.catalogs import translated
from pbmserv.play.record import Move, rounds_of
from pbmserv.play.view import BoardFacts

MOST_COLUMNS = 4
"""With more seats than this, each move has its own row."""


@dataclass(frozen=True)
class Entry:
    """A move, or a seat's part in a round; `after` is the move number of the linked board."""

    after: int
    seat: int
    title: str
    words: str


@dataclass(frozen=True)
class Row:
    """One move for each seat; None for a seat that has not moved in this row.

    `number` is that of its first move, or the row's own in games with full moves.
    """

    number: int
    entries: tuple[Entry | None, ...]


def rows_of(board: BoardFacts, words_of: Callable[[Move], str]) -> tuple[Row, ...]:
    """A board's moves or complete rounds, oldest first."""
    if board.game.simultaneous:
        return tuple(
            _round(board, number, moves) for number, moves in zip(count(1), rounds_of(board.moves), strict=False)
        )
    columns = len(board.seats) if 2 <= len(board.seats) <= MOST_COLUMNS else 1
    rows: list[list[Entry | None]] = []
    for move in board.moves:
        entry = _entry(board, move, move.number, words_of)
        place = entry.seat if columns > 1 else 0
        if not rows or any(rows[-1][place:]):
            rows.append([None] * columns)
        rows[-1][place] = entry
    if board.game.has_full_moves:
        return tuple(map(Row, count(1), map(tuple, rows)))
    return tuple(Row(next(entry.after for entry in row if entry), tuple(row)) for row in rows)


def words_with_outcome(board: BoardFacts, position: object) -> Callable[[Move], str]:
    """How a board's moves are shown, with what has come of them in games in which that is not seen: `e5: hit`.

    The position is the one that is reached by now.
    """
    game, words_of = board.game, words_of_moves(board)
    if type(game).came_of is Game.came_of:
        return words_of
    seen = game.seen_by(position, None)

    def words(move: Move) -> str:
        outcome = game.came_of(seen, move.seat, move.text) if move.is_of_the_game else ""
        return Message("{move}: {outcome}", move=words_of(move), outcome=outcome) if outcome else words_of(move)

    return words


def table_of(rows: Sequence[Row], address: Callable[[int], str], at: int, kept: Mapping[int, int]) -> str:
    """Format the rows as HTML links to the board after each move, by its `address`.

    The move `at` is marked, and those on which so many lines of the reader are `kept`.

    Not a template: this table is most of a page, and a template takes ten times as long.
    """
    return "\n".join([_row(row, address, at, kept) for row in rows])


def _row(row: Row, address: Callable[[int], str], at: int, kept: Mapping[int, int]) -> str:
    # Of several columns, each has its player above it.
    has_own_row = len(row.entries) == 1
    cells = [
        f'<td><a href="{address(entry.after)}"{_title(entry) if has_own_row else ""}'
        f"{_IS_SHOWN if entry.after == at else ''}>{escape(str(translated(entry.words)))}"
        f"{_marked(kept[entry.after]) if entry.after in kept else ''}</a></td>"
        if entry
        else "<td></td>"
        for entry in row.entries
    ]
    return f'<tr><th scope="row">{row.number}</th>{"".join(cells)}</tr>'


def _marked(lines: int) -> str:
    return f' <span class="count" title="{lines} line{"s" if lines > 1 else ""} kept">{lines}</span>'


_IS_SHOWN = ' aria-current="true"'


def _title(entry: Entry) -> str:
    return f' title="{escape(str(translated(entry.title)))}"'


def _round(board: BoardFacts, number: int, moves: list[Move]) -> Row:
    by_seat: dict[int, Entry] = {}
    for move in moves:
        by_seat.setdefault(move.seat, _entry(board, move, number))
    return Row(number, tuple(by_seat.get(seat) for seat in range(len(board.seats))))


def _entry(board: BoardFacts, move: Move, after: int, words_of: Callable[[Move], str] = in_words) -> Entry:
    seat = seat_now(move)
    return Entry(after, seat, board.seats[seat].title, words_of(move))
