"""A board in a frame of another site: what everybody may see of it, and nothing to sign in to or to send."""

from __future__ import annotations

from starlette.responses import Response

from pbmserv.web.board_page import board_page
from pbmserv.web.board_words import words_of_page
from pbmserv.web.middleware import MAY_BE_FRAMED
from pbmserv.web.page_context import PageContext
from pbmserv.web.routing import page
from pbmserv.web.wanted import wanted_by


def _show(asked: PageContext) -> Response:
    shown = board_page(asked, wanted_by(asked).plain)
    response = asked.page("embed", shown=shown, words=words_of_page(shown))
    response.headers["Content-Security-Policy"] = MAY_BE_FRAMED
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


_BOARD = "/{game}/{board:number}"
ROUTES = [
    page(f"{_BOARD}/embed", _show, knows_visitor=False),
    page(f"{_BOARD}/{{after:number}}/embed", _show, knows_visitor=False),
]
