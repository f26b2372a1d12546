"""Letters that offer commands are answered with them: no name, no password; whoever cannot answer gets whole ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server, html_in
from tests.mail.test_replies import ALICE, Post

OFFERING = {
    "hex challenge alice anyone": ["hex withdraw 102"],
    "hex limit alice secret7 none": ["hex reject", "hex limit 5", "hex seek 2"],
    "hex limit alice secret7 3": ["hex reject", "hex limit none", "hex seek 2"],
    "hex reject alice secret7": ["hex accept"],
    "vacation alice secret7": ["vacation 14"],
    "vacation alice secret7 10": ["vacation off"],
    "hex notify alice secret7": ["hex notify"],
    "hex subscribe alice secret7 all": ["hex unsubscribe all"],
    "block alice secret7 bob": ["unblock bob"],
    "hex challenge alice friend@example.com": ["hex uninvite"],
    "change letters alice secret7 daily": ["change letters all", "change letters turns"],
    "change receipts alice secret7 off": ["change receipts on"],
    "change format alice secret7 html": ["change format text", "change format picture"],
    "change pieces alice secret7 modern": [
        "change pieces usual",
        "change pieces characters",
        "change pieces modern-characters",
    ],
    "change language alice secret7 en": ["change language de", "change language ru"],
    "change confirm alice secret7 never": ["change confirm always", "change confirm slow"],
    "change broadcasts alice secret7 off": ["change broadcasts on"],
}
"""What a letter offers after each of these commands."""
ASKED = frozenset({"hex withdraw 102", "hex uninvite", "unblock bob"})
"""What is asked about before it is done, since something ends."""


@pytest.fixture
def post(database: Database) -> Post:
    return Post(Server(database))


def letter_after(post: Post, command: str) -> Mapping[str, Any]:
    before = len(post.server.outbox())
    post.server.hear(ALICE, command)
    return next(each for each in post.server.outbox()[before:] if each["recipients"] == [ALICE])


def buttons(letter: Mapping[str, Any]) -> list[str]:
    """What the links of a letter write into the bodies of mails to its address for answers."""
    links = [urlsplit(unescape(each)) for each in re.findall(r'href="(mailto:[^"]+)"', html_in(letter) or "")]
    return [words for link in links for words in parse_qs(link.query).get("body", [])]


@pytest.mark.parametrize("command", OFFERING)
def test_what_such_a_letter_offers_is_an_answer_in_text_and_by_a_button(post: Post, command: str) -> None:
    letter = letter_after(post, command)

    assert re.findall(r"^    (\S.*)$", letter["text"], re.MULTILINE) == OFFERING[command]
    assert buttons(letter) == OFFERING[command]
    assert not re.search(r"\balice PASSWORD\b", letter["text"] + (html_in(letter) or ""))


@pytest.mark.parametrize("command", OFFERING)
def test_it_is_done_or_asked_about_where_something_ends(post: Post, command: str) -> None:
    letter_after(post, command)

    for line in OFFERING[command]:
        before = len(post.server.outbox())
        post.answer(ALICE, line)
        told = next(each for each in post.server.outbox()[before:] if each["recipients"] == [ALICE])
        assert (told["subject"] == "Did you mean this?") == (line in ASKED), told["text"]
        assert "Nothing has been changed" not in told["text"]


def test_a_challenge_is_taken_back_by_a_yes_to_that_question(post: Post) -> None:
    letter_after(post, "hex challenge alice anyone")

    post.answer(ALICE, "hex withdraw 102")
    assert "Shall this be done? Take an open challenge down that you have put up" in post.letter_to(ALICE)["text"]
    assert "hex 102" in post.server.hear(None, "list open").text
    post.answer(ALICE, "yes")

    assert "No game waits for players." in post.server.hear(None, "list open").text


@pytest.mark.parametrize("command", OFFERING)
def test_whoever_takes_no_answers_gets_whole_commands(post: Post, command: str) -> None:
    post.server.hear(ALICE, "change replies alice secret7 off")

    letter = letter_after(post, command)

    assert "Reply-To" not in letter["headers"]
    assert buttons(letter) == []
    assert "alice PASSWORD" in letter["text"]


def test_from_elsewhere_it_cannot_be_answered(post: Post) -> None:
    """Who knows the password is answered, but gets no address that stands for it."""
    before = len(post.server.outbox())

    post.server.hear("elsewhere@example.com", "vacation alice secret7")

    letters = {each["recipients"][0]: each for each in post.server.outbox()[before:]}
    assert "Reply-To" not in letters["elsewhere@example.com"]["headers"]
    assert "vacation alice PASSWORD 14" in letters["elsewhere@example.com"]["text"]


def test_open_challenges_are_joined_by_answering_their_list(post: Post) -> None:
    post.server.hear("bob@example.org", "hex challenge bob anyone")
    letter = letter_after(post, "list open")

    assert buttons(letter) == ["hex join 102"]
    post.answer(ALICE, "hex join 102")
    post.answer(ALICE, "yes")

    assert post.letter_to(ALICE)["subject"] == "Hex Board 102"


def test_who_has_put_one_up_is_not_offered_to_join_it(post: Post) -> None:
    post.server.hear(ALICE, "hex challenge alice anyone")

    assert buttons(letter_after(post, "list open")) == []


def test_whoever_has_said_yes_to_an_invitation_reads_on_and_chooses_a_password_by_answers(post: Post) -> None:
    friend = "friend@example.com"
    post.server.hear(ALICE, f"hex challenge alice {friend}")
    before = len(post.server.outbox())
    post.answer(friend, "yes")

    joined = next(each for each in post.server.outbox()[before:] if each["subject"] == "You are in")
    assert buttons(joined) == ["help tutorial", "help hex", "forgot"]
    to = joined["headers"]["Reply-To"]
    post.answer(friend, "help hex", to=to, subject="Re: You are in")
    assert post.letter_to(friend)["subject"] == "Help for Hex"
    post.answer(friend, "forgot", to=to, subject="Re: You are in")
    assert post.letter_to(friend)["subject"].startswith("A new password for ")


def test_what_is_offered_in_answer_to_several_commands_is_answered_as_well(post: Post) -> None:
    commands = "change letters alice secret7 turns\nchange receipts alice secret7 off\nhex reject alice secret7"
    before = len(post.server.outbox())
    post.server.hear(ALICE, "multiple", body=commands)
    [several] = post.server.outbox()[before:]

    assert several["subject"] == "Answers to 3 commands"
    post.answer(ALICE, "hex accept")

    assert "You take challenges, as many as come." in post.letter_to(ALICE)["text"]


def test_their_buttons_stand_below_the_answer_that_each_belongs_to(post: Post) -> None:
    commands = "change letters alice secret7 turns\nhelp hex\nchange receipts alice secret7 off"
    before = len(post.server.outbox())
    post.server.hear(ALICE, "multiple", body=commands)
    [several] = post.server.outbox()[before:]

    html = html_in(several) or ""
    assert buttons(several) == ["change letters all", "change letters daily", "change receipts on"]
    assert html.index(">One letter a day</a>") < html.index("Help for Hex") < html.index(">Confirm my moves</a>")
    post.answer(ALICE, "change letters daily")
    assert "you get one letter a day" in " ".join(post.letter_to(ALICE)["text"].split())


@pytest.mark.parametrize("command", ["add alice secret7 alice@work.example", "signoff alice secret7"])
def test_who_has_not_asked_for_it_gets_a_new_password_by_one_line(post: Post, command: str) -> None:
    letter = letter_after(post, command)

    assert "PASSWORD" not in letter["text"]
    assert "    forgot alice\n" in letter["text"]
    assert post.answer(ALICE, "forgot alice") == "done: forgot alice"
    assert post.letter_to(ALICE)["subject"] == "A new password for alice"


def test_the_code_for_it_goes_to_the_player_whoever_answers(post: Post) -> None:
    to = letter_after(post, "add alice secret7 alice@work.example")["headers"]["Reply-To"]
    before = len(post.server.outbox())

    post.answer("mallory@example.com", "forgot alice", to=to, subject="Re: Your addresses")

    codes = [each for each in post.server.outbox()[before:] if each["subject"] == "A new password for alice"]
    assert [each["recipients"] for each in codes] == [[ALICE]]


def test_letters_to_all_end_by_a_line_and_a_yes(post: Post) -> None:
    post.server.season("bob")
    post.server.hear("bob@example.org", "broadcast bob bobpw123", "A tournament!")
    letter = post.letter_to(ALICE)

    assert "PASSWORD" not in letter["text"]
    assert buttons(letter) == ["change broadcasts off"]
    post.answer(ALICE, "change broadcasts off")
    assert post.letter_to(ALICE)["subject"] == "Did you mean this?"
    post.answer(ALICE, "yes")
    assert "what players write to everybody is not sent to you any more" in post.letter_to(ALICE)["text"]
