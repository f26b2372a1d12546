"""Programs play here as bots of their own: challenged like others, asked for moves, and replaced where they fail."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.play.bots import LEVELS, PROGRAM
from pbmserv.post_office import PostOffice
from pbmserv.setting_values import OTHER_BOTS, Engine
from pbmserv.storage.bots import Bots
from pbmserv.thinking.thinker import Thinker
from pbmserv.thinking.with_engines import BotClientWithEngines
from tests.conversation import Server

ALICE = "alice@example.org"
PLAYER = """
import sys
for line in sys.stdin:
    if "genmove white" in line: print({answer!r} + "\\n")
    else: print("=\\n")
    sys.stdout.flush()
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """What the engine of these tests runs."""
    return tmp_path / "engine.py"


@pytest.fixture
def playing(server: Server, program: Path) -> Server:
    """A server with an engine of go, which has been challenged."""
    engine = Engine("stones", "gtp", (sys.executable, str(program)), 5)
    server.office = PostOffice(
        server.database, installed(), server.address, server.passwords, now=lambda: server.now, engines=[engine]
    )
    with server.database.writing() as connection:
        Bots(connection).add_engines([engine.name], server.now)
    server.hear(ALICE, "go challenge alice bot-stones -size=9")
    server.hear(ALICE, "go move 101 alice secret7 e5")
    return server


@pytest.fixture
def thinker(playing: Server, program: Path) -> Iterator[Thinker]:
    """Somebody who does the jobs, and asks the engine."""
    engine = Engine("stones", "gtp", (sys.executable, str(program)), 5)
    client = BotClientWithEngines([engine], seconds=30, megabytes=256)
    yield Thinker(playing.database, playing.office, installed(), client, now=lambda: playing.now)
    client.end()


def moves(server: Server) -> str:
    return server.hear(ALICE, "go record 101").letter.text


def test_an_engine_answers_a_move(playing: Server, thinker: Thinker, program: Path) -> None:
    program.write_text(PLAYER.format(answer="= D4"), encoding="ascii")

    assert thinker.run_once()

    assert "d4" in moves(playing)
    assert not thinker.run_once()


def test_an_engine_may_resign(playing: Server, thinker: Thinker, program: Path) -> None:
    program.write_text(PLAYER.format(answer="= D4"), encoding="ascii")
    assert thinker.run_once()
    playing.hear(ALICE, "go move 101 alice secret7 c3")
    program.write_text(PLAYER.format(answer="= resign"), encoding="ascii")

    assert thinker.run_once()

    assert "bot-stones resigned" in moves(playing)


@pytest.mark.parametrize("answer", ["= E5", "= Z99", "? unknown command", "nonsense"])
@pytest.mark.alike
def test_where_an_engine_fails_the_board_goes_on_and_the_operator_reads_why(
    playing: Server, thinker: Thinker, program: Path, answer: str
) -> None:
    program.write_text(PLAYER.format(answer=answer), encoding="ascii")

    assert thinker.run_once()

    assert "101" in playing.hear(ALICE, "go show 101").letter.subject
    with playing.database.reading() as connection:
        from pbmserv.storage.bots import Thinking

        [failure] = Thinking(connection).failures(5)
        assert not Thinking(connection).jobs(5)
    assert "engine" in failure.why or "stones has answered" in failure.why


def test_an_engine_is_challenged_to_the_games_that_it_plays(playing: Server) -> None:
    refused = playing.say(ALICE, "hex challenge alice bot-stones")

    assert refused.error is not None
    assert "bot-stones does not play Hex: there are bot-easy" in refused.error


@pytest.mark.long
def test_an_engine_that_is_gone_takes_no_challenges_and_its_boards_go_on(playing: Server, program: Path) -> None:
    office = PostOffice(playing.database, installed(), playing.address, playing.passwords, now=lambda: playing.now)
    client = BotClientWithEngines([], seconds=30, megabytes=256)

    assert Thinker(playing.database, office, installed(), client, now=lambda: playing.now).run_once()

    client.end()
    playing.office = office
    assert "bot-stones does not play Go" in (playing.say(ALICE, "go challenge alice bot-stones").error or "")
    assert "Black" in moves(playing)


def test_an_engine_is_one_player_however_often_the_server_starts(playing: Server) -> None:
    with playing.database.writing() as connection:
        bots = Bots(connection)
        bots.add_engines(["stones", "fish"], playing.now)
        bots.add_engines(["fish"], playing.now)

        assert [bot.userid for bot in bots.of_the_server()][-2:] == ["bot-fish", "bot-stones"]


def test_no_engine_is_called_like_another_bot() -> None:
    assert {*LEVELS, PROGRAM} == OTHER_BOTS
