"""What else in a server is to know at once that a page or a program has had something done."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus

from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.web.conftest import URL, Browser
from tests.web.programs import Program, new_token


def test_a_move_on_a_page_or_by_a_program_wakes_those_who_have_more_to_do(server: Server, site: Site) -> None:
    server.hear("alice@example.org", "hex challenge alice bot-easy -size=4")
    told: list[str] = []
    app = application(replace(site, carried_out=lambda: told.append("woken")))
    alice = Browser(app, URL, follow_redirects=False)
    alice.sign_in("alice")
    program = Program(Browser(app, URL), new_token(alice, "play"))
    told.clear()
    alice.get("/hex/101")
    program.get("/games/hex/boards/101")
    assert told == []

    assert program.send("/commands", words=["chess", "challenge", "alice", "bot-easy"]).status_code == HTTPStatus.OK
    assert told == ["woken"]
    assert alice.fill_in("/hex/101", do="move", move="b2").status_code == HTTPStatus.SEE_OTHER
    assert told == ["woken", "woken"]
