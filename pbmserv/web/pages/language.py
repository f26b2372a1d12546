"""The switch at the foot of each page: another language for the player, or for the browser of who is nobody here."""

from __future__ import annotations

from starlette.responses import Response

from pbmserv.language.command_spec import Claim
from pbmserv.locale.catalogs import languages
from pbmserv.web.page_context import LANGUAGE_COOKIE, BadForm, NotThere, PageContext, cookie_name
from pbmserv.web.pages.signing_in import own_path
from pbmserv.web.routing import page


def _choose(asked: PageContext) -> Response:
    chosen, is_signed_in = asked.form.get("language", ""), asked.session is not None
    if is_signed_in and not asked.sent_by_our_page():
        raise BadForm
    if chosen not in languages():
        raise NotThere
    if is_signed_in:
        asked.carry_out("change language", chosen, claim=Claim(asked.me.userid, None))
    else:
        asked.new_cookies[cookie_name(asked.site, LANGUAGE_COOKIE)] = chosen
    return asked.go_to(own_path(asked.form.get("back", ""), otherwise="/"))


ROUTES = [page("/language", post=_choose, is_signed=False)]
