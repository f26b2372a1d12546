"""What newcomers get to read: the welcome, and the introduction for who has not signed up."""

from __future__ import annotations

import pytest

from pbmserv.commands.accounts.bots import set_open
from pbmserv.commands.help.actions import page
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from tests.conversation import ADDRESS, Server


def test_the_welcome_says_that_answering_a_letter_is_enough(empty_server: Server) -> None:
    text = " ".join(empty_server.hear("dave@example.org", "signup dave rook-takes-e4").text.split())

    assert f"Welcome to {ADDRESS}, dave! You are signed up, and can play at once." in text
    assert "Just answer it, with your move in the first line: that is all, and no password is needed." in text


def test_the_welcome_leads_to_the_tutorial_first(empty_server: Server) -> None:
    text = empty_server.hear("dave@example.org", "signup dave rook-takes-e4").text

    commands = [line.strip() for line in text.splitlines() if line.startswith("    ") and line[4] != " "]
    assert commands == [
        "help tutorial",
        "list",
        "trichet challenge dave bot-easy",
        "trichet challenge dave FRIEND",
        "change password dave OLD NEW",
    ]
    assert all(empty_server.say("dave@example.org", line).ok for line in [*commands[:3], "forgot dave"])


def test_the_welcome_names_no_bot_where_the_operator_has_closed_them(empty_server: Server) -> None:
    empty_server.office.act(lambda call: set_open(call, is_open=False))

    text = empty_server.hear("dave@example.org", "signup dave rook-takes-e4").text

    assert "bot-" not in text
    assert "trichet challenge dave FRIEND" in text


def test_the_welcome_tells_the_truth_about_passwords(empty_server: Server) -> None:
    reply = empty_server.hear("dave@example.org", "signup dave rook-takes-e4")

    text = " ".join(reply.text.split())
    assert "Your password is in the Subject of each command that needs it" in text
    assert "So it should be one that you use nowhere else. The server never shows it again" in text
    assert "If you have forgotten it: forgot dave" in text
    assert "rook-takes-e4" not in text
    assert empty_server.say("dave@example.org", "change password dave rook-takes-e4 bishop-b5").ok


def test_the_welcome_fits_into_a_letter_whatever_the_names_are(empty_server: Server) -> None:
    empty_server.address = f"{'games' * 6}@{'sub.' * 12}example.net"
    empty_server.__post_init__()

    reply = empty_server.hear("dave@example.org", f"signup {'d' * 32} rook-takes-e4")

    assert [line for line in reply.text.splitlines() if len(line) > 79 and " " in line.strip()] == []


# Who has not signed up, and writes as to a person

STRANGER = "stranger@example.com"


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
    assert "You play by writing letters to games@example.net." in text
    assert all(game.name in text for game in installed().values())


def test_the_introduction_leads_to_commands_that_work(server: Server) -> None:
    text = server.say(STRANGER, "hello").text

    commands = [line.strip() for line in text.splitlines() if line.startswith("    ") and line[4] != " "]
    assert commands == ["help tutorial", "help faq", "list", "signup NAME PASSWORD"]
    assert all(server.say(STRANGER, line).ok for line in commands[:3])
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
    assert 'Subject "help" tells you more.' in reply.text
