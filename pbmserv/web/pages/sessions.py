"""The page of a player's sessions, where each can be ended."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from starlette.responses import Response

from pbmserv.commands.requests.context import Call
from pbmserv.games.message import Message
from pbmserv.play.board import Player
from pbmserv.storage.sessions import Session
from pbmserv.web.page_context import PageContext
from pbmserv.web.routing import page
from pbmserv.web.times import ago

_BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
_SYSTEMS = (
    ("Android", "Android"), ("iPhone", Message("an iPhone")), ("iPad", Message("an iPad")),
    ("Windows", "Windows"), ("Mac OS X", Message("a Mac")), ("Linux", "Linux"),
)  # fmt: skip
"""Fragments of User-Agent headers and the names people use; the first match counts."""


@dataclass(frozen=True)
class Place:
    """A signed-in browser: what it is, what it may do, and its last use."""

    number: int
    browser: str
    board: str
    opened: str
    used: str
    is_this: bool


def _show(asked: PageContext) -> Response:
    me = asked.me
    places = asked.site.office.look_up(lambda call: _places(call, me, asked.kept))
    return asked.page("sessions", places=places)


def _end(asked: PageContext) -> Response:
    me, kept = asked.me, asked.kept
    number = asked.form.get("session", "")
    if asked.form.get("others"):
        asked.do_as_me(lambda call: _end_others(call, me, kept))
        return asked.go_to("/settings/sessions", "You are signed in here only.")
    if re.fullmatch("[0-9]{1,17}", number):
        asked.do_as_me(lambda call: _end_one(call, me, int(number)))
    return asked.go_to("/settings/sessions")


def _places(call: Call, me: Player, kept: Session | None) -> list[Place]:
    return [
        Place(
            session.id,
            browser_of(session.label),
            _board_of(call, session),
            ago(session.opened_at, call.at),
            _used(session, call.at),
            kept is not None and session.id == kept.id,
        )
        for session in call.work.sessions.all_of(me, call.at)
        if not session.scope.is_of_program
    ]


def _board_of(call: Call, session: Session) -> str:
    if session.board is None:
        return ""
    word, number = session.board
    game = call.catalogue.get(word)
    return Message("{game} board {number}", game=game.name if game else word, number=number)


def _used(session: Session, now: datetime) -> str:
    # It is not noted more exactly.
    return Message("within the hour") if not session.needs_touch(now) else ago(session.used_at, now)


def _end_one(call: Call, me: Player, number: int) -> None:
    if any(each.id == number and not each.scope.is_of_program for each in call.work.sessions.all_of(me, call.at)):
        call.work.sessions.end(me, number)


def _end_others(call: Call, me: Player, kept: Session | None) -> None:
    for session in call.work.sessions.all_of(me, call.at):
        if not session.scope.is_of_program and (kept is None or session.id != kept.id):
            call.work.sessions.end(me, session.id)


def browser_of(label: str) -> str:
    """A browser's common name from its User-Agent: `Firefox on Linux`."""
    browser = next((name for sign, name in _BROWSERS if sign in label), "")
    system = next((name for sign, name in _SYSTEMS if sign in label), "")
    if not browser:
        return Message("another program") if label else Message("unknown")
    return Message("{browser} on {system}", browser=browser, system=system) if system else browser


ROUTES = [page("/settings/sessions", _show, _end)]
