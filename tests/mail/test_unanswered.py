"""Mail that must get no answer: what is carried out of it, what is not, and where its author reads that."""

from __future__ import annotations

import json
import re
from itertools import count
from typing import NamedTuple

import pytest

from pbmserv.commands.requests.credentials import Credential
from pbmserv.commands.run.unanswered import MOST_UNTOLD
from pbmserv.games.catalogue import installed
from pbmserv.post_office import Request
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import Outbox
from tests.conversation import ADDRESS, FOUR, Server
from tests.correspondents import Received
from tests.post import arrive, inbox, mails

ALICE, BOB = "alice@example.org", "bob@example.org"
ASKS_FOR_NONE = [
    "Precedence: list",
    "Precedence: bulk",
    "X-Auto-Response-Suppress: All",
    "X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply",
    "List-Id: <club.example.org>",
    "List-Unsubscribe: <mailto:x@example.org>",
    "X-Loop: club@example.org",
]
RUSSIAN = "Здравствуйте!\n\nЯ нахожусь в отпуске до 3 декабря и не читаю почту.\n\nАнна"


class Post(NamedTuple):
    """A server on which alice and bob play Hex, alice to move, and what they write to it."""

    server: Server
    numbers: count[int] = count(1)

    def write(self, sender: str, to: str, subject: str, body: str, *head: str, envelope: str | None = None) -> str:
        """Have a mail come in; gives what the operator is told of it."""
        lines = [
            f"From: {sender}",
            f"To: {to}",
            f"Subject: {subject}",
            f"Message-ID: <{next(self.numbers)}@example.org>",
            "Content-Type: text/plain; charset=utf-8",
            *head,
        ]
        raw = "\r\n".join([*lines, "", body.replace("\n", "\r\n"), ""]).encode()
        arrive(self.server, raw, sender=sender if envelope is None else envelope, to=(to,))
        return f"{inbox(self.server)[-1].status}: {inbox(self.server)[-1].outcome}"

    def letters(self) -> list[Received]:
        """What was written since this was last asked."""
        return [Received(raw) for raw in mails(self.server)]

    def board_letter(self) -> Received:
        """The letter that tells alice of her turn."""
        return [letter for letter in self.letters() if letter.to == ALICE][-1]

    def chat_letter(self) -> Received:
        """A letter with words of bob's to alice."""
        self.letters()
        self.server.hear(BOB, "hex chat 101 bob bobpw123", "Hello!")
        return next(letter for letter in self.letters() if letter.to == ALICE)

    def next_letter(self) -> str:
        """The text of the next letter to alice, which bob's move causes."""
        self.letters()
        self.server.hear(ALICE, "hex move 101 alice secret7 a1")
        return next(letter.text for letter in self.letters() if letter.to == ALICE)


@pytest.fixture
def post(undone_database: Database) -> Post:
    post = Post(Server(undone_database))
    post.server.sign_up("alice", "bob")
    post.server.hear(ALICE, "hex challenge alice bob -size=5")
    return post


