"""What players write is answered as it always was, letter by letter.

Where that is meant to change, `python -m tests.golden.conversations` writes down what is answered now.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from pbmserv.storage.database import Database
from tests.golden.conversations import FILES, HTML, REFUSALS, hold, refusals_in, with_players
from tests.undone import Undone


@pytest.fixture(scope="module")
def players(shared_sqlite: Database) -> Iterator[Undone]:
    """A database on which alice, bob and carol have signed up."""
    with with_players(shared_sqlite) as undone:
        yield undone


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_conversation_goes_as_it_did(players: Undone, file: Path) -> None:
    kept = file.read_text("utf-8")

    assert hold(players, kept).text == kept


@pytest.mark.parametrize("file", REFUSALS, ids=lambda file: file.stem)
def test_what_cannot_be_is_refused_with_the_same_words(players: Undone, file: Path) -> None:
    kept = file.read_text("utf-8")

    assert refusals_in(players, kept) == kept


def test_the_letters_that_are_kept_as_pages_are_those_of_conversations() -> None:
    texts = "\n".join(file.read_text("utf-8") for file in FILES)
    pages = sorted(HTML.glob("*.html"))

    assert len(pages) > 50
    for page in pages:
        assert sha256(page.read_bytes()).hexdigest()[:16] == page.stem
        assert f"HTML: {page.stem}" in texts
