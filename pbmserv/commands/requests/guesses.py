"""How many wrong passwords are checked, and from where other people's never lock a player out.

A browser's cookie is a random name, followed by a keyed hash of it for each account that has signed in there, as in
OWASP's device cookies: see `docs/design.md`.
"""

from __future__ import annotations

import hmac
import re
import secrets
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from pbmserv.commands.requests.budgets import called, name_of
from pbmserv.storage.players import Account
from pbmserv.storage.tallies import Tally

if TYPE_CHECKING:
    from pbmserv.commands.requests.context import Call

MOST_ACCOUNTS = 8
"""The number of accounts remembered in one browser; the oldest is dropped."""

_COOKIE = re.compile(rf"([0-9a-f]{{32}})((?:\.[0-9a-f]{{32}}){{1,{MOST_ACCOUNTS}}})")


def knowing(cookie: str, account: Account) -> str:
    """Return the cookie of a browser in which this account has just signed in, from its previous one."""
    name, tags = _parts_of(cookie)
    name = name or secrets.token_hex(16)
    tag = _tag(name, account)
    return ".".join([name, *[each for each in tags if each != tag][-MOST_ACCOUNTS + 1 :], tag])


def known_as(cookie: str, account: Account) -> str | None:
    """Return the browser's name if this account has signed in there, else None."""
    name, tags = _parts_of(cookie)
    if not name or not account.password_hash:
        return None
    tag = _tag(name, account)
    return name if any(hmac.compare_digest(tag, each) for each in tags) else None


def guesses(call: Call, userid: str, account: Account | None) -> list[Tally]:
    """The tallies of wrong passwords that decide whether another is checked; none for the operator.

    A player's own session, known browser and confirmed address each have their own, to which nobody else adds, so
    nobody can lock a player out of these. All others share one for each userid, beside their own.
    """
    if call.credential.is_operator:
        return []
    by_sender = (called(call.setup.budgets.wrong_passwords, "wrong from"), _guesser(call, account))
    return [by_sender] if _is_at_home(call, account) else [_for_userid(call, userid, account), by_sender]


def note_guess(call: Call, userid: str, account: Account | None) -> None:
    """Count a wrong password.

    At most half of one sender's guesses count against all others, or one sender could lock everybody out.
    """
    tallies = guesses(call, userid, account)
    for_userid = _for_userid(call, userid, account)
    if for_userid in tallies:
        limit, tallied = for_userid
        share = replace(limit, what="wrong from, for", most=max(1, limit.most // 2))
        by_both = (share, f"{tallied} {_guesser(call, account)}")
        if call.work.tallies.any_is_full([by_both], call.at):
            tallies.remove(for_userid)
        else:
            tallies.append(by_both)
    call.work.tallies.add_to(tallies, call.at)


def _for_userid(call: Call, userid: str, account: Account | None) -> Tally:
    return (called(call.setup.budgets.wrong_passwords, "wrong for userid"), _tallied(userid, account))


def _is_at_home(call: Call, account: Account | None) -> bool:
    """Whether the sender is known to be the player, by session, browser or address."""
    if account is None:
        return False
    if call.principal.signed_in is not None:
        return call.principal.signed_in == account.player
    sender = call.credential
    if known_as(sender.browser, account):
        return True
    return sender.is_certain and call.principal.has_address(account.player)


def _guesser(call: Call, account: Account | None) -> str:
    sender = call.credential
    if call.principal.signed_in is not None:
        return f"@{call.principal.signed_in.id}"
    browser = known_as(sender.browser, account) if account else None
    if account and browser:
        return f"browser {browser} {account.player.userid}"
    sureness = "!" if call.setup.proves_senders and sender.proven else "" if sender.is_certain else "?"
    return sureness + name_of(sender)


def _tallied(userid: str, account: Account | None) -> str:
    """The tally name of wrong passwords for a userid.

    Unknown names are hashed into a few shared tallies, as somebody may have typed their password in place of the
    userid.
    """
    if account is not None:
        return account.player.userid
    return f"nobody {sha256(userid.lower().encode(errors='surrogatepass')).hexdigest()[0]}"


def _parts_of(cookie: str) -> tuple[str, list[str]]:
    found = _COOKIE.fullmatch(cookie)
    return (found[1], found[2][1:].split(".")) if found else ("", [])


def _tag(name: str, account: Account) -> str:
    key = f"{account.player.id} {account.password_hash}".encode()
    return hmac.new(key, f"known browser {name}".encode(), sha256).hexdigest()[:32]
