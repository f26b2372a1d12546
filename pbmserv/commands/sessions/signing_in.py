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
from pbmserv.play.guests import KEPT
from pbmserv.storage.sessions import Scope, Session

LASTS = timedelta(days=90)
"""How long a session lasts after its last use."""
LASTS_ON_A_BOARD = timedelta(days=7)
MOST_SESSIONS = 100
"""The maximum number of a player's sessions."""


@dataclass(frozen=True)
class Opened:
    """A new session: `word` is its secret, which only the browser keeps.

    `browser` is the new cookie of a known browser, or empty.
    """

    word: str
    player: Player
    browser: str = ""


def sign_in(call: Call, label: str) -> Opened:
    """Open a session by password. Raises `Unauthorised`, or `Refusal` for a suspended player."""
    return open_session(call, authenticate(call), label)


def open_session(
    call: Call, player: Player, label: str, scope: Scope = Scope.ALL, board_id: int | None = None
) -> Opened:
    word = new_word()
    lasts = {Scope.BOARD: LASTS_ON_A_BOARD, Scope.GUEST: KEPT}.get(scope, LASTS)
    call.work.sessions.open(digest_of_word(word), player, scope, label[:120], call.at, call.at + lasts, board_id)
    if not scope.is_of_program:
        call.work.sessions.end_oldest(player, MOST_SESSIONS)
    account = call.work.players.account(player.userid) if scope is Scope.ALL else None
    return Opened(word, player, knowing(call.credential.browser, account) if account else "")


def session_of(call: Call, word: str) -> Session | None:
    """The session with this secret; its use is recorded unless the call is read-only."""
    session = call.work.sessions.of(digest_of_word(word), call.at)
    if session is not None and not call.mail.reads_only and session.needs_touch(call.at):
        lasts = LASTS_ON_A_BOARD if session.scope is Scope.BOARD else LASTS
        until = session.expires_at if session.scope is Scope.GUEST else call.at + lasts
        call.work.sessions.touch(session, call.at, until)
    return session


def new_word() -> str:
    """A random secret of 256 bits."""
    return secrets.token_urlsafe(32)


def digest_of_word(word: str) -> str:
    """The stored digest of a secret, a plain hash since it is long and random."""
    return sha256(word.encode(errors="replace")).hexdigest()


LINK_IS_GOOD_FOR = timedelta(days=1)
MOST_LINKS = 3
"""The limit on valid sign-in links, so that nobody can flood a player."""

SIGN_IN_PATH = "/sign-in/link"
"""The page of sign-in links, with the query parameter `token`."""

_NO_GOOD = "This link has been used already, is too old, or was not copied as a whole."


class LinkSent(Outcome, frozen=True):
    """A sign-in link is mailed to a player; `address` is the link."""

    written_by = "sessions.signing_in:of_link"

    player: Player
    address: str


@dataclass(frozen=True)
class Offer:
    """What a link to a board offers; `is_spent` says whether it has been used."""

    player: Player
    board: tuple[str, int]
    is_spent: bool


def ask_for_link(call: Call, who: str, page: str) -> None:
    """Mail a link to the player with this name, or those with this address; `page` is our web address.

    The result does not reveal whether the player exists. Raises `OverBudget`.
    """
    check_asked(call)
    for player in _players_called(call, who.strip()):
        # Others may be asking for one at this moment.
        call.work.players.hold(player)
        if call.work.web_links.open_for(player, call.at) < MOST_LINKS:
            call.outcomes.append(LinkSent(player, new_link(call, player, page)))


def new_link(call: Call, player: Player, page: str) -> str:
    """Create a link that signs the player in once, within a day."""
    token = new_word()
    call.work.web_links.add(digest_of_word(token), player, call.at + LINK_IS_GOOD_FOR)
    return f"{page}{SIGN_IN_PATH}?token={token}"


def whom_link_signs_in(call: Call, token: str) -> Player | None:
    """The player whom a link signs in; None if it is no longer valid."""
    return call.work.web_links.whose(digest_of_word(token), call.at)


def use_link_up(call: Call, token: str) -> None:
    call.work.web_links.redeem(digest_of_word(token), call.at)


def sign_in_by_link(call: Call, token: str, label: str) -> Opened:
    """Sign in by a link, which is used up. Raises `Refusal`."""
    player = whom_link_signs_in(call, token)
    if player is not None and _is_held(call, player):
        player = call.work.web_links.redeem(digest_of_word(token), call.at)
    if player is None:
        raise Refusal(_NO_GOOD)
    return open_session(call, player, label)


def offer_of(call: Call, token: str) -> Offer | None:
    """What a link to a board offers, without using it; None if invalid."""
    link = call.work.play_links.read(token, call.at)
    board = call.work.boards.named(link.board_id) if link else None
    if link is None or board is None:
        return None
    return Offer(link.player, board, call.work.web_links.is_spent(digest_of_word(token.lower())))


def play_by_link(call: Call, token: str, label: str) -> tuple[Opened, tuple[str, int]]:
    """Open a session for a link's player and board; the link is used up. Raises `Refusal`."""
    link = call.work.play_links.read(token, call.at)
    if link is not None and _is_held(call, link.player):
        link = call.work.play_links.read(token, call.at)
    board = call.work.boards.named(link.board_id) if link else None
    if link is None or board is None:
        raise Refusal(_NO_GOOD)
    digest = digest_of_word(token.lower())
    if not call.work.web_links.spend(digest, link.player, link.board_id, call.at, link.expires_at):
        raise Refusal(_NO_GOOD)
    return open_session(call, link.player, label, Scope.BOARD, link.board_id), board


def _is_held(call: Call, player: Player) -> bool:
    """Hold a link's player, whom a new password may have shut out since the link was read: it is read once more."""
    return call.work.players.hold(player) is not None


def _players_called(call: Call, who: str) -> list[Player]:
    """The players with this address or name who are not suspended."""
    if "@" in who:
        found = list(call.work.players.at_address(who))
    else:
        account = call.work.players.account(who)
        found = [account.player] if account and not account.is_guest else []
    kept_out = call.work.players.suspended(found)
    return [player for player in found if player not in kept_out]


def of_link(sent: LinkSent, call: Call) -> list[Letter]:
    """To the player alone."""
    player = sent.player
    letter = write("sessions/sign_in_link", "Your sign-in link", userid=player.userid, address=sent.address)
    return only_to(call, player, replace(letter, only_mailed=True))
