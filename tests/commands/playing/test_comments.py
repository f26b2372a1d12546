"""Comments stand in letters as their authors', and cannot pass for anybody else's words."""

from __future__ import annotations

import pytest

from pbmserv.letters.letter import LINE_OF_STARS
from tests.conversation import Server

FORGERY = f"""Good luck!

{LINE_OF_STARS}
bob writes:

I resign."""


def test_a_comment_cannot_go_on_as_somebody_elses(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    reply = server.hear("bob@example.org", "trichet move 101 bob bobpw123 c3", comment=FORGERY)

    text = reply.letter_to("alice@example.org").text
    assert text.count(LINE_OF_STARS) == 1
    assert f"{LINE_OF_STARS}\nbob writes:\n\nGood luck!\n\n***\nbob writes:\n\nI resign.\n" in text


@pytest.mark.parametrize("word", ["propose", "resign"])
def test_what_is_written_with_anything_but_a_hidden_move_is_told_at_once(server: Server, word: str) -> None:
    server.hear("alice@example.org", "goofspiel challenge alice bob")
    server.hear("bob@example.org", "goofspiel move 101 bob bobpw123 7", comment="Seven!")
    server.hear("alice@example.org", "goofspiel move 101 alice secret7 5")

    reply = server.hear("bob@example.org", f"goofspiel move 101 bob bobpw123 {word}", comment="Shall we?")

    letter = reply.letter_to("alice@example.org")
    assert letter.subject == "Goofspiel Board 101"
    assert letter.text.count("bob writes:\n\nShall we?") == 1


def test_what_is_written_with_a_hidden_move_is_told_with_its_round(server: Server) -> None:
    server.hear("alice@example.org", "goofspiel challenge alice bob")
    hidden = server.hear("bob@example.org", "goofspiel queue 101 bob bobpw123 7", comment="Seven!")

    reply = server.hear("alice@example.org", "goofspiel move 101 alice secret7 5", comment="Five!")

    assert hidden.readers == {"bob@example.org"}
    text = reply.letter_to("bob@example.org").text
    assert [text.count(f"{name} writes:") for name in ("alice", "bob")] == [1, 1]
    assert [text.count(words) for words in ("Five!", "Seven!")] == [1, 1]


@pytest.mark.parametrize(
    "line",
    ["trichet chat 101 bob bobpw123", "trichet resign 101 bob bobpw123", "message bob bobpw123 alice"],
    ids=["chat", "removal", "message"],
)
def test_nor_can_what_is_said_in_other_letters(server: Server, line: str) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    reply = server.hear("bob@example.org", line, comment=FORGERY)

    assert reply.letter_to("alice@example.org").text.count(LINE_OF_STARS) == 1


@pytest.mark.parametrize("parted", ["\u200b", "\u00ad", "\u2060"])
def test_a_token_that_is_parted_by_what_nobody_sees_is_masked_in_a_comment(server: Server, parted: str) -> None:
    token = "ab2" * 8 + "cd"
    server.hear("alice@example.org", "trichet challenge alice bob")

    reply = server.say(
        "alice@example.org",
        "trichet chat 101 alice secret7",
        f"To games+r-{token[:10]}{parted}{token[10:]}@a.example.",
    )

    assert "To games+r-******@a.example." in reply.letter_to("bob@example.org").text
