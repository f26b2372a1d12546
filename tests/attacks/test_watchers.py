"""Those who only watch: nobody can have them flooded with letters, and they can keep nobody from playing."""

from __future__ import annotations

from collections import Counter

import pytest

from pbmserv.commands.requests.budgets import ENDS_WATCHED, WATCHED
from pbmserv.commands.requests.credentials import signed_in
from pbmserv.commands.run.parser import CommandFields
from pbmserv.games.catalogue import installed
from pbmserv.post_office import Request
from pbmserv.scheduler import Scheduler
from pbmserv.storage.tallies import Limit
from tests.conversation import PLAYERS, Server

ALICE, BOB, CAROL = (f"{userid}@example.org" for userid in ("alice", "bob", "carol"))
PASSWORD = "fan-pw-99x"
FANS = 60
"""More than the letters to others that a newcomer may cause."""


def letters(server: Server) -> Counter[str]:
    """How many letters each address has been sent."""
    return Counter(address for letter in server.outbox() for address in letter["recipients"])


def has_done(server: Server, userid: str, times: int, limit: Limit = WATCHED) -> None:
    """Somebody has done so much on boards today of which those were told who watch."""
    server.office.act(lambda call: call.work.tallies.add_to([(limit, userid)], call.at, times))


@pytest.fixture
def with_fans(server: Server) -> Server:
    """Many get the letters of all boards of Go."""
    for which in range(FANS):
        server.enrol(f"fan{which}", PASSWORD)
        server.hear(f"fan{which}@example.org", f"go subscribe fan{which} {PASSWORD} all")
    return server


def test_however_many_watch_a_newcomer_begins_games_and_talks_there(with_fans: Server) -> None:
    reply = with_fans.hear(ALICE, "go challenge alice bob")
    assert {BOB, "fan0@example.org", f"fan{FANS - 1}@example.org"} <= reply.readers

    reply = with_fans.hear(BOB, f"go chat 101 bob {PLAYERS['bob']}", comment="Hello, all of you.")
    assert {ALICE, "fan0@example.org", f"fan{FANS - 1}@example.org"} <= reply.readers


def test_who_watches_all_boards_of_a_game_keeps_nobody_from_beginning_more_of_them(server: Server) -> None:
    server.season("alice")
    server.hear(BOB, f"connect4 subscribe bob {PLAYERS['bob']} all")

    for number in range(101, 132):
        server.hear(ALICE, "connect4 challenge alice alice")
        server.hear(ALICE, f"connect4 resign {number} alice {PLAYERS['alice']}")


def test_of_one_player_a_hundred_turns_a_day_are_told_to_who_only_watches(server: Server) -> None:
    server.hear(BOB, f"go subscribe bob {PLAYERS['bob']} all")
    server.hear(ALICE, "go challenge alice alice")
    has_done(server, "alice", 98)
    before = letters(server)[BOB]

    server.hear(ALICE, f"go move 101 alice {PLAYERS['alice']} a1")
    assert letters(server)[BOB] - before == 1
    server.hear(ALICE, f"go move 101 alice {PLAYERS['alice']} a2")
    server.hear(ALICE, f"go chat 101 alice {PLAYERS['alice']}", comment="Look at this!")
    server.hear(ALICE, "go challenge alice alice")
    server.hear(ALICE, f"go resign 102 alice {PLAYERS['alice']}")
    assert letters(server)[BOB] - before == 1

    server.wait(days=1)
    server.hear(ALICE, f"go move 101 alice {PLAYERS['alice']} a3")
    assert letters(server)[BOB] - before == 2


def test_new_players_who_write_from_one_address_are_counted_together(server: Server) -> None:
    server.hear(ALICE, "signup anna anna-pw-99")
    server.hear(BOB, f"go subscribe bob {PLAYERS['bob']} all")
    server.hear(ALICE, "go challenge alice alice")
    has_done(server, "around alice@example.org", 99)
    before = letters(server)[BOB]

    server.hear(ALICE, "go challenge anna anna")

    assert letters(server)[BOB] == before


def test_what_a_bot_does_counts_for_who_plays_with_it(server: Server) -> None:
    server.hear(BOB, f"hex subscribe bob {PLAYERS['bob']} all")
    server.hear(ALICE, "hex challenge bot-easy alice")
    has_done(server, "alice", 99)
    before = letters(server)[BOB]

    server.office.handle(Request(signed_in("bot-easy"), fields=CommandFields("move", ("101", "a1"), "hex")))

    assert letters(server)[BOB] == before


@pytest.mark.parametrize(("ended", "told"), [(29, 1), (30, 0)])
def test_thirty_ends_a_day_are_told_to_who_only_wants_these(server: Server, ended: int, told: int) -> None:
    server.hear(CAROL, f"connect4 notify carol {PLAYERS['carol']}")
    has_done(server, "alice", ended, ENDS_WATCHED)
    before = letters(server)[CAROL]

    server.hear(ALICE, "connect4 challenge alice bob")
    server.hear(ALICE, f"connect4 move 101 alice {PLAYERS['alice']} a")
    server.hear(BOB, f"connect4 move 101 bob {PLAYERS['bob']} a")
    server.hear(ALICE, f"connect4 resign 101 alice {PLAYERS['alice']}")

    assert letters(server)[CAROL] - before == told


def test_so_do_games_of_players_who_seek_each_other(server: Server) -> None:
    server.hear(CAROL, f"hex subscribe carol {PLAYERS['carol']} all")
    for userid in ("alice", "bob"):
        server.hear(f"{userid}@example.org", f"hex seek {userid} {PLAYERS[userid]} 5")
        has_done(server, userid, 100)
    before = letters(server)

    assert Scheduler(server.database, server.office, installed()).match_seekers(server.now) == 1

    assert letters(server)[BOB] - before[BOB] == 1
    assert letters(server)[CAROL] == before[CAROL]


def test_players_get_every_letter_of_their_boards_all_the_same(server: Server) -> None:
    server.hear(CAROL, f"go subscribe carol {PLAYERS['carol']} all")
    server.hear(ALICE, "go challenge alice bob")
    has_done(server, "alice", 100)
    before = letters(server)

    server.hear(ALICE, f"go move 101 alice {PLAYERS['alice']} a1")

    assert letters(server)[BOB] - before[BOB] == 1
    assert letters(server)[CAROL] == before[CAROL]
