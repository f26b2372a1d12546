"""The words of a game, below a board in characters or beside its picture, speak of what is to be seen there.

That things are counted in the singular and the plural is tried in `tests/games/test_words.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from html import unescape

import pytest

from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.testing import Record, replay
from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.endtoend.game_letters import GOLDEN, html_with_picture

OF_CHARACTERS = re.compile(
    r"\*|\+(?= followed| marked)|brackets|capitals|\bstar\b|\bis [xo#]\b|\([xo]\)|^\s+[+\\/]", re.MULTILINE
)
"""What can be seen in characters alone."""
IN_COLOUR = re.compile(r"\b(red|green)\b")
"""What can be seen in a picture alone."""


@cache
def positions_of(game: Game[object]) -> tuple[object, ...]:
    """Those of the shortest of its golden games."""
    records = [Record.of_json(json.loads(path.read_text())) for path in GOLDEN.glob(f"{game.word}-*.json")]
    own = [record for record in records if record.game == game.name]
    return tuple(replay(game, min(own, key=lambda record: len(record.moves))).positions)


def words_of(game: Game[object], in_picture: bool) -> Iterator[str]:
    """What is said beside the board at the beginning, in the middle and at the end of a game."""
    status, legend = (game.picture_status, game.picture_legend) if in_picture else (game.status, game.legend)
    positions = positions_of(game)
    for position in (positions[0], positions[len(positions) // 2], positions[-1]):
        yield from status(position, 0)
        yield legend(position, 0)


@pytest.mark.alike
@pytest.mark.parametrize("word", sorted(installed()))
def test_a_game_speaks_of_colours_beside_a_picture_and_of_characters_below_these(word: str) -> None:
    beside_picture, below_characters = ("\n".join(words_of(installed()[word], each)) for each in (True, False))

    # Coins are red in Trioker, whatever shows them.
    told = below_characters.replace("Red coins", "").replace("red coins", "")
    assert OF_CHARACTERS.search(beside_picture) is None
    assert IN_COLOUR.search(told) is None


class TestALetter:
    @pytest.fixture
    def server(self, sqlite_database: Database) -> Server:
        server = Server(sqlite_database)
        server.sign_up("alice", "bob")
        return server

    def test_says_beside_the_picture_what_is_marked_there(self, server: Server) -> None:
        server.hear("alice@example.org", "trichet challenge alice bob")
        server.hear("bob@example.org", "trichet move 101 bob bobpw123 d1")

        [letter] = [each for each in server.outbox()[-2:] if each["recipients"] == ["alice@example.org"]]
        html = " ".join(unescape(html_with_picture(letter)).split())

        assert "Dot laid the tile that is marked *; the one marked + followed by itself." in letter["text"]
        assert "Dot laid the tile with the inner triangle; the one with a ring followed by itself." in html
        assert "that is marked" not in html

    def test_without_a_picture_speaks_of_the_characters(self, server: Server) -> None:
        server.hear("bob@example.org", "change format bob bobpw123 html")
        server.hear("alice@example.org", "hex challenge alice bob")

        [letter] = [each for each in server.outbox() if "Hex" in each["subject"] and "bob@" in each["recipients"][0]]

        assert "beside" not in letter["page"]
        assert "The last stone is in brackets." in html_with_picture(letter)
