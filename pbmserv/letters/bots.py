"""How lists in letters say for whom no human being plays; the pages' mark is in `web/templates/lists.html`."""

from __future__ import annotations

from collections.abc import Collection, Iterable

MARK = "(bot)"


def marked(userid: str, is_bot: bool) -> str:
    """A player's name, with the mark if it is a bot: `bot-easy (bot)`."""
    return f"{userid} {MARK}" if is_bot else userid


def all_marked(userids: Iterable[str], bots: Collection[str]) -> str:
    """Players as a list has them in one cell, those among them marked that are `bots`: `alice bot-easy (bot)`."""
    return " ".join(marked(userid, userid in bots) for userid in userids)
