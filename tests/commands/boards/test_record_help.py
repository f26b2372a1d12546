"""The help page about records: its examples are those of one game, which holds."""

from __future__ import annotations

import json
import re

from pbmserv import places
from pbmserv.games.catalogue import installed
from pbmserv.letters.record import record_text
from pbmserv.play.board import Player
from pbmserv.play.interchange import read, write
from tests.conversation import Server
from tests.records import SCHEMA

PAGE = (places.help_pages() / "record.txt").read_text(encoding="utf-8")
PLAYERS = {"alice": Player(1, "alice"), "bob": Player(2, "bob")}


def example(begins: str, ends: str) -> str:
    """The lines of the page from one to another, without their indentation."""
    begin = PAGE.index(f"\n    {begins}") + 1
    end = PAGE.index(f"\n    {ends}\n", begin) + len(f"\n    {ends}\n")
    return re.sub(r"(?m)^    ", "", PAGE[begin:end])


def test_the_example_for_programs_is_a_record_that_holds() -> None:
    line = example("{", "}")
    transcript = read(line)

    board = transcript.replayed(installed(), 101, PLAYERS)

    assert board.winner == PLAYERS["alice"]
    assert json.loads(write(transcript)) == json.loads(line)


def test_the_example_to_be_read_is_the_same_game() -> None:
    board = read(example("{", "}")).replayed(installed(), 101, PLAYERS)

    assert example('[Game "Hex"]', "bob resigned.") == record_text(board)


def test_every_field_is_explained() -> None:
    explained = re.findall(r"(?m)^([a-z_0-9]+(?:, [a-z_0-9]+)*)\n    ", PAGE)

    assert ", ".join(explained).split(", ") == list(SCHEMA["properties"])


def test_the_page_is_as_wide_as_a_letter() -> None:
    assert max(map(len, PAGE.splitlines())) <= 79


def test_it_is_what_help_answers_with(server: Server) -> None:
    assert server.hear("alice@example.org", "help record").text == PAGE
