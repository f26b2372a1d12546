"""What else in a server is to know at once: that a page or a program is having something done, or has had it done."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus

from sqlalchemy import func, select

from pbmserv.storage.tables import MOVES
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


class Noted:
    """What says that something is in hand; it notes how many moves there are when that begins, and when it ends."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.moves: list[int] = []

    def __enter__(self) -> None:
        self._note()

    def __exit__(self, *_: object) -> None:
        self._note()

    def _note(self) -> None:
        with self._server.database.reading() as connection:
            self.moves.append(connection.scalar(select(func.count()).select_from(MOVES)) or 0)


def test_who_only_thinks_stands_still_while_a_page_or_a_program_has_something_done(
    server: Server, site: Site
) -> None:
    server.hear("alice@example.org", "hex challenge alice bob -size=4")
    in_hand = Noted(server)
    app = application(replace(site, precedence=in_hand))
    alice, bob = Browser(app, URL, follow_redirects=False), Browser(app, URL)
    alice.sign_in("alice")
    bob.sign_in("bob")
    program = Program(bob, new_token(bob, "play"))
    in_hand.moves.clear()

    alice.fill_in("/hex/101", do="move", move="b2")
    assert in_hand.moves == [0, 1]
    assert program.send("/commands", words=["hex", "move", "101", "bob", "-", "c3"]).status_code == HTTPStatus.OK
    assert in_hand.moves == [0, 1, 1, 2]
