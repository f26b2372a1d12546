"""What newcomers get to read: the welcome, and the introduction for who has not signed up."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pbmserv.commands.accounts.bots import set_open
from pbmserv.commands.help.actions import page
from pbmserv.commands.requests.budget_table import DEFAULT
from pbmserv.commands.requests.credentials import Credential
from pbmserv.commands.requests.reply import Reply as Answered
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.letters.letter import Letter
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.post_office import Request
from tests.conversation import ADDRESS, Reply, Server


def test_the_welcome_says_that_answering_a_letter_is_enough(empty_server: Server) -> None:
    text = " ".join(empty_server.hear("dave@example.org", "signup dave rook-takes-e4").text.split())

    assert f"Welcome to {ADDRESS}, dave! You are signed up as dave, and can play at once." in text
    assert "answer it with your move in the first line: that is all, and no password is needed." in text


def test_the_welcome_begins_by_one_word_and_invites_by_one_line(empty_server: Server) -> None:
    welcome = empty_server.hear("dave@example.org", "signup dave rook-takes-e4").letter_to("dave@example.org")

    lines = [line.strip() for line in welcome.text.splitlines() if line.startswith("    ") and line[4] != " "]
    assert lines == ["chess with tom@example.org"]
    asked = answered(empty_server, welcome, lines[0], "dave@example.org").letter_to("dave@example.org")
    assert "An invitation to a game of Chess would go to tom@example.org" in " ".join(asked.text.split())
    subjects = re.findall('Subject "([^"]+)"', " ".join(welcome.text.split()))
    assert subjects == ["list", "help tutorial", "forgot dave"]
    assert all(empty_server.say("dave@example.org", line).ok for line in subjects)


def test_the_welcome_names_no_bot_where_the_operator_has_closed_them(empty_server: Server) -> None:
    empty_server.office.act(lambda call: set_open(call, is_open=False))

    text = empty_server.hear("dave@example.org", "signup dave rook-takes-e4").text

    assert "bot-" not in text
    assert "the server plays" not in text
    assert "trichet challenge dave FRIEND" in text


def test_the_welcome_tells_the_truth_about_passwords(empty_server: Server) -> None:
    reply = empty_server.hear("dave@example.org", "signup dave rook-takes-e4")

    text = " ".join(reply.text.split())
    assert "mail programs keep what stands in a Subject: it should be one that you use nowhere else." in text
    assert 'The server never shows it again. For a new one: Subject "forgot dave".' in text
    assert "rook-takes-e4" not in text
    assert empty_server.say("dave@example.org", "change password dave rook-takes-e4 bishop-b5").ok


def test_the_welcome_fits_into_a_letter_whatever_the_names_are(empty_server: Server) -> None:
    empty_server.address = f"{'games' * 6}@{'sub.' * 12}example.net"
    empty_server.__post_init__()

    reply = empty_server.hear("dave@example.org", f"signup {'d' * 32} rook-takes-e4")

    assert [line for line in reply.text.splitlines() if len(line) > 79 and " " in line.strip()] == []


# Who has not signed up, and writes as to a person

STRANGER, DAVE = "stranger@example.com", "dave@example.org"


@pytest.mark.parametrize(
    "line",
    [
        "How do I play?",
        "hello",
        "Hi there!",
        "can you help me?",
        "question about your server",
        "",
        "??",
        "Grüß Gott",
    ],
)
def test_a_stranger_who_writes_no_command_gets_the_introduction(server: Server, line: str) -> None:
    reply = server.say(STRANGER, line)

    assert reply.ok
    assert reply.subject == "Help for pbmserv"
    assert reply.readers == {STRANGER}
    text = " ".join(reply.text.split())
    assert "Answer this letter with the word chess, and the server plays Chess with you at once" in text
    assert all(game.name in text for game in installed().values())


def test_the_introduction_leads_to_commands_that_work(server: Server) -> None:
    text = server.say(STRANGER, "hello").text

    commands = [line.strip() for line in text.splitlines() if line.startswith("    ") and line[4] != " "]
    assert commands == ["chess", "help tutorial", "help faq", "list"]
    assert all(server.say(STRANGER, line).ok for line in commands[1:])
    assert all(len(line) <= 79 for line in text.splitlines())


def test_the_introduction_repeats_nothing_of_what_a_stranger_wrote(server: Server) -> None:
    reply = server.say(STRANGER, "Buy cheap hunter2secret at evil.example", body="evil.example")

    assert "evil" not in reply.text
    assert "hunter2secret" not in reply.outcome


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("singup dave rook-takes-e4", "The first word is not a command or a game here. Did you mean signup?"),
        ("trichet chalenge dave bob", "The word after trichet is not one of its commands. Did you mean challenge?"),
        ("trichett games", "The first word is not a command or a game here. Did you mean trichet?"),
        ("move 101 bob bobpw123 d3", "The name of a game is expected before move."),
        ("help trichett", '"******" is not a subject that has a page. Did you mean trichet?'),
        ("help tutoral", '"******" is not a subject that has a page. Did you mean tutorial?'),
    ],
)
def test_a_stranger_who_mistypes_a_command_is_told_what_was_meant(server: Server, line: str, refusal: str) -> None:
    assert server.say(STRANGER, line).error == refusal


def test_a_stranger_whose_mail_may_be_forged_is_not_introduced_to_anything(server: Server) -> None:
    reply = server.say("victim@example.com", "hello", may_answer_stranger=False)

    assert reply.readers == set()


def test_among_several_commands_nobody_is_introduced(server: Server) -> None:
    reply = server.say(STRANGER, "multiple", body="hello\n" * 5)

    assert "You play by writing letters" not in reply.text
    assert reply.text.count("The first word is not a command or a game here.") == 5


@pytest.mark.parametrize(
    ("line", "pages"),
    [
        ("How do I play?", "help tutorial."),
        ("hello", "help tutorial."),
        ("Can we draw in Hex?", "help draw, help hex."),
        ("what are the rules", "help games."),
        ("I want to undo my move!", "help undo, help move."),
    ],
)
def test_a_player_who_writes_no_command_is_led_to_the_nearest_pages(server: Server, line: str, pages: str) -> None:
    reply = server.say("alice@example.org", line)

    assert reply.error == (
        "The first word is not a command or a game here. The Subject of a letter to this server is a command, and a"
        f" program reads it. Perhaps you mean: {pages}"
    )
    assert all(page(each.split()[1:], installed(), COMMANDS) for each in pages.rstrip(".").split(", "))
    first = pages.rstrip(".").partition(", ")[0]
    assert f"or with {first} to read more." in " ".join(reply.text.split())


def board_letter_in(reply: Reply) -> Letter:
    """The letter with the stranger's first board."""
    return next(letter for letter in reply.letters if letter.page and STRANGER in letter.to)


