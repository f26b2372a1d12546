"""A cache of public board pages.

The key is every field of the board's rows and its players' ratings, which are queried each time, and the time left;
so no page is stale. The pages hold nothing private.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pbmserv.play.board import Player
from pbmserv.play.kept import Kept
from pbmserv.storage.board_rows import StoredBoard
from pbmserv.web.times import in_time

if TYPE_CHECKING:
    from pbmserv.storage.standings import Rated

ROOM = 8_000_000
"""The size of the cache in bytes: some 200 pages."""

Which: TypeAlias = tuple[str, int, int | None, bool, bool, str]
"""A board by game and number, after which move, whether as a fragment of its page, whether flipped, and for whom: the
language that its reader wants.
"""


class PageSources(NamedTuple):
    """The rows that a board's public page is made from, with the ratings of its players in the game."""

    stored: StoredBoard
    watchers: tuple[Player, ...]
    ratings: Mapping[Player, Rated]


class _Page(NamedTuple):
    content: bytes
    language: str
    """That it is in: English, where something on it has no translation."""
    made_of: PageSources
    left: Mapping[datetime, str]
    """The time left that the page states, by deadline."""


class PageCache:
    def __init__(self) -> None:
        self._kept: Kept[Which, _Page] = Kept(ROOM)

    def find(self, which: Which, made_of: PageSources, at: datetime) -> tuple[bytes, str] | None:
        """The cached page of a board in this state at this time with the language that it is in, or None."""
        page = self._kept.find(which)
        if page is None or page.made_of != made_of:
            return None
        is_as_late = all(in_time(until - at) == words for until, words in page.left.items())
        return (page.content, page.language) if is_as_late else None

    def keep(
        self,
        which: Which,
        made_of: PageSources,
        at: datetime,
        clocks: Mapping[str, datetime],
        content: bytes,
        language: str,
    ) -> None:
        """Cache the page of a board in this state; `clocks` are the deadlines of the players to move."""
        left = {until: in_time(until - at) for until in clocks.values()}
        self._kept.keep(which, _Page(content, language, made_of, left), len(content))
