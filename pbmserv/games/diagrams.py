r"""Board diagrams on help pages, with the positions they show.

Remarks, which `readable` removes, define them:

    .. board: -size=3; b2, a1
           -a-b-c-
         1 \(o). . \ 1
          2 \ . x . \ 2
           3 \ . . . \ 3
               -a-b-c-
    ..

Before the semicolon are parameters of the challenge and, if needed, `players=3` and `seed=` with 32 hexadecimal
digits; after it the moves, separated by commas, by rounds and seats in simultaneous games. `.. position:` is followed
by a dumped position that no short game reaches. Long remarks continue in lines that begin with two dots and a blank.

Letters draw boards in characters, pages show pictures. What only one of them can say stands in a remark of its own,
and a line `.. picture: -size=3; b2, a1` is a diagram that only pages have:

    .. letters:
    The stone in brackets is the last one.
    ..
    .. pages:
    The last stone is marked.
    ..
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from pbmserv.games.base import Game, Options, OptionValue, Refusal
from pbmserv.games.chance import SEED_BYTES, Chance

P = TypeVar("P")

_DIAGRAM = re.compile(
    r"^\.\. (?:(?P<kind>board|position):(?P<words>.*\n(?:\.\. .*\n)*)(?P<text>(?:(?!\.\.$).*\n)*)\.\.(?:\n|\Z)"
    r"|picture:(?P<of_pages>.*\n(?:\.\. .*\n)*))",
    re.MULTILINE,
)
_FOR_SOME = re.compile(
    r"^\.\. (?:(?P<readers>letters|pages):\n(?P<text>(?:(?!\.\.$).*\n)*)\.\.(?:\n|\Z)|picture:.*\n(?:\.\. .*\n)*)",
    re.MULTILINE,
)
_CHANGED = "\0"
"""Marks the paragraphs in which something was left out, or stands for some readers only."""
_ITEM = re.compile(r" *(?:\*|\d{1,2}\.) +")
_WIDTH = 79


class BadDiagram(ValueError):
    """A remark leads to no position; the text tells the page's author why."""


class Reader(Enum):
    """For whom a help page is: who sees boards in characters, or as pictures."""

    LETTERS = "letters"
    PAGES = "pages"


@dataclass(frozen=True)
class Diagram:
    """A diagram: the lines as readers of letters see them, and the remark's content."""

    text: str
    kind: str
    words: str

    @property
    def moves(self) -> list[str]:
        """The moves that lead to the position; none if it is given by itself."""
        return _moves_in(self.words) if self.kind == "board" else []

    def position(self, game: Game[P], after: int | None = None) -> P:
        """The position shown, or the one after fewer moves.

        Raises `BadDiagram`.
        """
        try:
            return game.load(json.loads(self.words)) if self.kind == "position" else _played(game, self.words, after)
        except (Refusal, ValueError, LookupError, TypeError, AttributeError) as error:
            raise BadDiagram(f"{game.name}: {self.words[:60]}: {error}") from error


def parts_of(page: str, reader: Reader = Reader.LETTERS) -> Iterator[str | Diagram]:
    """Split a stored help page into texts and diagrams, without what is for other readers."""
    page = _for(page, reader)
    end = 0
    for found in _DIAGRAM.finditer(page):
        if found.start() > end:
            yield page[end : found.start()]
        words = " ".join((found["words"] or found["of_pages"]).replace("\n.. ", "\n").split())
        yield Diagram(found["text"] or "", found["kind"] or "board", words)
        end = found.end()
    if end < len(page):
        yield page[end:]


def readable(page: str) -> str:
    """A stored help page as letters have it."""
    return "".join(part if isinstance(part, str) else part.text for part in parts_of(page))


def _for(page: str, reader: Reader) -> str:
    """The page without what is for others; paragraphs from which something is missing are wrapped anew."""

    def kept(found: re.Match[str]) -> str:
        if found["readers"] is None:
            return f"\n{found[0]}\n" if reader is Reader.PAGES else f"{_CHANGED}\n"
        return f"{_CHANGED}{found['text']}" if found["readers"] == reader.value else f"{_CHANGED}\n"

    made, before = "", ""
    pieces = [*re.split(r"(\n{2,})", _FOR_SOME.sub(kept, page)), ""]
    for paragraph, gap in zip(pieces[::2], pieces[1::2], strict=True):
        lines = [line for each in paragraph.split("\n") if (line := each.replace(_CHANGED, "")).strip()]
        if _CHANGED not in paragraph:
            made += paragraph + gap
        elif lines:
            made += _wrapped(lines) + ("\n" if paragraph.endswith("\n") else "") + gap
        else:
            made += gap[len(before) :]
        before = gap
    return made


def _wrapped(lines: list[str]) -> str:
    """The lines of a paragraph or of a list; drawings, which are indented, stay as they are."""
    is_list = _ITEM.match(lines[0])
    if not is_list and all(line.startswith("  ") for line in lines):
        return "\n".join(lines)
    chunks: list[list[str]] = []
    for line in lines:
        if not chunks or (is_list and _ITEM.match(line)):
            chunks.append([])
        chunks[-1].append(line)
    return "\n".join(map(_filled, chunks))


def _filled(lines: list[str]) -> str:
    width = found.end() if (found := _ITEM.match(lines[0])) else 0
    words = " ".join(map(str.strip, [lines[0][width:], *lines[1:]]))
    return textwrap.fill(
        words, _WIDTH, initial_indent=lines[0][:width], subsequent_indent=" " * width, break_on_hyphens=False
    )


def _moves_in(words: str) -> list[str]:
    return [*filter(None, map(str.strip, words.partition(";")[2].split(",")))]


def _played(game: Game[P], words: str, after: int | None) -> P:
    terms, moves = words.partition(";")[0], _moves_in(words)[:after]
    options, seats, seed = _terms(game, terms.split())
    game.check_options(options, seats)
    position = game.start(options, seats, Chance(seed, "start"))
    to_move: list[int] = []
    for number, move in enumerate(moves, 1):
        to_move = to_move or list(game.to_move(position))
        if not to_move:
            raise BadDiagram(f"the game is over before {move}")
        position = game.play(position, to_move.pop(0), move, Chance(seed, f"move {number}")).position
    return position


def _terms(game: Game[P], words: list[str]) -> tuple[Options, int, bytes]:
    declared = {f"-{option.name}": option for option in game.options}
    options: dict[str, OptionValue] = {option.name: option.default for option in game.options}
    seats, seed = game.seats[0], bytes(SEED_BYTES)
    for word in words:
        name, _, value = word.partition("=")
        if name in declared:
            options[declared[name].name] = declared[name].read(value or None)
        elif name == "players":
            seats = int(value)
        elif name == "seed":
            seed = bytes.fromhex(value)
        else:
            raise BadDiagram(f"{word} is no parameter")
    return options, seats, seed
