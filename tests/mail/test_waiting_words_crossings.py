"""Words that wait for a yes, where two workers have the yes in hand, or the server starts anew in between."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from pbmserv.mail.reading.envelope import as_received
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox
from tests.conversation import Server
from tests.correspondents import Received
from tests.mail.test_digest_answers import ALICE, BOB, answer
from tests.mail.test_digest_crossings import work_off
from tests.post import inbox, mails

GUEST = "nora@friends.example"


@pytest.fixture
def server(database_url: str) -> Iterator[Server]:
    with closing(Database(database_url)) as database:
        server = Server(database)
        server.sign_up("alice", "bob")
        yield server


def to(address: str, letters: list[Received]) -> Received:
    [letter] = [each for each in letters if each.to == address]
    return letter


def talk(server: Server) -> Received:
    """Bob is asked whether his words, and no move, are for alice."""
    letters = [*server.hear(ALICE, "hex challenge bob alice").letters]
    mails(server)
    [letter] = [each for each in letters if BOB in each.to]
    return to(BOB, answer(server, letter, "Greetings from the seaside to you both"))


def move_with_words(server: Server) -> Received:
    """Bob is asked about a move, with words beside it."""
    letters = [*server.hear(ALICE, "hex challenge bob alice").letters]
    [letter] = [each for each in letters if BOB in each.to]
    return to(BOB, answer(server, letter, "Greetings from the seaside, I play d3 now"))


def guest(server: Server) -> Received:
    """A guest is asked once more, with the words that go along with the yes."""
    letter = server.hear(ALICE, f"hex challenge alice {GUEST}").letter_to(GUEST)
    return to(GUEST, answer(server, letter, "Yes, but greetings from the seaside first", sender=GUEST))


def rematch(server: Server) -> Received:
    """Bob is asked once more whether he wants a rematch, with the words that go along."""
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, "hex move 101 alice secret7 d3")
    server.hear(BOB, "hex move 101 bob bobpw123 c3")
    server.hear(ALICE, "hex resign 101 alice secret7")
    letter = server.hear(ALICE, "hex rematch 101 alice secret7").letter_to(BOB)
    return to(BOB, answer(server, letter, "Yes, but greetings from the seaside first"))


QUESTIONS = pytest.mark.parametrize("ask", [talk, move_with_words, guest, rematch], ids=lambda each: each.__name__)


def told(letters: list[Received]) -> int:
    """How many letters bring the words to alice."""
    return sum(each.to == ALICE and "reetings from the seaside" in each.text for each in letters)


@QUESTIONS
@pytest.mark.alike
def test_of_two_yeses_at_once_in_two_workers_one_sends_the_words(
    server: Server, database_url: str, ask: Callable[[Server], Received]
) -> None:
    asked = ask(server)
    mails(server)
    yeses = [
        as_received(
            "smtp",
            f"From: {asked.to}\r\nTo: {asked.reply_to}\r\nSubject: Re: x\r\nMessage-ID: <{each}@example.org>\r\n\r\n"
            "yes\r\n".encode(),
            asked.to,
            [asked.reply_to],
        )
        for each in ("first", "second")
    ]
    with server.database.writing() as connection:
        Inbox(connection).add(yeses)
    with ExitStack() as stack:
        databases = [stack.enter_context(closing(Database(database_url))) for _ in range(2)]
        threads = [threading.Thread(target=work_off, args=(each, server.now)) for each in databases]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert told([Received(raw) for raw in mails(server)]) == 1
    assert {row.status for row in inbox(server)} == {"done"}


@QUESTIONS
@pytest.mark.alike
def test_a_server_that_starts_anew_between_question_and_yes_knows_the_words(
    server: Server, database_url: str, ask: Callable[[Server], Received]
) -> None:
    asked = ask(server)
    server.database.close()
    with closing(Database(database_url)) as database:
        again = Server(database, now=server.now)

        assert told(answer(again, asked, "yes", sender=asked.to, number=2)) == 1


@QUESTIONS
def test_a_no_sends_them_only_in_answer_to_a_rematch_whose_question_says_so(
    server: Server, ask: Callable[[Server], Received]
) -> None:
    asked = ask(server)

    assert told(answer(server, asked, "no", sender=asked.to, number=2)) == (ask is rematch)
