"""The new text of a mail, without quotations, signatures and footers.

Works by line and keeps lines as typed, so that boards drawn in text survive, with leading blanks and rows such as
`-----`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from pbmserv.games.message import Message
from pbmserv.letters.own_lines import (
    has_our_headline,
    has_our_subject,
    is_certainly_ours,
    is_command_of_ours,
    is_subject,
    may_be_ours,
    plain,
)
from pbmserv.mail.reading.banners import end_of_banners
from pbmserv.mail.reading.charsets import one_line
from pbmserv.mail.reading.footers import footers_in, is_notice
from pbmserv.mail.reading.notices import notices_in

MAX_COMMENT = 8_000
MAX_NAMES = 5
MAX_NAME = 60

_CUT_NOTE = Message("[Cut here: comments are limited to {most:,} characters.]", most=MAX_COMMENT)

WITHIN = 12
"""The maximum distance in lines from our address to a line of ours."""

_MOST_BLANKS = 4
_MOST_LINES = 4
_MOST_LABELS = 12
_LONGEST = 500
_LONGEST_DIVIDER = 120
_COLON = (":", "：")
_DATE = re.compile(r"\d[:.h]\d\d|\d{4}|\d[./-]\d{1,2}[./-]\d")
_TIME = re.compile(r"\d[:.h]\d\d(?!\d)")
_DAY = re.compile(r"(?<!\d)\d{4}(?!\d)|\d[./-]\d{1,2}[./-]\d")
_ADDRESS = re.compile(r"[^\s@<>]@[^\s@<>]")
_LABEL = re.compile(r"[^\s:：\d,.<>@(][^:：\d,.<>@(]{0,24}[:：]")
_TITLE = re.compile(r"[-_=*─—]{2,} ?[^\W\d_][^\n]{0,80}?[-_=*─—]{2,}")
_ROW = re.compile(r"[-_=*─—]{5,}")
_MAY_BEGIN_HEADER = re.compile(r"\A\s*[-_=*─—]|[:：]")
"""A divider, or a label."""
_OTHER_MARK = re.compile(r"(?:\w{1,8}>|[^\w\s])(?= )|[│┃▏▎❘›＞]")


class Quotations:
    """What of a text is quoted: lines with marks, what introduces them, and unmarked letters of ours.

    A letter of ours is recognised by its own lines (`letters.own_lines`), by our address, and by the shape of what
    stands above them; what introduces other quotations by its shape alone: a date with a time or an address, and a
    colon; lines with labels below a divider, or with an address among them. `addresses` are those that the mail has
    come to.
    """

    def __init__(self, lines: Sequence[str], addresses: Iterable[str] = ()) -> None:
        self._lines = lines
        self._plain = [plain(line) for line in lines]
        ours = {address.lower() for address in addresses}
        self._address = _any_of(re.escape(each).replace("@", r"(?:\+[a-z0-9-]+)?@") for each in ours)
        self._name = _any_of(re.escape(each.partition("@")[0]) for each in ours)
        self._is_named = self._name.search("\n".join(self._plain)) is not None
        self._sure = [
            is_certainly_ours(line) or (is_certainly_ours(f"{line} {below}") and not is_certainly_ours(below))
            for line, below in zip(self._plain, [*self._plain[1:], ""], strict=True)
        ]
        """A narrow window may have wrapped our first line."""
        self.is_marked = self._marked()
        self._ends = self._ends_of_paragraphs()
        self._next_of_ours = self._below(
            sure or may_be_ours(line) for sure, line in zip(self._sure, self._plain, strict=True)
        )
        self.introductions: dict[int, int] = {}
        """For each introduction's start: the end of its unmarked quotation."""
        self._find_introductions()

    @property
    def first(self) -> int:
        marked = self.is_marked.index(True) if True in self.is_marked else len(self._lines)
        return min(marked, *self.introductions, len(self._lines))

    def _marked(self) -> list[bool]:
        """Which lines are marked as quoted. Below such a line, some programs put a blank before the mark."""
        marks = (">", *{mark for number in range(len(self._lines)) for mark in self._other_mark(number)})
        marked: list[bool] = []
        for line in self._lines:
            marked.append(line.startswith(marks) or (line.startswith(" >") and bool(marked) and marked[-1]))
        return marked

    def _other_mark(self, number: int) -> Iterator[str]:
        """A mark other than `>` before a line of ours and the next line."""
        mark = _OTHER_MARK.match(self._lines[number])
        is_ours = mark is not None and is_certainly_ours(plain(self._lines[number][mark.end() :]))
        if mark and is_ours and any(line.startswith(mark[0]) for line in self._lines[number + 1 : number + 2]):
            yield mark[0]

    def _below(self, ours: Iterable[bool]) -> list[int]:
        found, following = [], len(self._lines) + WITHIN
        for number, is_ours in reversed([*enumerate(ours)]):
            following = number if is_ours and not self.is_marked[number] else following
            found.append(following)
        return found[::-1]

    def _ends_of_paragraphs(self) -> list[int]:
        """For each line, the end of its paragraph: a blank or marked line."""
        ends, end = [], len(self._lines)
        for number in reversed(range(len(self._lines))):
            end = number if not self._plain[number] or self.is_marked[number] else end
            ends.append(end)
        return ends[::-1]

    def _find_introductions(self) -> None:
        number = floor = 0
        while number < len(self._lines):
            end = None if self.is_marked[number] or not self._plain[number] else self._end(number)
            if end is None:
                number += 1
                continue
            start = self._start(number, floor)
            if not self.is_marked_after_blanks(end):
                end = len(self._lines)
            self.introductions[start] = number = floor = end

    def _end(self, number: int) -> int | None:
        """The end of the introduction that contains a line, or None."""
        line = self._plain[number]
        if self._sure[number]:
            return len(self._lines)
        paragraph = self._ends[number]
        is_above_ours = self._next_of_ours[min(number + 1, len(self._lines) - 1)] <= number + WITHIN
        if is_above_ours and is_subject(line):
            return len(self._lines)
        has_subject, names_us = has_our_subject(line), self._names_us(number)
        if has_subject or names_us:
            is_above_letter = is_above_ours or has_our_headline(line) or self.is_marked_after_blanks(paragraph)
            if is_above_letter or (has_subject and self._has_label_beside(number)):
                return paragraph
        return self._end_of_attribution(number) or self._end_of_header(number)

    def _names_us(self, number: int) -> bool:
        """Whether a line has our address, or our name with a date; labelled lines may have that beside them."""
        line = self._plain[number]
        if not self._is_named or not self._name.search(line):
            # Our address would have it, too.
            return False
        near = self._plain[max(number - 1, 0) : number + 2] if _LABEL.match(line) else [line]
        return self._address.search(line) is not None or any(map(_DATE.search, near))

    def _has_label_beside(self, number: int) -> bool:
        return any(
            map(_LABEL.match, (*self._plain[max(number - 1, 0) : number], *self._plain[number + 1 : number + 2]))
        )

    def _end_of_attribution(self, number: int) -> int | None:
        """The end of `On Monday, 5 January 2026, at 10:03, somebody wrote:` in any language."""
        if not self._plain[number].endswith(_COLON):
            return None
        above = self._joined(number)
        if self.is_marked_after_blanks(number + 1):
            is_ours = self._name.search(self._plain[number]) is not None
            is_directly_above = number + 1 < len(self._lines) and self.is_marked[number + 1]
            return number + 1 if is_ours or is_directly_above or any(map(_dated, above)) else None
        ends_paragraph = number + 1 == len(self._lines) or not self._plain[number + 1]
        return number + 1 if ends_paragraph and any(map(_surely_dated, above)) else None

    def _joined(self, last: int) -> Iterator[str]:
        text = ""
        for number in range(last, max(last - _MOST_LINES, -1), -1):
            if not self._plain[number] or self.is_marked[number] or len(text) > _LONGEST:
                return
            text = f"{self._plain[number]} {text}"
            if len(text) <= _LONGEST:
                yield text

    def _end_of_header(self, number: int) -> int | None:
        """The end of lines such as `From: …`, `Sent: …`, with an address among them or below a divider."""
        if not _MAY_BEGIN_HEADER.search(self._lines[number]):
            return None
        start, needed = number, 3
        if has_title := _is_title(self._lines[number]):
            start, needed = self.skip_blanks(number + 1), 2
        elif is_row := _is_row(self._lines[number]):
            start = self.skip_blanks(number + 1)
        if start >= len(self._lines):
            return None
        end = min(self._ends[start], start + _MOST_LABELS)
        block = self._plain[start:end]
        if has_title and self.is_marked[start]:
            return number + 1
        if not block or not _LABEL.match(block[0]):
            return None
        if sum(_LABEL.match(line) is not None for line in block) < needed:
            return None
        return end if has_title or is_row or any(map(_ADDRESS.search, block)) else None

    def _start(self, number: int, floor: int) -> int:
        """The start of the introduction that contains this line, or of the letter that begins with it."""
        top, number = number, number - 1
        while number >= floor:
            blanks = 0
            while number >= floor and not self._plain[number] and blanks < _MOST_BLANKS:
                number, blanks = number - 1, blanks + 1
            if number < floor or self.is_marked[number] or not self._plain[number]:
                break
            first = self._first_introducing(number, floor, below=top, is_directly_above=not blanks)
            if first is None:
                break
            top, number = first, first - 1
        return top

    def _first_introducing(self, last: int, floor: int, below: int, is_directly_above: bool) -> int | None:
        """The first of the lines up to this one that introduce what is below."""
        line, is_labelled = self._plain[last], _LABEL.match(self._plain[below]) is not None
        # Somebody may repeat a command of ours above the letter that is quoted: that is theirs.
        is_ours = may_be_ours(line) and not is_command_of_ours(line)
        if _is_title(self._lines[last]) or _is_row(self._lines[last]) or is_ours or self._names_us(last):
            return last
        if is_labelled and (_LABEL.match(line) if is_directly_above else line.endswith(_COLON)):
            return last
        if not is_directly_above and not line.endswith(_COLON):
            return None
        for number, text in enumerate(self._joined(last)):
            is_dated = _DAY.search(text) and _TIME.search(text) if is_directly_above else _dated(text)
            if is_dated and last - number >= floor:
                return last - number
        return None

    def is_marked_after_blanks(self, number: int) -> bool:
        following = self.skip_blanks(number)
        return following < len(self._lines) and self.is_marked[following]

    def skip_blanks(self, number: int) -> int:
        while number < len(self._lines) and not self._plain[number]:
            number += 1
        return number


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    found = "|".join(sorted(filter(None, words)))
    return re.compile(rf"(?<![\w.-])(?:{found or '(?!)'})(?![\w-])", re.IGNORECASE)


