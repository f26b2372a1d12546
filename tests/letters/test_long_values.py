"""Text letters keep to their width, and break no address, whatever the server and its players are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from pbmserv.letters.widths import WIDTH, wrapped
from pbmserv.storage.database import Database
from tests.conversation import ADDRESS, START, Server
from tests.golden.conversations import FILES, letters
from tests.undone import Undone

LONG_ADDRESS = f"games-by-mail@{'-'.join(['the-society-of-those-who-play'] * 2)}.{'a-long-domain' * 2}.example"
WEB_URL = "https://a-machine-with-pages.the-society-of-those-who-play-by-mail.example/games/and/boards"
LONG = {
    "alice": "alice-with-a-name-of-32-letters-",
    "bob": "bob-whose-name-has-32-letters-",
    "carol": "carol-and-32-letters-of-her-own-",
}
PASSWORDS = {"alice": "secret7", "bob": "bobpw123", "carol": "secret9"}


@pytest.fixture(scope="module")
def players(shared_sqlite: Database) -> Iterator[Undone]:
    """A database on which those have signed up who have the longest names."""
    with closing(Undone(shared_sqlite)) as undone:
        server = Server(undone, now=START)
        for name, userid in LONG.items():
            server.enrol(userid, PASSWORDS[name])
        yield undone


def with_long_names(conversation: str) -> str:
    for name, userid in LONG.items():
        conversation = re.sub(rf"(?<![\w-]){name}(?![\w-])", userid, conversation)
    return conversation.replace(ADDRESS, LONG_ADDRESS)


def broken(text: str) -> list[str]:
    """The lines of a letter that are too long without need, and the addresses that stand on two lines.

    A command to copy stands on a line of its own, set in by four.
    """
    wide = [line for line in text.split("\n") if len(line) > WIDTH and " " in line.strip() and line[:4].strip()]
    together = re.sub(r"\s", "", text)
    return wide + [each for each in (LONG_ADDRESS, WEB_URL) if together.count(each) != text.count(each)]


def wrong_in(players: Undone, files: Sequence[Path]) -> list[tuple[str, str]]:
    wrong = []
    for file in files:
        for letter in letters(players, with_long_names(file.read_text("utf-8")), LONG_ADDRESS, WEB_URL):
            if not letter["text"].startswith("{"):
                wrong += [(letter["subject"], each) for each in broken(letter["text"])]
    return wrong


def test_an_address_that_is_longer_than_a_line_stands_on_one_of_its_own() -> None:
    assert len(LONG_ADDRESS) == 108
    assert wrapped(f"Write a letter to {LONG_ADDRESS} with your move.") == (
        f"Write a letter to\n{LONG_ADDRESS}\nwith your move."
    )
    assert max(map(len, wrapped("x" * 200).split("\n"))) == WIDTH


def test_letters_keep_to_their_width(players: Undone) -> None:
    assert wrong_in(players, FILES[::16]) == []


@pytest.mark.long
def test_letters_of_all_conversations_keep_to_their_width(players: Undone) -> None:
    assert wrong_in(players, FILES) == []
