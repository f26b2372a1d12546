"""Answers of many programs to the letter of a board: the move is made, and only the writer's own words go on."""

from __future__ import annotations

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.as_programs_write import ADDRESS, ADDRESSES, CASES, Case, Correspondence, cases, correspondence

NOT_YET = frozenset((CASES / "not_yet.txt").read_text().split())
"""Cases that are not right yet."""
HAND_OF_HEARTS = "hearts-hand-leaks-yahoo-android-en"


@pytest.fixture
def hex_post(undone_database: Database) -> Correspondence:
    """Alice and Bob play Hex, and Alice, whose turn it is, has got a letter with words of Bob's."""
    server = Server(undone_database, address=ADDRESS)

    def begin() -> None:
        correspondence(server, ["alice", "bob"])
        server.hear(ADDRESSES["bob"], "hex challenge bob alice")
        server.hear(ADDRESSES["bob"], "hex move 101 bob bob-pass1 c3", comment="Have fun!\nI do.")

    server.once("cases", begin)
    post = Correspondence(server, {userid: [] for userid in ADDRESSES})
    post.delivered()
    return post


@pytest.mark.in_part
@pytest.mark.alike
@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_the_move_is_made_and_only_own_words_go_on(hex_post: Correspondence, case: Case) -> None:
    template = (CASES / f"{case.name}.eml").read_bytes()

    new = hex_post.answer("alice", template, "g7", case.envelope)

    to_bob = "\n".join(letter.text for letter in new["bob"])
    _, has_words, below = to_bob.partition("alice writes:\n\n")
    words = below.rstrip("\n") if has_words else None
    is_right = (words == case.words and "2. g7" in to_bob) if case.moves else not any(new.values())
    assert is_right != (case.name in NOT_YET), [letter.text for letters in new.values() for letter in letters]


def test_each_template_is_tried() -> None:
    assert {path.stem for path in CASES.glob("*.eml")} == {*(case.name for case in cases()), HAND_OF_HEARTS}


def test_what_is_not_right_yet_is_a_case() -> None:
    assert {case.name for case in cases()} >= NOT_YET
