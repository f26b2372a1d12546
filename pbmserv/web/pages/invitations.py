"""The page of an invitation's link."""

from __future__ import annotations

from contextlib import suppress

from starlette.responses import Response

from pbmserv.commands.requests.outcome import Started
from pbmserv.commands.starting.invitation_answers import invitation_to_show
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.post_office import Answer
from pbmserv.web.flash_words import flash_words
from pbmserv.web.page_context import PageContext, known_by
from pbmserv.web.routing import page


def _show(asked: PageContext) -> Response:
    """Show an invitation. This changes nothing, since mail programs open links by themselves."""
    return _page(asked, asked.given("token"))


def _answer(asked: PageContext) -> Response:
    code, userid = asked.form.get("code", "").strip(), asked.form.get("userid", "").strip()
    password = asked.form.get("password", "")
    said = "no" if asked.form.get("answer") == "no" else userid or "yes"
    answer = asked.carry_out("invitation", code, said, *([password] if password and said != "no" else []))
    if not answer.ok:
        return _page(asked, code, answer, userid)
    if said == "no":
        return asked.go_to("/", flash_words(answer))
    _sign_in(asked, userid, password)
    if isinstance(answer.came_of_it, Started):
        board = answer.came_of_it.board
        return asked.go_to(f"/{board.game.word}/{board.number}", Message("{board} has begun.", board=board.title))
    return asked.go_to("/", flash_words(answer))


def _sign_in(asked: PageContext, userid: str, password: str) -> None:
    if asked.player is None and userid and password:
        label = asked.http.headers.get("user-agent", "")
        with suppress(Refusal):
            opened = asked.site.office.sign_in(userid, password, label, asked.client, known_by(asked))
            asked.let_in(opened)


def _page(asked: PageContext, code: str, answer: Answer | None = None, userid: str = "") -> Response:
    offer = asked.site.office.look_up(lambda call: invitation_to_show(call, code)) if code else None
    if answer is not None:
        return asked.refused("invitation", answer, code=code, offer=offer, userid=userid)
    return asked.page(
        "invitation", refusal=None, code=code, offer=offer, userid=userid or (offer.name if offer else "")
    )


ROUTES = [page("/invitation", _show, _answer, hashes=True)]
