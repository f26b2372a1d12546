"""What the shell offers: the games, players and boards that there are."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from pbmserv.cli import main
from pbmserv.storage.database import Database
from tests.conversation import Server

BOTS = ["bot-easy", "bot-expert", "bot-hard", "bot-medium"]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def database_url(request: pytest.FixtureRequest) -> str:
    """A fresh database; on PostgreSQL the tools are tried where there is time: what they ask of it is the same."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture(autouse=True)
def server(database: Database, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """alice and bob play Hex 101 and Trichet 101 on the server that the command line uses."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBMSERV_HOME", str(tmp_path))
    monkeypatch.setenv("PBMSERV_DATABASE_URL", database_url)
    server = Server(database)
    server.sign_up("alice", "bob")
    server.hear("alice@example.org", "hex challenge alice bob")
    server.hear("alice@example.org", "trichet challenge alice bob")
    return server


def offered(*words: str) -> list[str]:
    """What is offered for the last of these words, with those before it typed already."""
    *before, begun = words
    return [item.value for item in ShellComplete(main, {}, "pbmserv", "_COMPLETE").get_completions(before, begun)]


def test_the_first_word_may_be_a_command_of_ours_or_a_game() -> None:
    assert offered("tri") == ["trichet", "trioker", "trioker-line", "trioker-puzzle", "triominoes"]
    assert offered("ser") == ["serve"]
    assert "signup" in offered("sig")


def test_a_command_of_a_game_is_offered_after_it_and_then_its_boards() -> None:
    assert offered("hex", "cha") == ["challenge", "chat"]
    assert offered("hex", "show", "") == ["101"]
    assert offered("do", "hex", "show", "1") == ["101"]
    assert "password" in offered("change", "p")


def test_games_are_offered_where_one_is_listed_or_explained() -> None:
    assert offered("list", "hav") == ["havannah"]
    assert offered("list", "hex", "hav") == ["havannah"]
    assert offered("do", "help", "hav") == ["havannah"]


def test_the_operators_tools_know_games_boards_and_players() -> None:
    assert offered("admin", "user", "show", "al") == ["alice"]
    assert offered("admin", "board", "show", "mac") == ["macmahon"]
    assert offered("admin", "board", "show", "hex", "") == ["101"]
    assert offered("admin", "board", "forfeit", "hex", "101", "Bo") == ["bob", *BOTS]
    assert offered("verify", "goof") == ["goofspiel"]
    assert offered("verify", "hex", "1") == ["101"]


def test_nothing_is_offered_and_nothing_said_where_there_is_no_database(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PBMSERV_DATABASE_URL", "postgresql+psycopg://nobody@127.0.0.1:1/none")

    assert offered("admin", "user", "show", "al") == []
    assert offered("hex", "show", "") == []
    assert capsys.readouterr() == ("", "")
