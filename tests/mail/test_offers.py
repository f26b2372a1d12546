"""Whatever a letter offers works: each example, each whole command, and each link that writes a mail, is answered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from pbmserv.commands.requests.outcome import BatchResult, Refused
from pbmserv.commands.run.parser import Action, parse
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.mail.reading.incoming import read_message
from pbmserv.mail.request_of_mail import request_of
from pbmserv.post_office import Answer
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from pbmserv.storage.inbox_order import WaitingRequest
from tests.commands.starting.test_substitutes import PASSWORDS, yacht_without_carol
from tests.conversation import ADDRESS, FOUR, Server, html_in
from tests.mail.test_replies import ALICE, BOB, Post
from tests.post import arrive

NAMES = (*FOUR,)
PLAYERS = {f"{name}@example.org": name for name in FOUR}
SOMETHING = "We shall see who wins."
OF_SEVERAL = ("Your letter of the day", "Your boards are waiting", "The tournament Cup")
_LINE = re.compile(r"\w+ [0-9]+ \S.*")
"""A line for one board in the answer to a letter of several."""
MOST_LINKS = 8
"""How many links of a letter are tried, from the first to the last; a board may have four hundred."""


class Offer(NamedTuple):
    """A mail that a letter says could be written."""

    to: str
    subject: str
    body: str


class Offers:
    """The letters of a server, and what comes of what they offer."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.mails = 0

    def refused(self, letter: Mapping[str, Any]) -> list[str]:
        """What a letter offers and the server refuses; nothing of it is kept."""
        [reader] = letter["recipients"]
        return [
            f"{offer.subject} | {offer.body}: {why}"
            for offer in offers_in(letter)
            if (why := _why_refused(self.answered(reader, offer)))
        ]

    def answered(self, sender: str, offer: Offer) -> Answer:
        """What would come of a mail."""
        self.mails += 1
        head = f"From: {sender}\r\nTo: {offer.to}\r\nSubject: {offer.subject}\r\nMessage-ID: <{self.mails}@x>\r\n\r\n"
        mail = read_message(f"{head}{offer.body}\r\n".encode(), sender, None, [offer.to])
        waiting = WaitingRequest(self.mails, sender, (offer.to,), b"", 0, self.server.now, f"mail-{self.mails}")
        with self.server.database.writing() as connection, connection.begin_nested() as trial:
            answer = self.server.office.handle_within(request_of(waiting, mail), connection)
            trial.rollback()
        return answer

    def newest(self, after: int = 0) -> list[Mapping[str, Any]]:
        """The last letter to each, of those that have come since so many."""
        last = {letter["recipients"][0]: letter for letter in self.server.outbox()[after:]}
        return [last[each] for each in last if each in PLAYERS]


def _why_refused(answer: Answer) -> str:
    """Why an answer, or a line of it, was refused; empty if nothing was, or a begun move goes on."""
    came_of_it = answer.came_of_it
    if isinstance(came_of_it, Refused) and came_of_it.begun and came_of_it.choices:
        return ""
    each = came_of_it.outcomes if isinstance(came_of_it, BatchResult) else ()
    return answer.error or "".join(outcome.words for outcome in each if isinstance(outcome, Refused))