def answered(server: Server, letter: Letter, said: str, sender: str) -> Reply:
    """What comes of an answer to a letter, as it is read in a mail."""
    tokens = tokens_in([letter.reply_to or ""])
    reply = Answered(
        said,
        words=said,
        subject=f"Re: {letter.subject}",
        code=tokens.get(Tag.CODE),
        token=tokens.get(Tag.REPLY),
        is_answer=True,
    )
    return Reply(server.office.handle(Request(Credential(sender), (said,), reply=reply)))


@pytest.mark.parametrize(("line", "word"), [("hello", "chess"), ("I want to play hex", "hex"), ("", "chess")])
def test_a_stranger_begins_a_game_by_the_word_in_the_introduction(server: Server, line: str, word: str) -> None:
    introduction = server.say(STRANGER, line).letter_to(STRANGER)
    assert f"Answer this letter with the word {word}, " in " ".join(introduction.text.split())

    reply = answered(server, introduction, word, STRANGER)

    assert reply.ok
    assert "It is your turn, stranger" in board_letter_in(reply).text
    assert "bot-easy" in board_letter_in(reply).text


@pytest.mark.parametrize(
    "word",
    [
        "hex",
        "Othello",
        "I would like to play Hex please.",
        "Hex, please!",
        "Hi, can we play hex?",
        "Hex bitte",
        "A game of Hex",
    ],
)
def test_the_name_of_another_game_begins_that(server: Server, word: str) -> None:
    reply = answered(server, server.say(STRANGER, "hello").letter_to(STRANGER), word, STRANGER)

    assert reply.ok
    assert board_letter_in(reply).subject.split()[0].lower() in word.lower()
    assert re.findall(r"^(.*) writes:$", board_letter_in(reply).text, re.MULTILINE) == ["The server"]


def test_a_stranger_chooses_a_name(server: Server) -> None:
    reply = answered(server, server.say(STRANGER, "hello").letter_to(STRANGER), "signup dave", STRANGER)

    assert "It is your turn, dave" in board_letter_in(reply).text


def test_what_is_unclear_is_asked_again_in_a_letter_that_can_be_answered(server: Server) -> None:
    unclear = answered(server, server.say(STRANGER, "hello").letter_to(STRANGER), "What is this?", STRANGER)

    assert unclear.error.startswith("Would you like to play? Answer this letter with the name of a game")
    assert answered(server, unclear.letter_to(STRANGER), "chess", STRANGER).ok


def test_strangers_of_a_domain_are_offered_tenfold_what_one_sender_may_have_sent(server: Server) -> None:
    server = Server(server.database, budgets=replace(DEFAULT, codes=replace(DEFAULT.codes, most=1)))
    strangers = [f"stranger{number}@far.example" for number in range(11)]

    offers = ["Answer this letter" in server.say(each, "hello").letter_to(each).text for each in strangers]

    assert offers == [True] * 10 + [False]
    assert len(server.everything_stored()["invitations"]) == 10


def test_nobody_else_can_answer_the_introduction(server: Server) -> None:
    introduction = server.say(STRANGER, "hello").letter_to(STRANGER)

    assert not answered(server, introduction, "chess", "mallory@evil.example").ok


def test_the_welcome_begins_a_game_by_one_word(empty_server: Server) -> None:
    welcome = empty_server.hear(DAVE, "signup dave rook-takes-e4").letter_to(DAVE)
    assert "Answer this letter with the one word chess" in welcome.text

    reply = answered(empty_server, welcome, "chess", DAVE)

    assert "It is your turn, dave" in reply.letter_to(DAVE).text


def test_what_is_no_game_in_an_answer_to_the_welcome_is_a_subject_of_the_help_pages(empty_server: Server) -> None:
    welcome = empty_server.hear(DAVE, "signup dave rook-takes-e4").letter_to(DAVE)

    assert answered(empty_server, welcome, "tutorial", DAVE).subject == "Help: tutorial"


def test_nobody_else_can_answer_the_welcome(empty_server: Server) -> None:
    welcome = empty_server.hear(DAVE, "signup dave rook-takes-e4").letter_to(DAVE)

    assert not answered(empty_server, welcome, "chess", STRANGER).ok
