"""Playing by just answering a letter: from the letter that went out to the worker that reads the answer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
import structlog.testing
from sqlalchemy import select

from pbmserv.games.catalogue import installed
from pbmserv.mail.worker import Worker
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.players import Players
from pbmserv.storage.tables import INBOX, REPLY_TOKENS
from tests.conversation import ADDRESS, Server, headline_of

pytestmark = pytest.mark.alike

ALICE = "alice@example.org"
BOB = "bob@example.org"
TOKEN_ADDRESS = re.compile(r"games\+r-([a-z2-7]{26,40})@example\.net")


class Post:
    """A server that alice and bob play Hex on, of five by five, and what they answer to its letters."""

    def __init__(self, server: Server, has_begun: bool = False) -> None:
        self.server = server
        if not has_begun:
            self.server.once("hex", self._begin)
        self.worker = Worker(server.database, server.office, now=lambda: server.now)
        self.mails = 0

    def _begin(self) -> None:
        self.server.sign_up("alice", "bob", "carol")
        self.server.hear(ALICE, "hex challenge alice bob -size=5")

    def letter_to(self, address: str) -> Mapping[str, Any]:
        return [letter for letter in self.server.outbox() if letter["recipients"] == [address]][-1]

    def reply_to(self, address: str) -> str:
        """Where the last letter to somebody asks to be answered."""
        return str(self.letter_to(address)["headers"].get("Reply-To", ADDRESS))

    def answer(
        self,
        sender: str,
        body: str,
        to: str | None = None,
        subject: str | None = None,
        envelope_sender: str | None = None,
        recipients: tuple[str, ...] | None = None,
    ) -> str:
        """Answer the last letter; gives what the operator is told of it."""
        if to is None or subject is None:
            last = self.letter_to(sender)
            to = to or str(last["headers"].get("Reply-To", ADDRESS))
            subject = f"Re: {last['subject']}" if subject is None else subject
        self.mails += 1
        message = (
            f"From: {sender}\r\nTo: {to}\r\nSubject: {subject}\r\nMessage-ID: <{self.mails}@example.org>\r\n\r\n"
            + body.replace("\n", "\r\n")
        )
        received = ReceivedMessage(
            "smtp",
            sender if envelope_sender is None else envelope_sender,
            (to,) if recipients is None else recipients,
            message.encode(),
            self.server.now,
        )
        with self.server.database.writing() as connection:
            Inbox(connection).add([received])
        self.worker.run_once()
        with self.server.database.reading() as connection:
            return str(connection.scalars(select(INBOX.c.outcome).order_by(INBOX.c.id)).all()[-1])


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


class TestAnAnswer:
    def test_its_first_line_is_the_move_and_the_rest_goes_to_the_others(self, post: Post) -> None:
        outcome = post.answer(ALICE, "d3\nTake that, Bob!\n")

        assert outcome == "done: hex move 101 alice ****** d3"
        assert post.letter_to(BOB)["subject"] == "Hex Board 101"
        assert "alice writes:\n\nTake that, Bob!\n" in post.letter_to(BOB)["text"]

    @pytest.mark.parametrize("line", ["move d3", "d3.", "Move  D3.", "board d3"])
    def test_it_may_be_written_as_people_write(self, post: Post, line: str) -> None:
        assert post.answer(ALICE, line) in {f"done: hex move 101 alice ****** {word}" for word in ("d3", "D3")}

    def test_the_letter_that_is_answered_may_stand_below(self, post: Post) -> None:
        quoted = "\n".join(f"> {line}" for line in post.letter_to(ALICE)["text"].splitlines())

        outcome = post.answer(ALICE, f"d3\n\nOn Friday, {ADDRESS} wrote:\n{quoted}\n")

        assert outcome == "done: hex move 101 alice ****** d3"
        assert post.letter_to(BOB)["subject"] == "Hex Board 101"

    def test_an_old_letter_is_not_taken_for_the_new_one(self, post: Post) -> None:
        first = post.reply_to(ALICE)
        post.answer(ALICE, "d3")
        post.answer(BOB, "c3")

        assert post.reply_to(ALICE) != first
        assert post.answer(ALICE, "b2", to=first) == "refused: hex move 101 alice ****** b2"
        refusal = post.letter_to(ALICE)
        assert "You have answered an older letter" in refusal["text"]
        assert "It is your turn, alice: move 3." in refusal["text"]
        assert post.answer(ALICE, "b2") == "done: hex move 101 alice ****** b2"

    def test_an_old_letter_does_not_ask_for_an_answer_of_who_has_to_wait(self, post: Post) -> None:
        first = post.reply_to(BOB)
        post.answer(ALICE, "d3")
        post.answer(BOB, "c3")

        post.answer(BOB, "b2", to=first)

        words = " ".join(post.letter_to(BOB)["text"].split())
        assert "Here is the board as it stands now, and it is not your turn." in words

    @pytest.mark.parametrize("who", [ALICE, BOB])
    @pytest.mark.parametrize("line", ["What a pretty game!", "Thanks, but no thanks!", "Moment bitte, ich denke"])
    def test_who_only_wants_to_say_something_is_asked_whether_it_shall_go(
        self, post: Post, who: str, line: str
    ) -> None:
        outcome = post.answer(who, line)

        assert outcome.startswith("refused: ")
        words = " ".join(post.letter_to(who)["text"].split())
        assert f"Shall your words go to {'bob' if who == ALICE else 'alice'}?" in words
        assert f"These are the words: {line}" in words

    @pytest.mark.parametrize("line", ["z99", "undo", "swap d3", "pass"])
    def test_a_move_that_cannot_be_made_is_not_taken_for_talk(self, post: Post, line: str) -> None:
        post.answer(BOB, line)

        assert "Shall your words go" not in " ".join(post.letter_to(BOB)["text"].split())

    @pytest.mark.parametrize("word", ["resign", "propose", "undo", "swap", "Resign"])
    def test_words_that_are_moves_in_every_game_are_understood(self, post: Post, word: str) -> None:
        post.answer(ALICE, "d3")
        if word == "undo":
            post.answer(BOB, "c3")
            post.answer(ALICE, "b2")

        assert post.answer(BOB, word) == f"done: hex move 101 bob ****** {word}"

    @pytest.mark.parametrize(("word", "told"), [("accept", "Game was a tie."), ("reject", "bob does not agree")])
    def test_a_proposal_is_answered_so(self, post: Post, word: str, told: str) -> None:
        post.answer(ALICE, "propose")

        assert "with accept or reject in the\nfirst line" in post.letter_to(BOB)["text"]
        assert post.answer(BOB, word) == f"done: hex move 101 bob ****** {word}"
        assert told in post.letter_to(ALICE)["text"]

    def test_it_can_name_the_number_that_the_move_is_meant_to_have(self, post: Post) -> None:
        assert post.answer(ALICE, "d3#2").startswith("refused")
        assert post.answer(ALICE, "d3#1").startswith("done")

    def test_a_link_in_the_letter_writes_one(self, post: Post) -> None:
        token = token_of(post.reply_to(ALICE))

        page = post.letter_to(ALICE)["page"]
        assert page["begun"] == f"mailto:games%2Br-{token}@example.net?subject=Hex%20Board%20101&body="
        assert "d3" in page["moves"]
        assert page["ending"] == "#1"
        assert post.answer(ALICE, "d3#1", subject="Hex Board 101").startswith("done")

    def test_the_token_is_found_in_the_header_where_the_envelope_has_been_rewritten(self, post: Post) -> None:
        assert post.answer(ALICE, "d3", recipients=(ADDRESS,)).startswith("done")

    def test_and_in_the_envelope_where_the_header_names_somebody_else(self, post: Post) -> None:
        to = post.reply_to(ALICE)

        assert post.answer(ALICE, "d3", to="friends: ;", recipients=(to.upper(),)).startswith("done")

    def test_a_reminder_can_be_answered_too(self, post: Post) -> None:
        post.server.wait(days=8)
        Scheduler(post.server.database, post.server.office, installed()).make_round(post.server.now)

        assert headline_of(post.letter_to(ALICE)) == "Reminder: Hex Board 101"
        assert post.answer(ALICE, "d3") == "done: hex move 101 alice ****** d3"


class TestWholeCommands:
    def test_one_over_the_subject_is_carried_out_as_ever(self, post: Post) -> None:
        outcome = post.answer(ALICE, "Good luck!", subject="Re: hex move 101 alice secret7 d3")

        assert outcome == "done: hex move 101 alice ****** d3"
        assert "Good luck!" in post.letter_to(BOB)["text"]

    def test_one_in_the_first_line_is_too(self, post: Post) -> None:
        outcome = post.answer(ALICE, "hex move 101 alice secret7 d3\nGood luck!")

        assert outcome == "done: hex move 101 alice ****** d3"
        assert "alice writes:\n\nGood luck!\n" in post.letter_to(BOB)["text"]

    def test_one_with_a_wrong_password_is_not_made_good_by_the_token(self, post: Post) -> None:
        assert post.answer(ALICE, "d3", subject="hex move 101 alice wrong-one d3").startswith("refused")

    @pytest.mark.parametrize("tags", ["", "[EXT] ", "AW: "])
    @pytest.mark.long
    def test_no_subject_of_ours_is_taken_for_one(self, post: Post, tags: str) -> None:
        for subject in (
            "Hex Board 101",
            "New Hex Board 101 alice **",
            "Hex Board 101 alice",
            "Hex Board 101 alice **",
            "Hex Board 101 Error",
            "Nag: Hex Board 101 alice",
        ):
            outcome = post.answer(ALICE, "zz", subject=f"Re: {tags}{subject}")
            assert outcome == "refused: hex move 101 alice ****** ******"


class TestRefusals:
    def test_a_move_that_is_not_legal_is_answered_with_the_board_to_be_answered_again(self, post: Post) -> None:
        assert post.answer(ALICE, "z9") == "refused: hex move 101 alice ****** z9"

        refusal = post.letter_to(ALICE)
        assert headline_of(refusal) == "Not done: Hex Board 101"
        assert "just answer this letter with your move" in refusal["text"]
        assert post.answer(ALICE, "d3") == "done: hex move 101 alice ****** d3"

    def test_a_letter_without_words(self, post: Post) -> None:
        assert post.answer(ALICE, "\n").startswith("refused")
        assert "Your answer has no words in it" in post.letter_to(ALICE)["text"]

    def test_a_letter_whose_words_are_encrypted(self, post: Post) -> None:
        to = post.reply_to(ALICE)

        outcome = post.answer(ALICE, "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n")

        assert outcome.startswith("refused")
        words = " ".join(post.letter_to(ALICE)["text"].split())
        assert "Your letter is encrypted, and this server cannot read it." in words
        assert post.answer(ALICE, "d3", to=to) == "done: hex move 101 alice ****** d3"

    def test_from_another_player(self, post: Post) -> None:
        outcome = post.answer(BOB, "d3", to=post.reply_to(ALICE))

        assert outcome == "refused: d3"
        assert "Only the player who got a letter can answer it" in post.letter_to(BOB)["text"]
        assert "Players: " not in post.letter_to(BOB)["text"]

    def test_from_a_stranger(self, post: Post) -> None:
        to, subject = post.reply_to(ALICE), "Re: Hex Board 101 alice"

        post.answer("mallory@example.org", "d3", to=to, subject=subject)

        assert "Only the player who got a letter" in post.letter_to("mallory@example.org")["text"]

    @pytest.mark.parametrize(
        "envelope_sender",
        [
            "SRS0=5cDK=TQ=example.org=alice@fwd.example",
            "SRS1=HHH=fwd.example==5cDK=TQ=example.org=alice@other.example",
            "alice.smith@mail-provider.example",
            "bounces+12-34=alice=example.org@sender.example",
        ],
    )
    def test_the_envelope_may_be_a_forwarders(self, post: Post, envelope_sender: str) -> None:
        assert post.answer(ALICE, "d3\nWell.", envelope_sender=envelope_sender).startswith("done: hex move 101 alice")
        assert "alice writes:\n\nWell.\n" in post.letter_to(BOB)["text"]

    def test_but_not_without_the_token(self, post: Post) -> None:
        post.answer(ALICE, "d3", to=ADDRESS, envelope_sender="alice@mail-provider.example")

        assert "Nothing has been done" in " ".join(post.letter_to(ALICE)["text"].split())
        assert "move 1." in post.server.hear(ALICE, "hex show 101").text

    def test_a_stranger_whose_from_anybody_may_have_written_is_not_written_to(self, post: Post) -> None:
        before, to = len(post.server.outbox()), post.reply_to(ALICE)

        post.answer("victim@example.com", "d3", to=to, subject="x", envelope_sender="mallory@elsewhere.example")

        assert len(post.server.outbox()) == before

    def test_an_address_that_is_not_confirmed(self, post: Post) -> None:
        to = post.reply_to(ALICE)
        post.server.hear(ALICE, "add alice secret7 alice@work.example")

        assert post.answer("alice@work.example", "d3", to=to, subject="Re: x") == "refused: d3"

    def test_a_token_that_nobody_has(self, post: Post) -> None:
        assert post.answer(ALICE, "d3", to=f"games+r-{'a' * 26}@example.net") == "refused: d3"
        assert "cannot be answered like this any more" in post.letter_to(ALICE)["text"]

    def test_after_the_end_of_the_game(self, post: Post) -> None:
        post.answer(ALICE, "d3")
        post.answer(BOB, "c3")
        old = post.reply_to(ALICE)
        post.answer(BOB, "resign")
        post.answer(ALICE, "b2")

        assert post.answer(ALICE, "b2", to=old).startswith("refused")
        assert "The game on Hex Board 101 against bob is over." in post.letter_to(ALICE)["text"]

    def test_the_token_of_one_board_does_nothing_on_another(self, post: Post) -> None:
        of_101 = post.reply_to(ALICE)
        post.server.hear(ALICE, "hex challenge alice bob -size=5")

        assert post.reply_to(ALICE) != of_101
        assert post.answer(ALICE, "d3", to=of_101) == "done: hex move 101 alice ****** d3"

    def test_the_words_of_a_refused_answer_are_quoted_to_its_sender_only(self, post: Post) -> None:
        before = len(post.server.outbox())

        post.answer(ALICE, "What a day it was!")

        [refusal] = post.server.outbox()[before:]
        assert refusal["recipients"] == [ALICE]
        assert "What a day it was!" in refusal["text"]

    def test_a_command_that_nobody_has_typed_is_not_called_the_senders_own(self, post: Post) -> None:
        post.answer(ALICE, "z99")

        text = post.letter_to(ALICE)["text"]
        assert "You wrote:\n\n    z99\n" in text
        assert "Your command was:" not in text
        assert "it is still your turn. Answer this letter with a move in its first line, for example a1." in " ".join(
            text.split()
        )

    def test_who_has_to_wait_is_not_told_to_move(self, post: Post) -> None:
        post.answer(BOB, "z99")

        assert "still your turn" not in " ".join(post.letter_to(BOB)["text"].split())
        assert (
            "Your answer was taken for this command:\n\n    hex move 101 bob ****** z99\n"
            in (post.letter_to(BOB)["text"])
        )

    def test_a_player_whom_the_operator_does_not_let_in(self, post: Post) -> None:
        with post.server.database.writing() as connection:
            players = Players(connection)
            players.suspend(players.named(["alice"])["alice"], post.server.now)

        assert post.answer(ALICE, "d3").startswith("refused")


class TestTokens:
    def test_each_player_of_a_board_has_one_and_nobody_else_has_any(self, post: Post) -> None:
        post.server.hear("carol@example.org", "hex subscribe 101 carol secret9")
        post.answer(ALICE, "d3")

        tokens = {token_of(post.reply_to(each)) for each in (ALICE, BOB, "carol@example.org")}
        assert len(tokens) == 3
        for letter in post.server.outbox():
            known_to = {token for token in tokens if token in str(dict(letter))}
            assert known_to <= {token_of(post.reply_to(letter["recipients"][0]))}

    def test_none_is_in_a_log_or_what_the_operator_is_told_and_none_is_kept(self, post: Post) -> None:
        tokens = [token_of(post.reply_to(ALICE)), token_of(post.reply_to(BOB))]

        with structlog.testing.capture_logs() as logs:
            outcomes = [post.answer(ALICE, "d3"), post.answer(ALICE, "d3"), post.answer(BOB, "c3")]
            outcomes.append(post.answer(BOB, "c3", to=post.reply_to(ALICE)))

        with post.server.database.reading() as connection:
            kept = [tuple(row) for row in connection.execute(select(REPLY_TOKENS))]
        assert kept == []
        for token in tokens:
            assert token not in f"{logs} {outcomes}"

    def test_none_gets_to_the_others_with_what_somebody_quotes(self, post: Post) -> None:
        to = post.reply_to(ALICE)

        post.answer(ALICE, f"d3\nI just wrote to {to}, Bob.")

        assert "I just wrote to games+r-******@example.net, Bob." in post.letter_to(BOB)["text"]

    def test_a_refused_command_has_one_and_changes_nothing(self, post: Post) -> None:
        before = post.server.everything_stored()

        refusal = post.server.say(ALICE, "hex move 101 alice secret7 z9")

        assert "just answer this letter" in refusal.text
        assert post.server.everything_stored() == before
        assert post.answer(ALICE, "d3").startswith("done")


class TestSwitchingThemOff:
    def test_no_letter_can_be_answered_any_more_not_even_an_old_one(self, post: Post) -> None:
        old = post.reply_to(ALICE)

        told = post.server.hear(ALICE, "change replies alice secret7 off")

        assert "any more, not even\nthose that you have." in told.text
        assert post.answer(ALICE, "d3", to=old) == "refused: d3"
        assert "replies\nhave been switched off" in post.letter_to(ALICE)["text"]

    def test_letters_say_nothing_of_it_then(self, post: Post) -> None:
        post.server.hear(BOB, "change replies bob bobpw123 off")
        post.answer(ALICE, "d3")

        assert post.reply_to(BOB) == ADDRESS
        assert "just answer this letter" not in post.letter_to(BOB)["text"]
        page = post.letter_to(BOB)["page"]
        assert page["begun"].endswith("subject=hex%20move%20101%20bob%20PASSWORD%20")
        assert "c3" in page["moves"]

    def test_switched_on_again_the_next_letter_has_a_new_token(self, post: Post) -> None:
        old = post.reply_to(ALICE)
        post.server.hear(ALICE, "change replies alice secret7 off")
        post.server.hear(ALICE, "change replies alice secret7 on")
        post.server.hear(ALICE, "hex move 101 alice secret7 d3")
        post.server.hear(BOB, "hex move 101 bob bobpw123 c3")

        assert TOKEN_ADDRESS.fullmatch(post.reply_to(ALICE))
        assert post.reply_to(ALICE) != old
        new = post.reply_to(ALICE)
        assert post.answer(ALICE, "b2", to=old) == "refused: b2"
        assert post.answer(ALICE, "b2", to=new) == "done: hex move 101 alice ****** b2"

    def test_who_has_left_can_answer_nothing(self, post: Post) -> None:
        to = post.reply_to(ALICE)
        post.server.hear(ALICE, "signoff alice secret7")
        post.answer(ALICE, "yes")

        assert post.answer(ALICE, "d3", to=to, subject="Re: x") == "refused: d3"


def token_of(address: str) -> str:
    match = TOKEN_ADDRESS.fullmatch(address)
    return match[1] if match else ""
