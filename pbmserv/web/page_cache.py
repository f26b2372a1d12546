"""Pages of boards as strangers see them, kept as long as nothing has changed of what they are made of.

Each is made of what the database holds of the board, which is asked for every time, and of the time that is left: the
rows have to be the same to the last field, so no page is older than what it shows. Nothing on such a page is for
anybody's own eyes.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple, TypeAlias

from pbmserv.pictures.kept import Kept
from pbmserv.play.board import Player
from pbmserv.storage.board_rows import StoredBoard
from pbmserv.web.times import in_time

ROOM = 8_000_000
"""How many bytes of pages are kept in memory: some 200."""

Which: TypeAlias = tuple[str, int, int | None]
"""A board, by its game and number, and after which move."""


class PageSources(NamedTuple):
    """What the database holds of a board that its page shows to strangers."""

    stored: StoredBoard
    watchers: tuple[Player, ...]


class _Page(NamedTuple):
    content: bytes
    made_of: PageSources
    left: Mapping[datetime, str]
    """What it says how long there is until then."""


class PageCache:
    """The pages of boards that strangers have looked at last."""

    def __init__(self) -> None:
        self._kept: Kept[Which, _Page] = Kept(ROOM)

    def find(self, which: Which, made_of: PageSources, at: datetime) -> bytes | None:
        """The page of a board that stands so, at this time; None where there is none."""
        page = self._kept.find(which)
        if page is None or page.made_of != made_of:
            return None
        is_as_late = all(in_time(until - at) == words for until, words in page.left.items())
        return page.content if is_as_late else None

    def keep(
        self, which: Which, made_of: PageSources, at: datetime, clocks: Mapping[str, datetime], content: bytes
    ) -> None:
        """Keep the page of a board that stands so, at this time; `clocks` tell until when players have to move."""
        left = {until: in_time(until - at) for until in clocks.values()}
        self._kept.keep(which, _Page(content, made_of, left), len(content))
