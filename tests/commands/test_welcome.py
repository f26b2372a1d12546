"""What newcomers get to read: the welcome, and the introduction for who has not signed up."""

from __future__ import annotations

from tests.conversation import ADDRESS, Server


def test_the_welcome_says_that_answering_a_letter_is_enough(empty_server: Server) -> None:
    text = " ".join(empty_server.hear("dave@example.org", "signup dave rook-takes-e4").text.split())

    assert f"Welcome to {ADDRESS}, dave! You are signed up, and can play at once." in text
    assert "Just answer it, with your move in the first line: that is all, and no password is needed." in text


def test_the_welcome_leads_to_the_tutorial_first(empty_server: Server) -> None:
    text = empty_server.hear("dave@example.org", "signup dave rook-takes-e4").text

    commands = [line.strip() for line in text.splitlines() if line.startswith("    ") and line[4] != " "]
    assert commands == ["help tutorial", "list", "trichet challenge dave FRIEND", "change password dave OLD NEW"]
    assert all(empty_server.say("dave@example.org", line).ok for line in ("help tutorial", "list", "forgot dave"))


def test_the_welcome_tells_the_truth_about_passwords(empty_server: Server) -> None:
    reply = empty_server.hear("dave@example.org", "signup dave rook-takes-e4")

    text = " ".join(reply.text.split())
    assert "Your password stands in the Subject of each command that needs it" in text
    assert "So it should be one that you use nowhere else. The server never shows it again" in text
    assert "If you have forgotten it: forgot dave" in text
    assert "rook-takes-e4" not in text
    assert empty_server.say("dave@example.org", "change password dave rook-takes-e4 bishop-b5").ok


def test_the_welcome_fits_into_a_letter_whatever_the_names_are(empty_server: Server) -> None:
    empty_server.address = f"{'games' * 6}@{'sub.' * 12}example.net"
    empty_server.__post_init__()

    reply = empty_server.hear("dave@example.org", f"signup {'d' * 32} rook-takes-e4")

    assert [line for line in reply.text.splitlines() if len(line) > 79 and " " in line.strip()] == []
