"""What all pages share."""

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
from pbmserv.web.board_pictures import PictureCache, PictureFiles, pngs, svgs
from pbmserv.web.page_cache import PageCache


@dataclass(frozen=True)
class Site:
    """One server's pages: `key` is the secret that its forms are known by.

    `sheets` are boards that were drawn for pages, `svgs` and `pngs` those that were drawn as files, and `pages` are
    whole pages of boards. `carried_out` is called when a request has been, from any thread: there may be letters to
    send, and bots whose turn it is. Requests have the `precedence` given while they are carried out.
    """

    settings: Settings
    database: Database
    office: PostOffice
    catalogue: Mapping[str, Game[Any]]
    key: bytes
    sheets: PictureCache = field(default_factory=PictureCache)
    svgs: PictureFiles = field(default_factory=svgs)
    pngs: PictureFiles = field(default_factory=pngs)
    pages: PageCache = field(default_factory=PageCache)
    carried_out: Callable[[], None] = lambda: None
    precedence: AbstractContextManager[object] = NONE

    def hand_in(self, request: Request) -> Answer:
        """Have the post office carry out a request. Raises `PlayerGone` as it does."""
        with self.precedence:
            answer = self.office.handle(request)
        self.carried_out()
        return answer

    @property
    def url(self) -> str:
        """The address of the page as the operator has set it, without a / at the end; empty if they have not."""
        return self.settings.web_url

    @property
    def address_to_type(self) -> str:
        """The same for examples: where nobody has set it, the one that is reached on this very machine."""
        return self.url or f"http://{self.settings.web_listen or 'localhost'}"

    @property
    def is_secure(self) -> bool:
        """Whether browsers reach it by TLS."""
        return self.url.startswith("https://")

    def token(self, purpose: str, about: str) -> str:
        """What only this server can make of these words."""
        return hmac.new(self.key, f"{purpose} {about}".encode(errors="replace"), sha256).hexdigest()

    def state(self, boards: Mapping[int, BoardStamp]) -> str:
        """What events and pages call it that these boards, by their rows, stand so."""
        return self.token("state", stamps_of(boards))[:16]


def site_for(
    settings: Settings,
    database: Database,
    office: PostOffice,
    carried_out: Callable[[], None] = lambda: None,
    precedence: AbstractContextManager[object] = NONE,
) -> Site:
    """The pages of a server; `carried_out` and `precedence` are as in `Site`."""
    with database.writing() as connection:
        key = shared_key(connection, "web")
    return Site(settings, database, office, installed(), key, carried_out=carried_out, precedence=precedence)
