"""A bot that thinks for a guest stops as soon as somebody else waits for one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sqlalchemy import text

from pbmserv.commands.requests.credentials import signed_in
from pbmserv.commands.starting.guests import begin_as_guest
from pbmserv.games.catalogue import installed
from pbmserv.post_office import Request
from pbmserv.thinking.bot_view import BotView
from tests.conversation import Server
from tests.thinking.conftest import Says, thinker_of


class Thinks(Says):
    """A client for whom something happens while it thinks."""

    happens: Callable[[], object] = staticmethod(lambda: None)

    def ask(self, what: str, question: BotView, meanwhile: object = None) -> str | bool:
        self.happens()
        assert callable(meanwhile)
        meanwhile()
        return super().ask(what, question)


def a_guest_moves(server: Server) -> None:
    guest, _, _ = server.office.for_visitor(
        lambda call: begin_as_guest(call, installed()["hex"], "easy", bytes(16), "", None), "192.0.2.7"
    )
    userid = guest.userid
    assert server.office.handle(Request(signed_in(userid), (f"hex move 101 {userid} - f6",))).ok


def test_a_bot_that_thinks_for_a_guest_makes_way(server: Server) -> None:
    a_guest_moves(server)
    client = Thinks("a1", False, "b2")
    thinker = thinker_of(server, client)

    client.happens = partial(server.hear, "alice@example.org", "hex challenge bot-easy alice")
    assert thinker.run_once()
    assert client.asked == []

    client.happens = lambda: None
    assert thinker.run_once()
    assert thinker.run_once()
    with server.database.reading() as connection:
        moved = connection.execute(text("SELECT number, moves_made FROM boards ORDER BY number")).all()
        assert [tuple(row) for row in moved] == [(101, 2), (102, 1)]
        assert connection.scalar(text("SELECT count(*) FROM thinking")) == 0


def test_it_goes_on_while_nobody_else_waits(server: Server) -> None:
    a_guest_moves(server)

    assert thinker_of(server, Thinks(False, "a1")).run_once()


def test_for_players_it_does_not_make_way(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge bot-easy alice")
    client = Thinks("a1")
    client.happens = partial(server.hear, "bob@example.org", "hex challenge bot-easy bob")

    assert thinker_of(server, client).run_once()
    assert len(client.asked) == 1
