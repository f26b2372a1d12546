"""Cached pictures of boards for pages and files; a failing game falls back to characters."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from threading import Lock
from typing import Any, NamedTuple

from pbmserv.commands.boards.pictures import title_of_picture
from pbmserv.commands.boards.showing import ShownBoard
from pbmserv.games.base import Game
from pbmserv.games.picture import Picture, picture_of_lines
from pbmserv.locale.catalogs import spoken
from pbmserv.pictures.circuit_breaker import RESTING
from pbmserv.pictures.png import png_of
from pbmserv.pictures.sides import picture_for
from pbmserv.pictures.svg import svg_in_little, svg_of
from pbmserv.play.board import Board
from pbmserv.play.kept import Kept
from pbmserv.play.view import BoardView, BoardViews, Look, look_at
from pbmserv.running.traces import log_failure
from pbmserv.web.touchable_picture import TouchablePicture, touchable_picture
from pbmserv.web.touching import Touching

ROOM = 16_000_000
"""The size of the cache of sheets in bytes: some 200 boards of the largest games, 500 of others."""

ROOM_OF_LOOKS = 2_000_000
"""The same for the characters beside them."""

ROOM_OF_TOUCHING = 8_000_000
"""The same for what can be touched on them: some 300 boards of most games."""

ROOM_OF_FILES = 4_000_000
"""The same for files of each format; making one costs as much as several pages."""

PNG_WIDTH = 780
"""Pixels: twice the width of a phone, for high-density screens."""


class PictureCache:
    """A cache of the boards last drawn for pages, of `room` bytes."""

    def __init__(self, room: int = ROOM) -> None:
        self._kept: Kept[bytes, TouchablePicture] = Kept(room)
        self._looks: Kept[bytes, Look] = Kept(ROOM_OF_LOOKS)
        self._touching: Kept[bytes, Touching] = Kept(ROOM_OF_TOUCHING)

    def look(self, game: Game[Any], seen: Any, seat: int | None) -> Look:
        """What the game shows of a position beside the picture."""
        key = content_of(game, seen, seat)
        if key is None:
            return look_at(game, seen, seat)
        known = self._looks.find(key)
        if known:
            return known
        look = look_at(game, seen, seat)._replace(content=key)
        return self._looks.keep(key, look, len(look.drawing) + sum(map(len, (*look.status, *look.picture_status))))

    def of(self, view: BoardView, *, is_flipped: bool = False, pieces: str = "") -> TouchablePicture:
        """The board as the view's reader may see it, with their side below, or the other one if it `is_flipped`, with
        `pieces` of this set, and with the names of players.
        """
        board, key = view.board, view.content or content_of(view.board.game, view.seen, view.seat)
        if key is not None:
            key += b"flipped" * is_flipped + pieces.encode()
            # Where it says something, it names its players, between blanks: no name is taken for anything else.
            names = " ".join(each.title for each in board.seats_shown)
            with_words = _key_with_language(key + f" {names} ".encode(), True)
            drawn = (
                self._kept.find(key)
                or self._kept.find(with_words)
                or RESTING.tried(
                    board.game.word,
                    lambda: self._draw(key, with_words, view, is_flipped, pieces),
                    board=board.number,
                )
            )
            if drawn:
                return drawn
        return replace(touchable_picture(picture_of_lines(view.drawing)), in_characters=True)

    def touching(
        self, content: bytes, find: Callable[[], Touching], *, is_flipped: bool = False, pieces: str = ""
    ) -> Touching:
        """What can be touched on a board of this content, seen in the same ways; it is found if it is not known."""
        key = content + b"flipped" * is_flipped + pieces.encode()
        known = self._touching.find(key)
        if known:
            return known
        found = find()
        return self._touching.keep(key, found, found.bytes) if found.is_listed else found

    def _draw(
        self, key: bytes, with_words: bytes, view: BoardView, is_flipped: bool, pieces: str
    ) -> TouchablePicture:
        board = view.board
        picture = picture_for(
            board.game, view.seen, view.seat, is_flipped=is_flipped, pieces=pieces, seats=board.seats_shown
        )
        sheet = touchable_picture(picture)
        return self._kept.keep(with_words if picture.has_words else key, sheet, sheet.bytes)


class File(NamedTuple):
    """A picture as a file, with its ETag."""

    content: bytes
    tag: str
    has_words: bool
    """Whether it is another file in other languages."""


class PictureFiles:
    """A cache of public board files.

    The key is what is drawn, so an unchanged board is recognised before drawing. The cache ends with the process, as
    a newer release may draw differently.
    """

    def __init__(self, written: Callable[[Picture], bytes], *, tells_places: bool = False) -> None:
        self._written = written
        self._tells_places = tells_places
        self._kept: Kept[bytes, File] = Kept(ROOM_OF_FILES)
        self._one_at_a_time = Lock()

    def of(self, shown: ShownBoard, *, is_flipped: bool = False) -> File:
        """Return the file of a board, in characters if its game cannot draw it. Waits for other drawing."""
        board, view, key, key_in_characters = _keys_of(shown, is_flipped)
        if key is not None:
            made = _in_the_language(self._kept, key) or RESTING.tried(
                board.game.word,
                lambda: self._write(key, lambda: _picture(board, view, is_flipped)),
                board=board.number,
            )
            if made:
                return made
        return self._write(key_in_characters, lambda: picture_of_lines(view.drawing, board.title))

    def known(self, shown: ShownBoard, *, is_flipped: bool = False) -> File | None:
        """The cached file, or None."""
        board, _, key, key_in_characters = _keys_of(shown, is_flipped)
        may_be_drawn = key is not None and not RESTING.rests(board.game.word)
        return (_in_the_language(self._kept, key) if key else None) or (
            None if may_be_drawn else _in_the_language(self._kept, key_in_characters)
        )

    def _write(self, key: bytes, picture: Callable[[], Picture]) -> File:
        with self._one_at_a_time:
            # Others may have wanted the same, and waited here.
            known = _in_the_language(self._kept, key)
            if known is not None:
                return known
            drawn = picture()
            content, has_words = self._written(drawn), self._tells_places or drawn.has_words
            file = File(content, f'"{sha256(content).hexdigest()[:32]}"', has_words)
            return self._kept.keep(_key_with_language(key, has_words), file, len(content))


def svgs() -> PictureFiles:
    """Boards as SVG."""
    return PictureFiles(lambda picture: svg_of(picture).encode(), tells_places=True)


def small_svgs() -> PictureFiles:
    """Boards as SVG in which nothing is said of places, for lists."""
    return PictureFiles(lambda picture: svg_in_little(picture).encode())


def pngs() -> PictureFiles:
    """Boards as PNG."""
    return PictureFiles(lambda picture: png_of(picture, PNG_WIDTH))


def content_of(game: Game[Any], seen: Any, seat: int | None) -> bytes | None:
    """Everything that determines a picture: the rules, the viewer, and the position without what is hidden from them.

    Hidden information never enters the key, so it cannot be found under it. None if the game (perhaps a plug-in)
    cannot tell.
    """
    try:
        told = json.dumps(game.dump(seen), sort_keys=True)
    except Exception as error:
        log_failure("picture.failed", error, game=game.word)
        return None
    return sha256(f"{type(game)} {game.word} {game.version} {seat} {told}".encode()).digest()


def _in_the_language(kept: Kept[bytes, File], key: bytes) -> File | None:
    """What is kept under a key for who reads the language in which is written.

    What has no words is kept once for all; under the key alone stand English words.
    """
    known = kept.find(key)
    return known if spoken() is None or (known and not known.has_words) else kept.find(_key_with_language(key, True))


def _key_with_language(key: bytes, has_words: bool) -> bytes:
    catalog = spoken()
    return key + catalog.language.encode() if catalog and has_words else key


def _keys_of(shown: ShownBoard, is_flipped: bool) -> tuple[Board, BoardView, bytes | None, bytes]:
    """The public view of a board, and the keys of its picture and of its characters."""
    view = BoardViews(shown.board, shown.news, shown.then).of(None)
    board, content = shown.then or shown.board, content_of(view.board.game, view.seen, view.seat)
    about = f"{board.title} {shown.after} {is_flipped}".encode()
    key = sha256(content + about).digest() if content is not None else None
    return board, view, key, sha256(f"{board.title} {view.drawing}".encode()).digest()


def _picture(board: Board, view: BoardView, is_flipped: bool) -> Picture:
    picture = picture_for(board.game, view.seen, None, is_flipped=is_flipped)
    return replace(picture, words=title_of_picture(board, picture.words, view.board.after))
