"""A board as a file: its picture, its characters, its data, its record."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from threading import Lock

import orjson
from starlette.responses import Response

from pbmserv.commands.kinds import BoardAt
from pbmserv.commands.looking import ShownBoard, shown_board
from pbmserv.commands.outcome import Refused
from pbmserv.games.base import Refusal
from pbmserv.games.game_file import FORMATS
from pbmserv.games.picture import Picture
from pbmserv.pictures.png import png_of
from pbmserv.pictures.svg import svg_of
from pbmserv.play.board_data import board_data
from pbmserv.play.view import BoardView, BoardViews
from pbmserv.web.asked import Asked, NotThere
from pbmserv.web.board_page import wanted_by
from pbmserv.web.drawn import picture_for_page
from pbmserv.web.routing import page

PNG_WIDTH = 780
"""Pixels: twice what a phone is wide, for its fine screen."""
_KEPT_PNGS = 64
"""How many of the newest PNGs are kept, each of some 20 kB: to make one takes as long as to answer ten pages."""
_LOOK_AGAIN = "public, no-cache"
"""Anybody may keep it, but has to ask whether it is still the same."""


class _Drawn:
    """The PNGs that were asked for last, by what is on them. One is made at a time, whoever asks."""

    def __init__(self) -> None:
        self._pngs: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def png(self, tag: str, shown: ShownBoard) -> bytes:
        """The picture of a board, as everybody may see it."""
        with self._lock:
            if tag not in self._pngs:
                self._pngs[tag] = png_of(_picture(shown), PNG_WIDTH)
                if len(self._pngs) > _KEPT_PNGS:
                    self._pngs.popitem(last=False)
            self._pngs.move_to_end(tag)
            return self._pngs[tag]


_DRAWN = _Drawn()


def _svg(asked: Asked) -> Response:
    svg = svg_of(_picture(_board(asked)))
    return _unless_known(asked, _tag_of(svg)) or _kept(svg.encode(), "image/svg+xml", _tag_of(svg))


def _png(asked: Asked) -> Response:
    shown = _board(asked)
    tag = _tag_of(f"png {svg_of(_picture(shown))}")
    return _unless_known(asked, tag) or _kept(_DRAWN.png(tag, shown), "image/png", tag)


def _text(asked: Asked) -> Response:
    view = _view(asked)
    return Response("\n".join([view.drawing, "", *view.status, ""]), media_type="text/plain; charset=utf-8")


def _json(asked: Asked) -> Response:
    return Response(orjson.dumps(board_data(_view(asked))), media_type="application/json")


def _record(asked: Asked) -> Response:
    return _attached(asked, "json")


def _game_file(asked: Asked) -> Response:
    """What the programs of the game's players read, if the game has such files."""
    return _attached(asked, asked.http.url.path.rpartition(".")[2])


def _attached(asked: Asked, ending: str) -> Response:
    """One of the files that come with the record."""
    wanted = wanted_by(asked)
    answer = asked.look(wanted.game.word, "record", str(wanted.number))
    if isinstance(answer.came_of_it, Refused):
        raise NotThere(answer.came_of_it.words)
    file = next((each for each in answer.letters[0].attachments if each.name.endswith(f".{ending}")), None)
    if file is None:
        raise NotThere
    name = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return Response(file.text, media_type=file.media_type, headers=name)


def _picture(shown: ShownBoard) -> Picture:
    """What everybody may see."""
    view = BoardViews(shown.board, shown.news, shown.then).of(None)
    return picture_for_page(shown.then or shown.board, view, shown.after)


def _view(asked: Asked) -> BoardView:
    """What who is signed in may see."""
    shown = _board(asked)
    return BoardViews(shown.board, shown.news, shown.then).of(asked.player)


def _board(asked: Asked) -> ShownBoard:
    wanted = wanted_by(asked)
    try:
        return asked.site.office.look_up(
            lambda call: shown_board(call, wanted.game, BoardAt(wanted.number, wanted.after))
        )
    except Refusal as refusal:
        raise NotThere(refusal.words) from refusal


def _tag_of(content: str) -> str:
    return f'"{sha256(content.encode()).hexdigest()[:32]}"'


def _unless_known(asked: Asked, tag: str) -> Response | None:
    """An empty answer, where the browser has this already."""
    known = asked.http.headers.get("if-none-match", "")
    if tag not in (each.strip().removeprefix("W/") for each in known.split(",")):
        return None
    return Response(status_code=304, headers={"ETag": tag, "Cache-Control": _LOOK_AGAIN})


def _kept(content: bytes, media_type: str, tag: str) -> Response:
    return Response(content, media_type=media_type, headers={"ETag": tag, "Cache-Control": _LOOK_AGAIN})


_BOARD = "/{game}/{board:number}"
ROUTES = [
    page(f"{_BOARD}.record.json", _record),
    *(page(f"{_BOARD}.{each.ending}", _game_file) for each in FORMATS),
    *(
        page(f"{each}.{ending}", answers)
        for each in (_BOARD, f"{_BOARD}/{{after:number}}")
        for ending, answers in (("svg", _svg), ("png", _png), ("txt", _text), ("json", _json))
    ),
]
