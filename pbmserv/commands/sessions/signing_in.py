"""Signing in on pages and by programs: by password, or by a link in a letter; and the sessions that follow."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256

from pbmserv.commands.requests.authentication import authenticate
from pbmserv.commands.requests.budgets import check_asked
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.guesses import knowing
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.recipients import only_to
from pbmserv.games.base import Refusal
from pbmserv.letters.letter import Letter, write
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


LINK_IS_GOOD_FOR = timedelta(days=1)
MOST_LINKS = 3
"""So many may be good at the same time: nobody can have a player flooded with them."""

SIGN_IN_PATH = "/sign-in/link"
"""The page to which a link leads that signs in, with the token as its `token`."""

_NO_GOOD = "This link has been used already, is too old, or was not copied as a whole."


class LinkSent(Outcome, frozen=True):
    """A link to sign in with is mailed to a player; `address` is the link."""

    written_by = "sessions.signing_in:of_link"

    player: Player
    address: str


@dataclass(frozen=True)
class Offer:
    """What a link to a board offers to whoever opens it; `is_spent` is whether it has been used."""

    player: Player
    board: tuple[str, int]
    is_spent: bool


def ask_for_link(call: Call, who: str, page: str) -> None:
    """Have a link mailed to the player of that name, or to those at that address; `page` is the address of our pages.

    Nothing tells whether there is such a player. Raises `OverBudget` where too many letters have been asked for.
    """
    check_asked(call)
    for player in _players_called(call, who.strip()):
        if call.work.web_links.open_for(player, call.at) < MOST_LINKS:
            call.outcomes.append(LinkSent(player, new_link(call, player, page)))


def new_link(call: Call, player: Player, page: str) -> str:
    """A link by which this player can sign in once, within a day."""
    token = new_word()
    call.work.web_links.add(digest_of_word(token), player, call.at + LINK_IS_GOOD_FOR)
    return f"{page}{SIGN_IN_PATH}?token={token}"


def whom_link_signs_in(call: Call, token: str) -> Player | None:
    """The player whom a link signs in; None for one that is not good any more."""
    return call.work.web_links.whose(digest_of_word(token), call.at)


def use_link_up(call: Call, token: str) -> None:
    """Have a link sign nobody in any more."""
    call.work.web_links.redeem(digest_of_word(token), call.at)


def sign_in_by_link(call: Call, token: str, label: str) -> Opened:
    """Open a session for whom a link signs in, and use the link up. Raises `Refusal`."""
    player = call.work.web_links.redeem(digest_of_word(token), call.at)
    if player is None:
        raise Refusal(_NO_GOOD)
    return open_session(call, player, label)


def offer_of(call: Call, token: str) -> Offer | None:
    """What a link to a board offers; None for one that is no good. Nothing is used up."""
    link = call.work.play_links.read(token, call.at)
    board = call.work.boards.named(link.board_id) if link else None
    if link is None or board is None:
        return None
    return Offer(link.player, board, call.work.web_links.is_spent(digest_of_word(token.lower())))


def play_by_link(call: Call, token: str, label: str) -> tuple[Opened, tuple[str, int]]:
    """Open a session for the player and the board of a link, which is used up. Raises `Refusal`."""
    link = call.work.play_links.read(token, call.at)
    board = call.work.boards.named(link.board_id) if link else None
    if link is None or board is None:
        raise Refusal(_NO_GOOD)
    digest = digest_of_word(token.lower())
    if not call.work.web_links.spend(digest, link.player, link.board_id, call.at, link.expires_at):
        raise Refusal(_NO_GOOD)
    return open_session(call, link.player, label, Scope.BOARD, link.board_id), board


def _players_called(call: Call, who: str) -> list[Player]:
    """The players who have this address, or the one of this name; none whom the operator does not let in."""
    if "@" in who:
        found = list(call.work.players.at_address(who))
    else:
        account = call.work.players.account(who)
        found = [account.player] if account else []
    kept_out = call.work.players.suspended(found)
    return [player for player in found if player not in kept_out]


def of_link(sent: LinkSent, call: Call) -> list[Letter]:
    """To the player, who alone is to have it."""
    player = sent.player
    letter = write("sessions/sign_in_link", "Your sign-in link", userid=player.userid, address=sent.address)
    return only_to(call, player, replace(letter, only_mailed=True))
