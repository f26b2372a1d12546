"""A request to a page, with who makes it; and how it is answered: by the post office first, then in HTML."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar
from urllib.parse import quote, unquote

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
from pbmserv.language.command_spec import Claim
from pbmserv.letters.action_links import PLAY_PARAMETER
from pbmserv.play.board import Player
from pbmserv.post_office import Answer, Request
from pbmserv.storage.sessions import Session
from pbmserv.web.rendering import render
from pbmserv.web.site import Site

R = TypeVar("R")

_DAY = 24 * 60 * 60
COOKIES_LAST = {"session": 90 * _DAY, "known": 400 * _DAY}
"""Seconds that a browser keeps a cookie; the server decides how long it is good for. Others go with the browser."""

REFUSED = 422
"""The status of a page that says why something was refused."""


class NotThere(Exception):
    """There is no such page, or none that this visitor may see. `words` say what was looked for."""

    def __init__(self, words: str = "There is no such page here.") -> None:
        super().__init__(words)
        self.words = words


class SignInFirst(Exception):
    """The page is for players who are signed in."""


class TakesLong(Exception):
    """The answer takes so long that pages must not wait for it: it is made where few are at a time."""


class BadForm(Exception):
    """What was sent is no form of ours."""


def cookie_name(site: Site, name: str) -> str:
    """What a cookie of ours is called: behind TLS, so that no other host can set it."""
    return f"__Host-{name}" if site.is_secure else name


def client_of(scope: Scope) -> str:
    """Where a request comes from, as that is counted; a proxy that is named in the settings is believed."""
    client = scope.get("client")
    return client_at(client[0] if client else "")


def known_by(asked: PageContext) -> str:
    """The cookie by which it is known whose browser this is."""
    return asked.http.cookies.get(cookie_name(asked.site, "known"), "")


@dataclass
class PageContext:
    """One request to a page. `form` are the fields that were sent; `session` is who makes it, None for nobody.

    Who came by a link to a board has a session on the pages of that board only, and is nobody elsewhere; `kept` is
    the session of their browser all the same. `offer` is what the link offers by which they have come just now.
    """

    site: Site
    http: HttpRequest
    form: Mapping[str, str] = field(default_factory=dict)
    session: Session | None = None
    kept: Session | None = None
    offer: Offer | None = None
    word: str = ""
    """The secret of the session."""
    new_cookies: dict[str, str] = field(default_factory=dict)
    """Cookies to be set by the answer; an empty one is taken away."""
    once: str = ""
    """The digest of what was sent, where it is done once though it may be sent twice."""
    may_take_long: bool = False
    """Whether no page waits for this answer."""

    @property
    def player(self) -> Player | None:
        """Who makes it."""
        return self.session.player if self.session else None

    @property
    def me(self) -> Player:
        """The same on pages for players. Raises `SignInFirst`."""
        if self.session is None:
            raise SignInFirst
        return self.session.player

    @cached_property
    def client(self) -> str:
        """Where it comes from, as that is counted."""
        return client_of(self.http.scope)

    def let_in(self, opened: Opened) -> None:
        """Have the browser keep a session, and that it is the player's."""
        self.new_cookies[cookie_name(self.site, "session")] = opened.word
        if opened.browser:
            self.new_cookies[cookie_name(self.site, "known")] = opened.browser

    @property
    def page_path(self) -> str:
        """The path of the page that was asked for. What a client calls us is no part of it, however it is spelled."""
        return str(self.http.scope["path"])

    def path(self, name: str) -> str:
        """What stands in the place `{name}` of the address."""
        return str(self.http.path_params[name])

    def given(self, name: str, otherwise: str = "") -> str:
        """What stands behind the ? of the address under this name."""
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
        """Have a command carried out, with the values of its arguments in their order, and options by their names.

        Who asks is who is signed in, unless `claim` says who. `seen` is how the board stood on the page that it comes
        from: where that has changed, a command about it is refused.
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
        """The same for a command that is done for a player. Raises `SignInFirst` where nobody is signed in."""
        if self.session is None:
            raise SignInFirst
        return self.carry_out(command, *values, **more)

    def look(self, command: str, *values: str, game: str = "") -> Answer:
        """Have a command answered that only reads."""
        return self.site.office.look(Request(self.credential, fields=CommandFields(command, values, game)))

    @property
    def credential(self) -> Credential:
        """By what it is known who makes it."""
        if self.session is None:
            return Credential("", client=self.client, browser=known_by(self))
        return signed_in(self.session.player.userid, self.client, self.session.id, self.session.board)

    @cached_property
    def form_token(self) -> str:
        """What has to come back with each form of a page: who cannot read the page cannot send it."""
        return self.site.token("form", self.word or self._visit)

    def sent_by_our_page(self) -> bool:
        """Whether the form that was sent is one that this visitor was shown."""
        return hmac.compare_digest(self.form.get("token", "").encode(), self.form_token.encode())

    @cached_property
    def said(self) -> str:
        """What was done just before, for the page to say once; empty if there is nothing to say."""
        name = cookie_name(self.site, "said")
        words = unquote(self.http.cookies.get(name, ""))
        if words:
            self.new_cookies[name] = ""
        return words

    @cached_property
    def _visit(self) -> str:
        name = cookie_name(self.site, "visit")
        known = self.http.cookies.get(name)
        if known is None:
            known = self.new_cookies[name] = secrets.token_urlsafe(16)
        return known

    @property
    def play_token(self) -> str:
        """The token of the link by which somebody has come, if they have come by one."""
        return self.given(PLAY_PARAMETER)

    def page(self, template: str, status: int = 200, **facts: Any) -> Response:
        """A page made from a template, with what all pages have."""
        return HTMLResponse(render(template, asked=self, site=self.site, player=self.player, **facts), status)

    def refused(self, template: str, answer: Answer, **facts: Any) -> Response:
        """The page again, with why something was refused; what was typed is still in its fields."""
        refusal = answer.came_of_it if isinstance(answer.came_of_it, Refused) else None
        return self.page(template, REFUSED, refusal=refusal, **facts)

    def go_to(self, path: str, said: str = "") -> Response:
        """Send the browser to another page of ours, after something was done; `said` is what that page says first."""
        if said:
            self.new_cookies[cookie_name(self.site, "said")] = quote(said[:1000])
        return RedirectResponse(path, 303)
