"""A tournament that somebody wants to set up, asked for in their own words in answer to any letter."""

from __future__ import annotations

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.test_replies import ALICE, BOB, Post

pytestmark = pytest.mark.alike


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


def words_to(post: Post, address: str) -> str:
    """The last letter to somebody, on one line."""
    return " ".join(str(post.letter_to(address)["text"]).split())


def letters_to(post: Post, address: str) -> int:
    return sum(address in letter["recipients"] for letter in post.server.outbox())


@pytest.mark.parametrize(
    ("line", "name"),
    [("Set up a tournament of Hex", "hex-cup"), ("Can you set up a chess tournament?", "chess-cup"),
     ("Let's have a Go tournament", "go-cup"), ("start a tournament", "hex-cup"), ("Создай турнир", "hex-cup"),
     ("Ich möchte ein Schachturnier veranstalten", "hex-cup"), ("Créer un tournoi d'échecs", "chess-cup")],
)  # fmt: skip
def test_it_is_asked_about_and_set_up_with_a_yes(post: Post, line: str, name: str) -> None:
    before = letters_to(post, BOB)

    post.answer(ALICE, line)

    assert words_to(post, ALICE).startswith("Shall a tournament of ")
    assert "***" not in post.letter_to(ALICE)["text"].partition("Just answer")[0]
    assert letters_to(post, BOB) == before
    assert post.answer(ALICE, "yes").startswith("done")
    assert words_to(post, ALICE).startswith(f"alice, you have set up {name}, and have joined it.")


@pytest.mark.parametrize(
    "line",
    [
        "tournament create alice ****** hex friends",
        "tournament create alice hex friends",
        "tournament create hex friends",
    ],
)
def test_another_name_may_be_answered_as_the_question_says(post: Post, line: str) -> None:
    post.answer(ALICE, "Set up a tournament of Hex")

    assert post.answer(ALICE, line).startswith("done")
    post.answer(ALICE, "yes")
    assert words_to(post, ALICE).startswith("alice, you have set up friends, and have joined it.")


def test_a_no_sets_none_up(post: Post) -> None:
    post.answer(ALICE, "Set up a tournament of Hex")

    post.answer(ALICE, "no")
    assert words_to(post, ALICE).startswith("You said no, so this has not been carried out")


def test_a_name_that_is_taken_is_not_proposed(post: Post) -> None:
    post.server.hear(BOB, "tournament create bob bobpw123 hex hex-cup")

    post.answer(ALICE, "Set up a tournament of Hex")
    assert "tournament create alice hex hex-cup-2" in words_to(post, ALICE)


def test_to_the_letter_of_the_end_of_a_game_too(post: Post) -> None:
    for who, line in ((ALICE, "d3"), (BOB, "c3"), (ALICE, "resign")):
        post.answer(who, line)

    post.answer(BOB, "Set up a chess tournament")
    assert "Shall a tournament of Chess be set up, bob?" in words_to(post, BOB)


def test_of_a_game_that_no_tournament_can_have_the_help_page_comes(post: Post) -> None:
    assert post.answer(ALICE, "Set up a tournament of Hearts") == "done: help tournament create"


@pytest.mark.parametrize(
    "line",
    [
        "When does the hex tournament start?",
        "I don't want to set up a tournament",
        "I won a tournament",
        "Set up a board",
    ],
)
def test_other_words_about_tournaments_set_none_up(post: Post, line: str) -> None:
    post.answer(ALICE, line)

    assert "Shall a tournament" not in words_to(post, ALICE)
