"""A move that is only begun, as the letter of a board with thousands of moves offers it, goes on by answers."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import unquote

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server, headline_of, html_in
from tests.mail.test_replies import ALICE, BOB, Post


@pytest.fixture
def post(undone_database: Database) -> Post:
    post = Post(Server(undone_database))
    post.server.hear(ALICE, "amazons challenge alice bob")
    return post


def offered(post: Post, address: str = ALICE) -> list[tuple[str, str]]:
    """The buttons that write moves in the last letter: what they show and what they write."""
    html = unescape(html_in(post.letter_to(address)) or "")
    return [(shown, unquote(body)) for body, shown in re.findall(r'&body=([^"]+)">([^<]+)</a>', html) if "-" in body]


def test_amazons_is_played_by_tapping_alone(post: Post) -> None:
    assert ("d1-d7/…", "d1-d7/") in offered(post)

    post.answer(ALICE, "d1-d7/")

    letter = post.letter_to(ALICE)
    assert headline_of(letter) == "A question: Amazons Board 101"
    assert letter["text"].startswith('"d1-d7/" is the beginning of 28 moves: d1-d7/d8, d1-d7/d9,')
    assert len(offered(post)) == 28
    assert ("d1-d7/g7", "d1-d7/g7#1") in offered(post)
    assert "You wrote:" not in letter["text"]

    assert post.answer(ALICE, "d1-d7/g7#1").startswith("done")
    assert "d1-d7/g7" in post.letter_to(BOB)["text"]


def test_a_piece_alone_brings_where_it_can_go(post: Post) -> None:
    post.answer(ALICE, "D1")

    words = " ".join(post.letter_to(ALICE)["text"].split())
    assert words.startswith(
        "A move has three squares: write from, to, and where the arrow lands, for example d1-d7/g7."
    )
    assert '"D1" is the beginning of 544 moves, which go on like this: d1-d2/, d1-d3/,' in words
    assert len(offered(post)) == 20
    assert ("d1-a1/…", "d1-a1/") in offered(post)


def test_what_is_written_otherwise_between_the_places_is_the_same_beginning(post: Post) -> None:
    for begun in ("d1-d7", "d1 d7", "D1-D7/", "d1d7"):
        post.answer(ALICE, begun)

        assert len(offered(post)) == 28


def test_what_begins_no_move_is_refused_as_before(post: Post) -> None:
    post.answer(ALICE, "e1")

    assert headline_of(post.letter_to(ALICE)) == "Not done: Amazons Board 101"
    assert "You wrote:\n\n    e1\n" in post.letter_to(ALICE)["text"]


def test_who_has_not_to_move_is_told_that(post: Post) -> None:
    post.answer(BOB, "d10-")

    assert "It is not your turn" in post.letter_to(BOB)["text"]


def test_a_column_is_the_beginning_of_its_places(post: Post) -> None:
    post.server.hear(ALICE, "twixt challenge alice bob")
    assert post.answer(ALICE, "d").startswith("refused")

    assert post.letter_to(ALICE)["text"].startswith('"d" is the beginning of 24 moves: d1, d2, d3,')
    assert post.answer(ALICE, "d4").startswith("done")


def test_a_program_is_told_the_moves(post: Post) -> None:
    reply = post.server.say(ALICE, "amazons move 101 alice secret7 d1-d7/")

    assert reply.error
    assert "d1-d7/g7" in reply.letter.text
