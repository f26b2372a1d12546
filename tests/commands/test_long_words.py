"""A refusal that quotes a long word has all of it, or says by dots that it goes on."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Refusal
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.language.meaning import start_of
from pbmserv.storage.database import Database
from tests.conversation import Server

LONG = ("abcdefghij" * 6, "e4e5d4c3b2" * 6, "d3-e4" * 12, "12" * 30, "K" * 60)
SHORTEST = 9
"""The shortest beginning that is taken for a quotation."""
LINES = (
    "{word}", "hex {word}", "hex challenge alice {word}", "hex challenge alice bob -{word}",
    "hex challenge alice bob -size={word}", "hex challenge alice bob --nagtime={word}", "hex show {word}",
    "all show {word}", "help {word}", "list {word}", "tournament join alice secret7 {word}",
    "tournament create alice secret7 hex {word}", "change timezone alice secret7 {word}",
    "change letters alice secret7 {word}", "vacation alice secret7 {word}", "message alice secret7 {word}",
    "signup {word} secret99", "forgot {word}", "hex standings {word}", "hex move 101 alice secret7 {word}",
    "hex queue 101 alice secret7 if {word} then a1", "tournament {word}", "change {word} alice secret7",
)  # fmt: skip


def is_cut(text: str, word: str) -> bool:
    """Whether a text has the beginning of a word without the rest, and without dots in its place."""
    text = text.replace("\n", "")
    if word in text:
        return False
    begun = next((word[:length] for length in range(len(word), SHORTEST, -1) if word[:length] in text), "")
    return bool(begun) and not text.partition(begun)[2].startswith("...")


@pytest.fixture
def server(undone_database: Database) -> Server:
    server = Server(undone_database)
    server.sign_up("alice", "bob")
    server.hear("alice@example.org", "hex challenge alice bob -size=5")
    return server


def test_what_is_cut_is_found() -> None:
    assert is_cut(f"A cell is expected, not {LONG[0][:20]}.", LONG[0])
    assert not is_cut(f"A cell is expected, not {LONG[0][:20]}....", LONG[0])
    assert not is_cut(f"A cell is expected, not {LONG[0]}.", LONG[0])


@pytest.mark.parametrize("word", LONG)
@pytest.mark.alike
def test_no_command_is_refused_with_a_word_that_is_cut(server: Server, word: str) -> None:
    said = {line: server.say("alice@example.org", line.format(word=word)).error for line in LINES}

    assert {line: error for line, error in said.items() if is_cut(error, word)} == {}


def test_no_game_refuses_a_move_so() -> None:
    cut = []
    for name, game in installed().items():
        start = start_of(game)
        for word in LONG:
            try:
                game.play(start, game.to_move(start)[0], word, Chance(bytes(SEED_BYTES), "long words"))
            except Refusal as refusal:
                cut += [(name, refusal.words)] if is_cut(refusal.words, word) else []

    assert cut == []
