"""Browsers that players have signed in with: other people's wrong passwords never lock these out.

The cookie is a random name of the browser, followed by one tag for each account, as in OWASP's device cookies. A tag
is a keyed hash of the name under the account's stored password hash: nobody else can make one, it does not tell whose
it is, and a new password makes all tags of the account worthless.
"""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256

from pbmserv.storage.players import Account

MOST_ACCOUNTS = 8
"""The accounts for which one browser is known; the oldest goes first."""

_COOKIE = re.compile(rf"([0-9a-f]{{32}})((?:\.[0-9a-f]{{32}}){{1,{MOST_ACCOUNTS}}})")


def knowing(cookie: str, account: Account) -> str:
    """Return the cookie of a browser in which this account has just signed in; `cookie` is what it had."""
    name, tags = _parts_of(cookie)
    name = name or secrets.token_hex(16)
    tag = _tag(name, account)
    return ".".join([name, *[each for each in tags if each != tag][-MOST_ACCOUNTS + 1 :], tag])


def known_as(cookie: str, account: Account) -> str | None:
    """Return the name of the browser if this account has signed in there; None otherwise."""
    name, tags = _parts_of(cookie)
    if not name or not account.password_hash:
        return None
    tag = _tag(name, account)
    return name if any(hmac.compare_digest(tag, each) for each in tags) else None


def _parts_of(cookie: str) -> tuple[str, list[str]]:
    found = _COOKIE.fullmatch(cookie)
    return (found[1], found[2][1:].split(".")) if found else ("", [])


def _tag(name: str, account: Account) -> str:
    key = f"{account.player.id} {account.password_hash}".encode()
    return hmac.new(key, f"known browser {name}".encode(), sha256).hexdigest()[:32]
