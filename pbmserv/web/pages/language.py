"""The switch at the foot of each page: another language for the player, or for the browser of who is nobody here."""

from __future__ import annotations

from starlette.responses import Response

from pbmserv.language.command_spec import Claim
from pbmserv.locale.catalogs import languages
from pbmserv.web.page_context import LANGUAGE_COOKIE, NotThere, PageContext, cookie_name
from pbmserv.web.pages.signing_in import own_path
from pbmserv.web.routing import page


def _choose(asked: PageContext) -> Response:
    chosen = asked.form.get("language", "")
    if chosen not in languages():
        raise NotThere
    if asked.kept is not None and asked.kept.board is None and not asked.kept.is_guests:
        asked.carry_out("change language", chosen, claim=Claim(asked.me.userid, None))
    else:
        asked.new_cookies[cookie_name(asked.site, LANGUAGE_COOKIE)] = chosen
    return asked.go_to(own_path(asked.form.get("to", ""), otherwise="/"))


ROUTES = [page("/language", post=_choose, is_signed=False)]
