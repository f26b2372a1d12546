"""Signing in by password, mailed link, or a link in a letter about a board; signing out."""

from __future__ import annotations

from starlette.responses import Response

from pbmserv.commands.requests.credentials import SignInRests
from pbmserv.commands.sessions.signing_in import (
    Opened,
    ask_for_link,
    play_by_link,
    sign_in_by_link,
    whom_link_signs_in,
)
from pbmserv.games.base import Refusal
from pbmserv.web.page_context import REFUSED, PageContext, cookie_name, known_by
from pbmserv.web.routing import page

_SENT = "If there is such a player, a letter with a link is on its way to the addresses that they have confirmed."


def _show(asked: PageContext) -> Response:
    return asked.page("sign_in", to=own_path(asked.given("to")), userid="", refused="", rests=False)


def _sign_in(asked: PageContext) -> Response:
    userid, to = asked.form.get("userid", "").strip(), own_path(asked.form.get("to", ""))
    password = asked.form.get("password", "")
    try:
        opened = asked.site.office.sign_in(userid, password, _label(asked), asked.client, known_by(asked))
    except Refusal as refusal:
        rests = isinstance(refusal, SignInRests)
        return asked.page("sign_in", REFUSED, to=to, userid=userid, refused=refusal.words, rests=rests)
    return _welcome(asked, opened, to)


def _show_link(asked: PageContext) -> Response:
    token = asked.given("token")
    player = asked.site.office.look_up(lambda call: whom_link_signs_in(call, token)) if token else None
    return asked.page("sign_in_link", who="", refused="", opens=player, link=token, may_mail=bool(asked.site.url))


def _use_link(asked: PageContext) -> Response:
    """Request a mailed link or use one. It needs a button: mail scanners open links but press none."""
    token, who = asked.form.get("link", ""), asked.form.get("userid", "").strip()
    page = asked.site.url
    try:
        if token:
            return _welcome(
                asked,
                asked.site.office.for_visitor(
                    lambda call: sign_in_by_link(call, token, _label(asked)), asked.client, known_by(asked)
                ),
            )
        if page:
            asked.site.office.for_visitor(lambda call: ask_for_link(call, who, page), asked.client)
            return asked.go_to("/sign-in", _SENT)
    except Refusal as refusal:
        facts = {"who": who, "refused": refusal.words, "opens": None, "link": "", "may_mail": bool(page)}
        return asked.page("sign_in_link", REFUSED, **facts)
    return _show_link(asked)


def _play(asked: PageContext) -> Response:
    """The button on a board opened by a link in a letter."""
    token = asked.form.get("play", "")
    if asked.kept is not None and asked.kept.board is None and not asked.guest:
        return asked.page("play_link", REFUSED, refused="", signed_in=asked.kept.player)
    try:
        opened, (game, number) = asked.site.office.for_visitor(
            lambda call: play_by_link(call, token, _label(asked)), asked.client
        )
    except Refusal as refusal:
        return asked.page("play_link", REFUSED, refused=refusal.words, signed_in=None)
    return _welcome(asked, opened, f"/{game}/{number}")


def _sign_out(asked: PageContext) -> Response:
    session = asked.kept
    if session is not None:
        asked.site.office.for_visitor(lambda call: call.work.sessions.end(session.player, session.id))
    asked.new_cookies[cookie_name(asked.site, "session")] = ""
    return asked.go_to("/")


def _welcome(asked: PageContext, opened: Opened, to: str = "/me") -> Response:
    """Redirect with a fresh session, whose secret is new each time."""
    replaced = asked.kept
    if replaced is not None:
        asked.site.office.for_visitor(lambda call: call.work.sessions.end(replaced.player, replaced.id))
    asked.let_in(opened)
    return asked.go_to(to)


def _label(asked: PageContext) -> str:
    return asked.http.headers.get("user-agent", "")


def own_path(path: str, otherwise: str = "/me") -> str:
    """The local path to redirect to, or the player's own page if the address is foreign."""
    is_ours = path.startswith("/") and path.isascii() and path.isprintable() and not set("\\?#") & set(path)
    return path if is_ours and not path.startswith("//") else otherwise


ROUTES = [
    page("/sign-in", _show, _sign_in, hashes=True),
    page("/sign-in/link", _show_link, _use_link),
    page("/play", post=_play),
    page("/sign-out", post=_sign_out),
]
