"""From an invitation to a rematch, a game of Go and a tournament's last table: in one's own words, by answering."""

from __future__ import annotations

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.test_replies import ALICE, Post

pytestmark = pytest.mark.alike

FRIEND = "friend@example.com"
OTHER = "carol@example.org"


class Letters(Post):
    """What players write to a server, and how its last letters to them begin."""

    def write(self, sender: str, subject: str) -> str:
        """Send a letter of one's own."""
        return self.answer(sender, "", to="games@example.net", subject=subject)

    def asks(self, sender: str, line: str, question: str, about: str = "") -> None:
        """An answer that brings a question, which is answered with yes."""
        self.answer(sender, line, self.address(sender, about))
        assert question in self.says(sender)
        assert self.answer(sender, "yes").startswith("done")

    def does(self, sender: str, line: str, about: str = "") -> None:
        """An answer to the last letter to somebody, or to the last one with this Subject, that is carried out."""
        outcome = self.answer(sender, line, self.address(sender, about))
        assert outcome.startswith("done"), (line, outcome, self.letter_to(sender)["text"])

    def address(self, reader: str, about: str) -> str:
        """Where a letter asks to be answered."""
        own = [each for each in self.server.outbox() if each["recipients"] == [reader]]
        return str([each for each in own if about in each["subject"]][-1]["headers"]["Reply-To"])

    def says(self, reader: str) -> str:
        """The last letter to somebody, on one line."""
        return " ".join(self.letter_to(reader)["text"].split())

    def stands(self, reader: str) -> str | None:
        """What stands in the name of the sender of the last letter to somebody."""
        says: str | None = self.letter_to(reader)["headers"].get("From")
        return says


@pytest.fixture
def letters(undone_database: Database) -> Letters:
    server = Server(undone_database)
    server.sign_up("alice", "carol")
    return Letters(server, has_begun=True)


def invite_a_friend(letters: Letters) -> None:
    letters.write(ALICE, "Please invite friend@example.com to a game of hex on a board of 5")
    assert "hex challenge alice friend@example.com -size=5" in letters.says(ALICE)
    letters.does(ALICE, "yes please")
    letters.does(FRIEND, "Yes, great idea! Long time no see.")
    assert "friend writes: Yes, great idea! Long time no see." in letters.says(FRIEND)


def test_from_an_invitation_to_a_rematch(letters: Letters) -> None:
    invite_a_friend(letters)
    letters.does(ALICE, "d3\nHow is your arm?")
    letters.does(FRIEND, "b4!\nMuch better, thanks")
    letters.asks(ALICE, "I give up. Well played!", "Do you want to resign?")
    assert (letters.stands(ALICE), letters.stands(FRIEND)) == ("You lost", "You won")

    letters.does(ALICE, "Shall we play again?")
    letters.does(FRIEND, "Sure! Give me a minute")

    assert "friend writes: Sure! Give me a minute" in letters.says(ALICE)
    letters.does(FRIEND, "c3")
    letters.asks(ALICE, "swap sides", "Did you mean swap?")
    letters.asks(FRIEND, "a draw?", "Do you want to propose a tie?")
    letters.does(ALICE, "d'accord")
    assert (letters.stands(ALICE), letters.stands(FRIEND)) == ("A tie", "A tie")


def test_go_from_a_proposal_to_the_count(letters: Letters) -> None:
    invite_a_friend(letters)
    letters.does(ALICE, "d3")
    letters.does(FRIEND, "c3")
    letters.asks(ALICE, "resign?", "Do you want to resign?")

    letters.asks(FRIEND, "Let's play Go on 9x9 instead, 5 days a move", "go challenge friend alice -size=9")
    assert "forfeit after 5 days" in letters.says(FRIEND)
    letters.does(FRIEND, "e5")
    letters.asks(ALICE, "in the middle of the left side", "Did you mean a5?")
    letters.does(FRIEND, "I pass")
    letters.does(ALICE, "pass, good game")
    letters.does(FRIEND, "a5 is dead")
    letters.does(ALICE, "No, it lives")
    letters.does(FRIEND, "OK, agreed")

    assert (letters.stands(ALICE), letters.stands(FRIEND)) == ("You won", "You lost")
    assert "White wins by 7.5" in letters.says(FRIEND)


def test_a_tournament_from_its_question_to_its_last_table(letters: Letters) -> None:
    invite_a_friend(letters)
    letters.does(ALICE, "d3")
    letters.does(FRIEND, "c3")
    letters.asks(FRIEND, "I resign", "Do you want to resign?")

    letters.asks(
        ALICE, "Set up a tournament of hex on a 5x5 board for three players", "hex hex-cup -size=5 --players=3"
    )
    for player in (FRIEND, OTHER):
        letters.server.wait(minutes=1)
        letters.write(player, "What tournaments are there?")
        letters.does(player, "I want to join hex-cup")
        letters.does(player, "yes")
    letters.server.wait(minutes=1)
    Scheduler(letters.server.database, letters.server.office, installed()).make_round(letters.server.now)
    letters.does(OTHER, "hex 104: c3")
    letters.asks(ALICE, "c3", "Did you mean c3?")
    letters.does(FRIEND, "b2\nHello Carol!", "Board 104")
    letters.does(FRIEND, "Hex 103 c3", "The tournament hex-cup")
    letters.does(OTHER, "b2", "Board 102")
    letters.does(ALICE, "b2", "Board 103")
    letters.asks(ALICE, "I give up here", "Do you want to resign?", "Board 102")
    letters.asks(FRIEND, "You win!", "Do you want to resign?", "Board 103")
    letters.asks(OTHER, "resign?", "Do you want to resign?", "Board 104")
    letters.server.wait(hours=2)
    Scheduler(letters.server.database, letters.server.office, installed()).make_round(letters.server.now)

    for player in (ALICE, FRIEND, OTHER):
        assert letters.stands(player) == "Final table"
        assert "1 alice * 0 1 1 1.00 2 carol 1 * 0 1 1.00 3 friend 0 1 * 1 1.00" in letters.says(player)
    letters.does(OTHER, "rematch")
    assert "hex rematch 102 once more: the game of Hex with alice" in letters.says(OTHER)
    question = "Do you want to play Hex once more, after Hex Board 102, in the order carol, alice?"
    letters.asks(OTHER, "hex rematch 102", question)
    letters.does(ALICE, "Yes! My arm is much better")
    assert "A new Hex board (105) has been started by carol." in letters.says(ALICE)
