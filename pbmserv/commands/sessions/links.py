"""Letting a player in by a link in a letter: one that signs in, or one that leads to a board to play on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from pbmserv.commands.requests.budgets import check_asked
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.sessions.signing_in import Opened, digest_of_word, new_word, open_session
from pbmserv.games.base import Refusal
from pbmserv.play.board import Player
from pbmserv.storage.sessions import Scope

LINK_IS_GOOD_FOR = timedelta(days=1)
MOST_LINKS = 3
"""So many may be good at the same time: nobody can have a player flooded with them."""

SIGN_IN_PATH = "/sign-in/link"
"""The page to which a link leads that signs in, with the token as its `token`."""

_NO_GOOD = "This link has been used already, is too old, or was not copied as a whole."


class LinkSent(Outcome, frozen=True):
    """A link to sign in with is mailed to a player; `address` is the link."""

    written_by = "sessions.letters:of_link"

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