def _dated(text: str) -> bool:
    return bool(_ADDRESS.search(text) or _DATE.search(text))


def _surely_dated(text: str) -> bool:
    return bool(_DAY.search(text) and (_TIME.search(text) or _ADDRESS.search(text)))


def _is_title(line: str) -> bool:
    return len(line) <= _LONGEST_DIVIDER and _TITLE.fullmatch(line.strip()) is not None


def _is_row(line: str) -> bool:
    return len(line) <= _LONGEST_DIVIDER and _ROW.fullmatch(line.strip()) is not None


class OwnWords(NamedTuple):
    """What somebody has written; whether a quoted letter was found beside it, and a gateway's banner above it."""

    text: str
    beside_quotation: bool
    below_banner: bool = False


def own_words(text: str, addresses: Iterable[str] = (), sender: str | None = None) -> OwnWords:
    """Remove quotations, their introductions, signatures, banners and footers.

    New text between and below marked passages stays. An unmarked quotation ends the text. `addresses` are those the
    mail came to, `sender` is its author.
    """
    lines = text.split("\n")
    addresses = {each.lower() for each in addresses}
    quotations = Quotations(lines, addresses)
    notices = notices_in(lines, quotations.introductions)
    footers = footers_in(lines, quotations.introductions) | notices
    kept = _Kept()
    above = lines[: quotations.first]
    number = banner = end_of_banners(above, {*addresses, *([sender.lower()] if sender else ())})
    is_beside = False
    while number < len(lines):
        line = lines[number]
        if number in quotations.introductions:
            number, is_beside = quotations.introductions[number], True
            kept.skip()
            continue
        if _is_dashes(line) and not (kept.is_empty and _stands_alone(lines, number, quotations, footers)):
            break  # a signature
        if quotations.is_marked[number]:
            is_beside = True
            kept.skip()
        elif number in footers:
            kept.skip()
        elif is_beside and not kept.is_empty and not lines[number - 1].strip() and is_notice(lines, number):
            break
        else:
            kept.add(line.rstrip())
        number += 1
    if kept.is_empty:
        # Nobody answers with a banner alone: "Outside" is somebody's word.
        words = [line for number, line in enumerate(above[:banner]) if number not in notices]
        return OwnWords("\n".join(words).strip(), is_beside)
    return OwnWords(kept.text(), is_beside, banner > 0)


