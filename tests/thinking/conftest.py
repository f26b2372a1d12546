"""A server whose bots think when a test says so, in one process for all tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.thinking.bot_client import BotClient
from pbmserv.thinking.bot_view import BotView
from pbmserv.thinking.thinker import Thinker
from tests.conversation import Server, undone


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server on which alice, bob and carol have signed up."""
    for server in undone(request.getfixturevalue(f"shared_{request.param}")):
        server.sign_up("alice", "bob", "carol")
        yield server


@pytest.fixture(scope="session")
def client() -> Iterator[BotClient]:
    client = BotClient(seconds=30, megabytes=256)
    yield client
    client.end()


@pytest.fixture
def thinker(server: Server, client: BotClient) -> Thinker:
    return thinker_of(server, client)


def thinker_of(server: Server, client: BotClient) -> Thinker:
    """Somebody who does the jobs of this server, at the time that the server's clock shows."""
    return Thinker(server.database, server.office, installed(), client, now=lambda: server.now)


class Says(BotClient):
    """A client that has made up its client: it gives these answers, one after the other."""

    def __init__(self, *answers: str | bool | Exception) -> None:
        super().__init__(1, 256)
        self.answers = list(answers)
        self.asked: list[tuple[str, BotView]] = []

    def ask(self, what: str, question: BotView, meanwhile: object = None) -> str | bool:
        self.asked.append((what, question))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer
