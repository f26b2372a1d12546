"""What others get of an answer on a board of hidden hands: never a hand, whatever a mail program has made of it."""

from __future__ import annotations

import pytest

from pbmserv.store.database import Database
from tests.conversation import Server
from tests.mail.as_programs_write import ADDRESS, ADDRESSES, CASES, Correspondence, correspondence

PLAYERS = tuple(ADDRESSES)
HEAD = "From: Bob <bob@b.example>\nTo: {REPLY_TO}\nSubject: Re: {SUBJECT}\nMessage-ID: <{NEW_MID}@b.example>\n\n"


@pytest.fixture
def post(undone_database: Database) -> Correspondence:
    """Four play Hearts, and have passed their cards on; Bob, Carol and Dave know two places in their own hands."""
    server = Server(undone_database, address=ADDRESS)
    hearts = correspondence(server, PLAYERS)
    server.hear(ADDRESSES["alice"], "hearts challenge alice bob carol dave")
    hearts.delivered()
    return hearts


def hand_of(post: Correspondence, userid: str) -> set[str]:
    """The cards that the newest letter of the board names as somebody's own."""
    text = next(each.text for each in reversed(post.letters[userid]) if "Your cards" in each.text)
    cards = text.partition("Your cards")[2].partition("\n\n")[0]
    return {word for word in cards.split() if len(word) == 2 and word[1] in "CDSH"}
