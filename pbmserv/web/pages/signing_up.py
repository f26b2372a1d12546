"""Signing up, mailed codes, and forgotten passwords."""

from __future__ import annotations

from starlette.responses import Response

from pbmserv.commands.accounts.actions import SignedUp
from pbmserv.commands.sessions.signing_in import session_of
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.language.command_spec import Claim
from pbmserv.play.zones import zone_names
from pbmserv.web.flash_words import flash_words
from pbmserv.web.page_context import PageContext, known_by
from pbmserv.web.routing import page


def _show(asked: PageContext) -> Response:
    return asked.page("sign_up", refusal=None, userid="", address="")


def _sign_up(asked: PageContext) -> Response:
    """Sign up. As by mail, the address gets nothing but one question until its owner answers."""
    userid, address = asked.form.get("userid", "").strip(), asked.form.get("address", "").strip()
    password = asked.form.get("password", "")
    answer = asked.carry_out("signup", userid, password, address)
    if not isinstance(answer.came_of_it, SignedUp):
        return asked.refused("sign_up", answer, userid=userid, address=address)
    label = asked.http.headers.get("user-agent", "")
    try:
        opened = asked.site.office.sign_in(userid, password, label, asked.client, known_by(asked))
    except Refusal:
        return asked.go_to("/sign-in", Message("You are a player now, {player}: sign in.", player=userid))
    asked.let_in(opened)
    zone = asked.form.get("timezone", "")
    if zone.lower() in zone_names():
        asked.session = asked.site.office.look_up(lambda call: session_of(call, opened.word))
        asked.carry_out_as_me("change timezone", zone)
    # Which letter has been sent, the page says by itself until it is answered.
    return asked.go_to("/me", Message("Welcome, {player}!", player=opened.player.userid))


def _show_confirm(asked: PageContext) -> Response:
    return asked.page("confirm", refusal=None)


def _confirm(asked: PageContext) -> Response:
    answered = "no" if asked.form.get("answer") == "no" else "yes"
    answer = asked.carry_out("confirm", asked.form.get("code", "").strip(), answered)
    if not answer.ok:
        return asked.refused("confirm", answer)
    return asked.go_to(
        "/me" if asked.player else "/sign-in", flash_words(answer) or Message("Thank you: that was the right code.")
    )


def _show_forgot(asked: PageContext) -> Response:
    return asked.page("forgot", refusal=None, userid="")


def _forgot(asked: PageContext) -> Response:
    userid = asked.form.get("userid", "").strip()
    answer = asked.carry_out("forgot", userid)
    if not answer.ok:
        return asked.refused("forgot", answer, userid=userid)
    return asked.go_to("/new-password", flash_words(answer))


def _show_new_password(asked: PageContext) -> Response:
    return asked.page("new_password", refusal=None, userid="")


def _new_password(asked: PageContext) -> Response:
    userid = asked.form.get("userid", "").strip()
    code, new = asked.form.get("code", "").strip(), asked.form.get("new", "")
    answer = asked.carry_out("change password", new, claim=Claim(userid, code))
    if not answer.ok:
        return asked.refused("new_password", answer, userid=userid)
    return asked.go_to("/sign-in", Message("Your password has been changed. Sign in with the new one."))


ROUTES = [
    page("/sign-up", _show, _sign_up, hashes=True),
    page("/confirm", _show_confirm, _confirm),
    page("/forgot", _show_forgot, _forgot),
    page("/new-password", _show_new_password, _new_password, hashes=True),
]
