"""How reliably somebody answers: what is counted of their moves, who is shown it, and what can be asked of it."""

from __future__ import annotations

import pytest

from pbmserv.commands.requests.context import Call
from pbmserv.games.catalogue import installed
from pbmserv.play.board import Player
from pbmserv.play.punctuality import Punctuality
from pbmserv.scheduler import Scheduler
from tests.conversation import Server

ALICE = "alice@example.org"
BOB = "bob@example.org"
WORDS = {"alice": "secret7", "bob": "bobpw123"}


def player_of(call: Call, userid: str) -> Player:
    return call.work.players.named([userid])[userid]


def known_of(server: Server, userid: str) -> Punctuality | None:
    def ask(call: Call) -> Punctuality | None:
        player = player_of(call, userid)
        return call.work.punctuality.of([player], call.at).get(player)

    return server.office.look_up(ask)


def count(server: Server, userid: str, in_time: int, late: int) -> None:
    """As if a game had ended in which somebody has made so many moves."""

    def note(call: Call) -> None:
        call.work.punctuality._add({player_of(call, userid).id: (in_time, late)}, call.at)

    server.office.act(note)


def run_clock(server: Server, days: int) -> None:
    server.wait(days=days)
    Scheduler(server.database, server.office, installed()).make_round(server.now)


def play(server: Server, number: int, *moves: str) -> None:
    for place, move in enumerate(moves):
        userid = ("alice", "bob")[place % 2]
        server.hear(f"{userid}@example.org", f"hex move {number} {userid} {WORDS[userid]} {move}")


def test_moves_are_counted_when_the_game_is_over_those_after_a_reminder_as_late(either_server: Server) -> None:
    either_server.hear(ALICE, "hex challenge alice bob")
    play(either_server, 101, "a1", "b2", "c3")
    run_clock(either_server, days=8)
    either_server.hear(BOB, "hex move 101 bob bobpw123 d4")
    assert known_of(either_server, "bob") is None

    either_server.hear(ALICE, "hex resign 101 alice secret7")

    assert known_of(either_server, "alice") == Punctuality(in_time=2, late=0)
    assert known_of(either_server, "bob") == Punctuality(in_time=1, late=1)
    either_server.hear(ALICE, "hex challenge alice bob")
    play(either_server, 102, "a1", "b2")
    either_server.hear(ALICE, "hex resign 102 alice secret7")
    assert known_of(either_server, "alice") == Punctuality(in_time=3, late=0)


def test_moves_that_nobody_waits_for_do_not_count(server: Server) -> None:
    server.hear(ALICE, "connect4 challenge alice alice")
    server.hear(ALICE, "yacht challenge alice bot-easy")
    for line in ("connect4 move 101 alice secret7 a", "yacht move 101 alice secret7 choice"):
        server.hear(ALICE, line)

    server.hear(ALICE, "connect4 resign 101 alice secret7")
    server.hear(ALICE, "yacht resign 101 alice secret7")

    assert known_of(server, "alice") is None


