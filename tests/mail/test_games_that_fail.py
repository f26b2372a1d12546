"""Games of other packages may fail, or answer nonsense, where letters ask them for a reader's comfort alone.

Then a letter goes out without what was asked for, and an answer that is no move is refused as it always is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from pbmserv.games.go.game import Go
from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.test_replies import ALICE, BOB, Post


def fails(*_: object) -> tuple[str, ...]:
    raise ZeroDivisionError


def without_end(*_: object) -> Iterator[str]:
    while True:
        yield "resume"


def always(found: object) -> Callable[..., object]:
    return lambda *_: found


NONSENSE = [
    fails,
    without_end,
    always(None),
    always(7),
    always([None, 7, b"d3", "", " ", "two\nlines", "x" * 1_000, ("d3",)]),
]


@pytest.fixture
def post(undone_database: Database) -> Post:
    post = Post(Server(undone_database))
    post.server.hear(ALICE, "go challenge alice bob -size=9")
    for who, move in ((ALICE, "c3"), (BOB, "g7"), (ALICE, "pass")):
        assert post.answer(who, move).startswith("done")
    return post


@pytest.mark.parametrize("answer", NONSENSE)
def test_a_letter_goes_out_without_the_buttons_of_a_game_that_fails(
    post: Post, monkeypatch: pytest.MonkeyPatch, answer: Callable[..., object]
) -> None:
    monkeypatch.setattr(Go, "buttons", answer)

    assert post.answer(BOB, "pass").startswith("done")

    letter = post.letter_to(ALICE)
    assert "It is your turn, alice" in letter["text"]
    assert set(letter["page"].get("moves", ())) <= {"resume"}
    assert post.answer(ALICE, "all alive").startswith("done")


@pytest.mark.parametrize("answer", NONSENSE)
def test_a_refusal_goes_out_as_well(
    post: Post, monkeypatch: pytest.MonkeyPatch, answer: Callable[..., object]
) -> None:
    monkeypatch.setattr(Go, "buttons", answer)
    post.answer(BOB, "pass")

    assert post.answer(ALICE, "dead z9").startswith("refused")

    assert "Go Board 101 against bob" in post.letter_to(ALICE)["text"]
    refused = post.server.say(ALICE, "go move 101 alice")
    assert not refused.ok
    assert "It is written like this:" in refused.text


@pytest.mark.parametrize("answer", NONSENSE)
@pytest.mark.alike
def test_an_answer_that_is_no_move_is_refused_or_asked_about(
    post: Post, monkeypatch: pytest.MonkeyPatch, answer: Callable[..., object]
) -> None:
    monkeypatch.setattr(Go, "other_spellings", answer)

    assert post.answer(BOB, "rubbish").startswith("refused")
    assert post.answer(BOB, "von d4 nach e5").startswith("refused")
    assert post.answer(BOB, "I play d4 now").startswith("refused")

    assert "Did you mean d4?" in post.letter_to(BOB)["text"]
    assert post.answer(BOB, "yes").startswith("done")
