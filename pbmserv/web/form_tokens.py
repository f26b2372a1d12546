"""What comes back with each form of a page: nobody else can send it then, and it is known if it comes twice."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

from pbmserv.web.site import Site

_DIGITS = 64
"""So many digits a token of the site has (`Site.token`)."""


def form_token(site: Site, whose: str, is_told_apart: bool) -> str:
    """The token of the forms on a page for somebody; if it `is_told_apart`, no other page has the same."""
    page = secrets.token_hex(8) if is_told_apart else ""
    return page + _sealed(site, whose, page)


def is_form_token(site: Site, whose: str, sent: str) -> bool:
    """Whether it is the token of a page that this visitor was shown."""
    return hmac.compare_digest(sent[-_DIGITS:].encode(), _sealed(site, whose, sent[:-_DIGITS]).encode())


def digest_of_form(token: str, *sent: str | None) -> str:
    """By what a form is known if it is sent again: by the page that it comes from, and all that it says."""
    return sha256(repr((token, *sent)).encode()).hexdigest()


def _sealed(site: Site, whose: str, page: str) -> str:
    return site.token("form", f"{whose} {page}")
