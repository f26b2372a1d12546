"""What only one player has been shown: names of hidden cards, and rows of a drawing. Words must not leak it."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from pbmserv.play.board import Board, Player
from pbmserv.play.leaving import position_to_show
from pbmserv.play.record import LEAVING, rounds_of
from pbmserv.play.replaying import as_it_stood
from pbmserv.play.view import SHOWN, BoardView, BoardViews, look_at

# Playing cards as people write them: `3♣`, `3 of C`, `C: 3 6 9`. Their names are rank and suit: `3C`, `TD`.
_RANK, _SUIT, _SIGN = "(?:10|[2-9TJQKA])", "[CDSH]", "[♣♦♠♥]"
_RANKS = rf"{_RANK}(?:[\s,]*{_RANK})*(?!\w)"
_SIGNS = str.maketrans("♧♢♤♡", "♣♦♠♥")
_ONE_RANK = re.compile(_RANK, re.IGNORECASE)
_SIGNED = re.compile(rf"(?<!\w)(?P<ranks>{_RANK})\s?(?P<suit>{_SIGN})", re.IGNORECASE)
_OF = re.compile(rf"(?<!\w)(?P<ranks>{_RANK}) of (?P<suit>{_SUIT})(?!\w)", re.IGNORECASE)
_GLUED = re.compile(rf"(?<!\w)(?P<ranks>10)(?P<suit>{_SUIT})(?!\w)", re.IGNORECASE)
_APART = re.compile(rf"(?<!\w)(?P<ranks>10|[2-9])\s(?P<suit>{_SUIT})(?!\w)")
_LISTED = re.compile(rf"(?P<suit>{_SIGN})\s*+(?:[:=]\s*+)?(?P<ranks>{_RANKS})", re.IGNORECASE)
_LABELLED = re.compile(rf"(?<!\w)(?P<suit>{_SUIT})\s*[:=]\s*(?P<ranks>{_RANKS})", re.IGNORECASE)
_ROW = re.compile(rf"(?<!\w)(?P<suit>{_SUIT}) (?P<ranks>{_RANK}[\s,]+{_RANKS})")
_ROW_OF_WORD = re.compile(
    rf"(?<!\w)(?P<suit>{_SUIT})(?:lub|iamond|pade|eart)s?\s*+(?:[:=]\s*+)?(?P<ranks>{_RANK}[\s,]+{_RANKS})",
    re.IGNORECASE,
)
_REVERSED = re.compile(rf"(?<!\w)(?P<suit>(?i:{_SUIT}))-?(?P<ranks>10|[2-9])(?!\w)")
_REVERSED_COURT = re.compile(rf"(?<!\w)(?P<suit>{_SUIT})-?(?P<ranks>[TJQK])(?!\w)")
_SUIT_OF_SIGN = {"♣": "C", "♦": "D", "♠": "S", "♥": "H"}
_PICTURES = {
    chr(0x1F0A0 + 16 * suit + place): f" {rank}{sign} "
    for suit, sign in enumerate("♠♥♦♣")
    for place, rank in enumerate("?A23456789TJ?QK")
    if rank != "?"
}
"""The pictures of cards in Unicode."""
_ANYWHERE = (_SIGNED, _OF, _GLUED, _APART, _LISTED, _LABELLED, _ROW, _ROW_OF_WORD)
_MAY_NAME_ONE = re.compile(r"[0-9♣♦♠♥:=]| of [cdsh](?!\w)|[cdsh](?<!\w[cdsh]) |lub|iamond|pade|eart")
"""What each of these has in it, in small letters."""


def cards_in(text: str, of_its_board: bool = False) -> frozenset[str]:
    """The cards that a text names in other spellings than their names.

    `of_its_board` says that it is about a board of cards: then `C3` is a card, and no square.
    """
    plain = _with_signs(text)
    if not (of_its_board or _MAY_NAME_ONE.search(plain.lower())):
        # Most texts have none, and need no closer look.
        return frozenset()
    patterns = (*_ANYWHERE, _REVERSED, _REVERSED_COURT) if of_its_board else _ANYWHERE
    return frozenset(card for pattern in patterns for match in pattern.finditer(plain) for card in _named(match))


def _named(match: re.Match[str]) -> Iterator[str]:
    suit = _SUIT_OF_SIGN.get(match["suit"], match["suit"].upper())
    # A word: "D: a nice one".
    if match["ranks"] != "a":
        yield from (f"{rank.upper().replace('10', 'T')}{suit}" for rank in _ONE_RANK.findall(match["ranks"]))


def _with_signs(text: str) -> str:
    """A text with one sign for each suit, and rank and sign in place of pictures of cards."""
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFKC", text).translate(_SIGNS)
    return "".join(_PICTURES.get(each, each) for each in plain if unicodedata.category(each) not in {"Mn", "Cf"})


_NAME = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")
_MAY_BE_ONE = re.compile(r"[0-9]|[A-Z]-?[A-Z]")
"""What every name has in it."""
_UNSEEN = frozenset({"Cf", "Mn"})
"""Unicode categories ignored within a word: joiners and marks."""
_WORD = re.compile(r"[^\W_]+")
_AS_BLANKS = str.maketrans({chr(number): " " for number in range(128) if not chr(number).isalnum()})
_COLUMNS = re.compile(" {2,}")
_ORDINARY_WORD = re.compile(r"[^\W\d_]{3}")
_FEWEST_SINGLES = 3
_SHORTEST_ROW = 12
_VOWELS = frozenset("aeiouy")
_NO_VOWELS = str.maketrans("", "", "aeiouy")


class _Sign(NamedTuple):
    """A letter or digit: folded, with the number of its word, and whether a name may begin with it."""

    folded: str
    word: int
    begins: bool


class _Row(NamedTuple):
    """Consecutive names in a text, and where the first begins."""

    start: int
    names: frozenset[str]


def names_in(text: str) -> frozenset[str]:
    """The possible names of cards, tiles and moves in a text: `QS`, `3-3-4`, and the tile of `3-3-4@1`.

    A name has a digit or only capitals, and at least two characters (numbers three), which people's words rarely
    have.
    """
    return _names_in(_plain(text))


def _names_in(plain: str) -> frozenset[str]:
    # Most texts have none, and need no closer look.
    return frozenset(filter(_looks_like_one, _NAME.findall(plain))) if _MAY_BE_ONE.search(plain) else frozenset()


def named_in(words: str, names: Collection[str], of_its_board: bool = False) -> frozenset[str]:
    """Which of these names occur in somebody's words, in any letters, joined or split, and cards in any spelling.

    `of_its_board` says that the words are about the board of these names.

    `as` and `ah` are ordinary words and `334` may be any number, so a name in another spelling counts only

    * as a word of its own with a letter and no vowel: `qs`, `2c`;
    * split into at least three characters: `3 3 4`, `3/3/4`;
    * next to another name, with only separators between: `AHKH`, `a h k h`, `ah 2c`, `334145`.
    """
    if not names:
        return frozenset()
    folded = {"".join(filter(str.isalnum, name.casefold())): name for name in names}
    signs = _signs(_plain(words))
    pieces = ["".join(sign.folded for sign in word) for _, word in groupby(signs, _word_of)]
    alone = {piece for piece in pieces if not piece.isdigit() and _VOWELS.isdisjoint(piece)}
    split = {name for name in folded if len(name) > 2 and _holds(pieces, list(name))}
    found = frozenset(folded[name] for name in folded.keys() & alone | split | _in_rows(signs, folded))
    return found | ((names_in(words) | cards_in(words, of_its_board)) & frozenset(names))


def may_hold_names(words: str, most: int) -> bool:
    """Whether words may hold more than `most` names of any game; a cheap check before boards are read."""
    text = _plain(words)
    # Most words of a longer text stand in it several times.
    pieces = Counter(_words_of(text))
    unlikely = (
        len(piece) * times for piece, times in pieces.items() if piece.isascii() and not _is_likely_word(piece)
    )
    return sum(unlikely) > most or len(_names_in(text)) > most or len(cards_in(words)) > most


def shown_to_nobody_else(board: Board, player: Player) -> frozenset[str]:
    """The names on a board that this player is or was shown, and a spectator is not."""
    if not board.game.hidden or not board.is_on or not board.has_seated(player):
        return frozenset()
    views = BoardViews(board, SHOWN)
    own, public = views.of(player), views.of(None)
    made = _names_in_all(move.text for move in own.board.moves) if board.hides_moves else frozenset()
    # The legend is there for readers who have to move: examples in it that are the same for all tell nothing.
    legends = _names_in_all((own.legend, own.picture_legend)) - names_in(board.game.legend(public.seen, None))
    return (_names_shown(own) | legends | made).union(*_left_by(board, player)) - _names_shown(public)


def drawn_for_nobody_else(board: Board, player: Player) -> frozenset[str]:
    """The rows of signs on a board's drawing that this player sees, and a spectator does not: `1 3 4 4 6`.

    They are the same in all languages, and in a letter whose words a program has spoilt.
    """
    if not board.game.hidden or not board.is_on or not board.has_seated(player):
        return frozenset()
    views = BoardViews(board, SHOWN)
    return _rows_of(views.of(player).drawing) - _rows_of(views.of(None).drawing)


def _rows_of(drawing: str) -> frozenset[str]:
    lines = drawing.splitlines()
    rows = {" ".join(row.split()) for line in lines for row in (line, *_COLUMNS.split(line))}
    return frozenset(row for row in rows if _is_row_of_signs(row))


def _is_row_of_signs(row: str) -> bool:
    """Whether nobody would write this by chance: no words, and many signs, or some letters and digits one by one."""
    if _ORDINARY_WORD.search(row):
        return False
    singles = sum(len(sign) == 1 and sign.isalnum() for sign in row.split())
    return singles >= _FEWEST_SINGLES or (len(row) >= _SHORTEST_ROW and any(map(str.isalnum, row)))


def row_in(words: str, rows: Iterable[str]) -> str:
    """One of these rows that stands in somebody's words, whatever its blanks and breaks are; empty if none does."""
    text = " ".join(_plain(words).split())
    return next((row for row in sorted(rows, key=len, reverse=True) if _stands_in(text, row)), "")


