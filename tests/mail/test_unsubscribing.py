"""List-Unsubscribe: letters that nobody needs to have end with one letter that a mail program writes by itself."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlalchemy import select

from pbmserv.mail.sending.compose import compose
from pbmserv.mail.worker import Worker
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.outbox import ClaimedLetter
from pbmserv.storage.tables import INBOX
from pbmserv.storage.tokens import OWN_LETTERS, shared_key
from tests.conversation import ADDRESS, Server

ALICE = "alice@example.org"
BOB = "bob@example.org"
CAROL = "carol@example.org"


class Post:
    """A server on which alice and bob play Hex; carol watches, as a test says."""

    def __init__(self, database: Database) -> None:
        self.server = Server(database)
        self.server.sign_up("alice", "bob", "carol")
        self.server.hear(ALICE, "hex challenge alice bob -size=5")
        self.worker = Worker(database, self.server.office, now=lambda: self.server.now)

    def header_to(self, address: str) -> str | None:
        """What the last letter to somebody says in its List-Unsubscribe."""
        letters = [each for each in self.server.outbox() if each["recipients"] == [address]]
        found: str | None = letters[-1]["headers"].get("List-Unsubscribe")
        return found

    def chat(self) -> None:
        self.server.hear(ALICE, "hex chat 101 alice secret7", "Hello, all!")

    def readers(self) -> set[str]:
        """Who gets what alice says on the board."""
        return self.server.hear(ALICE, "hex chat 101 alice secret7", "Anybody there?").readers

    def unsubscribe(self, header: str | None, sender: str = CAROL, envelope: str | None = None, **more: str) -> str:
        """Do what a mail program does with such a header; gives what the operator is told."""
        assert header
        uri = urlsplit(header.strip("<>"))
        [subject] = parse_qs(uri.query)["subject"]
        fields = {"From": sender, "To": uri.path, "Subject": subject, **more}
        raw = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items()) + "\r\n"
        received = ReceivedMessage(
            "smtp", sender if envelope is None else envelope, (uri.path,), raw.encode(), self.server.now
        )
        with self.server.database.writing() as connection:
            Inbox(connection).add([received])
        self.worker.run_once()
        with self.server.database.reading() as connection:
            return str(connection.scalars(select(INBOX.c.outcome).order_by(INBOX.c.id)).all()[-1])


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(undone_database)


class TestTheHeader:
    def test_is_a_mail_address_of_its_own_with_a_subject(self, post: Post) -> None:
        post.server.hear(CAROL, "hex subscribe 101 carol secret9")
        post.chat()

        header = post.header_to(CAROL)

        assert header
        assert re.fullmatch(r"<mailto:games\+u-[a-z2-7]{26}@example\.net\?subject=unsubscribe>", header)

    def test_is_not_in_letters_to_who_plays(self, post: Post) -> None:
        post.server.hear(CAROL, "hex subscribe 101 carol secret9")
        post.server.hear(BOB, "hex subscribe 101 bob bobpw123")
        post.server.hear(ALICE, "hex move 101 alice secret7 d3")

        assert post.header_to(CAROL)
        assert post.header_to(ALICE) is None
        assert post.header_to(BOB) is None

    def test_is_in_no_answer_to_a_command(self, post: Post) -> None:
        post.server.hear(CAROL, "hex subscribe 101 carol secret9")

        assert post.header_to(CAROL) is None

    def test_is_in_the_last_letters_of_a_board_that_goes(self, post: Post) -> None:
        post.server.hear(CAROL, "hex subscribe 101 carol secret9")
        post.server.hear(BOB, "hex resign 101 bob bobpw123")

        assert post.header_to(CAROL)
        assert post.header_to(ALICE) is None

    def test_promises_no_click_without_pages(self, post: Post) -> None:
        post.server.hear(CAROL, "hex subscribe 101 carol secret9")
        post.chat()

        assert not any("List-Unsubscribe-Post" in letter["headers"] for letter in post.server.outbox())

    def test_is_on_one_line_in_the_message(self, post: Post) -> None:
        post.server.hear(CAROL, "hex subscribe 101 carol secret9")
        post.chat()
        letter = [each for each in post.server.outbox() if each["recipients"] == [CAROL]][-1]
        names = ClaimedLetter.__dataclass_fields__
        due = ClaimedLetter(**{name: value for name, value in letter.items() if name in names} | {"attachments": ()})

        raw = compose(due, ADDRESS, b"a key", eight_bit=True)

        assert f"\r\nList-Unsubscribe: {post.header_to(CAROL)}\r\n".encode() in raw


class TestALetterThatUnsubscribes:
    def test_ends_the_letters_of_a_board_and_tells_the_player_so(self, post: Post) -> None:
        post.server.hear(CAROL, "hex subscribe 101 carol secret9")
        post.chat()

        outcome = post.unsubscribe(post.header_to(CAROL))

        assert outcome == "unsubscribe: carol, hex 101"
        answer = post.server.outbox()[-1]
        assert (answer["recipients"], answer["subject"]) == ([CAROL], "Your subscriptions")
        assert "carol, you are not sent letters of Hex board 101 any more." in answer["text"]
        assert "    hex subscribe 101\n" in answer["text"]
        assert post.readers() == {ALICE, BOB}

    def test_does_the_same_when_it_comes_again_and_says_nothing(self, post: Post) -> None:
        post.server.hear(CAROL, "hex subscribe 101 carol secret9")
        post.chat()
        header = post.header_to(CAROL)
        post.unsubscribe(header)
        letters = len(post.server.outbox())

        outcome = post.unsubscribe(header)

        assert outcome == "unsubscribe: carol, hex 101, again"
        assert len(post.server.outbox()) == letters

    def test_ends_those_of_all_boards_where_these_were_the_reason(self, post: Post) -> None:
        post.server.hear(CAROL, "hex subscribe carol secret9 all")
        post.chat()

        outcome = post.unsubscribe(post.header_to(CAROL))

        assert outcome == "unsubscribe: carol, hex 101, all boards"
        assert "    hex subscribe all\n" in post.server.outbox()[-1]["text"]
        assert post.readers() == {ALICE, BOB}

    def test_leaves_other_boards_alone(self, post: Post) -> None:
        post.server.hear(ALICE, "hex challenge alice bob -size=5")
        post.server.hear(CAROL, "hex subscribe carol secret9 101 102")
        post.chat()

        post.unsubscribe(post.header_to(CAROL))

        assert CAROL in post.server.hear(ALICE, "hex chat 102 alice secret7", "Hello!").readers

    @pytest.mark.parametrize("boards", ["", " 101"])
    def test_ends_news_of_the_end_of_games(self, post: Post, boards: str) -> None:
        post.server.hear(ALICE, "hex challenge alice bob -size=5")
        for number in (101, 102):
            post.server.hear(ALICE, f"hex move {number} alice secret7 d3")
            post.server.hear(BOB, f"hex move {number} bob bobpw123 b2")
        post.server.hear(CAROL, f"hex notify carol secret9{boards}")
        post.server.hear(ALICE, "hex resign 101 alice secret7")

        outcome = post.unsubscribe(post.header_to(CAROL))

        assert outcome == "unsubscribe: carol, end of hex 101" + ("" if boards else ", all boards")
        assert CAROL not in post.server.hear(ALICE, "hex resign 102 alice secret7").readers

    def test_switches_broadcasts_off(self, post: Post) -> None:
        post.server.season("alice", "bob")
        post.server.hear(ALICE, "broadcast alice secret7", "A tournament!")

        outcome = post.unsubscribe(post.header_to(CAROL))

        assert outcome == "unsubscribe: carol, broadcasts"
        assert post.server.outbox()[-1]["subject"] == "Your settings"
        assert post.server.hear(BOB, "broadcast bob bobpw123", "Another one!").readers == {ALICE, BOB}

    def test_needs_neither_password_nor_the_right_sender(self, post: Post) -> None:
        post.server.hear(CAROL, "hex subscribe 101 carol secret9")
        post.chat()

        post.unsubscribe(post.header_to(CAROL), sender="carol@phone.example")

        assert post.readers() == {ALICE, BOB}
        assert "carol@phone.example" not in {each for letter in post.server.outbox() for each in letter["recipients"]}

    @pytest.mark.parametrize("subject", ["", "unsubscribe", "Re: whatever"])
    def test_may_have_any_subject_and_none(self, post: Post, subject: str) -> None:
        post.server.hear(CAROL, "hex subscribe 101 carol secret9")
        post.chat()

        post.unsubscribe(post.header_to(CAROL), Subject=subject)

        assert post.readers() == {ALICE, BOB}

    def test_of_a_machine_is_obeyed_and_not_answered(self, post: Post) -> None:
        post.server.hear(CAROL, "hex subscribe 101 carol secret9")
        post.chat()
        letters = len(post.server.outbox())

        post.unsubscribe(post.header_to(CAROL), Auto_Submitted="auto-generated", envelope="<>")

        assert len(post.server.outbox()) == letters
        assert post.readers() == {ALICE, BOB}

    def test_with_a_token_of_nobody_is_not_obeyed(self, post: Post) -> None:
        before = post.server.everything_stored()

        outcome = post.unsubscribe(f"<mailto:games+u-{'a' * 26}@example.net?subject=unsubscribe>")

        assert outcome == "unsubscribe: a token that is not good"
        assert {**post.server.everything_stored(), "secrets": ()} == {**before, "secrets": ()}

    def test_that_is_our_own_is_not_obeyed(self, post: Post) -> None:
        post.server.hear(CAROL, "hex subscribe 101 carol secret9")
        post.chat()
        header = post.header_to(CAROL)
        with post.server.database.writing() as connection:
            key = shared_key(connection, OWN_LETTERS)
        due = ClaimedLetter("<1@example.net>", (CAROL,), "x", "x\n", id=1, created_at=post.server.now, attempts=1)
        raw = compose(due, ADDRESS, key, eight_bit=True).decode()
        mark = next(line for line in raw.split("\r\n") if line.startswith("X-Pbmserv-Letter: ")).partition(": ")[2]

        post.unsubscribe(header, **{"Message-ID": "<1@example.net>", "X-Pbmserv-Letter": mark})

        assert post.readers() == {ALICE, BOB, CAROL}