class TestWhatIsDone:
    @pytest.mark.parametrize("field", ASKS_FOR_NONE)
    def test_a_move_in_answer_to_a_board(self, post: Post, field: str) -> None:
        letter = post.board_letter()

        outcome = post.write(ALICE, letter.reply_to, f"Re: {letter.subject}", "d3\nWell played.", field)

        assert outcome == "done: done: hex move 101 alice ****** d3"
        letters = post.letters()
        assert {each.to for each in letters} == {ALICE, BOB}
        assert all("alice writes:\n\nWell played.\n" in each.text for each in letters if each.to == BOB)

    @pytest.mark.parametrize("field", ASKS_FOR_NONE)
    def test_a_command_with_a_password_and_its_answer(self, post: Post, field: str) -> None:
        post.letters()

        assert post.write(ALICE, ADDRESS, "hex chat 101 alice secret7", "Hello.", field).startswith("done: done")
        assert {each.to for each in post.letters()} >= {BOB}
        assert post.write(ALICE, ADDRESS, "hex showas alice secret7 101", "", field).startswith("done: done")
        assert [each.to for each in post.letters()] == [ALICE]

    def test_one_that_is_refused_is_answered_too(self, post: Post) -> None:
        post.letters()

        outcome = post.write(ALICE, ADDRESS, "hex move 101 alice secret7 z9", "", ASKS_FOR_NONE[0])

        assert outcome == "done: refused: hex move 101 alice ****** z9"
        [letter] = post.letters()
        assert "The cell z9 is not on the board" in letter.text

    def test_several_commands_one_of_which_has_a_password(self, post: Post) -> None:
        post.letters()

        post.write(ALICE, ADDRESS, "multiple", "hex showas alice secret7 101\nhelp hex", ASKS_FOR_NONE[0])

        assert [each.subject for each in post.letters()] == ["Answers to 2 commands"]

    def test_a_sign_up(self, post: Post) -> None:
        post.letters()

        assert post.write("carol@c.example", ADDRESS, "signup carol secret99", "", ASKS_FOR_NONE[2]).startswith(
            "done"
        )
        assert [each.to for each in post.letters()] == ["carol@c.example"]

    def test_a_yes_in_answer_to_a_question(self, post: Post) -> None:
        post.server.hear(ALICE, "add alice secret7 alice@work.example")
        question = next(each for each in post.letters() if each.to == "alice@work.example")

        outcome = post.write(
            "alice@work.example", question.reply_to, f"Re: {question.subject}", "yes", ASKS_FOR_NONE[2]
        )

        assert outcome.startswith("done: done: confirm")

    def test_words_of_absence_behind_the_word_chat(self, post: Post) -> None:
        letter = post.board_letter()

        outcome = post.write(ALICE, letter.reply_to, f"Re: {letter.subject}", "chat Sorry, I am away until Monday.")

        assert outcome == "done: done: hex chat 101 alice ******"

    def test_a_move_before_words_of_absence(self, post: Post) -> None:
        letter = post.board_letter()

        outcome = post.write(ALICE, letter.reply_to, f"Re: {letter.subject}", "d3\nI am on vacation until Monday.")

        assert outcome == "done: done: hex move 101 alice ****** d3"
        assert "alice writes:\n\nI am on vacation until Monday.\n" in post.letters()[-1].text

    def test_words_with_a_password_though_they_tell_of_an_absence(self, post: Post) -> None:
        assert post.write(ALICE, ADDRESS, "hex chat 101 alice secret7", RUSSIAN).startswith("done: done")
        assert any(RUSSIAN in each.text for each in post.letters() if each.to == BOB)

    def test_words_in_an_answer_that_quotes_the_letter(self, post: Post) -> None:
        letter = post.chat_letter()
        quoted = "\n".join(f"> {line}" for line in letter.text.splitlines())

        outcome = post.write(ALICE, letter.reply_to, f"Re: {letter.subject}", f"I am away until Monday.\n\n{quoted}")

        assert outcome.startswith("done: done: hex chat")
        assert any("I am away until Monday." in each.text for each in post.letters() if each.to == BOB)


