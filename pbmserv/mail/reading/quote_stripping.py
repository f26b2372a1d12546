"""What is new in a mail: its text without the letters that it quotes, without signatures and footers.

Works line by line, and keeps lines as they were typed, so that boards drawn in the text survive with their leading
blanks, and with rows such as `-----`, which are neither signatures nor dividers.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from pbmserv.mail.reading.banners import end_of_banners
from pbmserv.mail.reading.charsets import one_line
from pbmserv.mail.reading.footers import footers_in, is_notice
from pbmserv.mail.reading.quotation import Quotations

MAX_COMMENT = 8_000
MAX_NAMES = 5
MAX_NAME = 60

_CUT_NOTE = f"[Cut here: comments are limited to {MAX_COMMENT:,} characters.]"


class OwnWords(NamedTuple):
    """What somebody has written; whether a quoted letter was found beside it, and a gateway's banner above it."""

    text: str
    beside_quotation: bool
    below_banner: bool = False


def own_words(text: str, addresses: Iterable[str] = (), sender: str | None = None) -> OwnWords:
    """The text without quotations, what introduces them, signatures, banners, and footers of phones and providers.

    New text between and below marked passages stays. Where a quotation is not marked, everything is old from where it
    begins. `addresses` are those that the mail has come to, and `sender` is whom it comes from.
    """
    lines = text.split("\n")
    addresses = {each.lower() for each in addresses}
    quotations = Quotations(lines, addresses)
    footers = footers_in(lines, quotations.introductions)
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
        return OwnWords("\n".join(above[:banner]).strip(), is_beside)
    return OwnWords(kept.text(), is_beside, banner > 0)


def comment_of(new: str, attachments: Sequence[str]) -> str:
    """The comment for the other players: new text, cut if it is too long; it says what was cut and left out."""
    pieces = [new]
    if len(new) > MAX_COMMENT:
        pieces = [new[:MAX_COMMENT].rstrip(), _CUT_NOTE]
    if attachments:
        pieces.append(_left_out(attachments))
    return "\n\n".join(piece for piece in pieces if piece)


def _left_out(attachments: Sequence[str]) -> str:
    names = ", ".join(one_line(name)[:MAX_NAME] for name in attachments[:MAX_NAMES])
    if (more := len(attachments) - MAX_NAMES) > 0:
        names += f" and {more} more"
    return f"[Attachments are not passed on: {names}.]"


class _Kept:
    """The lines that stay; one blank line where something was taken out between them."""

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
    """Whether nothing below two dashes could be a signature: in some games they skip a turn."""
    following = quotations.skip_blanks(number + 1)
    if following == len(lines) or following in quotations.introductions or quotations.is_marked[following]:
        return not lines[number].endswith(" ")
    return _is_dashes(lines[following]) or (following > number + 1 and following in footers)
