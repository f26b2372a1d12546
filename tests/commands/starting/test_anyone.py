"""Playing with anyone: two who want the same play with each other, and who has to wait can play a bot meanwhile."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from pbmserv.commands.operator.membership import suspend
from pbmserv.commands.requests.context import Call
from pbmserv.storage.database import Database
from tests.conversation import FOUR, Server

ALICE = "alice@example.org"
BOB = "bob@example.org"
CAROL = "carol@example.org"


def waits(server: Server) -> list[str]:
    """The open challenges there are, with their players."""
    found = server.office.look_up(lambda call: call.work.open_challenges.listed(None, call.at, 100))
    return sorted(f"{each.title}: {' '.join(player.userid for player in each.players)}" for each in found)


def test_the_first_waits_and_the_second_begins_the_game(either_server: Server) -> None:
    first = either_server.hear(ALICE, "hex anyone alice secret7")
    waited = waits(either_server)
    second = either_server.hear(BOB, "hex anyone bob bobpw123")

    assert first.subject == "Hex Board 101"
    assert first.readers == {ALICE}
    assert waited == ["Hex Board 101: alice"]
    assert second.readers == {ALICE, BOB}
    assert "bob has joined the open challenge of alice: so the game begins." in second.text
    assert waits(either_server) == []
    assert either_server.hear(ALICE, "hex move 101 alice secret7 a1").ok


def test_however_many_that_nobody_can_join_stand_before_one_that_fits(
    either_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = either_server
    monkeypatch.setattr("pbmserv.commands.starting.anyone.MOST_TRIED", 2)
    for line in ("--rating=3000-", "--rating=-9", "-size=7", "--forfeittime=20"):
        server.hear(ALICE, f"hex challenge alice anyone {line}")
    server.hear(CAROL, "hex challenge carol anyone --rating=-2000 --reliable=5")

    assert "open challenge of carol" in server.hear(BOB, "hex anyone bob bobpw123").text


def test_one_owner_of_many_has_one_of_them_tried(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbmserv.commands.starting.anyone.MOST_TRIED", 2)
    for _ in range(3):
        server.hear(ALICE, "hex challenge alice anyone")
    server.hear(ALICE, "hex limit alice secret7 0")
    server.hear(CAROL, "hex challenge carol anyone")

    assert "open challenge of carol" in server.hear(BOB, "hex anyone bob bobpw123").text


def test_who_has_waited_longest_comes_first(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice anyone")
    server.wait(hours=1)
    server.hear(BOB, "hex challenge bob anyone")

    assert "open challenge of alice" in server.hear(CAROL, "hex anyone carol secret9").text
    assert waits(server) == ["Hex Board 102: bob"]


@pytest.mark.parametrize(
    "other",
    [
        "hex challenge bob anyone -size=7",
        "hex challenge bob anyone --forfeittime=20",
        "hex challenge bob anyone --unrated",
        "hex challenge bob anyone --rating=1601-",
        "hex challenge bob alice",
        "y challenge bob anyone",
    ],
)
def test_what_differs_is_not_joined(server: Server, other: str) -> None:
    server.hear(BOB, other)

    assert server.hear(ALICE, "hex anyone alice secret7").readers == {ALICE}
    assert any(each.endswith(": alice") for each in waits(server))


def test_the_same_parameters_and_times_are_joined(server: Server) -> None:
    server.hear(BOB, "hex challenge bob anyone -size=7 --forfeittime=20 --rating=1600-")

    joined = server.hear(ALICE, "hex anyone alice secret7 -size=7 --forfeittime=20")

    assert joined.readers == {ALICE, BOB}


def test_who_waits_already_waits_once(server: Server) -> None:
    server.hear(ALICE, "hex anyone alice secret7")
    again = server.say(ALICE, "hex anyone alice secret7")

    assert again.error == "Hex Board 101 waits for somebody already, and you have a seat on it."
    assert waits(server) == ["Hex Board 101: alice"]
    assert server.hear(ALICE, "hex anyone alice secret7 --forfeittime=7").ok


def test_who_cannot_begin_now_is_passed_over(server: Server) -> None:
    server.hear(ALICE, "hex anyone alice secret7")
    server.hear(ALICE, "hex reject alice secret7")

    assert server.hear(BOB, "hex anyone bob bobpw123").readers == {BOB}
    assert waits(server) == ["Hex Board 101: alice", "Hex Board 102: bob"]


def test_a_game_for_four_waits_for_three_others(server: Server) -> None:
    server.sign_up("dave")
    server.hear(ALICE, "hearts anyone alice secret7")
    server.hear(BOB, "hearts anyone bob bobpw123")

    assert waits(server) == ["Hearts Board 101: alice bob"]
    assert not server.say(BOB, "hearts anyone bob bobpw123").ok

    server.hear(CAROL, "hearts anyone carol secret9")
    begun = server.hear("dave@example.org", f"hearts anyone dave {FOUR['dave']}")

    assert begun.readers == {ALICE, BOB, CAROL, "dave@example.org"}
    assert waits(server) == []


def test_a_game_that_is_played_alone_has_nobody_to_join(server: Server) -> None:
    refused = server.say(ALICE, "trioker-puzzle anyone alice secret7")

    assert "is played alone: nobody else can join." in refused.error


def test_what_an_open_challenge_needs_it_needs_too(server: Server) -> None:
    for size in (5, 6, 7, 8, 9):
        server.hear(ALICE, f"hex anyone alice secret7 -size={size}")
    sixth = server.say(ALICE, "hex anyone alice secret7 -size=10")

    assert len(waits(server)) == 5
    assert "alice has put up 5 open challenges that still wait, which is the most" in sixth.error


def test_a_suspended_player_neither_joins_nor_waits(server: Server) -> None:
    server.hear(BOB, "hex anyone bob bobpw123")
    server.office.act(lambda call: suspend(call, "alice", "Enough."))

    assert not server.say(ALICE, "hex anyone alice secret7").ok
    assert waits(server) == ["Hex Board 101: bob"]


def _rated_102(call: Call) -> bool:
    board = call.work.boards.load("hex", 102)
    assert board is not None
    return board.terms.rated


class TestMeanwhile:
    def test_a_bot_plays_unrated_while_the_challenge_waits(self, either_server: Server) -> None:
        done = either_server.hear(ALICE, "hex anyone alice secret7 --forfeittime=7 --meanwhile")

        assert waits(either_server) == ["Hex Board 101: alice"]
        assert [letter.subject for letter in done.answers] == ["Hex Board 101", "Hex Board 102"]
        assert "Players: alice (Vertical), bot-easy (Horizontal)" in done.answers[1].text
        assert not either_server.office.look_up(_rated_102)
        assert either_server.hear(BOB, "hex anyone bob bobpw123 --forfeittime=7").readers == {ALICE, BOB}
        assert either_server.hear(ALICE, "hex move 102 alice secret7 a1").ok

    def test_a_bot_is_not_needed_where_somebody_waits(self, server: Server) -> None:
        server.hear(BOB, "hex anyone bob bobpw123")

        joined = server.hear(ALICE, "hex anyone alice secret7 --meanwhile")

        assert joined.readers == {ALICE, BOB}
        assert not server.say(ALICE, "hex show 102").ok

    def test_where_no_bot_plays_nothing_waits_either(self, server: Server) -> None:
        refused = server.say(ALICE, "hearts anyone alice secret7 --meanwhile")

        assert refused.error == "No bot plays Hearts for two here: leave --meanwhile out."
        assert waits(server) == []

    def test_in_a_letter_with_several_commands_both_are_told(self, server: Server) -> None:
        told = server.hear(ALICE, "multiple", body="hex anyone alice secret7 --meanwhile\n")

        assert "bot-easy" in told.text
        assert "Hex Board 101: alice, anyone." in told.text


def test_two_at_the_same_moment_play_with_each_other(database: Database) -> None:
    server = Server(database)
    server.sign_up("alice", "bob")
    lines = {ALICE: "hex anyone alice secret7", BOB: "hex anyone bob bobpw123"}

    with ThreadPoolExecutor(2) as pool:
        answers = [*pool.map(lambda each: server.hear(*each), lines.items())]

    assert all(answer.ok for answer in answers)
    assert waits(server) == []
