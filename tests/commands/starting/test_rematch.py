"""Playing once more: the same players and terms, each one seat further, when all have said yes."""

from __future__ import annotations

import re

import pytest

from pbmserv.commands.operator import interventions
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.credentials import Credential
from pbmserv.commands.requests.reply import Reply as Answered
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.post_office import Request
from tests.conversation import Reply, Server

pytestmark = pytest.mark.alike

ALICE, BOB = "alice@example.org", "bob@example.org"


def end(server: Server, game: str) -> None:
    """Have the operator end the only board of a game as a tie."""

    def adjudicate(call: Call) -> None:
        interventions.adjudicate(call, interventions.board_to_change(call, game, 101), None, 1, "It is late.")

    server.office.act(adjudicate)


def over(server: Server, challenge: str = "hex challenge alice bob -size=5 --forfeittime=9 --unrated") -> Reply:
    """A game that alice and bob have begun, and bob has resigned; gives the last letters."""
    server.hear(ALICE, challenge)
    server.hear(ALICE, "hex move 101 alice secret7 a1")
    server.hear(BOB, "hex move 101 bob bobpw123 b2")
    server.hear(ALICE, "hex move 101 alice secret7 a2")
    return server.hear(BOB, "hex resign 101 bob bobpw123")


def answer(server: Server, letters: Reply, reader: str, said: str, more: str = "") -> Reply:
    """What comes of an answer to the letter that this reader has got."""
    letter = letters.letter_to(reader)
    token = tokens_in([letter.reply_to or ""])[Tag.REPLY]
    reply = Answered(said, more, more, f"{said}\n{more}".strip(), letter.subject, token, None, True)
    return Reply(server.office.handle(Request(Credential(reader), (said,), reply=reply)))


def test_the_last_letter_is_answered_with_rematch_and_the_question_with_yes(either_server: Server) -> None:
    last = over(either_server)
    assert "To play once more, answer with the one word rematch." in last.letter_to(ALICE).text

    asked = answer(either_server, last, ALICE, "Rematch!")
    begun = answer(either_server, asked, BOB, "Yes, gladly")

    assert asked.letter_to(BOB).subject == "Hex Board 101"
    assert "in the order bob, alice" in " ".join(asked.letter_to(BOB).text.split())
    assert begun.letter_to(ALICE).subject == "Hex Board 102"
    assert "Players: bob (Vertical), alice (Horizontal)" in begun.letter_to(ALICE).text
    assert "Parameters: size 5, not rated" in begun.letter_to(ALICE).text


@pytest.mark.parametrize(
    ("said", "asks"),
    [
        ("rematch please", True),
        ("Yes, another rematch? Thank you!", True),
        ("no rematch", False),
        ("The rematch of 1972", False),
        ("please, no hurry", False),
    ],
)
def test_a_friendly_rematch_is_taken_for_one_and_other_words_are_for_the_others(
    server: Server, said: str, asks: bool
) -> None:
    told = answer(server, over(server), ALICE, said).letter_to(BOB)

    assert told.headline == f"{'Rematch?' if asks else 'Chat'}: Hex Board 101"


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        ("yes, no problem!", True),
        ("Sure, why not", True),
        ("No, sorry. Another time!", False),
        ("no problem", True),
        ("Rematch please!", True),
        ("Yes, alice, gladly!", True),
        ("Yes, but not now", None),
        ("Rematch?", None),
        ("Sure, when pigs fly", None),
        ("yes as long as it is unrated", None),
        ("Okay, who are you?", None),
        ("Yeah, right", None),
        ("No complaints", None),
        ("Ok. This mailbox is not monitored", None),
        ("Yes, I got your message", True),
        ("", None),
    ],
)
@pytest.mark.alike
def test_a_friendly_yes_is_taken_for_one(server: Server, said: str, begins: bool | None) -> None:
    asked = answer(server, over(server), ALICE, "rematch")

    said_to = answer(server, asked, BOB, said)

    assert ("Hex Board 102" in {letter.subject for letter in said_to.letters}) is bool(begins)
    is_asked_again = not said_to.ok or [letter.subject for letter in said_to.letters] == ["Did you mean this?"]
    assert is_asked_again is (begins is None)


def test_the_terms_are_those_of_the_game_before(server: Server) -> None:
    over(server)
    server.hear(ALICE, "hex rematch 101 alice secret7")
    server.hear(BOB, "hex rematch 101 bob bobpw123")

    server.wait(days=10)

    assert "forfeit after 9 days" in " ".join(server.hear(None, "hex show 102").text.split())


def test_words_go_along_with_the_question(server: Server) -> None:
    asked = answer(server, over(server), ALICE, "rematch", "I was lucky.")

    assert "alice writes:\n\nI was lucky." in asked.letter_to(BOB).text


def test_nothing_begins_before_the_others_say_yes(server: Server) -> None:
    over(server)

    reply = server.hear(ALICE, "hex rematch 101 alice secret7")

    assert "begins as soon as bob wants to, too" in " ".join(reply.letter_to(ALICE).text.split())
    assert len(server.everything_stored()["boards"]) == 1
    assert "bob has yet to answer" in server.say(ALICE, "hex rematch 101 alice secret7").error


