"""Open challenges, with buttons to join."""

from __future__ import annotations

from typing import Any

from starlette.responses import RedirectResponse, Response

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Started
from pbmserv.commands.starting.open_challenges import MOST_LISTED
from pbmserv.web.flash_words import flash_words
from pbmserv.web.page_context import NotThere, PageContext
from pbmserv.web.pages.games import game_of
from pbmserv.web.routing import page

PATH = "/open"


def _show(asked: PageContext) -> Response:
    def facts(call: Call) -> dict[str, Any]:
        found = call.work.open_challenges.listed(None, call.at, MOST_LISTED + 1, asked.player)
        seats = call.work.substitutes.free_seats(call.catalogue, MOST_LISTED)
        return {"waiting": found[:MOST_LISTED], "more": len(found) > MOST_LISTED, "seats": seats}

    return asked.page("open", **asked.site.office.look_up(facts))


def _do(asked: PageContext) -> Response:
    game, what, number = game_of(asked), asked.form.get("what", ""), asked.form.get("number", "").strip()
    if what not in {"join", "withdraw"}:
        raise NotThere
    answer = asked.carry_out_as_me(what, number, game=game.word, comment=asked.form.get("words", ""))
    if not answer.ok:
        return asked.refused("refused", answer, back=PATH, title="Open challenges")
    if isinstance(answer.came_of_it, Started):
        board = answer.came_of_it.board
        return asked.go_to(f"/{game.word}/{board.number}", f"{board.title} has begun.")
    return asked.go_to(PATH, flash_words(answer))


def _elsewhere(asked: PageContext) -> Response:
    return RedirectResponse(f"/{game_of(asked).word}", 303)


ROUTES = [page(PATH, _show), page("/{game}/open", _elsewhere, _do)]
