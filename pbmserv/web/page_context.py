"""A request to a page with its visitor, and helpers to carry out commands and to respond."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, takewhile
from typing import Any, TypeVar
from urllib.parse import quote, unquote

from markupsafe import Markup
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import Scope

from pbmserv.commands.requests.budgets import client_at
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.credentials import Credential, signed_in
from pbmserv.commands.requests.expectations import OnPage
from pbmserv.commands.requests.outcome import Refused
from pbmserv.commands.run.parser import CommandFields
from pbmserv.commands.sessions.signing_in import Offer, Opened
from pbmserv.games.message import of_messages
from pbmserv.language.command_spec import Claim
from pbmserv.letters.action_links import PLAY_PARAMETER
from pbmserv.locale.catalogs import ENGLISH, accepted_language, catalog_of, in_the_language, languages, speaking
from pbmserv.play.board import Player
from pbmserv.play.open_challenge import OpenChallenge
from pbmserv.post_office import Answer, Request
from pbmserv.storage.sessions import Session
from pbmserv.web.awaited import COOKIE, Awaited, awaited_by, boards_in
from pbmserv.web.rendering import render
from pbmserv.web.site import Site

R = TypeVar("R")

_DAY = 24 * 60 * 60
COOKIES_LAST = {
    "session": 90 * _DAY,
    "known": 400 * _DAY,
    "flipped": 400 * _DAY,
    "boards": 400 * _DAY,
    "language": 400 * _DAY,
    "waits": 60 * _DAY,
}
"""Max-Age of cookies in seconds; the server decides how long they are valid. Others are session cookies."""

FRAGMENT = "text/vnd.pbmserv.board+html"
"""The media type of the changing parts of a board's page, which an open page asks for in place of the whole page."""

LANGUAGE_COOKIE = "language"
"""The cookie with the language that a browser has chosen, whoever is signed in there."""

_MOST_SAID = 3_600
"""The bytes of a flash message in its cookie; browsers drop a cookie of more than 4,096 with its name."""
_LEFT_OUT = " …"

REFUSED = 422
"""The status of a page that shows a refusal."""


class NotThere(Exception):
    """The page does not exist, or this visitor may not see it. `words` say what was looked for."""

    def __init__(self, words: str = "There is no such page here.") -> None:
        super().__init__(words)
        self.words = of_messages(words)


class SignInFirst(Exception):
    """The page needs a signed-in player."""


class TakesLong(Exception):
    """The response takes too long for the pool of pages; it is made in the pool for slow work."""


class BadForm(Exception):
    """The body is no valid form."""


def cookie_name(site: Site, name: str) -> str:
    """The name of a cookie; behind TLS, one that no other host can set."""
    return f"__Host-{name}" if site.is_secure else name


def fitting_in_a_cookie(words: str) -> str:
    """Words as the value of a cookie, without the last ones if they are too many."""
    whole = quote(words)
    if len(whole) <= _MOST_SAID:
        return whole
    lengths = accumulate(len(quote(sign)) for sign in words)
    begun = words[: sum(1 for _ in takewhile((_MOST_SAID - len(quote(_LEFT_OUT))).__ge__, lengths))]
    # A word that fills it all is cut within; the place in the first line stays.
    return quote(f"{begun.rsplit(' ', 1)[0]}{_LEFT_OUT}")


def client_of(scope: Scope) -> str:
    """The client's address for limits; trusted proxies are believed."""
    client = scope.get("client")
    return client_at(client[0] if client else "")


def known_by(asked: PageContext) -> str:
    """The cookie that identifies a known browser."""
    return asked.http.cookies.get(cookie_name(asked.site, "known"), "")


