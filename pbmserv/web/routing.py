"""Routes from addresses to page functions; parses forms, identifies visitors, sets cookies."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias
from urllib.parse import quote

from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, Router
from starlette.types import Receive, Scope, Send

from pbmserv.commands.requests.context import Call
from pbmserv.commands.sessions.signing_in import Offer, digest_of_word, offer_of, session_of
from pbmserv.post_office import PlayerGone
from pbmserv.storage.inbox import DoneBefore
from pbmserv.storage.sessions import Session
from pbmserv.web.concurrency import TooManySlow, run_limited, run_slow
from pbmserv.web.page_context import COOKIES_LAST, BadForm, NotThere, PageContext, SignInFirst, TakesLong, cookie_name
from pbmserv.web.site import Site

Answers: TypeAlias = Callable[[PageContext], Response]
"""A page function; it runs in a thread and may wait for the database."""

MOST_FIELDS = 200
_SENT_TWICE = "You had sent that already. It was done once."
_OF_A_BOARD = re.compile(r"/([a-z][a-z0-9-]*)/([0-9]{1,9})(?:[/.]|$)")


class _Number(Convertor[int]):
    """A bounded number in a path, `{board:number}`."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", _Number())


def page(
    path: str,
    get: Answers | None = None,
    post: Answers | None = None,
    hashes: bool = False,
    knows_visitor: bool = True,
    is_signed: bool = True,
) -> Route:
    """Return the route of a page: `get` shows it, `post` takes its form.

    `hashes` says that the form holds a password, whose check is expensive and runs in a pool of its own.
    Without `knows_visitor` the page is the same for everybody: no cookie is read. Without `is_signed` its form also
    stands, without a token, on pages that are kept for everybody; what other sites send is refused all the same.
    """
    by_method = {"GET": get, "HEAD": get, "POST": post}
    methods = [method for method, answers in by_method.items() if answers is not None]

    async def endpoint(http: HttpRequest) -> Response:
        answers = by_method[http.method]
        if answers is None:
            raise HTTPException(405)
        form = await form_of(http) if http.method == "POST" else {}
        asked = PageContext(http.app.state.site, http, form, knows_visitor=knows_visitor)
        try:
            return await run_limited(http, _answer, asked, answers, is_signed, hashes=hashes and bool(form))
        except TakesLong:
            return await _at_leisure(asked, answers)

    return Route(path, endpoint, methods=methods)


class ByFirstPart(Router):
    """A router that looks only at the routes with the same first path segment, in order."""

    def __init__(self, routes: Sequence[BaseRoute]) -> None:
        super().__init__(routes, redirect_slashes=False)
        self._parts = [(_first_part(getattr(route, "path", "/{any}")), route) for route in routes]
        first_parts = {part for part, _ in self._parts if "{" not in part}
        self._by_first_part = {part: self._that_may_begin(part) for part in first_parts}
        self._others = self._that_may_begin("")

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.of(scope.get("path", "")).app(scope, receive, send)

    def of(self, path: str) -> Router:
        """The routes that may match a path."""
        return self._by_first_part.get(_first_part(path), self._others)

    def _that_may_begin(self, first_part: str) -> Router:
        routes = [route for part, route in self._parts if part == first_part or "{" in part]
        return Router(routes, redirect_slashes=False)


def _first_part(path: str) -> str:
    return path[1:].partition("/")[0]


async def _at_leisure(asked: PageContext, answers: Answers) -> Response:
    asked.may_take_long = True
    try:
        return await run_slow(asked.http, _answer, asked, answers)
    except TooManySlow:
        return PlainTextResponse(
            "Many pictures are being drawn. Please try again in a moment.\n", 503, {"Retry-After": "5"}
        )


def _answer(asked: PageContext, answers: Answers, is_signed: bool = True) -> Response:
    know_visitor(asked)
    try:
        if _is_there_already(asked):
            # The token should not stay in the browser's history.
            response: Response = RedirectResponse(asked.page_path, 303)
        else:
            response = answers(_checked(asked) if is_signed else asked)
    except SignInFirst:
        response = _sign_in(asked)
    except PlayerGone:
        asked.new_cookies[cookie_name(asked.site, "session")] = ""
        response = asked.go_to("/sign-in")
    except DoneBefore:
        of_board = _board_in(asked.page_path) is not None
        response = asked.go_to(asked.page_path if of_board else "/me", _SENT_TWICE)
    except NotThere as missing:
        response = asked.page("not_there", 404, words=missing.words)
    except BadForm:
        # An open board whose session has ended has the token of that one in its forms.
        is_signed_out = asked.wants_fragment and asked.session is None
        response = _sign_in(asked) if is_signed_out else asked.page("bad_form", 403)
    set_cookies(asked, response)
    return response


def _sign_in(asked: PageContext) -> Response:
    return asked.go_to(f"/sign-in?to={quote(asked.page_path)}")


def _checked(asked: PageContext) -> PageContext:
    if asked.http.method == "POST" and not asked.sent_by_our_page():
        raise BadForm
    if asked.form.get("once"):
        asked.once = digest_of_word(repr((asked.word, asked.page_path, sorted(asked.form.items()))))
    return asked


def know_visitor(asked: PageContext) -> None:
    """Identify the visitor by cookie, and the offer of the link just used, unless the page is the same for all."""
    if not asked.knows_visitor:
        return
    word = asked.http.cookies.get(cookie_name(asked.site, "session"), "")
    token = asked.play_token
    if not word and not token:
        return

    def known(call: Call) -> tuple[Session | None, bool, Offer | None]:
        session = session_of(call, word) if word else None
        return session, session is not None and session.needs_touch(call.at), offer_of(call, token) if token else None

    session, needs_touch, offer = asked.site.office.look_up_at_once(known)
    # Programs have theirs, too, which open no page.
    if session is not None and not session.scope.is_of_program:
        asked.kept, asked.word = session, word
        if session.is_guests:
            # A guest is known on boards alone, and everywhere else a stranger.
            is_known_here = _board_in(asked.page_path) is not None
        else:
            is_known_here = session.board is None or session.board == _board_in(asked.page_path)
        if is_known_here:
            asked.session = session
        if needs_touch:
            asked.site.office.for_visitor(lambda call: session_of(call, word))
    if offer is not None and offer.board == _board_in(asked.page_path):
        asked.offer = offer


def _board_in(path: str) -> tuple[str, int] | None:
    """The board of a page by its path: `/hex/101`, `/hex/101/7`, `/hex/101.svg`."""
    found = _OF_A_BOARD.match(path)
    return (found[1], int(found[2])) if found else None


def _is_there_already(asked: PageContext) -> bool:
    """Whether the reader of the letter whose link was opened is signed in anyway."""
    return asked.offer is not None and asked.player == asked.offer.player


def set_cookies(asked: PageContext, response: Response) -> None:
    """Set the response's cookies: HttpOnly and SameSite."""
    for name, value in asked.new_cookies.items():
        if value:
            lasts = COOKIES_LAST.get(name.removeprefix("__Host-"))
            response.set_cookie(
                name, value, lasts, path="/", secure=asked.site.is_secure, httponly=True, samesite="lax"
            )
        else:
            response.delete_cookie(name, path="/", secure=asked.site.is_secure, httponly=True, samesite="lax")


async def form_of(http: HttpRequest) -> Mapping[str, str]:
    """The fields of a submitted form."""
    async with http.form(max_files=0, max_fields=MOST_FIELDS) as fields:
        return {name: value for name, value in fields.items() if isinstance(value, str)}


def site_of(http: HttpRequest) -> Site:
    site: Site = http.app.state.site
    return site
