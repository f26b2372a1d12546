"""Signing in at a door that has no addresses: by password; and the sessions that follow."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from pbmserv.commands.requests.authentication import authenticate
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.guesses import knowing
from pbmserv.play.board import Player
from pbmserv.storage.sessions import Scope, Session

LASTS = timedelta(days=90)
"""How long a session goes on after it was used last."""
LASTS_ON_A_BOARD = timedelta(days=7)
MOST_SESSIONS = 100
"""More browsers than anybody has: without an end, who signs in again and again could fill the disk."""


@dataclass(frozen=True)
class Opened:
    """A session that was just opened: `word` is what the browser keeps, and nobody else ever sees again.

    `browser` is the cookie by which the browser is known from now on; empty where nobody has signed in for all.
    """

    word: str
    player: Player
    browser: str = ""


def sign_in(call: Call, label: str) -> Opened:
    """Open a session for who gives the right password. Raises `Unauthorised`, and `Refusal` for who must not come."""
    return open_session(call, authenticate(call), label)


def open_session(
    call: Call, player: Player, label: str, scope: Scope = Scope.ALL, board_id: int | None = None
) -> Opened:
    """Open a session for a player who is known already."""
    word = new_word()
    lasts = LASTS_ON_A_BOARD if scope is Scope.BOARD else LASTS
    call.work.sessions.open(digest_of_word(word), player, scope, label[:120], call.at, call.at + lasts, board_id)
    if not scope.is_of_program:
        call.work.sessions.end_oldest(player, MOST_SESSIONS)
    account = call.work.players.account(player.userid) if scope is Scope.ALL else None
    return Opened(word, player, knowing(call.credential.browser, account) if account else "")


def session_of(call: Call, word: str) -> Session | None:
    """The session that a word opens; where something may be written, it is noted that it is used."""
    session = call.work.sessions.of(digest_of_word(word), call.at)
    if session is not None and not call.mail.reads_only and session.needs_touch(call.at):
        lasts = LASTS_ON_A_BOARD if session.scope is Scope.BOARD else LASTS
        call.work.sessions.touch(session, call.at, call.at + lasts)
    return session


def new_word() -> str:
    """A random word of 256 bits that nobody can guess."""
    return secrets.token_urlsafe(32)


def digest_of_word(word: str) -> str:
    """What is stored of a word; it is long and random, so a plain hash is enough."""
    return sha256(word.encode(errors="replace")).hexdigest()
