"""Pages, and the answers that programs get, are as they always were.

Where that is meant to change, `python -m tests.golden.pages` writes down what they are now.
"""

from __future__ import annotations

from pbmserv.storage.database import Database
from tests.golden.pages import API, PAGES, everything


def test_every_page_and_every_answer_is_as_it_was(shared_sqlite: Database) -> None:
    now = dict(everything(shared_sqlite))

    assert now.keys() == {API, *PAGES.rglob("*.txt")}
    for file, text in now.items():
        assert text == file.read_text("utf-8"), file
