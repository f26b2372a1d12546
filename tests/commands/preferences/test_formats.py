"""The HTML part that letters have: who gets it, and the moves that it offers as links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest

from pbmserv.mail.sending.compose import compose
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import Outbox
from tests.conversation import ADDRESS, Server, html_in, undone

ALICE = "alice@example.org"
BOB = "bob@example.org"


@pytest.fixture(scope="module")
def world(another_with_players: Callable[[], Database]) -> Database:
    """alice and bob play on Hex board 101, of five by five, and alice has to move."""
    server = Server(another_with_players())
    server.hear(ALICE, "hex challenge alice bob -size=5")
    return server.database


@pytest.fixture
def begun(world: Database) -> Iterator[Server]:
    yield from undone(world)


def html_to(server: Server, address: str) -> str | None:
    """The HTML part of somebody's last letter."""
    return html_in([letter for letter in server.outbox() if letter["recipients"] == [address]][-1])


def links_to(server: Server, address: str) -> dict[str, tuple[str, dict[str, str]]]:
    """The links of somebody's last letter by their words: where each goes, and the fields that it fills in."""
    found = re.findall(r'<a href="(mailto:[^"]*)">([^<]*)</a>', html_to(server, address) or "")
    parts = [(unescape(words), urlsplit(unescape(address))) for address, words in found]
    return {words: (split.path, dict(parse_qsl(split.query))) for words, split in parts}


class TestWhoGetsIt:
    def test_players_who_have_chosen_nothing_and_those_who_are_none(self, begun: Server) -> None:
        begun.hear("stranger@example.org", "help")

        assert "Hex" in (html_to(begun, ALICE) or "")
        assert "help tutorial" in (html_to(begun, "stranger@example.org") or "")

    def test_not_who_wants_text_only(self, either_server: Server) -> None:
        told = either_server.hear(ALICE, "change format alice secret7 text")
        either_server.hear(BOB, "hex challenge alice bob")

        assert "alice, letters to you are text only from now on." in told.text
        assert "change format html" in told.text
        assert html_to(either_server, ALICE) is None
        assert html_to(either_server, BOB) is not None

    def test_nor_as_an_answer_to_what_takes_no_password(self, begun: Server) -> None:
        begun.hear(ALICE, "change format alice secret7 text")
        begun.hear(ALICE, "help")

        assert html_to(begun, ALICE) is None

    def test_html_brings_it_back(self, begun: Server) -> None:
        begun.hear(ALICE, "change format alice secret7 text")
        told = begun.hear(ALICE, "change format alice secret7 html")

        assert "change format text" in told.text
        assert html_to(begun, ALICE) is not None

    def test_another_word_is_refused_with_the_form(self, begun: Server) -> None:
        assert (
            "change format userid password text|html|picture"
            in begun.say(ALICE, "change format alice secret7 both").text
        )

    def test_a_mail_program_finds_it_beside_the_text(self, begun: Server) -> None:
        with begun.database.writing() as connection:
            [letter, *_] = Outbox(connection).claim(1, timedelta(minutes=1), begun.now)

        message = compose(letter, ADDRESS, b"key", eight_bit=True).decode()

        assert "Content-Type: multipart/alternative" in message
        assert message.index("Content-Type: text/plain") < message.index("Content-Type: text/html")


class TestLinks:
    def test_each_legal_move_is_one_for_whoever_has_to_move(self, begun: Server) -> None:
        begun.hear(ALICE, "change replies alice secret7 off")
        begun.hear(ALICE, "hex showas alice secret7 101")

        links = links_to(begun, ALICE)

        assert sorted(links) == [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
        assert links["d4"] == (ADDRESS, {"subject": "hex move 101 alice PASSWORD d4#1"})

    def test_one_more_where_sides_may_be_swapped(self, begun: Server) -> None:
        begun.hear(ALICE, "hex move 101 alice secret7 d4")

        links = links_to(begun, BOB)

        assert next(iter(links)) == "swap"
        assert len(links) == 25
        assert "d4" not in links

    def test_none_for_the_others(self, begun: Server) -> None:
        begun.hear("carol@example.org", "hex subscribe 101 carol secret9")
        begun.hear(ALICE, "hex move 101 alice secret7 d4")

        assert links_to(begun, ALICE) == {}
        assert links_to(begun, "carol@example.org") == {}

    def test_none_in_what_the_public_sees(self, begun: Server) -> None:
        begun.hear("stranger@example.org", "hex show 101")

        assert links_to(begun, "stranger@example.org") == {}

    def test_a_proposal_can_be_answered_by_one(self, begun: Server) -> None:
        begun.hear(ALICE, "hex move 101 alice secret7 d4")
        begun.hear(BOB, "hex move 101 bob bobpw123 e5")
        begun.hear(ALICE, "hex move 101 alice secret7 propose")

        assert list(links_to(begun, BOB)) == ["accept", "reject"]

    def test_a_board_as_it_stood_offers_none(self, begun: Server) -> None:
        begun.hear(ALICE, "hex showas alice secret7 101#0")

        assert links_to(begun, ALICE) == {}
