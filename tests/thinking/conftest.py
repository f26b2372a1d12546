"""A server whose bots think when a test says so, in one process for all tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.thinking.bot_client import BotClient, Question
from pbmserv.thinking.thinker import Thinker
from tests.conversation import Server, undone


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server on which alice, bob and carol have signed up."""
    for server in undone(request.getfixturevalue(f"shared_{request.param}")):
        server.sign_up("alice", "bob", "carol")
        yield server


@pytest.fixture(scope="session")
def mind() -> Iterator[BotClient]:
    mind = BotClient(seconds=30, megabytes=256)
    yield mind
    mind.end()


@pytest.fixture
def thinker(server: Server, mind: BotClient) -> Thinker:
    return thinker_of(server, mind)


def thinker_of(server: Server, mind: BotClient) -> Thinker:
    """Somebody who does the jobs of this server, at the time that the server's clock shows."""
    return Thinker(server.database, server.office, installed(), mind, now=lambda: server.now)


class Says(BotClient):
    """A mind that has made up its mind: it gives these answers, one after the other."""

    def __init__(self, *answers: str | bool | Exception) -> None:
        super().__init__(1, 256)
        self.answers = list(answers)
        self.asked: list[tuple[str, Question]] = []

    def ask(self, what: str, question: Question, meanwhile: object = None) -> str | bool:
        self.asked.append((what, question))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer
