"""Events across processes: who listens at one of several servers is told of what was done at any of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path

import pytest

from pbmserv.storage.database import Database
from pbmserv.storage.sessions import Scope
from tests.conversation import Server as Conversation
from tests.endtoend.players import letters_in
from tests.endtoend.sessions import WayIn
from tests.serving import PATIENCE, Server, environment, serving, wait_until
from tests.web.listening import Served, Stream
from tests.web.test_live import session

pytestmark = pytest.mark.long

MOVE = "From: bob@example.org\nMessage-ID: <1@example.org>\nSubject: hex move 101 bob bobpw123 b4\n\n"


@pytest.fixture
def words(postgresql_database: Database) -> dict[str, str]:
    """Tokens of the programs of alice and bob, who have a board on which alice is to move."""
    conversation = Conversation(postgresql_database, now=datetime.now(UTC))
    conversation.sign_up("alice", "bob")
    conversation.hear("alice@example.org", "hex challenge alice bob -size=5")
    return {userid: session(conversation, userid, Scope.PLAY) for userid in ("alice", "bob")}


@contextmanager
def running(home: Path, url: str, *options: str) -> Iterator[Server]:
    """A process, with its pages on a port of their own if it has any."""
    with serving(environment(home, database_url=url, web_listen="127.0.0.1:0"), *options) as server:
        yield server


def pages(server: Server) -> Served:
    host, _, port = server.place("browsers").removeprefix("http://").rstrip("/").rpartition(":")
    return Served(host, int(port), lambda: None)


def listen(server: Server, word: str) -> Stream:
    return Stream(pages(server), "/api/events", Authorization=f"Bearer {word}")


def move_at_page(server: Server, word: str, userid: str, move: str) -> None:
    at = pages(server)
    connection = HTTPConnection(at.host, at.port, timeout=PATIENCE)
    asked = json.dumps({"words": ["hex", "move", "101", userid, "-", move]})
    headers = {"Authorization": f"Bearer {word}", "Content-Type": "application/json"}
    connection.request("POST", "/api/commands", asked, headers)
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    connection.close()


def check_that_each_hears_of_all(here: Server, there: Server, mail: Server, words: dict[str, str]) -> None:
    """alice moves on a page, bob by mail; both listen at both servers that have pages."""
    with ExitStack() as open_streams:
        streams = {
            userid: [listen(server, word) for server in dict.fromkeys((here, there)) for _ in range(2)]
            for userid, word in words.items()
        }
        everybody = [stream for each in streams.values() for stream in each]
        for stream in everybody:
            open_streams.callback(stream.close)
            assert stream.next().kind == "boards"

        move_at_page(here, words["alice"], "alice", "c3")

        assert [stream.next().data["moves"] for stream in everybody] == [1] * len(everybody)
        assert [stream.next().kind for stream in streams["bob"]] == ["turn"] * len(streams["bob"])

        WayIn(mail.address()).bring("bob@example.org", MOVE)

        assert [stream.next().data["moves"] for stream in everybody] == [2] * len(everybody)
        assert [stream.next().kind for stream in streams["alice"]] == ["turn"] * len(streams["alice"])


def test_of_two_servers_on_one_database_each_tells_what_was_done_at_the_other(
    postgresql_url: str, words: dict[str, str], tmp_path: Path
) -> None:
    with running(tmp_path / "here", postgresql_url) as here, running(tmp_path / "there", postgresql_url) as there:
        check_that_each_hears_of_all(here, there, there, words)


def test_pages_in_a_process_of_their_own_tell_what_was_done_by_mail_and_letters_tell_what_was_done_there(
    postgresql_url: str, words: dict[str, str], tmp_path: Path
) -> None:
    with (
        running(tmp_path / "pages", postgresql_url, "--only", "web") as web,
        running(tmp_path / "door", postgresql_url, "--only", "receive") as door,
        running(tmp_path / "work", postgresql_url, "--only", "work,deliver") as work,
    ):
        check_that_each_hears_of_all(web, web, door, words)

        assert work.printed == []
        wait_until(
            lambda: {"Hex Board 101"} <= set(subjects(tmp_path / "work")),
            "the letters about both moves",
        )


def subjects(home: Path) -> list[str]:
    return [letter.subject for letter in letters_in(home / "outgoing")]
