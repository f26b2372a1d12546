"""The page of List-Unsubscribe (RFC 8058), for mail programs and for people.

A mail program posts to it by itself, without a form of ours and without cookies: the token in the address is all that
is needed. Opening it changes nothing, since programs that look for harm in mail open every link.
"""

from __future__ import annotations

from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.routing import Route

from pbmserv.commands.requests.list_unsubscribe import PATH, ends, unsubscribe
from pbmserv.commands.starting.invitation_answers import invitation_to_show
from pbmserv.games.message import Message
from pbmserv.letters.headers import ONE_CLICK
from pbmserv.running.logs import Log
from pbmserv.web.concurrency import run_limited
from pbmserv.web.page_context import NotThere, PageContext
from pbmserv.web.routing import form_of, page

_NAME, _, _VALUE = ONE_CLICK.partition("=")

log = Log(__name__)


def _show(asked: PageContext) -> Response:
    ended = _ended_by(asked)
    if ended is None:
        raise NotThere("This link is not good, or not any more.")
    return asked.page("unsubscribe", ended=ended, code=asked.given("token"), done=False)


async def _post(http: HttpRequest) -> Response:
    return await run_limited(http, _unsubscribe, PageContext(http.app.state.site, http, await form_of(http)))


def _unsubscribe(asked: PageContext) -> Response:
    if asked.form.get(_NAME) != _VALUE:
        return asked.page("bad_form", 403)
    token, ended = asked.given("token"), _ended_by(asked)
    if ended is None:
        return asked.page("not_there", 404, words=Message("This link is not good, or not any more."))
    if asked.site.office.look_up(lambda call: invitation_to_show(call, token)):
        outcome = asked.carry_out("invitation", token, "no").outcome
    else:
        outcome = asked.site.office.for_visitor(lambda call: unsubscribe(call, token, quietly=False))
    asked.site.carried_out()
    log.info("web.unsubscribed", outcome=outcome)
    return asked.page("unsubscribe", ended=ended, code=token, done=True)


def _ended_by(asked: PageContext) -> str | None:
    """What the token in the address ends, in words; None if it is not good."""
    token = asked.given("token")
    if invitation := asked.site.office.look_up(lambda call: invitation_to_show(call, token)):
        return Message("invitations from here, with that to a game of {game}", game=invitation.game.name)
    return asked.site.office.look_up(lambda call: ends(call, token))


ROUTES = [page(PATH, _show), Route(PATH, _post, methods=["POST"])]
