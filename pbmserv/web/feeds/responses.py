"""Feeds as HTTP responses."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from starlette.responses import Response

from pbmserv.web.feeds.atom import MEDIA_TYPE, Entry, Feed, atom_of
from pbmserv.web.page_context import PageContext

MOST_ENTRIES = 40
_THE_BEGINNING = datetime.fromisoformat("2024-01-01T00:00:00+00:00")


def feed_at(asked: PageContext, title: str, about: str, ending: str, entries: Sequence[Entry]) -> Response:
    """Return the feed of the page `about` with the first of the entries."""
    feed = Feed(
        id=tag_of(asked, about.lower() + ending),
        title=title,
        author=asked.site.settings.sender_name or "pbmserv",
        address=asked.site.url + about + ending,
        about=asked.site.url + about,
        begun=_THE_BEGINNING,
        entries=entries[:MOST_ENTRIES],
    )
    return Response(atom_of(feed), media_type=MEDIA_TYPE)


def newest_first(entries: Sequence[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: (entry.at, entry.id), reverse=True)


def tag_of(asked: PageContext, about: str) -> str:
    """A tag URI (RFC 4151), which survives a move of the server to another address."""
    return f"tag:{domain_of(asked)},2024:{about}"


def domain_of(asked: PageContext) -> str:
    """The server's mail domain."""
    return asked.site.settings.address.rpartition("@")[2]
