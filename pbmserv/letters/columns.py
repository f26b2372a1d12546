"""Moves in columns, one for each seat."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, zip_longest
from textwrap import wrap
from typing import Any

from pbmserv.games.base import Game, OptionValue
from pbmserv.games.message import Message, counted, with_each
from pbmserv.letters.widths import WIDTH
from pbmserv.locale.catalogs import in_the_language, spoken, translated
from pbmserv.play.record import LEAVING, SUBSTITUTE, SWAP, Move, rounds_of
from pbmserv.play.view import BoardFacts, Plans, SeatView

LAST_FEW = 12
"""The number of moves in a summary while the game is on."""

HIDDEN = "???"


def moves_in_columns(
    board: BoardFacts, plans: Sequence[Plans] = (), last: int | None = None, *, for_reader: bool = False
) -> str:
    """The moves as a table with a column for each seat.

    In a simultaneous game each round is a row; an unfinished round shows only the reader's own moves, from `plans`.
    Otherwise a new row starts when a seat before the last mover's moves. `last` limits the number of moves.
    `for_reader` has seats in the reader's language; a record is the same in all. Empty if nobody has moved.
    """
    rows, omitted = _rounds(board, plans, last) if board.game.simultaneous else _turns(board, last, for_reader)
    if not rows:
        return ""
    titles = [seat.title for seat in board.seats]
    if for_reader:
        titles = [in_the_language(title) if isinstance(title, Message) else title for title in titles]
    table = [titles, *rows]
    widths = _widths(table)
    heading, *below = [_lines_of(row, widths) for row in table]
    left_out = [str(translated(_left_out(omitted))) if for_reader else _left_out(omitted)] if omitted else []
    lines = [*heading, *left_out, *chain.from_iterable(below)]
    return "\n".join([f"  {line}" for line in lines])


def _left_out(moves: int) -> Message:
    return counted("({count} earlier move not shown)", "({count} earlier moves not shown)", moves)


def seat_now(move: Move) -> int:
    """The mover's seat after the move, which a swap changes."""
    return 1 - move.seat if move.text == SWAP else move.seat


def _turns(board: BoardFacts, last: int | None, for_reader: bool) -> tuple[list[list[str]], int]:
    moves, words_of = board.moves[-last:] if last else board.moves, words_of_moves(board, for_reader)
    rows: list[list[str]] = []
    for move in moves:
        seat = seat_now(move)
        if not rows or any(rows[-1][seat:]):
            rows.append([""] * len(board.seats))
        rows[-1][seat] = f"{move.number}. {words_of(move)}"
    return rows, len(board.moves) - len(moves)


def _rounds(board: BoardFacts, plans: Sequence[Plans], last: int | None) -> tuple[list[list[str]], int]:
    rounds = list(enumerate(rounds_of(board.moves), 1))
    shown = rounds[-(last // len(board.seats) or 1) :] if last else rounds
    rows = []
    left: dict[int, Move] = {}
    for number, moves in shown:
        # A player who resigns has bid in the round before, and is skipped in the round that was being played.
        made: dict[int, Move] = {}
        left = {}
        for move in moves:
            if move.text in LEAVING and move.seat in made:
                left[move.seat] = move
            # Whoever has taken over a seat bids in the same round, and that is what the row shows.
            if move.text != SUBSTITUTE:
                made.setdefault(move.seat, move)
        rows.append([f"{number}. {in_words(made[seat])}" if seat in made else "" for seat in range(len(board.seats))])
    if left or any(seat.has_chosen for seat in board.seats):
        chosen = {plan.seat: plan.chosen for plan in plans if plan.chosen}
        this_round = [_this_round(seat, left.get(seat.number), chosen) for seat in board.seats]
        rows.append([f"{board.next_number}. {words}" if words else "" for words in this_round])
    return rows, sum(len(moves) for _, moves in rounds[: len(rounds) - len(shown)])


def _this_round(seat: SeatView, left: Move | None, chosen: Mapping[int, str]) -> str:
    if left is not None:
        return in_words(left)
    return chosen.get(seat.number, HIDDEN) if seat.has_chosen else ""


def in_words(move: Move) -> str:
    """A move as shown: `d3`, or `d3 (Auto)` if nobody typed it then."""
    return Message("{move} (Auto)", move=move.text) if move.automatic else move.text


def words_of_moves(board: BoardFacts, for_reader: bool = True) -> Callable[[Move], str]:
    """How a board's moves are shown, each in the notation of the game's lists: `Nf3` for `g1-f3`.

    `for_reader` has pieces called by their letters in the language in which is written: `Кf3`.
    """
    if type(board.game).listed is Game.listed:
        return in_words
    shown = _listed(board.game, tuple(board.options.items()), board.moves)
    letters = _letters(board.game) if for_reader else ""
    if letters:
        return lambda move: _written(shown.get(move) or in_words(move), letters)
    return lambda move: shown.get(move) or in_words(move)


def with_readers_letters(words: str, game: Game[Any]) -> str:
    """A sentence of a game in which moves are written as they are beside it: `White has played Nf3.`

    Names of players must not stand in it yet.
    """
    letters = _letters(game)
    if not letters:
        return words
    written: str = with_each(words, lambda value: _written(value, letters) if type(value) is str else value)
    return written


@lru_cache(maxsize=8192)
def _written(move: str, letters: str) -> str:
    # Letter after letter has the same moves, and more in each.
    said = dict(zip("KQRBN", letters.split(), strict=False))
    return _LETTER.sub(lambda found: said[found[0]], move)


_LETTER = re.compile(r"^[KQRBN](?=[a-h1-8x@])|(?<==)[QRBN]")


def _letters(game: Game[Any]) -> str:
    """The letters of pieces in the language in which is written; empty if they are the same."""
    if game.letters_of_pieces is None or spoken() is None:
        return ""
    said = in_the_language(game.letters_of_pieces)
    return "" if said == game.letters_of_pieces else said


@lru_cache(maxsize=64)
def _listed(
    game: Game[Any], options: tuple[tuple[str, OptionValue], ...], moves: tuple[Move, ...]
) -> Mapping[Move, str]:
    """One letter or page asks several times, and a turn has several readers."""
    played = [move for move in moves if move.is_of_the_game]
    listed = game.listed(dict(options), [move.text for move in played])
    return {move: in_words(move._replace(text=text)) for move, text in zip(played, listed, strict=True)}


def _widths(table: Sequence[Sequence[str]]) -> list[int]:
    wide_enough = [max([len(row[column]) for row in table]) for column in range(len(table[0]))]
    room = WIDTH - 2 * len(wide_enough)
    if sum(wide_enough) <= room:
        return wide_enough
    # Columns that need less than their share leave the rest to the others.
    shares: dict[int, int] = {}
    for column in sorted(range(len(wide_enough)), key=wide_enough.__getitem__):
        shares[column] = min(wide_enough[column], (room - sum(shares.values())) // (len(wide_enough) - len(shares)))
    return [shares[column] for column in range(len(wide_enough))]


def _lines_of(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    """A row of the table, on several lines if a cell is too wide."""
    fits = map(int.__le__, map(len, row), widths)
    if all(fits) and any(row) and all(map(str.isprintable, row)):
        return ["  ".join(map(str.ljust, row, widths)).rstrip()]
    cells = [wrap(cell, width, break_on_hyphens=False) for cell, width in zip(row, widths, strict=True)]
    return [
        "  ".join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip()
        for parts in zip_longest(*cells, fillvalue="")
    ]
