"""Pictures of boards for letters, drawn when these are sent.

Drawn pictures are cached by content, for other readers of the same turn and for resent letters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any, TypeVar

import orjson

from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.picture import Picture, check_picture
from pbmserv.locale.catalogs import catalog_of, speaking
from pbmserv.pictures.circuit_breaker import RESTING, CircuitBreaker
from pbmserv.pictures.sides import picture_for
from pbmserv.play.kept import Kept

T = TypeVar("T")

ROOM = 4_000_000
"""The cache size in bytes: some 170 boards."""

MOST_KNOWN = 200
"""The number of boards whose picture, or lack of one, is remembered: hardly more than are kept drawn."""

SHAPES_KEPT = 8_000
"""How many shapes are remembered: those of some thirty large boards, more than one round of sending has."""

NARROWEST, WIDEST, HIGHEST = 240, 520, 460
"""The bounds of a picture's size in CSS pixels; it is drawn for higher densities."""

ON_PHONE = 326
"""The minimum of the maximum width, whatever the height: the width of a phone."""

DENSITIES = (2.0, 1.5, 1.15, 0.9, 0.7)
"""Pixel densities; the highest one that is not too large is used."""

MOST_PIXELS = 780
"""The maximum width in pixels: twice a phone."""

_STEEPEST, _FLATTEST = 2.5, 1.1
"""A picture of half the width has between one part in 2 to the one and to the other of these powers of the bytes,
measured over all games.
"""


@dataclass(frozen=True)
class BoardPicture:
    """A stored board's picture with its size in CSS pixels."""

    stored: Mapping[str, Any]
    key: bytes
    content: bytes
    width: int
    height: int


class BoardPictures:
    """Draws boards of the games in `catalogue` with a cache of `room` bytes. Thread-safe.

    Boards are stored by `letters.page.SeenBoard`. If a picture fails, that is logged and remembered: the game is
    missing, raises, or describes something that cannot be drawn. A slow game is `resting` for a while.
    """

    def __init__(
        self, catalogue: Mapping[str, Game[Any]], room: int = ROOM, resting: CircuitBreaker = RESTING
    ) -> None:
        self._catalogue = catalogue
        self._resting = resting
        self._known: Kept[bytes, BoardPicture] = Kept(MOST_KNOWN)
        self._failed: Kept[bytes, bool] = Kept(MOST_KNOWN)
        # Whoever asks which picture a board has mostly has it drawn next. Being large, only the last ones are kept.
        self._pictures: Kept[bytes, Picture] = Kept(SHAPES_KEPT)
        self._kept: Kept[tuple[bytes, int], bytes] = Kept(room)
        self._usual: dict[str, int] = {}
        """The index of the last picture's width by game, as boards of a game are alike."""
        self.drawn = 0
        """The number of pictures drawn rather than cached."""

    def of(self, stored: Mapping[str, Any]) -> BoardPicture | None:
        """The picture of a board, not drawn yet; None if there is none."""
        key = _key_of(stored)
        known = self._known.find(key)
        if known or self._failed.find(key):
            return known
        return self._try(stored, key, lambda: self._note(key, stored))

    def png(self, board: BoardPicture, most_bytes: int) -> bytes | None:
        """The PNG at the highest density within `most_bytes`; None if even the smallest is too large.

        It starts with the width of the game's last board, which only saves work.
        """
        if self._failed.find(board.key):
            return None
        widths, game = _widths(board.width), board.stored["game"]
        usual = number = min(self._usual.get(game, 0), len(widths) - 1)
        found = png = self._drawn(board, widths[number])
        while png is not None and len(png) > most_bytes:
            number = _next(widths, number, len(png), most_bytes)
            found = png = self._drawn(board, widths[number]) if number < len(widths) else None
        while found is not None and 0 < number <= usual:
            finer = widths[number - 1]
            if len(found) * (finer / widths[number]) ** _FLATTEST > most_bytes:
                break
            png = self._drawn(board, finer)
            if png is None or len(png) > most_bytes:
                break
            found, number = png, number - 1
        if found is not None:
            self._usual[game] = number
        return found

    def _drawn(self, board: BoardPicture, pixels: int) -> bytes | None:
        return self._kept.find((board.content, pixels)) or self._draw(board, pixels)

    def _picture(self, key: bytes, stored: Mapping[str, Any]) -> Picture:
        known = self._pictures.find(key)
        if known:
            return known
        game = self._catalogue[stored["game"]].rules_of(stored["version"])
        position = game.load(stored["position"])
        with speaking(catalog_of(stored.get("language", ""))):
            picture = picture_for(game, position, stored["viewer"], pieces=stored.get("pieces", ""))
        # Once, though it may be drawn in several widths.
        check_picture(picture)
        return self._pictures.keep(key, picture, len(picture.shapes))

    def _note(self, key: bytes, stored: Mapping[str, Any]) -> BoardPicture:
        picture = self._picture(key, stored)
        by_height = max(HIGHEST * picture.width / picture.height, ON_PHONE)
        width = min(max(picture.width, NARROWEST), WIDEST, by_height)
        height = width * picture.height / picture.width
        board = BoardPicture(stored, key, _content_of(picture), max(round(width), 1), max(round(height), 1))
        return self._known.keep(key, board)

    def _draw(self, board: BoardPicture, pixels: int) -> bytes | None:
        # Only who draws waits for what it takes.
        from pbmserv.pictures.png import png_of

        def drawn() -> bytes:
            png = png_of(self._picture(board.key, board.stored), pixels, is_checked=True)
            self.drawn += 1
            return self._kept.keep((board.content, pixels), png, len(png))

        return self._try(board.stored, board.key, drawn)

    def _try(self, stored: Mapping[str, Any], key: bytes, make: Callable[[], T]) -> T | None:
        """Make something of a board; None while its game rests, and for good after a failure."""
        return self._resting.tried(stored["game"], make, failed=lambda: self._failed.keep(key, True))


@cache
def board_pictures() -> BoardPictures:
    """The pictures of installed games, shared by the process."""
    return BoardPictures(installed())


def _widths(shown: int) -> Sequence[int]:
    return [*dict.fromkeys(max(1, min(round(shown * density), MOST_PIXELS)) for density in DENSITIES)]


def _next(widths: Sequence[int], number: int, size: int, most: int) -> int:
    """The next width that may fit, given the size at this one."""
    coarser = range(number + 1, len(widths))
    may_fit = (each for each in coarser if size * (widths[each] / widths[number]) ** _STEEPEST <= most)
    return next(may_fit, len(widths))


def _key_of(stored: Mapping[str, Any]) -> bytes:
    try:
        return sha256(orjson.dumps(stored, option=orjson.OPT_SORT_KEYS)).digest()
    except TypeError:  # a number or a text that it does not know
        return _digest(repr(stored))


def _content_of(picture: Picture) -> bytes:
    try:
        return sha256(orjson.dumps(picture, default=tuple)).digest()
    except TypeError:  # numbers or texts that it does not know
        return _digest(repr(picture))


def _digest(text: str) -> bytes:
    return sha256(text.encode(errors="surrogatepass")).digest()