def comment_of(new: str, attachments: Sequence[str]) -> str:
    """The comment for the other players: new text, bounded, saying what was left out."""
    pieces = [new]
    if len(new) > MAX_COMMENT:
        pieces = [new[:MAX_COMMENT].rstrip(), _CUT_NOTE]
    if attachments:
        pieces.append(_left_out(attachments))
    return "\n\n".join(piece for piece in pieces if piece)


def _left_out(attachments: Sequence[str]) -> str:
    names = ", ".join(one_line(name)[:MAX_NAME] for name in attachments[:MAX_NAMES])
    if (more := len(attachments) - MAX_NAMES) > 0:
        return Message("[Attachments are not passed on: {names} and {number} more.]", names=names, number=more)
    return Message("[Attachments are not passed on: {names}.]", names=names)


class _Kept:
    """The lines kept, with one blank line for each gap."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._skipped = False

    def add(self, line: str) -> None:
        if not line and (self._skipped or not self._lines):
            return
        if self._skipped and self._lines and self._lines[-1]:
            self._lines.append("")
        self._skipped = False
        self._lines.append(line)

    def skip(self) -> None:
        self._skipped = True

    @property
    def is_empty(self) -> bool:
        return not self._lines

    def text(self) -> str:
        return "\n".join(self._lines).rstrip("\n")


def _is_dashes(line: str) -> bool:
    return line.rstrip() in ("--", "—")


def _stands_alone(lines: Sequence[str], number: int, quotations: Quotations, footers: Container[int]) -> bool:
    """Whether nothing below two dashes can be a signature: in some games they pass a turn."""
    following = quotations.skip_blanks(number + 1)
    if following == len(lines) or following in quotations.introductions or quotations.is_marked[following]:
        return not lines[number].endswith(" ")
    return _is_dashes(lines[following]) or (following > number + 1 and following in footers)
