"""The word PASSWORD, as our letters print it, in what somebody answers to them."""

from __future__ import annotations

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.test_replies import ALICE, BOB, Post

pytestmark = pytest.mark.alike


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


ORIGINAL = """

-----Original Message-----
From: games@example.net
Sent: Friday, 1 March 2024 12:00
Subject: Hex Board 101

Summary of Hex Board 101
Players: alice, bob
"""
MARKED = """

On Friday, 1 March 2024 at 12:00, games@example.net wrote:
> Summary of Hex Board 101
> Players: alice
"""


@pytest.mark.parametrize("below", [MARKED, ORIGINAL, ""])
class TestThePlaceOfAPassword:
    """A line with the word PASSWORD, as our letters print it, is its writer's, and is passed on to nobody."""

    def test_a_command_as_a_letter_prints_it_is_asked_about(self, post: Post, below: str) -> None:
        post.answer(ALICE, f"hex move 101 alice PASSWORD d3{below}")

        assert "hex move 101 alice d3" in post.letter_to(ALICE)["text"]
        assert "******" not in post.letter_to(ALICE)["text"]
        assert post.answer(ALICE, "yes").startswith("done")
        assert "1. d3" in post.letter_to(BOB)["text"]

    @pytest.mark.parametrize("line", ["What does PASSWORD mean?", "my PASSWORD is goldfinch8"])
    def test_words_with_it_are_read_and_go_to_nobody(self, post: Post, line: str, below: str) -> None:
        before = len(post.server.outbox())

        post.answer(ALICE, f"{line}{below}")

        [letter] = post.server.outbox()[before:]
        assert letter["recipients"] == [ALICE]
        assert "PASSWORD stands among them" in " ".join(letter["text"].split())

    def test_below_a_move_they_go_to_nobody_and_the_move_is_made(self, post: Post, below: str) -> None:
        post.answer(ALICE, f"d3\nmy PASSWORD is goldfinch8{below}")

        assert "1. d3" in post.letter_to(BOB)["text"]
        assert "goldfinch8" not in post.letter_to(BOB)["text"]
        assert "PASSWORD stands among them" in " ".join(post.letter_to(ALICE)["text"].split())

    def test_in_answer_to_words_they_go_to_nobody(self, post: Post, below: str) -> None:
        post.server.hear(BOB, "hex chat 101 bob bobpw123", "Hello!")
        before = len(post.server.outbox())

        post.answer(ALICE, f"my PASSWORD is goldfinch8{below}")

        [letter] = post.server.outbox()[before:]
        assert letter["recipients"] == [ALICE]
        assert "PASSWORD stands among them" in " ".join(letter["text"].split())
