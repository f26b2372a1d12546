"""What an account leaves behind on the disk of the server: nobody can fill it with words or with sessions."""

from __future__ import annotations

from tests.conversation import Server

SOLO = "trioker-puzzle chat 101 alice secret7"


def begin_a_puzzle(server: Server) -> None:
    server.hear("alice@example.org", "trioker-puzzle challenge alice")


def test_200_kilobytes_a_day_are_said_on_boards_where_nobody_else_sits_and_not_a_byte_more(server: Server) -> None:
    begin_a_puzzle(server)
    server.hear("alice@example.org", SOLO, "a" * 150_000)
    server.hear("alice@example.org", SOLO, "é" * 25_000)

    refused = server.say("alice@example.org", SOLO, "a")
    assert refused.error == (
        "What you say on boards, or to yourself, within a day has 200,000 bytes at most, and with these 1 it would"
        " have more: say it in fewer words, or tomorrow."
    )
    server.wait(days=1)
    server.hear("alice@example.org", SOLO, "a")


def test_messages_to_oneself_count_as_well(server: Server) -> None:
    server.hear("alice@example.org", "message alice secret7 alice", "a" * 200_000)
    assert "or to yourself" in server.say("alice@example.org", "message alice secret7 bob alice", "a").error
    server.hear("alice@example.org", "message alice secret7 bob", "a")


def test_words_with_a_move_count_and_a_move_without_them_is_made(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge bob alice")
    server.hear("bob@example.org", "hex move 101 bob bobpw123 a1", "a" * 199_999)
    server.hear("alice@example.org", "hex move 101 alice secret7 c3")
    assert "200,000 bytes at most" in server.say("bob@example.org", "hex move 101 bob bobpw123 d4", "aa").error
    server.hear("bob@example.org", "hex move 101 bob bobpw123 d4")


def test_the_words_of_one_are_no_reason_to_refuse_what_another_does(server: Server) -> None:
    server.hear("bob@example.org", "hex challenge bob anyone", "a" * 150_000)
    server.hear("bob@example.org", "trioker-puzzle challenge bob")
    server.hear("bob@example.org", "trioker-puzzle chat 101 bob bobpw123", "a" * 200_000)
    assert server.hear("alice@example.org", "hex join 101 alice secret7").ok
