"""What the README and its tour show is so: the letters, and the command that runs the tests."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pbmserv.settings import defaults, load
from pbmserv.storage.database import Database
from tests import docs
from tests.conversation import Server, headline_of
from tests.endtoend.won_game import MOVES, move
from tests.thinking.conftest import Says, thinker_of

SHOWN = [
    letter.groups()
    for letter in (
        re.fullmatch(r"(?:From: (.*) · pbmserv\n)?To: (.*)\nSubject: (.*)\n\n((?s:.*))", block)
        for block in docs.blocks("")
    )
    if letter
]
"""The letters in the tour: what they say in From, to whom, Subject, text."""
PASSWORDS = {"alice": "sesame7", "bob": "bobpw789"}


def test_the_command_that_runs_the_tests_is_the_one_that_the_checks_look_for() -> None:
    checks = (docs.TOP / ".ci" / "run").read_text()
    [pattern] = re.findall(r"grep -m 1 -E '(.*)' README\.md", checks)

    found = [line for line in docs.README.splitlines() if re.search(pattern, line)]

    assert found == ["python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && .venv/bin/pytest"]
    assert f"and this runs the tests:\n\n```sh\n{found[0]}\n```\n" in docs.README


@pytest.mark.parametrize("page", ["README.md", "docs/tour.md"])
def test_the_pages_tell_how_to_use_another_port(page: str, tmp_path: Path) -> None:
    [value] = re.findall(r"`PBMSERV_SMTP_LISTEN=([^`]+)`", docs.PAGES[page])

    settings = load(None, {"PBMSERV_SMTP_LISTEN": value, "PBMSERV_HOME": str(tmp_path)})

    assert str(settings.smtp_listen) == value
    assert value != str(defaults().smtp_listen)


@pytest.fixture(scope="module")
def letters_of_the_tour(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Mapping[str, Any]]:
    """All letters that the server writes to those who take the tour."""
    path = tmp_path_factory.mktemp("tour") / "pbmserv.db"
    shutil.copy(sqlite_template, path)
    database = Database(f"sqlite:///{path}")
    server = Server(database, address="pbmserv@localhost")
    server.hear("alice@example.org", "signup alice sesame7")
    server.hear("alice@example.org", "hex challenge alice bot-easy -size=5")
    server.hear("alice@example.org", "hex move 101 alice sesame7 b3")
    # It does not swap sides, and moves.
    assert thinker_of(server, Says(False, "c3")).run_once()
    server.hear("bob@example.org", "signup bob bobpw789")
    server.hear("alice@example.org", "trichet challenge alice bob", "Have fun, Bob!")
    for userid, words in MOVES:
        comment = {"d1": "Off we go.", "d5": "Sorry for the wait."}.get(words, "")
        server.hear(f"{userid}@example.org", move(userid, PASSWORDS[userid], words), comment)
        if words == "d1":
            server.say("bob@example.org", move("bob", "bobpw789", "e6"))
    server.hear("alice@example.org", "change language alice sesame7 ru")
    server.hear("alice@example.org", "hex challenge alice bot-easy -size=5")
    server.hear("alice@example.org", "change language alice sesame7 en")
    letters = server.outbox()
    database.close()
    return letters


@pytest.mark.parametrize(("says", "to", "subject", "shown"), SHOWN)
def test_letters_are_shown_as_the_server_writes_them(
    letters_of_the_tour: list[Mapping[str, Any]], says: str | None, to: str, subject: str, shown: str
) -> None:
    wanted = ([to], f"{says or 'Your turn'}: {subject}")
    found = [each["text"] for each in letters_of_the_tour if (each["addressed_to"], headline_of(each)) == wanted]
    today = next((each for each in found if each.split("\n")[0] == shown.split("\n")[0]), "")

    assert re.fullmatch(pattern_of(shown), masked(today), re.DOTALL), f"today it is\n\n{today}"


def test_seven_letters_are_shown() -> None:
    assert len(SHOWN) == 7


def masked(letter: str) -> str:
    """A letter without what is by chance, and without the time."""
    without_chance = re.sub(r"\b[0-9a-f]{32}(?:[0-9a-f]{32})?\b", "<chance>", letter)
    return re.sub(r"\b\d{4}-\d\d-\d\d \d\d:\d\d UTC", "<time>", without_chance)


def pattern_of(shown: str) -> str:
    """What a letter has to match: a line in brackets that begins with three dots stands for anything."""
    return "(?:.*\n)".join(map(re.escape, re.split(r"^\[\.\.\..*\]\n", masked(shown), flags=re.MULTILINE)))
