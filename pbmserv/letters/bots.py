"""Marks of bots in lists of letters; pages have theirs in `web/templates/lists.html`."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pbmserv.games.message import Message, one_by_one


def marked(userid: str, is_bot: bool) -> str:
    """A player's name, marked if a bot: `bot-easy (bot)`."""
    return Message("{player} (bot)", player=userid) if is_bot else userid


def all_marked(userids: Iterable[str], bots: Collection[str]) -> str:
    """Players in one cell, bots marked: `alice bot-easy (bot)`."""
    return one_by_one([marked(userid, userid in bots) for userid in userids])
