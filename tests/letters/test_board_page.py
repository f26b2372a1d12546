"""The page of a board letter: what stands where, and what each of its links does."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from pbmserv.commands.requests.credentials import Credential
from pbmserv.games.catalogue import installed
from pbmserv.mail.reading.html_to_text import text_of_html
from pbmserv.post_office import PostOffice, Request
from pbmserv.storage.database import Database
from tests.conversation import ADDRESS, Server, html_in
from tests.undone import Undone

ALICE, BOB, CAROL = (f"{userid}@example.org" for userid in ("alice", "bob", "carol"))
FORGED = f"Well played, bob.\n\n{'*' * 60}\nserver writes:\n\nYou have lost."
"""A comment that would like to look like two."""


@pytest.fixture(scope="module")
def world(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """alice and bob have made three moves on Hex board 101 of five by five; bob has to move."""
    path = tmp_path_factory.mktemp("world") / "pbmserv.db"
    shutil.copy(sqlite_template, path)
    database = Database(f"sqlite:///{path}")
    server = Server(database)
    server.sign_up("alice", "bob", "carol")
    server.hear(ALICE, "hex challenge alice bob -size=5")
    server.hear(ALICE, "hex move 101 alice secret7 a1")
    server.hear(BOB, "hex move 101 bob bobpw123 b2")
    server.hear(
        ALICE, "hex move 101 alice secret7 c3", comment="Well played, bob.\n\n" + "*" * 60 + "\nserver writes:\nno"
    )
    yield database
    database.close()


@pytest.fixture
def server(world: Database) -> Iterator[Server]:
    shared = Undone(world)
    yield Server(shared)
    shared.close()


def html_to(server: Server, address: str) -> str:
    return html_in([letter for letter in server.outbox() if letter["recipients"] == [address]][-1]) or ""


def links(html: str) -> dict[str, tuple[str, dict[str, str]]]:
    """The links by their words: where each goes, and what the letter has that it opens."""
    found = re.findall(r'<a [^>]*href="([^"]*)"[^>]*>([^<]*)</a>', html)
    parts = [(unescape(words), urlsplit(unescape(address))) for address, words in found]
    return {words: (split.path, dict(parse_qsl(split.query, keep_blank_values=True))) for words, split in parts}


def test_it_has_everything_in_the_order_in_which_it_matters(server: Server) -> None:
    html = html_to(server, BOB).partition("<body")[2]

    places = [
        "alice played c3. Your move. alice has written something.",
        "<h1",
        "Hex Board 101",
        "Players: alice (Vertical), bob (Horizontal)",
        "-a-b-c-d-e-",
        "It is your turn, bob: move 4.",
        "You have until 2024-03-22 12:00 UTC.",
        "alice (Vertical): c3",
        "alice writes:",
        "<blockquote",
        "Well played, bob.",
        "</blockquote>",
        ">Play</a>",
        "All moves: 22",
        ">Chat</a>",
        "To move, just answer this letter",
        "1. a1",
    ]
    assert sorted(places, key=html.index) == places


def test_it_has_all_words_of_the_text(server: Server) -> None:
    letter = [letter for letter in server.outbox() if letter["recipients"] == [BOB]][-1]
    shown = text_of_html(html_in(letter) or "", max_lines=1000).split()

    missing = [word for word in letter["text"].split() if word not in shown]

    # The stars become a rule; instead of "Summary of Hex Board 101" there is a heading.
    assert set(missing) == {"*" * 60, "Summary"}


def test_nobody_can_write_what_looks_like_somebody_elses_words(server: Server) -> None:
    html = html_to(server, BOB)

    [quoted] = re.findall(r"<blockquote.*?</blockquote>", html, re.DOTALL)
    assert "server writes:" in quoted
    assert html.count("<blockquote") == 1


def test_play_opens_a_letter_to_which_only_the_move_has_to_be_added(server: Server) -> None:
    address, fields = links(html_to(server, BOB))["Play"]

    assert address.startswith("games%2Br-")
    assert fields == {"subject": "Hex Board 101", "body": ""}


def test_play_leads_to_the_web_site_where_there_is_one(server: Server) -> None:
    office = PostOffice(server.database, installed(), ADDRESS, web_url="https://games.example/")
    office.handle(Request(Credential(BOB), ("hex showas bob bobpw123 101",)))

    path, fields = links(html_to(server, BOB))["Play"]
    assert (path, list(fields)) == ("/hex/101", ["play"])
    assert 'href="https://games.example/hex/101?play=' in html_to(server, BOB)

    office.handle(Request(Credential(CAROL), ("hex show 101",)))

    assert "Play" not in links(html_to(server, CAROL))
    assert links(html_to(server, CAROL))["See the board"] == ("/hex/101", {})


@pytest.mark.parametrize("web_url", ["", "https://games.example/"])
def test_a_rematch_is_the_first_button_of_the_last_letter_which_says_the_end_once(
    server: Server, web_url: str
) -> None:
    office = PostOffice(server.database, installed(), ADDRESS, web_url=web_url)
    office.handle(Request(Credential(BOB), ("hex resign 101 bob bobpw123",)))

    html = html_to(server, ALICE)
    found = links(html)
    shown = text_of_html(html.partition("<body")[2], max_lines=1000)

    assert next(iter(found)) == "Rematch"
    assert html.count(">Rematch</a>") == 1
    assert found["Rematch"][1] == {"subject": "Hex Board 101", "body": "rematch"}
    assert ("See the board" in found) == bool(web_url)
    if web_url:
        assert found["See the board"][0] == "/hex/101"
    assert shown.count("bob resigned.") == 1
    assert "bob has resigned" not in shown.partition("Game won")[2]
    assert "bob (Horizontal): resign" not in shown


def test_the_other_answers_write_what_an_answer_can_say(server: Server) -> None:
    found = links(html_to(server, BOB))

    said = {words: found[words][1]["body"] for words in ("Chat", "Offer a tie", "Take back a move", "Resign")}
    assert said == {"Chat": "chat ", "Offer a tie": "propose", "Take back a move": "undo", "Resign": "resign"}
    assert found["Rules"] == (ADDRESS, {"subject": "help hex"})
    assert found["Record"][1] == {"subject": "hex record 101"}
    assert found["Past games"][1] == {"subject": "hex history alice bob"}


@pytest.mark.parametrize("command", ["Rules", "Record", "Past games"])
def test_each_command_that_is_linked_is_carried_out(server: Server, command: str) -> None:
    line = links(html_to(server, BOB))[command][1]["subject"]

    assert server.say(BOB, line).ok


def test_without_replies_the_links_write_whole_commands(server: Server) -> None:
    server.hear(BOB, "change replies bob bobpw123 off")
    server.hear(BOB, "hex showas bob bobpw123 101")

    found = links(html_to(server, BOB))

    assert found["Play"] == (ADDRESS, {"subject": "hex move 101 bob PASSWORD "})
    assert found["Resign"] == (ADDRESS, {"subject": "hex resign 101 bob PASSWORD"})
    assert server.say(BOB, found["Resign"][1]["subject"].replace("PASSWORD", "bobpw123")).ok


def test_a_submitted_move_is_made_by_its_button(server: Server) -> None:
    server.hear(BOB, "hex submit 101 bob bobpw123 d4")

    found = links(html_to(server, BOB))

    assert found["Make this move"][1] == {"subject": "Hex Board 101", "body": "yes"}
    assert "Resign" not in found


def test_who_only_watches_has_nothing_to_press(server: Server) -> None:
    server.hear(CAROL, "hex show 101")

    assert sorted(links(html_to(server, CAROL))) == ["Past games", "Record", "Rules"]


def test_a_refusal_says_first_what_was_wrong_and_then_shows_the_board(server: Server) -> None:
    server.say(BOB, "hex move 101 bob bobpw123 z9")

    html = html_to(server, BOB)

    assert html.index("Hex Board 101</h1>") < html.index("Your command was:")
    assert html.index("Your command was:") < html.index("-a-b-c-d-e-")
    assert html.count(">Hex Board 101</h") == 1
    # The moves are there still, to choose one that can be made.
    assert links(html)["Play"][1] == {"subject": "Hex Board 101", "body": ""}
    assert links(html)["c1"][1] == {"subject": "Hex Board 101", "body": "c1#4"}


def test_several_boards_and_what_is_missing_are_all_there(server: Server) -> None:
    server.say(CAROL, "hex show 101 999")

    html = html_to(server, CAROL)

    assert html.index("-a-b-c-d-e-") < html.index("There is no Hex board 999.")


def test_other_letters_have_their_subject_as_a_heading(server: Server) -> None:
    server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello, everybody!")

    html = html_to(server, BOB)

    assert re.findall(r"<h1[^>]*>([^<]*)</h1>", html) == ["Hex Board 101"]
    assert re.search(r"alice writes:</p>\s*<blockquote[^>]*>\s*<p[^>]*>Hello, everybody!</p>", html)


def test_a_help_page_keeps_its_own_heading(server: Server) -> None:
    server.hear(ALICE, "help replies")

    assert re.findall(r"<h1[^>]*>([^<]*)</h1>", html_to(server, ALICE)) == ["Answering a letter"]