def test_a_no_is_told_and_nobody_is_asked_again(either_server: Server) -> None:
    over(either_server)
    asked = either_server.hear(ALICE, "hex rematch 101 alice secret7")

    reply = answer(either_server, asked, BOB, "No")

    assert reply.letter_to(ALICE).text == "bob does not want a rematch of Hex Board 101.\n"
    assert either_server.say(ALICE, "hex rematch 101 alice secret7").error == "bob does not want a rematch."
    assert "alice@example.org" in either_server.hear(BOB, "hex rematch 101 bob bobpw123").readers


def test_who_thinks_better_of_a_no_asks_anew(server: Server) -> None:
    over(server)
    server.hear(ALICE, "hex rematch 101 alice secret7")
    server.hear(BOB, "hex rematch 101 bob bobpw123 no")

    server.hear(BOB, "hex rematch 101 bob bobpw123")

    assert server.hear(ALICE, "hex rematch 101 alice secret7").subject == "Hex Board 102"


def test_there_is_one_rematch_only(server: Server) -> None:
    over(server)
    asked = server.hear(ALICE, "hex rematch 101 alice secret7")
    server.hear(BOB, "hex rematch 101 bob bobpw123")

    assert answer(server, asked, BOB, "yes").error == "The rematch has begun already: it is Hex Board 102."
    assert len(server.everything_stored()["boards"]) == 2


def test_a_question_lapses(server: Server) -> None:
    over(server)
    server.hear(ALICE, "hex rematch 101 alice secret7")
    server.wait(days=14, seconds=1)

    assert "alice@example.org" in server.hear(BOB, "hex rematch 101 bob bobpw123").readers
    assert len(server.everything_stored()["boards"]) == 1


@pytest.mark.parametrize(
    ("line", "sender", "words"),
    [
        ("hex rematch 101 carol secret9", "carol@example.org", "carol has not played on Hex Board 101."),
        ("hex rematch 101 bob bobpw123 no", BOB, "Nobody has asked for a rematch of Hex Board 101."),
        ("hex rematch 102 alice secret7", ALICE, "There is no Hex board 102."),
        ("hex rematch 101 alice wrong-pw", ALICE, "The userid or the password is not right."),
    ],
)
def test_who_cannot_have_a_rematch(server: Server, line: str, sender: str, words: str) -> None:
    over(server)

    assert server.say(sender, line).error == words


def test_a_game_that_is_still_on_has_none(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob")

    assert "is still on" in server.say(ALICE, "hex rematch 101 alice secret7").error


def test_nobody_is_drawn_into_a_game_beyond_their_limit(server: Server) -> None:
    over(server)
    server.hear(BOB, "hex reject bob bobpw123")

    reply = server.say(ALICE, "hex rematch 101 alice secret7")

    assert "bob takes no challenges of Hex." in reply.error
    assert reply.readers == {ALICE}


def test_all_of_three_have_to_want_it(server: Server) -> None:
    server.hear(ALICE, "triominoes challenge alice bob carol")
    end(server, "triominoes")
    server.hear(ALICE, "triominoes rematch 101 alice secret7")

    second = server.hear("carol@example.org", "triominoes rematch 101 carol secret9")
    third = server.hear(BOB, "triominoes rematch 101 bob bobpw123")

    assert second.readers == {"carol@example.org"}
    players = re.search(r"Players: (.*)", third.letter_to(BOB).text)
    assert players
    assert [each.split()[0] for each in players[1].split(", ")] == ["bob", "carol", "alice"]


def test_seats_are_turned_as_they_were_at_the_end(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, "hex move 101 alice secret7 d4")
    server.hear(BOB, "hex swap 101 bob bobpw123")
    server.hear(ALICE, "hex move 101 alice secret7 e5")
    server.hear(BOB, "hex resign 101 bob bobpw123")
    server.hear(ALICE, "hex rematch 101 alice secret7")

    reply = server.hear(BOB, "hex rematch 101 bob bobpw123")

    assert "Players: alice (Vertical), bob (Horizontal)" in reply.letter_to(ALICE).text


def test_a_puzzle_begins_anew_at_once(server: Server) -> None:
    server.hear(ALICE, "trioker-puzzle challenge alice")
    end(server, "trioker-puzzle")

    reply = server.hear(ALICE, "trioker-puzzle rematch 101 alice secret7")

    assert reply.subject == "Trioker-Puzzle Board 102"


def test_a_bot_always_wants_one(server: Server) -> None:
    server.hear(ALICE, "hex challenge bot-easy alice")
    end(server, "hex")

    reply = server.hear(ALICE, "hex rematch 101 alice secret7")

    assert reply.letter_to(ALICE).subject == "Hex Board 102"


def test_hidden_hands_are_dealt_anew(server: Server) -> None:
    server.hear(ALICE, "trioker challenge alice bob")
    end(server, "trioker")
    server.hear(ALICE, "trioker rematch 101 alice secret7")
    server.hear(BOB, "trioker rematch 101 bob bobpw123")

    boards = server.everything_stored()["boards"]

    assert len({repr(board) for board in boards}) == 2