def test_a_forfeit_counts_at_once_even_of_a_game_that_has_hardly_begun(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob")
    run_clock(server, days=8)
    run_clock(server, days=14)

    assert known_of(server, "alice") == Punctuality(in_time=0, late=1)
    assert known_of(server, "bob") is None


def test_who_is_only_challenged_and_does_not_move_is_not_late(either_server: Server) -> None:
    """Or a new account could spoil anybody's name within two days, by challenges that take one."""
    for _ in range(3):
        either_server.hear(ALICE, "hex challenge bob alice --forfeittime=1")

    run_clock(either_server, days=2)
    run_clock(either_server, days=2)

    assert not either_server.say(ALICE, "hex show 101").ok
    assert known_of(either_server, "bob") is None


@pytest.mark.parametrize(
    "lines",
    [
        ["hex challenge bob anyone", "hex join 101 alice secret7"],
        ["hex challenge bob alice", "hex move 101 bob bobpw123 a1", "hex move 101 alice secret7 b2"],
    ],
)
def test_who_has_joined_or_moved_is(either_server: Server, lines: list[str]) -> None:
    for line in lines:
        userid = "alice" if "alice secret7" in line else "bob"
        either_server.hear(f"{userid}@example.org", line)
    if "join" in lines[-1]:
        either_server.hear(BOB, "hex move 101 bob bobpw123 a1")
    else:
        either_server.hear(BOB, "hex move 101 bob bobpw123 c3")

    run_clock(either_server, days=8)
    run_clock(either_server, days=14)

    late = known_of(either_server, "alice")
    assert late is not None
    assert late.late == 1


def test_who_has_sought_a_game_is(server: Server) -> None:
    server.hear(ALICE, "hex seek alice secret7 1")
    server.hear(BOB, "hex seek bob bobpw123 1")
    assert Scheduler(server.database, server.office, installed()).match_seekers(server.now) == 1

    run_clock(server, days=8)
    run_clock(server, days=14)

    late = [known_of(server, userid) for userid in ("alice", "bob")]
    assert [each for each in late if each is not None] == [Punctuality(in_time=0, late=1)]


def test_a_vacation_makes_no_move_late(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob")
    play(server, 101, "a1")
    server.hear(BOB, "vacation bob bobpw123 20")
    run_clock(server, days=19)
    server.hear(BOB, "hex move 101 bob bobpw123 b2")
    server.hear(ALICE, "hex resign 101 alice secret7")

    assert known_of(server, "bob") == Punctuality(in_time=1, late=0)


def test_a_move_that_was_queued_counts_for_nobody_nor_does_a_game_that_is_removed(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(BOB, "hex queue 101 bob bobpw123 b2")
    play(server, 101, "a1")
    server.hear(ALICE, "hex challenge alice bob")
    play(server, 102, "a1")
    server.hear(ALICE, "hex resign 101 alice secret7")
    server.hear(BOB, "hex resign 102 bob bobpw123")

    assert known_of(server, "alice") == Punctuality(in_time=1, late=0)
    assert known_of(server, "bob") is None


def test_a_choice_that_is_replaced_counts_once(server: Server) -> None:
    server.hear(ALICE, "goofspiel challenge alice bob")
    for move in ("7", "8", "9"):
        server.hear(ALICE, f"goofspiel move 101 alice secret7 {move}")
    server.hear(BOB, "goofspiel move 101 bob bobpw123 3")
    server.hear(BOB, "goofspiel resign 101 bob bobpw123")

    assert known_of(server, "alice") == Punctuality(in_time=1, late=0)


def test_what_is_older_than_a_year_counts_no_more(server: Server) -> None:
    """It is counted by months: what was made on the 1st of March counts to the end of February."""
    count(server, "bob", 5, 5)
    server.wait(days=364)
    assert f"{server.now:%Y-%m-%d}" == "2025-02-28"
    assert known_of(server, "bob") == Punctuality(5, 5)

    server.wait(days=1)

    assert known_of(server, "bob") is None


def test_lists_and_standings_show_it_of_those_of_whom_enough_is_known(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob")
    assert "in time" not in server.hear(ALICE, "list hex").text
    count(server, "alice", 9, 0)
    count(server, "bob", 19, 2)

    for line in ("list hex", "hex standings"):
        shown = server.hear(ALICE, line).text
        assert "90%" in shown
        assert "100%" not in shown


def test_something_is_said_of_exactly_ten_moves_and_nothing_of_nine(server: Server) -> None:
    count(server, "alice", 8, 1)
    assert Punctuality(8, 1).percent is None

    count(server, "alice", 1, 0)

    assert Punctuality(9, 1).percent == 90
    server.hear(BOB, "hex challenge bob anyone --reliable=91")
    assert "of yours it is 90 %" in server.say(ALICE, "hex join 101 alice secret7").error


def test_an_open_challenge_can_ask_for_it(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice anyone --reliable=90")
    count(server, "bob", 17, 3)

    assert (
        "hex 101  alice anyone  for players with 90 % of their moves in time"
        in server.hear(BOB, "hex list open").text
    )
    assert server.say(BOB, "hex join 101 bob bobpw123").error == (
        "You cannot join Hex Board 101. It is for players of whose moves at least 90 % come before a reminder, and of"
        " yours it is 85 % (help open)."
    )
    count(server, "bob", 10, 0)
    assert server.say(BOB, "hex join 101 bob bobpw123").ok


def test_newcomers_can_join_what_asks_for_it(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice anyone --reliable=100")
    count(server, "bob", 0, 9)

    assert server.say(BOB, "hex join 101 bob bobpw123").ok


def test_it_is_asked_of_nobody_who_is_named(server: Server) -> None:
    refused = server.say(ALICE, "hex challenge alice bob --reliable=90")

    assert "--reliable says who can join an open challenge" in refused.error
