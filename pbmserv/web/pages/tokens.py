"""API tokens. Each is shown once, when created."""

from __future__ import annotations

from starlette.responses import Response

from pbmserv.commands.requests.context import Call
from pbmserv.commands.sessions.signing_in import Opened, open_session
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.play.board import Player
from pbmserv.storage.sessions import Scope, Session
from pbmserv.web.page_context import REFUSED, PageContext, SignInFirst
from pbmserv.web.routing import page

KINDS = {
    Scope.READ: Message("Look at everything that you can see"),
    Scope.PLAY: Message("Look, and play for you"),
    Scope.FEED: Message("Nothing but your feed and your calendar"),
}
"""The scopes a token can have, as its owner chooses them."""

MOST_TOKENS = 50
"""The maximum number of tokens of one player."""


def _show(asked: PageContext) -> Response:
    return _page(asked)


def _make(asked: PageContext) -> Response:
    me = _owner(asked)
    kind, label = asked.form.get("scope", ""), " ".join(asked.form.get("label", "").split())
    if kind not in set(KINDS):
        return _page(asked, REFUSED, refused=Message("Please choose what the token is for."), label=label)
    if not label:
        return _page(asked, REFUSED, refused=Message("Please say what you will know the token by."), label=label)
    try:
        opened = asked.do_as_me(lambda call: _open(call, me, label, Scope(kind)))
    except Refusal as refusal:
        return _page(asked, REFUSED, refused=refusal.words, label=label)
    # Not by way of another address: the token would have to be kept for that.
    return _page(asked, made=opened.word, kind=Scope(kind))


def _open(call: Call, owner: Player, label: str, scope: Scope) -> Opened:
    # Counted here, where the owner is held: of two that are made at the same moment, one is the last.
    if len(_tokens_of(call, owner)) >= MOST_TOKENS:
        raise Refusal(Message("You have {count} tokens: take one away first.", count=MOST_TOKENS))
    return open_session(call, owner, label, scope)


def _take_away(asked: PageContext) -> Response:
    me, number = _owner(asked), asked.form.get("session", "")
    if number.isascii() and number.isdigit() and len(number) < 18:
        asked.do_as_me(lambda call: _end(call, me, int(number)))
    return asked.go_to("/settings/tokens", "The token is good for nothing any more.")


def _end(call: Call, owner: Player, number: int) -> None:
    # A browser's session is ended elsewhere.
    if any(session.id == number for session in _tokens_of(call, owner)):
        call.work.sessions.end(owner, number)


def _page(
    asked: PageContext,
    status: int = 200,
    refused: str = "",
    label: str = "",
    made: str = "",
    kind: Scope | None = None,
) -> Response:
    owner = _owner(asked)
    tokens = asked.site.office.look_up(lambda call: _tokens_of(call, owner))
    return asked.page(
        "tokens", status, tokens=tokens, kinds=KINDS, refused=refused, label=label, made=made, kind=kind,
        address=asked.site.address_to_type,
    )  # fmt: skip


def _owner(asked: PageContext) -> Player:
    """The fully signed-in player; a link to one board does not suffice. Raises `SignInFirst`."""
    me = asked.me
    if asked.session is None or asked.session.scope is not Scope.ALL:
        raise SignInFirst
    return me


def _tokens_of(call: Call, owner: Player) -> list[Session]:
    return [session for session in call.work.sessions.all_of(owner, call.at) if session.scope in KINDS]


ROUTES = [page("/settings/tokens", _show, _make), page("/settings/tokens/end", post=_take_away)]
