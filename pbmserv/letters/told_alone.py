"""What letters tell one player alone: a bid of this round, queued moves, a count of a hand. Words must not leak it.

A mail program may cut a letter off, wrap it anew, or lose its accents. So a sentence is recognised by a few words
side by side.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

from pbmserv.games.message import for_players, of_messages, with_each
from pbmserv.letters.board import LEAVING_LATER, planned
from pbmserv.letters.columns import moves_in_columns, with_readers_letters
from pbmserv.locale.catalogs import catalog_of, languages, speaking, translated
from pbmserv.play.board import Board, Player
from pbmserv.play.view import SHOWN, BoardView, BoardViews, Plans

_WORD = re.compile(r"[^\W_]+|\?+|-")
_WITH_VALUE = 3
"""The words of a phrase that has a value among them: `have chosen 7`."""
_WITHOUT_VALUE = 5
_ORDINARY_WORD = re.compile(r"[^\W\d_]{3}")
_FEWEST = 2
"""A row of a table may have no more: `3. 7`."""
_MOST_CHOICES = 30
_OTHER_NUMBER = 1_000


def phrases_told_alone(board: Board, player: Player) -> frozenset[str]:
    """The phrases that a letter about a board tells this player and no spectator, in all languages."""
    if not board.is_on or not (has_plans(board, player) or (board.game.hidden and board.has_seated(player))):
        return frozenset()
    views = BoardViews(board, SHOWN)
    own, public = views.of(player), views.of(None)
    found = set[str]().union(*map(_of_plans, own.plans), *map(_of_plans, _other_choices(board, own.plans)))
    for language in languages():
        with speaking(catalog_of(language)):
            if board.game.hidden:
                found |= _of_look(own) - _of_look(public)
            if board.game.simultaneous:
                found |= _of_table(own) - _of_table(public)
    # A program may have wrapped a line before the move, and its beginning may have been taken for a quotation.
    moves = (move for plan in own.plans for move in (plan.chosen or "", *plan.queue))
    return frozenset(found.union(filter(None, (" ".join(_words_of(move)) for move in moves))))


def has_plans(board: Board, player: Player) -> bool:
    """Whether a player has chosen or queued a move, or is going to resign, and nobody else knows it."""
    own = [board.seats[seat] for seat in board.seats_of(player)]
    return any(seat.chosen or seat.queue or seat.leaving for seat in own)


class Said:
    """Somebody's words, to be compared with any number of phrases in the time that it takes to read them once."""

    def __init__(self, words: str) -> None:
        self._words = words
        self._by_size: dict[int, frozenset[str]] = {}

    def phrase(self, phrases: Iterable[str]) -> str:
        """One of these phrases that stands in the words, whatever their signs and line breaks are; or nothing.

        A single word counts only where it is a whole line.
        """
        return next((phrase for phrase in sorted(phrases) if phrase in self._of_size(phrase.count(" ") + 1)), "")

    def _of_size(self, size: int) -> frozenset[str]:
        if size not in self._by_size:
            lines = (" ".join(_words_of(line)) for line in self._words.splitlines())
            self._by_size[size] = frozenset(lines if size < _FEWEST else _windows(self._read, size))
        return self._by_size[size]

    @cached_property
    def _read(self) -> Sequence[str]:
        return _words_of(self._words)


def has_word(phrase: str) -> bool:
    """Whether a phrase has a word of a sentence, perhaps spoilt, or a long name."""
    return any(len(word) > _FEWEST and not word.isdigit() for word in phrase.split())


def _other_choices(board: Board, plans: Sequence[Plans]) -> Iterator[Plans]:
    """The same plans with other moves, one of which may have been chosen before, or stands in an older letter."""
    for plan in plans:
        moves = board.game.legal_moves(board.position, plan.seat) if plan.chosen else None
        if moves is not None and len(moves) <= _MOST_CHOICES:
            for move in moves:
                yield Plans(plan.seat, board.game.to_its_player(board.position, plan.seat, move), (), leaving=False)


@lru_cache(maxsize=4096)
def _of_plans(plans: Plans) -> frozenset[str]:
    told = [*planned([plans]), *([LEAVING_LATER] if plans.leaving else [])]
    found = set[str]()
    for language in languages():
        with speaking(catalog_of(language)):
            found.update(*map(_phrases, told))
    return frozenset(found)


def _of_look(view: BoardView) -> frozenset[str]:
    """The phrases about the position. Rows of signs alone are compared elsewhere: see `drawn_for_nobody_else`."""
    board = view.board
    lines = dict.fromkeys((*view.status, *view.picture_status))
    said = (for_players(with_readers_letters(of_messages(line), board.game), board.seats) for line in lines)
    drawn = (row for row in str(translated(view.drawing)).splitlines() if _ORDINARY_WORD.search(row))
    beside = (phrase for row in drawn for phrase in _phrases(row) if _ORDINARY_WORD.search(phrase))
    return frozenset({*(phrase for line in said for phrase in _phrases(line)), *beside})


def _of_table(view: BoardView) -> frozenset[str]:
    table = moves_in_columns(view.board, view.plans, for_reader=True)
    rows = (_words_of(row) for row in table.splitlines())
    short = {" ".join(row) for row in rows if _FEWEST <= len(row) < _WITH_VALUE}
    return frozenset({*_windows(_words_of(table), _WITH_VALUE), *short})


def _phrases(sentence: str) -> Iterator[str]:
    """The phrases of a sentence in the language that is spoken: those with a value, or longer ones if it has none."""
    said, without = str(translated(sentence)), str(translated(with_each(sentence, _other_value)))
    forms = [(said, without), *([] if said.isascii() else [(spoil(said), spoil(without)) for spoil in _SPOILING])]
    for each, other in forms:
        fixed = frozenset(_words_of(other))
        for text in dict.fromkeys((each, *each.splitlines())):
            words = _words_of(text)
            has_value = not fixed.issuperset(words)
            size = min(_WITH_VALUE if has_value else _WITHOUT_VALUE, len(words))
            for phrase in _windows(words, size) if size >= _FEWEST else ():
                if not has_value or not fixed.issuperset(phrase.split()):
                    yield phrase


def _other_value(value: Any) -> Any:
    return value + _OTHER_NUMBER if isinstance(value, int) else ""


def _in_ascii(text: str) -> str:
    """A text as a program writes it that has ASCII alone: a question mark for each other character."""
    return text.encode("ascii", "replace").decode()


def _in_bytes(text: str) -> str:
    """The same with a question mark for each byte."""
    return "".join(each if each.isascii() else "?" * len(each.encode()) for each in text)


_SPOILING = (_in_ascii, _in_bytes)


def _words_of(text: str) -> list[str]:
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return _WORD.findall(plain.casefold())


def _windows(words: Sequence[str], size: int) -> Iterable[str]:
    return map(" ".join, zip(*(words[start:] for start in range(size)), strict=False))