class TestWhatIsNot:
    @pytest.mark.parametrize("field", ASKS_FOR_NONE)
    def test_words_in_answer_to_words(self, post: Post, field: str) -> None:
        letter = post.chat_letter()

        outcome = post.write(ALICE, letter.reply_to, f"Re: {letter.subject}", "Same to you.", field)

        assert outcome == "done: refused: hex chat 101 alice ******"
        assert post.letters() == []
        told = " ".join(post.next_letter().split())
        assert "and it got no answer, since it asks for no answer (" in told
        assert "What you wrote was not passed on." in told
        assert "write it below this Subject: hex chat 101 alice PASSWORD" in told

    def test_words_in_answer_to_a_message(self, post: Post) -> None:
        post.letters()
        post.server.hear(BOB, "message bob bobpw123 alice", "Hello!")
        letter = next(each for each in post.letters() if each.to == ALICE)

        outcome = post.write(ALICE, letter.reply_to, f"Re: {letter.subject}", "Hello too.", ASKS_FOR_NONE[2])

        assert outcome == "done: refused: message alice ****** bob"
        assert post.letters() == []
        assert "write it below this Subject: message alice PASSWORD bob" in " ".join(post.next_letter().split())

    def test_that_way_works(self, post: Post) -> None:
        outcome = post.write(ALICE, ADDRESS, "hex chat 101 alice secret7", "Same to you.", ASKS_FOR_NONE[0])

        assert outcome.startswith("done: done")

    @pytest.mark.parametrize(
        ("subject", "body"),
        [
            (None, RUSSIAN),
            ("Автоответ: {}", "Меня нет на месте."),
            ("Automatic reply: {}", "Thank you for your mail."),
            ("Abwesenheitsnotiz", "Ich melde mich."),
            ("Réponse automatique : {}", "Merci."),
            (None, "Ich bin bis 3. Dezember im Urlaub."),
            (None, "Jestem na urlopie do 3 grudnia."),
            (None, "Estoy de vacaciones hasta el 3 de diciembre."),
        ],
    )
    @pytest.mark.alike
    def test_an_absence_note_without_any_header(self, post: Post, subject: str | None, body: str) -> None:
        letter = post.chat_letter()

        outcome = post.write(ALICE, letter.reply_to, (subject or "Re: {}").format(letter.subject), body)

        assert outcome.startswith("done: refused")
        assert post.letters() == []
        assert "got no answer, since it looks like an absence note." in " ".join(post.next_letter().split())

    def test_two_absent_players_do_not_write_to_each_other(self, post: Post) -> None:
        letter = post.chat_letter()
        written = 0
        waiting = [letter]
        while waiting and written < 20:
            each = waiting.pop()
            written += 1
            post.write(each.to, each.reply_to, f"Re: {each.subject}", "I am out of the office until Monday.")
            waiting += post.letters()

        assert written == 1

    @pytest.mark.parametrize("line", ["z9", "Thank you!", "", "yes", "show", "chat Hello"])
    def test_what_is_no_move_on_a_board(self, post: Post, line: str) -> None:
        letter = post.board_letter()
        before = post.server.everything_stored()["moves"]

        outcome = post.write(ALICE, letter.reply_to, f"Re: {letter.subject}", line, ASKS_FOR_NONE[0])

        assert outcome.startswith("done: refused")
        assert post.letters() == []
        assert post.server.everything_stored()["moves"] == before
        assert "Your mail of 2024-03-01 12:00 UTC was not carried out" in " ".join(post.next_letter().split())

    def test_a_command_without_a_password(self, post: Post) -> None:
        post.letters()

        for subject in ("help", "hex challenge alice bob", "list", "hex show 101"):
            assert post.write(ALICE, ADDRESS, subject, "", ASKS_FOR_NONE[0]).startswith("done: refused")
        assert post.letters() == []

    def test_a_wrong_password_which_is_counted(self, post: Post) -> None:
        post.letters()

        for _ in range(10):
            post.write(ALICE, ADDRESS, "hex showas alice wrong-one 101", "", ASKS_FOR_NONE[0])
        assert post.write(ALICE, ADDRESS, "hex showas alice secret7 101", "").startswith("done: refused")
        assert [each.subject for each in post.letters()] == ["Hex Board 101"]

    def test_strangers_are_not_written_to_and_nothing_is_kept(self, post: Post) -> None:
        post.letters()
        before = post.server.everything_stored()

        post.write("mallory@evil.example", ADDRESS, "help", "", ASKS_FOR_NONE[0])

        assert post.letters() == []
        assert post.server.everything_stored() == before

    def test_nothing_is_told_of_what_anybody_may_have_written(self, post: Post) -> None:
        post.write(ALICE, ADDRESS, "help", "", ASKS_FOR_NONE[0], envelope="mallory@evil.example")

        assert "Your mail of" not in post.next_letter()


class TestWhatIsTold:
    def test_once_and_without_the_password(self, post: Post) -> None:
        letter = post.board_letter()
        post.write(ALICE, letter.reply_to, f"Re: {letter.subject}", "z9", ASKS_FOR_NONE[0])

        told = post.next_letter()

        assert re.search(r"^\*{60}\nYour mail of 2024-03-01 12:00 UTC was not carried out", told, re.MULTILINE)
        assert "since it asks for no answer (Precedence: list)." in " ".join(told.split())
        assert "\n\n    hex move 101 alice ****** z9\n\nThe cell z9 is not on the board" in told
        token = letter.reply_to.partition("+r-")[2].partition("@")[0]
        assert token not in told.lower()
        post.server.hear(BOB, "hex move 101 bob bobpw123 b2")
        assert "Your mail of" not in next(each.text for each in post.letters() if each.to == ALICE)

    def test_in_html_as_well(self, post: Post) -> None:
        letter = post.board_letter()
        post.write(ALICE, letter.reply_to, f"Re: {letter.subject}", "z9", ASKS_FOR_NONE[0])
        post.letters()

        post.server.hear(ALICE, "hex move 101 alice secret7 a1")

        html = next(each.html for each in post.letters() if each.to == ALICE)
        assert "was not carried out, and it got no answer" in " ".join(html.split())

    def test_only_to_its_author(self, post: Post) -> None:
        letter = post.board_letter()
        post.write(ALICE, letter.reply_to, f"Re: {letter.subject}", "z9", ASKS_FOR_NONE[0])

        post.server.hear(ALICE, "hex move 101 alice secret7 a1")

        assert all("Your mail of" not in each.text for each in post.letters() if each.to == BOB)

    def test_the_newest_of_many(self, post: Post) -> None:
        letter = post.board_letter()
        for number in range(MOST_UNTOLD + 1):
            post.write(ALICE, letter.reply_to, f"Re: {letter.subject}", f"z{number + 1}", ASKS_FOR_NONE[0])

        told = post.next_letter()

        assert told.count("Your mail of") == MOST_UNTOLD
        assert "****** z1\n" not in told
        assert "****** z4\n" in told

    def test_not_below_what_another_player_says(self, post: Post) -> None:
        letter = post.board_letter()
        post.write(ALICE, letter.reply_to, f"Re: {letter.subject}", "z9", ASKS_FOR_NONE[0])

        assert "Your mail of" not in post.chat_letter().text
        assert "Your mail of" in post.next_letter()


