"""Boards of one player alone, or with bots: they cost nobody else anything but the server's time and room."""

from __future__ import annotations

import pytest

from pbmserv.commands.requests.credentials import signed_in
from pbmserv.post_office import Request
from tests.conversation import Reply, Server

ALICE = "alice@example.org"


def on_page(server: Server, line: str) -> Reply:
    return Reply(server.office.handle(Request(signed_in("alice"), (line,))))


def test_twenty_boards_against_oneself_at_the_same_time_and_no_more(server: Server) -> None:
    done = [on_page(server, "hex challenge alice alice -size=4") for _ in range(22)]

    assert [reply.ok for reply in done] == [True] * 20 + [False] * 2
    assert "alice plays with nobody else on 20 boards, which is the most" in done[-1].error
    assert on_page(server, "hex resign 101 alice -").ok
    assert on_page(server, "hex challenge alice alice -size=4").ok


def test_it_is_the_same_by_mail_and_for_puzzles_and_they_count_together(server: Server) -> None:
    for _ in range(20):
        server.hear(ALICE, "trioker-puzzle challenge alice")

    assert "on 20 boards" in server.say(ALICE, "hex challenge alice alice").error
    assert server.say(ALICE, "hex challenge alice bob").ok


@pytest.mark.long
def test_a_hundred_a_day_are_begun_alone_or_with_bots(server: Server) -> None:
    for number in range(101, 201):
        who = "alice" if number % 2 else "bot-easy"
        line = f"{'hex' if number % 2 else 'y'} challenge alice {who} -size={5 if number % 2 else 6}"
        reply = on_page(server, line)
        assert reply.ok, reply.error
        game, board = ("hex", 101 + (number - 101) // 2) if number % 2 else ("y", 101 + (number - 102) // 2)
        assert on_page(server, f"{game} resign {board} alice -").ok

    refused = on_page(server, "hex challenge alice alice")
    assert "alice has begun 100 games alone or with bots within a day" in refused.error
    assert on_page(server, "hex challenge alice bob").ok
    server.wait(days=1, minutes=1)
    assert on_page(server, "hex challenge alice alice").ok
