"""Boards as files: picture, characters, data, record."""

from __future__ import annotations

import orjson
from starlette.responses import Response

from pbmserv.commands.boards.showing import ShownBoard, shown_board
from pbmserv.commands.requests.outcome import Refused
from pbmserv.games.base import Refusal
from pbmserv.games.file_formats import FORMATS
from pbmserv.language.argument_types import BoardAt
from pbmserv.locale.catalogs import catalog_of, speaking
from pbmserv.play.board_data import board_data
from pbmserv.play.view import BoardView, BoardViews
from pbmserv.web.board_pictures import File
from pbmserv.web.flipping import SMALL, is_from_other_side
from pbmserv.web.page_context import NotThere, PageContext, TakesLong
from pbmserv.web.routing import page
from pbmserv.web.wanted import wanted_by

_LOOK_AGAIN = "public, no-cache"
"""Cacheable, but revalidated each time."""
_ANYWHERE = "cross-origin"
"""Other sites may show the pictures: they are what everybody may see."""


def _svg(asked: PageContext) -> Response:
    svgs = asked.site.small_svgs if asked.given(SMALL) == "yes" else asked.site.svgs
    with speaking(catalog_of(asked.language)):
        svg = svgs.of(_board(asked), is_flipped=is_from_other_side(asked))
    return _unless_known(asked, svg, "image/svg+xml")


def _png(asked: PageContext) -> Response:
    shown, pngs, is_flipped = _board(asked), asked.site.pngs, is_from_other_side(asked)
    with speaking(catalog_of(asked.language)):
        file = pngs.known(shown, is_flipped=is_flipped)
        if file is None and not asked.may_take_long:
            raise TakesLong
        file = file or pngs.of(shown, is_flipped=is_flipped)
    return _unless_known(asked, file, "image/png")


def _text(asked: PageContext) -> Response:
    view = _view(asked)
    return Response("\n".join([view.drawing, "", *view.status, ""]), media_type="text/plain; charset=utf-8")


def _json(asked: PageContext) -> Response:
    return Response(orjson.dumps(board_data(_view(asked))), media_type="application/json")


def _record(asked: PageContext) -> Response:
    return _attached(asked, "json")


def _game_file(asked: PageContext) -> Response:
    """The file in the game's usual format, if it has one."""
    return _attached(asked, asked.page_path.rpartition(".")[2])


def _attached(asked: PageContext, ending: str) -> Response:
    wanted = wanted_by(asked)
    answer = asked.look("record", str(wanted.number), game=wanted.game.word)
    if isinstance(answer.came_of_it, Refused):
        raise NotThere(answer.came_of_it.words)
    file = next((each for each in answer.letters[0].attachments if each.name.endswith(f".{ending}")), None)
    if file is None:
        raise NotThere
    name = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return Response(file.text, media_type=file.media_type, headers=name)


def _view(asked: PageContext) -> BoardView:
    shown = _board(asked)
    return BoardViews(shown.board, shown.news, shown.then).of(asked.player)


def _board(asked: PageContext) -> ShownBoard:
    wanted = wanted_by(asked)
    try:
        return asked.site.office.look_up(
            lambda call: shown_board(call, wanted.game, BoardAt(wanted.number, wanted.after))
        )
    except Refusal as refusal:
        raise NotThere(refusal.words) from refusal


def _unless_known(asked: PageContext, file: File, media_type: str) -> Response:
    headers = {"ETag": file.tag, "Cache-Control": _LOOK_AGAIN, "Cross-Origin-Resource-Policy": _ANYWHERE}
    if file.has_words:
        headers["Vary"] = "Accept-Language, Cookie"
    known = asked.http.headers.get("if-none-match", "")
    if file.tag in (each.strip().removeprefix("W/") for each in known.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=media_type, headers=headers)


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