def test_letters_of_ours_ask_for_no_answer_in_the_way_of_microsoft(post: Post) -> None:
    letters = post.letters()

    assert letters
    assert {str(each.message["X-Auto-Response-Suppress"]) for each in letters} == {"All"}


class TestWhereItIsTold:
    def not_done(self, post: Post) -> None:
        """Alice, who is to move, writes what is no move in a mail that gets no answer."""
        letter = post.board_letter()
        assert post.write(ALICE, letter.reply_to, "Re: x", "z9", ASKS_FOR_NONE[0]).startswith("done: refused")
        post.letters()

    def test_a_letter_in_json_stays_json_and_tells_it(self, post: Post) -> None:
        post.server.hear(ALICE, "change format alice secret7 json")
        letter = post.chat_letter()
        assert post.write(ALICE, letter.reply_to, "Re: x", "z9", ASKS_FOR_NONE[0]).startswith("done: refused")
        post.letters()

        post.server.hear(ALICE, "hex move 101 alice secret7 a1")

        [letter] = [each for each in post.letters() if each.to == ALICE]
        [document] = [part for part in letter.message.walk() if part.get_content_type() == "application/json"]
        told = json.loads(document.get_content())["text"]
        assert "Your mail of 2024-03-01 12:00 UTC was not carried out" in " ".join(told.split())

    def test_it_stays_for_the_next_letter_if_the_transaction_of_this_one_fails(
        self, post: Post, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.not_done(post)

        with monkeypatch.context() as failing:
            failing.setattr(Outbox, "add", _breaks)
            with pytest.raises(RuntimeError):
                post.server.office.handle(Request(Credential(ALICE), ("hex move 101 alice secret7 a1",)))

        assert post.letters() == []
        assert "Your mail of 2024-03-01 12:00 UTC was not carried out" in " ".join(post.next_letter().split())

    def test_the_letter_of_a_season_that_begins_tells_it(self, post: Post) -> None:
        post.server.sign_up("carol")
        post.server.hear(ALICE, "tournament create alice secret7 hex spring-cup --players=3 -size=5")
        post.server.hear(BOB, "tournament join bob bobpw123 spring-cup")
        letter = post.chat_letter()
        assert post.write(ALICE, letter.reply_to, "Re: x", "Same to you.", ASKS_FOR_NONE[0]).startswith("done: ref")
        post.server.hear("carol@example.org", f"tournament join carol {FOUR['carol']} spring-cup")
        assert all("Your mail of" not in each.text for each in post.letters())

        Scheduler(post.server.database, post.server.office, installed()).make_round(post.server.now)

        [begun] = [each for each in post.letters() if each.to == ALICE]
        assert "season 1 of spring-cup has begun" in begun.text
        assert begun.text.count("Your mail of 2024-03-01 12:00 UTC was not carried out") == 1
        assert "hex chat 101 alice PASSWORD" in begun.text

    def test_a_reminder_tells_it(self, post: Post) -> None:
        self.not_done(post)
        post.server.wait(days=7)

        Scheduler(post.server.database, post.server.office, installed()).make_round(post.server.now)

        [reminder] = [each for each in post.letters() if each.to == ALICE]
        assert "Your mail of 2024-03-01 12:00 UTC was not carried out" in " ".join(reminder.text.split())

    def test_the_letter_of_a_board_with_a_bot_tells_it(self, post: Post) -> None:
        self.not_done(post)

        post.server.hear(ALICE, "hex challenge alice bot-easy -size=5")

        assert "Your mail of" in next(each.text for each in post.letters() if each.to == ALICE)


def _breaks(*_: object) -> None:
    raise RuntimeError("no more letters are stored")