def offers_in(letter: Mapping[str, Any]) -> Iterator[Offer]:
    """What a letter offers."""
    [reader] = letter["recipients"]
    reply_to, password = letter["headers"].get("Reply-To", ADDRESS), PASSWORDS.get(reader.partition("@")[0], "")
    text = letter["text"]
    if found := re.search(r"in the first\s+line,\s+for\s+example\s+(.+?)\.\s+Or\s", text, re.DOTALL):
        yield Offer(reply_to, f"Re: {letter['subject']}", " ".join(found[1].split()))
    for line in re.findall(r"^    (\S.*)$", text, re.MULTILINE):
        command = filled_in(line, password)
        # What was typed is quoted with its password masked.
        if "******" not in command and isinstance(parse(command, installed(), COMMANDS), Action):
            yield Offer(ADDRESS, command, SOMETHING * says_something(command))
        elif letter["subject"] in OF_SEVERAL and _LINE.fullmatch(line):
            yield Offer(reply_to, f"Re: {letter['subject']}", line)
    links = re.findall(r'href="(mailto:[^"]+)"', html_in(letter) or "")
    for link in dict.fromkeys(links[:: max(1, len(links) // MOST_LINKS)]):
        parts = urlsplit(unescape(link))
        asked = parse_qs(parts.query.replace("+", "%2B"), keep_blank_values=True)
        words = {name: filled_in(values[0], password) for name, values in asked.items()}
        body, subject = words.get("body", ""), words.get("subject", "")
        is_answer = subject == f"Re: {letter['subject']}"
        if body == "name ":
            body += "robin"
        elif body.strip() in {"", "chat"} and ("body" in words or is_answer or says_something(subject)):
            # A letter that is begun, for whatever its reader wants to write.
            body += SOMETHING
            if ("in the first" in text or letter["subject"] in OF_SEVERAL) and "chat" not in body:
                continue
        if subject.endswith(" "):
            # A command that is begun: its reader adds the move.
            continue
        if body or subject:
            yield Offer(unquote(parts.path), subject, body)


def filled_in(command: str, password: str) -> str:
    """A command with what its reader writes where it has a word in capitals."""
    own = {"PASSWORD": password, "OLD-PASSWORD": password, "OLD": password}
    others = {"NEW-PASSWORD": "fresh-word-9", "NEW": "fresh-word-9", "FRIEND": "carol"}
    return " ".join((own | others).get(word, word) for word in command.split(" "))


def says_something(command: str) -> bool:
    """Whether a command sends what stands in the body of its letter."""
    return " chat " in command or command.startswith("message ")


@pytest.fixture
def server(undone_database: Database) -> Server:
    server = Server(undone_database)
    server.sign_up(*FOUR)
    return server


def begun(server: Server, game: str) -> None:
    seats = installed()[game].seats
    count = 2 if 2 in seats else seats[0]
    server.hear(ALICE, f"{game} challenge {' '.join(NAMES[:count])}")


@pytest.mark.in_part
@pytest.mark.alike
@pytest.mark.parametrize("game", sorted(installed()))
def test_all_that_the_first_letters_of_a_board_offer_works(server: Server, game: str) -> None:
    offers = Offers(server)
    before = len(server.outbox())
    begun(server, game)

    letters = offers.newest(before)

    assert any(offers_in(letter) for letter in letters)
    assert [refused for letter in letters for refused in offers.refused(letter)] == []


@pytest.mark.in_part
@pytest.mark.long
@pytest.mark.parametrize("game", sorted(installed()))
def test_so_does_all_that_its_later_letters_offer(sqlite_database: Database, game: str) -> None:
    server = Server(sqlite_database)
    server.sign_up(*FOUR)
    offers = Offers(server)
    before = len(server.outbox())
    begun(server, game)
    for number in range(12):
        letters = offers.newest(before)
        assert [refused for letter in letters for refused in offers.refused(letter)] == []
        moving = [letter for letter in letters if "To move, just answer this letter" in letter["text"]]
        if not moving:
            break
        mover = moving[number % len(moving)]
        before = len(server.outbox())
        play(server, mover["recipients"][0], next(offers_in(mover)))


def play(server: Server, sender: str, example: Offer) -> None:
    """Answer the letter of a board with the example in it."""
    message = f"From: {sender}\r\nTo: {example.to}\r\nSubject: Re: x\r\n\r\n{example.body}\r\n"
    arrive(server, message.encode(), sender=sender, to=[example.to])


LETTERS: dict[str, Callable[[Post], Any]] = {
    "a tie": lambda post: (post.answer(ALICE, "d3"), post.answer(BOB, "propose")),
    "a move back": lambda post: (post.answer(ALICE, "d3"), post.answer(ALICE, "undo")),
    "the question whether to resign": lambda post: (
        post.answer(ALICE, "d3"),
        post.answer(BOB, "c3"),
        post.answer(ALICE, "I resign"),
    ),
    "the question whether a move was meant": lambda post: post.answer(ALICE, "d 3"),
    "a move that is submitted": lambda post: post.server.hear(ALICE, "hex submit 101 alice secret7 d3"),
    "a vacation": lambda post: post.answer(ALICE, "I'm away until 13 March"),
    "a command without its game": lambda post: post.server.say(ALICE, "move 101 alice secret7 d3"),
    "a refused move": lambda post: post.answer(ALICE, "z99"),
    "a misspelt command": lambda post: post.server.say(ALICE, "hex moev 101 alice secret7 d3"),
    "the end of a game": lambda post: (
        post.answer(ALICE, "d3"),
        post.answer(BOB, "c3"),
        post.answer(ALICE, "resign"),
    ),
    "a rematch": lambda post: (
        post.answer(ALICE, "d3"),
        post.answer(BOB, "c3"),
        post.answer(ALICE, "resign"),
        post.answer(BOB, "rematch"),
    ),
    "a tie after another question": lambda post: asked(post, "propose", "reject", "undo", "reject", "propose"),
    "a move back after another question": lambda post: asked(post, "propose", "reject", "undo"),
    "a tie after another, by who gets no answers": lambda post: (
        post.server.hear(BOB, "change replies bob bobpw123 off"),
        asked(post, "undo", "reject", "propose"),
    ),
    "a substitute after another": lambda post: in_yacht(post, "substitute", "anyone", "dave"),
    "a tie and a substitute at once": lambda post: (
        in_yacht(post, "substitute", "anyone", "no", "dave"),
        in_yacht(post, "move", "propose", "reject", "propose", begins=False),
    ),
    "a tie and a substitute at once, by who gets no answers": lambda post: (
        post.server.hear(BOB, "change replies bob bobpw123 off"),
        in_yacht(post, "substitute", "anyone", "dave"),
        in_yacht(post, "move", "propose", "reject", "propose", begins=False),
    ),
    "two open questions in a letter of the day": lambda post: two_questions_of_a_day(post),
    "a reminder of boards with open questions": lambda post: two_questions_of_a_day(post, is_reminder=True),
    "a seat that is free": lambda post: yacht_without_carol(post.server),
    "leaving": lambda post: post.answer(ALICE, "STOP"),
    "an address": lambda post: post.server.hear(ALICE, "add alice secret7 alice@work.example"),
    "a chat": lambda post: post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!"),
    "a message": lambda post: post.server.hear(ALICE, "message alice secret7 bob", comment="Hello!"),
    "an invitation": lambda post: post.server.hear(ALICE, "hex challenge alice friend@example.com"),
    "the double in backgammon": lambda post: doubled(post),
    "dead stones in Go": lambda post: counted(post),
}


def asked(post: Post, *words: str) -> Post:
    """alice asks bob one thing after the other."""
    for word in ("d3", *words):
        assert post.server.hear(ALICE, f"hex move 101 alice secret7 {word}").ok
    return post


def in_yacht(post: Post, command: str, *words: str, begins: bool = True) -> Post:
    """The same in a game of Yacht that carol has left."""
    if begins:
        yacht_without_carol(post.server)
    for word in words:
        assert post.server.hear(ALICE, f"yacht {command} 101 alice secret7 {word}").ok
    return post


def two_questions_of_a_day(post: Post, is_reminder: bool = False) -> None:
    """Boards of bob: one to move on, one with a tie to answer, one with a tie and a substitute; all in one letter."""
    server = post.server
    if not is_reminder:
        server.hear(BOB, "change letters bob bobpw123 daily")
    server.hear(ALICE, "othello challenge alice bob --unrated")
    server.hear(ALICE, "othello move 101 alice secret7 d3")
    asked(post, "undo", "reject", "propose")
    in_yacht(post, "substitute", "anyone", "dave")
    in_yacht(post, "move", "propose", "reject", "propose", begins=False)
    server.wait(days=7 if is_reminder else 1)
    Scheduler(server.database, server.office, installed()).make_round(server.now)


def doubled(post: Post) -> None:
    post.server.hear(ALICE, "backgammon challenge alice bob -cube")
    for _ in range(2):
        mover = next(who for who in (ALICE, BOB) if "It is your turn" in post.letter_to(who)["text"])
        moves = [each.body for each in offers_in(post.letter_to(mover)) if each.to != ADDRESS]
        post.answer(mover, "double" if "double" in post.letter_to(mover)["text"] else moves[0])


def counted(post: Post) -> None:
    post.server.hear(ALICE, "go challenge alice bob -size=9")
    for who, move in ((ALICE, "c3"), (BOB, "g7"), (ALICE, "pass"), (BOB, "pass"), (ALICE, "g7 is dead")):
        assert post.answer(who, move).startswith("done")


@pytest.mark.alike
@pytest.mark.parametrize("what", LETTERS)
def test_all_that_other_letters_offer_works(undone_database: Database, what: str) -> None:
    post = Post(Server(undone_database))
    before = len(post.server.outbox())

    LETTERS[what](post)

    letters = post.server.outbox()[before:]
    newest = {letter["recipients"][0]: letter for letter in letters}
    assert newest
    assert [refused for each in newest.values() for refused in Offers(post.server).refused(each)] == []
