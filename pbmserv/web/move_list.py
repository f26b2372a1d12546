"""A board's moves as rows of links."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import chain, count, repeat

from pbmserv.games.base import Game
from pbmserv.games.message import Message, counted
from pbmserv.letters.columns import in_words, seat_now
from pbmserv.locale.catalogs import translated
from pbmserv.play.by_itself import NOTHING_ELSE, Made
from pbmserv.play.record import SUBSTITUTE, Move, rounds_of
from pbmserv.play.view import BoardFacts, SeatView

MOST_COLUMNS = 4
"""With more seats than this, each move has its own row."""


@dataclass(frozen=True)
class Entry:
    """A move, or a seat's part in a round; `after` is the move number of the linked board.

    `is_by_itself` if there was no other move, so that nobody made it. `leads` is the number of a trick that its card
    begins, and it `takes` the trick of its row.
    """

    after: int
    seat: int
    title: str
    words: str
    is_by_itself: bool = False
    leads: int = 0
    takes: bool = False


@dataclass(frozen=True)
class Row:
    """One move for each seat, or a trick; None for a seat that has not moved in this row.

    `number` is that of the first move that somebody made in it, 0 if all were made by themselves. It is the row's own
    in games with full moves, and where tricks are taken that of the trick in its hand, 0 for what comes before.
    """

    number: int
    entries: tuple[Entry | None, ...]

    @property
    def is_trick(self) -> bool:
        return any(entry.leads for entry in self.entries if entry)


def rows_of(board: BoardFacts, words_of: Callable[[Move], str], made: Sequence[Made] = ()) -> tuple[Row, ...]:
    """A board's moves or complete rounds, oldest first, with what was `made` by itself after each."""
    if board.game.simultaneous:
        return tuple(
            _round(board, number, moves) for number, moves in zip(count(1), rounds_of(board.moves), strict=False)
        )
    columns = len(board.seats) if 2 <= len(board.seats) <= MOST_COLUMNS else 1
    rows: list[list[Entry | None]] = []
    in_trick, has_tricks = False, type(board.game).laid_by is not Game.laid_by
    for move, how, seats in zip(board.moves, made or repeat(NOTHING_ELSE), _seats_through(board), strict=False):
        for entry in _entries(seats, move, how, words_of):
            is_card = has_tricks and (entry.is_by_itself or how.laid_by is not None)
            place = entry.seat if columns > 1 else 0
            # A trick begins with its first card, wherever that is laid; other moves go on from left to right.
            goes_on = is_card and in_trick and not entry.leads and rows[-1][place] is None
            if not goes_on and (not rows or is_card or in_trick or any(rows[-1][place:])):
                rows.append([None] * columns)
            rows[-1][place], in_trick = entry, is_card
    if board.game.has_full_moves:
        return tuple(map(Row, count(1), map(tuple, rows)))
    if has_tricks and made:
        return tuple(_with_tricks(rows, chain.from_iterable(how.takers for how in made)))
    return tuple(Row(_number_of(row), tuple(row)) for row in rows)


def _with_tricks(rows: Iterable[list[Entry | None]], takers: Iterator[int]) -> Iterator[Row]:
    """The rows with the numbers of tricks, and with who took them: one for each that is complete, in their order."""
    for row in rows:
        number = next((entry.leads for entry in row if entry and entry.leads), 0)
        taker = next(takers, None) if number else None
        entries = (replace(entry, takes=True) if entry and entry.seat == taker else entry for entry in row)
        yield Row(number, tuple(entries))


def _number_of(row: Iterable[Entry | None]) -> int:
    return min((entry.after for entry in row if entry and not entry.is_by_itself), default=0)


def _seats_through(board: BoardFacts) -> Iterator[Sequence[SeatView]]:
    """The seats at each move, with who sat there then, but for swapped sides: these are as they are shown."""
    if not any(seat.earlier for seat in board.seats):
        yield from repeat(board.seats_shown, len(board.moves))
        return
    to_come = [deque([*seat.earlier, seat.userid]) for seat in board.seats]
    seats = [seat._replace(userid=holders.popleft()) for seat, holders in zip(board.seats, to_come, strict=True)]
    for move in board.moves:
        if move.text == SUBSTITUTE and move.automatic:
            seats[move.seat] = seats[move.seat]._replace(userid=to_come[move.seat].popleft())
        yield seats


def _entries(seats: Sequence[SeatView], move: Move, how: Made, words_of: Callable[[Move], str]) -> Iterator[Entry]:
    """A move with those that followed by themselves."""
    entry = _entry(seats, move, move.number, words_of)
    yield entry if how.laid_by is None else replace(entry, seat=how.laid_by, leads=how.leads)
    for seat, text, leads in how.followed:
        words = words_of(move._replace(seat=seat, text=text, automatic=False))
        yield Entry(move.number, seat, seats[seat].title, words, is_by_itself=True, leads=leads)


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
        f"{_IS_SHOWN if entry.after == at and not entry.is_by_itself else ''}{_told(entry, len(row.entries))}"
        f"{_marked(kept[entry.after]) if entry.after in kept and not entry.is_by_itself else ''}</a></td>"
        if entry
        else "<td></td>"
        for entry in row.entries
    ]
    number = f'<th scope="row">{row.number}</th>' if row.number else "<td></td>"
    return f"<tr>{number}{''.join(cells)}</tr>"


def _told(entry: Entry, columns: int) -> str:
    """The rest of a link: the move, grey if nobody made it, bold if it leads to a trick, marked if it takes one."""
    words = str(translated(entry.words))
    are_so = {"itself": entry.is_by_itself, "led": entry.leads, "took": entry.takes}
    looks = [look for look, is_so in are_so.items() if is_so]
    said = [_SAID[look] for look in looks if look != "led" or not entry.is_by_itself]
    if columns > 2 and _LONG_WORD.search(words):
        looks.append("words")
    begin = f' class="{" ".join(looks)}"' if looks else ""
    aloud = "".join([f'<span class="hidden"> {escape(str(translated(each)))}</span>' for each in said])
    return f"{begin}>{escape(words)}{aloud}"


_LONG_WORD = re.compile(r"[^\W\d_]{6}")
"""What needs smaller letters where there are many columns."""
_SAID = {"itself": Message("by itself"), "led": Message("led"), "took": Message("takes the trick")}


def _marked(lines: int) -> str:
    told = translated(counted("{count} line kept", "{count} lines kept", lines))
    return f' <span class="count" title="{escape(str(told))}">{lines}</span>'


_IS_SHOWN = ' aria-current="true"'


def _title(entry: Entry) -> str:
    return f' title="{escape(str(translated(entry.title)))}"'


def _round(board: BoardFacts, number: int, moves: list[Move]) -> Row:
    by_seat: dict[int, Entry] = {}
    for move in moves:
        by_seat.setdefault(move.seat, _entry(board.seats_shown, move, number))
    return Row(number, tuple(by_seat.get(seat) for seat in range(len(board.seats))))


def _entry(seats: Sequence[SeatView], move: Move, after: int, words_of: Callable[[Move], str] = in_words) -> Entry:
    seat = seat_now(move)
    return Entry(after, seat, seats[seat].title, words_of(move))