def _stands_in(text: str, row: str) -> bool:
    return row in text and re.search(rf"(?<!\w){re.escape(row)}(?!\w)", text) is not None


def _left_by(board: Board, player: Player) -> Iterator[frozenset[str]]:
    """Yield the names that a player knows of seats they left and that are still hidden.

    Cards dealt to the substitute since then are excluded, as holding words back would reveal them.
    """
    for number, seat in enumerate(board.seats):
        leavings = [index for index, move in enumerate(board.moves) if move.seat == number and move.text in LEAVING]
        left = seat.holders if seat.resigned else seat.earlier
        for holder, index in zip(left, [*leavings, None], strict=False):
            if holder == player:
                yield _names_seen(board, number) & _names_seen(_before(board, index), number)


def _before(board: Board, index: int | None) -> Board:
    """The board before this move of its record, or as it stands if the move is not recorded yet."""
    if index is None:
        return board
    return as_it_stood(board, len(rounds_of(board.moves[:index])) if board.game.simultaneous else index)


def _names_seen(board: Board, seat: int) -> frozenset[str]:
    look = look_at(board.game, board.game.seen_by(position_to_show(board), seat), seat)
    return _names_in_all((look.drawing, *look.status, *look.picture_status))


def _names_shown(view: BoardView) -> frozenset[str]:
    planned = [text for plan in view.plans for text in (plan.chosen or "", *plan.queue)]
    shown = (view.drawing, *view.status, *view.picture_status, *view.notes)
    return _names_in_all((*shown, *(view.legal_moves or ()), *view.examples, *planned))


