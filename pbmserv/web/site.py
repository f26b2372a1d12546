"""The state that all pages share."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.post_office import Answer, PostOffice, Request
from pbmserv.running.yield_to_requests import NONE
from pbmserv.settings import Settings
from pbmserv.storage.board_stamps import BoardStamp, stamps_of
from pbmserv.storage.database import Database
from pbmserv.storage.tokens import shared_key
from pbmserv.web.board_pictures import PictureCache, PictureFiles, pngs, small_svgs, svgs
from pbmserv.web.page_cache import PageCache


@dataclass(frozen=True)
class Site:
    """A server's pages: `key` signs its forms.

    `sheets` caches boards drawn for pages, `svgs`, `small_svgs` and `pngs` board files, `pages` whole board pages.
    `carried_out` is called after each request, from any thread: letters may have to be sent, and bots to move.
    Requests run with `precedence`.
    """

    settings: Settings
    database: Database
    office: PostOffice
    catalogue: Mapping[str, Game[Any]]
    key: bytes
    sheets: PictureCache = field(default_factory=PictureCache)
    svgs: PictureFiles = field(default_factory=svgs)
    small_svgs: PictureFiles = field(default_factory=small_svgs)
    pngs: PictureFiles = field(default_factory=pngs)
    pages: PageCache = field(default_factory=PageCache)
    carried_out: Callable[[], None] = lambda: None
    precedence: AbstractContextManager[object] = NONE

    def hand_in(self, request: Request) -> Answer:
        """Hand a request to the post office. Raises `PlayerGone`."""
        with self.precedence:
            answer = self.office.handle(request)
        self.carried_out()
        return answer

    @property
    def url(self) -> str:
        """The configured public address without a trailing slash, or an empty text."""
        return self.settings.web_url

    @property
    def address_to_type(self) -> str:
        """The public address for examples, or the local one if none is configured."""
        return self.url or f"http://{self.settings.web_listen or 'localhost'}"

    @property
    def is_secure(self) -> bool:
        """Whether browsers use TLS."""
        return self.url.startswith("https://")

    def token(self, purpose: str, about: str) -> str:
        """A keyed hash of these words."""
        return hmac.new(self.key, f"{purpose} {about}".encode(errors="replace"), sha256).hexdigest()

    def state(self, boards: Mapping[int, BoardStamp]) -> str:
        """The id of these boards' states, for events and pages."""
        return self.token("state", stamps_of(boards))[:16]


def site_for(
    settings: Settings,
    database: Database,
    office: PostOffice,
    carried_out: Callable[[], None] = lambda: None,
    precedence: AbstractContextManager[object] = NONE,
) -> Site:
    """Create the site of a server; `carried_out` and `precedence` are as in `Site`."""
    with database.writing() as connection:
        key = shared_key(connection, "web")
    return Site(settings, database, office, installed(), key, carried_out=carried_out, precedence=precedence)
