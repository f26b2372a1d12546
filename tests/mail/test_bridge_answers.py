"""Calls and cards of Bridge in answer to letters: in usual words, and by declarer for dummy."""

from __future__ import annotations

import pytest

from pbmserv.games.bridge.rules import Position
from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.correspondents import Received
from tests.mail.as_programs_write import ADDRESS, ADDRESSES, Correspondence, correspondence

HEAD = "From: {FROM}\nTo: {REPLY_TO}\nSubject: Re: {SUBJECT}\nMessage-ID: <{NEW_MID}@b.example>\n\n"


@pytest.fixture
def post(undone_database: Database) -> Correspondence:
    """Four begin a game of Bridge; carol sits North and calls first."""
    server = Server(undone_database, address=ADDRESS)
    bridge = correspondence(server, tuple(ADDRESSES))
    server.hear(ADDRESSES["alice"], "bridge challenge alice bob carol dave")
    bridge.delivered()
    return bridge


def says(post: Correspondence, by: str, body: str) -> dict[str, list[Received]]:
    """Answer one's newest letter; gives what each is sent then."""
    return post.answer(by, (HEAD.replace("{FROM}", ADDRESSES[by]) + body + "\n").encode(), "", letter=None)


def position(post: Correspondence) -> Position:
    board = post.server.office.look_up(lambda call: call.work.boards.load("bridge", 101))
    assert board is not None
    assert isinstance(board.position, Position)
    return board.position


def test_calls_are_answered_in_usual_words(post: Correspondence) -> None:
    for by, body in (("carol", "1 club"), ("dave", "Double"), ("alice", "xx"), ("bob", "1NT"), ("carol", "Pass")):
        says(post, by, body)

    assert position(post).calls == ("1c", "x", "xx", "1n", "pass")


def test_declarer_gets_dummys_turns_and_plays_its_cards(post: Correspondence) -> None:
    for by, body in (("carol", "1n"), ("dave", "pass"), ("alice", "pass"), ("bob", "pass")):
        says(post, by, body)
    [card] = position(post).playable(3)[:1]

    told = says(post, "dave", card)

    assert "Dummy's cards (South):" in told["carol"][-1].text
    assert "Dummy's cards (South):" in told["bob"][-1].text
    dummys = position(post).playable(0)[0]
    says(post, "carol", dummys)
    assert position(post).trick == (card, dummys)
