"""The table of a tournament, asked for in answer to any letter of one of its boards, in one's own words."""

from __future__ import annotations

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from tests.conversation import PLAYERS, Server
from tests.mail.test_replies import ALICE, BOB, Post

pytestmark = pytest.mark.alike


@pytest.fixture
def cup(undone_database: Database) -> Post:
    """The boards of a tournament have begun; the last letter to alice is one of them, and it is her turn."""
    server = Server(undone_database)
    server.sign_up(*PLAYERS)
    server.hear(BOB, "tournament create bob bobpw123 hex spring-cup --players=3 -size=5")
    for player in ("alice", "carol"):
        server.wait(minutes=1)
        server.hear(f"{player}@example.org", f"tournament join {player} {PLAYERS[player]} spring-cup")
    server.wait(minutes=1)
    Scheduler(server.database, server.office, installed()).make_round(server.now)
    server.hear(BOB, "hex move 101 bob bobpw123 c3")
    return Post(server, has_begun=True)


@pytest.mark.parametrize(
    "line",
    ["Таблица?", "standings please", "Who leads?", "Show me the table", "Tabelle bitte",
     "Classement ?", "¿Clasificación?", "Who is winning the spring cup?",
     "Where do I stand in the tournament?", "Classifica, per favore", "Tussenstand?",
     "Wer führt?", "順位表は?", "谁领先？", "순위표 보여주세요", "Ställningen?", "Sarjataulukko?",
     "Kto prowadzi?", "Puan durumu?", "Clasament?", "Кто лидирует?", "Хто лідирує?",
     "Ποιος προηγείται;", "מי מוביל?"],
)  # fmt: skip
def test_who_asks_for_the_table_in_mid_play_gets_it(cup: Post, line: str) -> None:
    assert cup.letter_to(ALICE)["subject"] == "Hex Board 101"

    assert cup.answer(ALICE, line) == "done: tournament standings spring-cup"
    assert "spring-cup, season 1: the games go on" in cup.letter_to(ALICE)["text"]


@pytest.mark.parametrize(
    "line",
    ["When is the next one?", "when is the next round", "When do we play the next game?", "Who do I play next?",
     "When does the tournament end?", "Wann ist die nächste Runde?", "Gegen wen spiele ich als nächstes?",
     "Quand commence la prochaine ronde ?", "¿Cuándo es la próxima ronda?", "Quando è la prossima partita?",
     "Когда следующий тур?"],
)  # fmt: skip
def test_who_asks_what_comes_next_is_told_what_the_server_knows(cup: Post, line: str) -> None:
    before = len(cup.server.outbox())

    assert cup.answer(ALICE, line) == "done: tournament show spring-cup"
    text = " ".join(cup.letter_to(ALICE)["text"].split())
    assert "Everybody in a division meets everybody once, all games at the same time." in text
    assert "Season 1 is being played." in text
    assert [letter["recipients"] for letter in cup.server.outbox()[before:]] == [[ALICE]]


@pytest.mark.parametrize(
    "line", ["When is your next game?", "When will you start?", "The next one is yours", "When do you move?"]
)
def test_what_only_the_other_player_knows_is_for_them(cup: Post, line: str) -> None:
    cup.answer(ALICE, line)

    assert "Shall your words go to bob?" in cup.letter_to(ALICE)["text"]


@pytest.mark.parametrize("line", ["I am leading", "The table is lovely", "You lead", "c3 leads nowhere"])
def test_who_tells_something_gets_none(cup: Post, line: str) -> None:
    assert "tournament standings" not in cup.answer(ALICE, line)


def test_after_its_own_move_as_well(cup: Post) -> None:
    cup.answer(ALICE, "b2")

    assert cup.answer(ALICE, "Who leads?") == "done: tournament standings spring-cup"


def test_to_the_letter_of_the_end_too(cup: Post) -> None:
    cup.answer(ALICE, "b2")
    cup.server.hear(BOB, "hex resign 101 bob bobpw123")

    assert cup.answer(ALICE, "Who leads the cup?") == "done: tournament standings spring-cup"
    assert cup.answer(BOB, "When is the next one?") == "done: tournament show spring-cup"


def test_a_board_of_no_tournament_has_none(cup: Post) -> None:
    cup.server.hear(BOB, "hex challenge bob alice")

    assert "tournament" not in cup.answer(ALICE, "Who leads?")
    assert "tournament" not in cup.answer(ALICE, "When is the next one?")
