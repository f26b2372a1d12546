"""Janggi by answers to its letters: both set up, Blue with the first move, and what is forgotten is told."""

from __future__ import annotations

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.test_asked_in_own_words import words_to
from tests.mail.test_replies import ALICE, BOB, Post


@pytest.fixture
def post(undone_database: Database) -> Post:
    """A board of janggi, on which bob, who is Red, has set up."""
    post = Post(Server(undone_database))
    post.server.hear(ALICE, "janggi challenge alice bob")
    assert post.answer(BOB, "HEEH").startswith("done: janggi move 101 bob")
    return post


def test_blue_sets_up_and_moves_in_one_letter(post: Post) -> None:
    assert post.answer(ALICE, "HEHE c3-d3").startswith("done: janggi move 101 alice")

    text = words_to(post, BOB)
    assert "1. HEEH" in text
    assert "2. HEHE 73S74" in text
    assert "Blue has 72 points and Red 73.5." in text


def test_who_only_sets_up_is_told_that_a_move_belongs_to_it(post: Post) -> None:
    assert post.answer(ALICE, "HEHE").startswith("refused")

    assert "Blue sets up and moves at once" in words_to(post, ALICE)


@pytest.mark.parametrize("line", ["73卒74", "73졸74", "7374", "soldier from c3 to d3"])
def test_a_move_can_be_written_in_korean_in_numbers_and_in_words(post: Post, line: str) -> None:
    post.answer(ALICE, "EHEH e3e4")
    post.answer(BOB, "pass")

    assert post.answer(ALICE, line).startswith("done: janggi move 101 alice")


def test_a_set_up_is_taken_back_with_its_move(post: Post) -> None:
    post.answer(ALICE, "HEHE c3d3")
    post.answer(ALICE, "undo")

    assert post.answer(BOB, "yes").startswith("done")
    assert "The last move of alice has been taken back" in words_to(post, ALICE)
    assert post.answer(ALICE, "EHHE i3h3").startswith("done: janggi move 101 alice")


def test_two_who_pass_are_told_their_points(post: Post) -> None:
    post.answer(ALICE, "HEHE pass")
    post.answer(BOB, "pass")

    assert "Both have passed. Blue has 72 points and Red 73.5." in words_to(post, ALICE)