def _names_in_all(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(name for text in texts for name in names_in(text))


def _words_of(text: str) -> Iterable[str]:
    """The words of a text in small letters, without other characters."""
    if text.isascii():
        # The same as below in a fifth of the time.
        return text.lower().translate(_AS_BLANKS).split()
    return map(str.casefold, _WORD.findall(text))


def _is_likely_word(piece: str) -> bool:
    """Whether a piece of text is probably an ordinary word: it has a vowel, or several among many letters."""
    vowels = len(piece) - len(piece.translate(_NO_VOWELS))
    return piece.isalpha() and vowels * 6 > len(piece)


def _looks_like_one(name: str) -> bool:
    if name.isdigit():
        return len(name) > 2
    return len(name) > 1 and (name.isupper() or not name.replace("-", "").isalpha())


def _plain(text: str) -> str:
    """Normalise a text: full-width letters and digits to plain ones, without marks and invisible characters."""
    if text.isascii():
        return text
    seen = (each for each in unicodedata.normalize("NFKD", text) if unicodedata.category(each) not in _UNSEEN)
    return "".join(str(unicodedata.decimal(each, each)) for each in seen)


def _signs(text: str) -> list[_Sign]:
    signs: list[_Sign] = []
    word, before = 0, " "
    for each, after in pairwise(f"{text} "):
        if each.isalnum():
            is_capital = each.isupper() and (after.islower() or not before.isupper())
            begins = not before.isalnum() or each.isdigit() != before.isdigit() or is_capital
            signs += (_Sign(folded, word, begins) for folded in each.casefold())
        elif before.isalnum():
            word += 1
        before = each
    return signs


def _word_of(sign: _Sign) -> int:
    return sign.word


def _holds(pieces: list[str], parts: list[str]) -> bool:
    return any(pieces[start : start + len(parts)] == parts for start in range(len(pieces) - len(parts) + 1))


def _in_rows(signs: list[_Sign], names: Collection[str]) -> frozenset[str]:
    """The names that stand side by side: three anywhere in a word, or two that fill whole words.

    Two words with a vowel are no names: "Ah, as you like".
    """
    text = "".join(sign.folded for sign in signs)
    begins = [*(sign.begins for sign in signs), True]
    rows: dict[int, _Row] = {}
    found = frozenset[str]()
    for place in range(len(text) + 1):
        row = rows.pop(place, _Row(place, frozenset()))
        if len(row.names) > 1:
            words = signs[place - 1].word - signs[row.start].word + 1
            is_spoken = words == len(row.names) and not any(map(_VOWELS.isdisjoint, row.names))
            is_apart = begins[row.start] and begins[place] and not is_spoken
            if is_apart or (words == 1 and len(row.names) > 2):
                found |= row.names
        for name in names:
            if text.startswith(name, place):
                longer, end = _Row(row.start, row.names | {name}), place + len(name)
                rows[end] = max(rows.get(end, longer), longer, key=lambda each: (len(each.names), begins[each.start]))
    return found