@dataclass
class PageContext:
    """A request to a page. `form` are the submitted fields; `session` is the visitor's, or None.

    A link to a board opens a session for that board's pages only; `kept` is the browser's own session all the same.
    `offer` is what the link just used offers.
    """

    site: Site
    http: HttpRequest
    form: Mapping[str, str] = field(default_factory=dict)
    session: Session | None = None
    kept: Session | None = None
    offer: Offer | None = None
    word: str = ""
    """The session's secret."""
    new_cookies: dict[str, str] = field(default_factory=dict)
    """Cookies for the response to set; an empty value deletes one."""
    once: str = ""
    """The digest of a form that takes effect once even if submitted twice."""
    may_take_long: bool = False
    """Whether this runs in the pool for slow work."""
    knows_visitor: bool = True
    """Whether the page looks at who asks for it."""
    _awaited: Awaited | None = None

    @cached_property
    def language(self) -> str:
        """The language of the page, empty for English: the player's, or else what the browser has chosen or prefers.

        A page that is the same for everybody is in English.
        """
        if not self.knows_visitor:
            return ""
        if self.session is not None and not self.came_by_link:
            return self.session.language
        # Who came by a link to a board is a player, too.
        if not self._chosen and self.kept is not None and not self.kept.is_guests:
            return self.kept.language
        wanted = self.reads or self.site.settings.language
        return "" if wanted == ENGLISH else wanted

    @property
    def reads(self) -> str:
        """The language that the browser has chosen or asks for first, of those that there are; empty if none."""
        return self._chosen or accepted_language(self.http.headers.get("accept-language", ""))

    @property
    def _chosen(self) -> str:
        chosen = self.http.cookies.get(cookie_name(self.site, LANGUAGE_COOKIE), "")
        return chosen if chosen in languages() else ""

    @property
    def player(self) -> Player | None:
        return self.session.player if self.session else None

    @property
    def came_by_link(self) -> bool:
        """Whether the visitor may only play: who came by a link to a board, and guests."""
        return self.session is not None and (self.session.board is not None or self.session.is_guests)

    @property
    def is_guest(self) -> bool:
        """Whether the visitor plays on this board without having signed up."""
        return self.session is not None and self.session.is_guests

    @property
    def guest(self) -> Session | None:
        """The session of a guest, on any page."""
        return self.kept if self.kept is not None and self.kept.is_guests else None

    @property
    def me(self) -> Player:
        """The signed-in player. Raises `SignInFirst`."""
        if self.session is None:
            raise SignInFirst
        return self.session.player

    @cached_property
    def client(self) -> str:
        """The client's address for limits."""
        return client_of(self.http.scope)

    def let_in(self, opened: Opened) -> None:
        """Set the cookies of a new session and of a known browser."""
        self.new_cookies[cookie_name(self.site, "session")] = opened.word
        if opened.browser:
            self.new_cookies[cookie_name(self.site, "known")] = opened.browser

    @cached_property
    def wants_fragment(self) -> bool:
        """Whether an open board asks, and takes a fragment of its page."""
        return self.http.headers.get("accept", "").startswith(FRAGMENT)

    @property
    def page_path(self) -> str:
        """The path of the requested page, independent of the Host header."""
        return str(self.http.scope["path"])

    def path(self, name: str) -> str:
        """The path parameter `{name}`."""
        return str(self.http.path_params[name])

    def given(self, name: str, otherwise: str = "") -> str:
        """The query parameter `name`."""
        return str(self.http.query_params.get(name, otherwise))

    def carry_out(
        self,
        command: str,
        *values: str,
        game: str = "",
        options: Mapping[str, str] | None = None,
        claim: Claim | None = None,
        comment: str = "",
        body: str = "",
        seen: str | None = None,
    ) -> Answer:
        """Carry out a command with its arguments in order and options by name.

        The author is the signed-in player unless `claim` says otherwise. `seen` is the state of the board on the
        submitting page; a command about a board that has changed since is refused.
        """
        fields = CommandFields(command, values, game, options or {}, claim)
        expects = OnPage(seen) if seen and self.session else None
        once = self.once if self.session else ""
        request = Request(self.credential, (), body, comment, expects=expects, fields=fields, once=once)
        return self.site.hand_in(request)

    def do_as_me(self, action: Callable[[Call], R]) -> R:
        """Do what no command does, in a transaction, for who is signed in. Raises `SignInFirst`."""
        if self.session is None:
            raise SignInFirst
        return self.site.office.in_session(self.session, action)

    def carry_out_as_me(self, command: str, *values: str, **more: Any) -> Answer:
        """Carry out a command as the signed-in player. Raises `SignInFirst`."""
        if self.session is None:
            raise SignInFirst
        return self.carry_out(command, *values, **more)

    def look(self, command: str, *values: str, game: str = "") -> Answer:
        """Carry out a read-only command."""
        return self.site.office.look(Request(self.credential, fields=CommandFields(command, values, game)))

    @property
    def credential(self) -> Credential:
        """The visitor's credential."""
        if self.session is None:
            return Credential(
                "",
                client=self.client,
                browser=known_by(self),
                guest=self.guest,
                reads=self.reads,
            )
        return signed_in(self.session.player.userid, self.client, self.session.id, self.session.board)

    @cached_property
    def form_token(self) -> str:
        """The CSRF token of this page's forms."""
        return self.site.token("form", self.browser_word)

    @cached_property
    def token_field(self) -> Markup:
        """The same as a field of a form."""
        return Markup('<input type="hidden" name="token" value="{}">').format(self.form_token)

    @property
    def browser_word(self) -> str:
        """What only this browser knows: the session's secret, or that of a visit."""
        return self.word or self._visit

    def sent_by_our_page(self) -> bool:
        """Whether the submitted form has this visitor's CSRF token."""
        return hmac.compare_digest(self.form.get("token", "").encode(), self.form_token.encode())

    @property
    def said(self) -> str:
        """The flash message at the top of the page, or an empty text."""
        return self.said_at("")

    def said_at(self, place: str) -> str:
        """The flash message in a part of the page, or an empty text."""
        at, words = self._flash
        return words if at == place else ""

    @cached_property
    def _flash(self) -> tuple[str, str]:
        name = cookie_name(self.site, "said")
        words = unquote(self.http.cookies.get(name, ""))
        if words:
            self.new_cookies[name] = ""
        at, _, rest = words.partition("\n")
        return (at[1:], rest) if at.startswith("#") else ("", words)

    @property
    def awaited(self) -> Awaited:
        """The boards for which this browser waits, and those of them that have begun and are not the page's own."""
        if self._awaited is None:
            self._awaited = self._look_for_awaited()
        return self._awaited

    def waits_for(self, challenges: Sequence[OpenChallenge]) -> None:
        """Remember all open challenges in which the visitor has a seat."""
        self._awaited = self._look_for_awaited(challenges)

    def _look_for_awaited(self, challenges: Sequence[OpenChallenge] | None = None) -> Awaited:
        name, player = cookie_name(self.site, COOKIE), self.player
        kept = self.http.cookies.get(name, "")
        if player is None or self.came_by_link or not (kept or challenges):
            return Awaited()
        boards = [each for each in boards_in(kept, self.site.catalogue) if "/{}/{}".format(*each) != self.page_path]
        awaited, cookie = self.site.office.look_up(lambda call: awaited_by(call, player, boards, challenges))
        if cookie != kept:
            self.new_cookies[name] = cookie
        return awaited

    @cached_property
    def _visit(self) -> str:
        name = cookie_name(self.site, "visit")
        known = self.http.cookies.get(name)
        if known is None:
            known = self.new_cookies[name] = secrets.token_urlsafe(16)
        return known

    @property
    def play_token(self) -> str:
        """The token of the link just used, if any."""
        return self.given(PLAY_PARAMETER)

    def page(self, template: str, status: int = 200, **facts: Any) -> Response:
        """Render a template with what all pages have. `player` is who is signed in, and no guest."""
        player = None if self.is_guest else self.player
        page = render(template, self.language, asked=self, site=self.site, player=player, **facts)
        return self.in_language(HTMLResponse(page.content, status), page.language)

    def in_language(self, response: Response, language: str) -> Response:
        """A page with its language, and with what that depends on, for caches."""
        response.headers["Content-Language"] = language
        if self.knows_visitor:
            response.headers["Vary"] = "Accept-Language, Cookie"
        return response

    def refused(self, template: str, answer: Answer, **facts: Any) -> Response:
        """Render the page again with the refusal and the submitted fields."""
        refusal = answer.came_of_it if isinstance(answer.came_of_it, Refused) else None
        return self.page(template, REFUSED, refusal=refusal, **facts)

    def go_to(self, path: str, said: str = "", at: str = "") -> Response:
        """Redirect to a page of ours, which shows the flash message `said` in its part `at`, or else at the top.

        An open board is told the address, since a redirect would show it another page as the answer.
        """
        if said:
            place = f"#{at}\n" if at else ""
            with speaking(catalog_of(self.language)):
                said = in_the_language(said)
            self.new_cookies[cookie_name(self.site, "said")] = fitting_in_a_cookie(f"{place}{said}")
        if self.wants_fragment:
            return Response(status_code=204, headers={"Location": path})
        return RedirectResponse(path, 303)
