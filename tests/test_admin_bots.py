"""The operator's tools for bots: which of them play, what they have to find, and what went wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbmserv.storage.database import Database
from pbmserv.thinking.bot_client import Failed
from tests.conversation import Server
from tests.operators import Operator
from tests.thinking.conftest import Says, thinker_of

ALICE = "alice@example.org"


@pytest.fixture
def server(sqlite_database: Database) -> Server:
    server = Server(sqlite_database)
    server.sign_up("alice")
    return server


@pytest.fixture
def operator(server: Server, sqlite_url: str, tmp_path: Path) -> Operator:
    return Operator(sqlite_url, tmp_path)


def test_bots_are_listed_with_what_waits_for_them(server: Server, operator: Operator) -> None:
    server.hear(ALICE, "hex challenge bot-hard alice")

    rows = operator.json("bot", "list")

    assert [row["userid"] for row in rows] == ["bot-easy", "bot-medium", "bot-hard", "bot-expert"]
    assert rows[2] == {"userid": "bot-hard", "level": "hard", "closed": "", "boards": 1, "jobs": 1}


def test_bots_are_closed_and_opened(server: Server, operator: Operator) -> None:
    assert (
        operator.type("bot", "close", "--level", "hard", "--game", "hex") == "bot-hard takes no challenges of Hex.\n"
    )
    assert operator.json("bot", "list")[2]["closed"] == "hex"
    assert not server.say(ALICE, "hex challenge alice bot-hard").ok

    operator.type("bot", "open")

    assert server.say(ALICE, "hex challenge alice bot-hard").ok
    assert operator.type("bot", "close", "--game", "quidditch", exit_code=1).startswith("There is no game called")


def test_what_a_bot_cannot_do_can_be_read_and_tried_again(server: Server, operator: Operator) -> None:
    server.hear(ALICE, "hex challenge bot-hard alice")
    thinker_of(server, Says(Failed("It hangs."), Failed("It is dead."))).run_once()

    [job] = operator.json("bot", "jobs")
    assert (job["board"], job["bot"], job["state"], job["failure"]) == (101, "bot-hard", "aside", "It is dead.")
    assert [row["why"] for row in operator.json("bot", "failures")] == ["It is dead.", "It hangs."]
    assert operator.type("bot", "retry", "--game", "hex", "--board", "101") == "1 job is tried again.\n"
    assert operator.json("bot", "jobs")[0]["state"] == "waiting"
    assert "--board needs --game" in operator.type("bot", "retry", "--board", "101", exit_code=2)
