"""`pbmserv demo`: players and boards to look around with, in a database of their own."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import urlopen

import pytest
from click.testing import CliRunner, Result

from pbmserv.cli import main
from pbmserv.commands.sessions.signing_in import whom_link_signs_in
from pbmserv.demo import boards as demo
from pbmserv.demo import links
from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.hex import Hex
from pbmserv.play.board import Board, Status
from pbmserv.post_office import post_office_for
from pbmserv.settings import defaults
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.players import FORMAT
from pbmserv.storage.work import UnitOfWork
from pbmserv.web.app import application
from pbmserv.web.site import site_for
from tests.conversation import Server
from tests.web.listening import served


@pytest.fixture(autouse=True)
def usual_port_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else runs on this machine."""
    really = links.is_free
    monkeypatch.setattr(links, "is_free", lambda listen: listen.port == 8080 or really(listen))


FEW = ("goofspiel", "hex", "trioker-puzzle")
"""One in which all move at once, one for two, one for one."""


class TakesThree(Hex):
    """Of no use where there are only two."""

    name = "TakesThree"
    seats = range(3, 4)


class Broken(Hex):
    """What somebody's plug-in may be like."""

    name = "Broken"

    def start(self, options: object, seats: int, chance: Chance) -> Any:
        raise KeyError("secret7")


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> dict[str, Game[Any]]:
    """The demo's catalogue, to which a test may add; there are few boards of each game."""
    catalogue: dict[str, Game[Any]] = {word: installed()[word] for word in FEW}
    monkeypatch.setattr(demo, "installed", lambda: catalogue)
    monkeypatch.setattr(demo, "MOVES", (2, 5))
    return catalogue


def pbmserv(url: str, *words: str, **environment: str) -> Result:
    return CliRunner().invoke(main, list(words), env={"PBMSERV_DATABASE_URL": url, **environment})


def stored(url: str) -> dict[tuple[str, int], Board]:
    database = Database(url)
    with database.reading() as connection:
        store = Boards(connection, installed())
        found = {(word, number): store.load(word, number) for word in installed() for number in range(101, 105)}
    database.close()
    return {key: board for key, board in found.items() if board is not None}


def told(board: Board) -> tuple[list[str], list[str], object]:
    return [seat.player.userid for seat in board.seats], [move.text for move in board.moves], board.position


def test_every_game_has_boards_in_the_middle(few_games: object, sqlite_url: str) -> None:
    result = pbmserv(sqlite_url, "demo")

    assert result.exit_code == 0, result.output
    assert result.output.startswith("6 new boards of 3 games.\nNew player: alice, password ")
    made = stored(sqlite_url)
    assert {(word, number) for word in FEW for number in (101, 102)} == set(made)
    assert {board.status for board in made.values()} == {Status.ACTIVE}
    assert [len(made["hex", number].moves) for number in (101, 102)] == [2, 5]
    assert [seat.player.userid for seat in made["hex", 102].seats] == ["bob", "alice"]
    assert [seat.player.userid for seat in made["trioker-puzzle", 102].seats] == ["bob"]


def test_its_players_get_letters_as_everybody_does(few_games: object, sqlite_url: str) -> None:
    pbmserv(sqlite_url, "demo")

    database = Database(sqlite_url)
    with database.reading() as connection:
        players = UnitOfWork(connection, installed()).players
        formats = players.chosen(players.named(["alice", "bob"]).values(), FORMAT)
    database.close()
    assert {player.userid: kept for player, kept in formats.items()} == {"alice": "picture", "bob": "picture"}


@pytest.mark.long
def test_a_demo_is_the_same_wherever_it_is_made(
    few_games: object, sqlite_url: str, sqlite_template: Path, tmp_path: Path
) -> None:
    shutil.copy(sqlite_template, tmp_path / "other.db")
    other = f"sqlite:///{tmp_path}/other.db"

    pbmserv(sqlite_url, "demo")
    pbmserv(other, "demo")

    assert {key: told(board) for key, board in stored(sqlite_url).items()} == {
        key: told(board) for key, board in stored(other).items()
    }


def test_what_it_says_to_do_next_can_be_done(few_games: object, sqlite_url: str) -> None:
    result = pbmserv(sqlite_url, "demo")
    lines = re.findall(r"^    pbmserv (.+?)(?:  .*)?$", result.output, re.MULTILINE)
    [move] = [line for line in lines if " move " in line]

    assert lines[:2] == ["serve", "all show alice next"]
    assert pbmserv(sqlite_url, *lines[1].split()).exit_code == 0
    done = pbmserv(sqlite_url, *move.split())
    assert done.exit_code == 0, done.output


def test_the_steps_are_printed_as_the_program_was_typed(
    few_games: object, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", [".venv/bin/pbmserv", "demo"])
    monkeypatch.setenv("PATH", str(tmp_path))

    printed = pbmserv(sqlite_url, "demo", PBMSERV_HOME="pbmserv-demo").output

    steps = re.findall(r"^    (\S.*?)  ", printed, re.MULTILINE)
    assert steps[:2] == ["export PBMSERV_HOME=pbmserv-demo", ".venv/bin/pbmserv serve"]
    assert ".venv/bin/pbmserv all show alice next" in steps
    assert ".venv/bin/pbmserv draw " in printed
    assert re.findall(r"^    pbmserv ", printed, re.MULTILINE) == []


def test_a_program_that_the_shell_finds_is_printed_by_its_name(
    few_games: object, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "pbmserv"
    program.touch(mode=0o755)
    monkeypatch.setattr("sys.argv", [str(program), "demo"])
    monkeypatch.setenv("PATH", str(tmp_path))

    assert "\n    pbmserv serve  " in pbmserv(sqlite_url, "demo").output


def test_given_again_it_adds_the_games_that_are_new(few_games: dict[str, Game[Any]], sqlite_url: str) -> None:
    del few_games["hex"]
    pbmserv(sqlite_url, "demo")
    before = stored(sqlite_url)
    few_games["hex"] = installed()["hex"]

    again = pbmserv(sqlite_url, "demo")
    third = pbmserv(sqlite_url, "demo")

    assert again.output.startswith("2 new boards of 1 game.\n\nNext")
    assert third.output.startswith("All games have boards already.\n\nNext")
    assert "pbmserv admin user password alice" in third.output
    after = stored(sqlite_url)
    assert {key: told(board) for key, board in after.items() if key[0] != "hex"} == {
        key: told(board) for key, board in before.items()
    }
    assert len(after) == 6


def test_a_database_with_players_is_left_alone(few_games: object, sqlite_url: str) -> None:
    database = Database(sqlite_url)
    server = Server(database)
    server.sign_up("alice")
    before = server.everything_stored()

    result = pbmserv(sqlite_url, "demo")

    assert result.exit_code == 1
    assert result.output == (
        "This database has players who are of no demo. A demo goes into a database of its own, for example with"
        " PBMSERV_HOME=pbmserv-demo in the environment.\n"
    )
    assert server.everything_stored() == before
    database.close()


def test_so_is_a_demo_that_others_have_joined(few_games: object, sqlite_url: str) -> None:
    pbmserv(sqlite_url, "demo")
    pbmserv(sqlite_url, "do", "--from", "carol@example.org", "signup carol until-then-carol")

    assert pbmserv(sqlite_url, "demo").exit_code == 1


@pytest.mark.parametrize("delivery", ["smtp://relay.example.net", "sendmail:/usr/sbin/sendmail"])
def test_letters_never_leave_the_machine(few_games: object, sqlite_url: str, delivery: str) -> None:
    result = pbmserv(sqlite_url, "demo", PBMSERV_DELIVERY=delivery)

    assert result.exit_code == 1
    assert result.output.startswith("A demo's letters go to nobody: set delivery to a Maildir")
    assert not stored(sqlite_url)


def test_a_game_that_cannot_be_shown_does_no_harm_to_others(few_games: dict[str, Game[Any]], sqlite_url: str) -> None:
    few_games |= {"broken": Broken(), "takesthree": TakesThree()}

    result = pbmserv(sqlite_url, "demo")

    assert result.exit_code == 0
    assert "6 new boards of 3 games.\n" in result.output
    assert "Some boards of broken could not be set up: Its rules have failed, as the log tells.\n" in result.output
    assert "Some boards of takesthree could not be set up: It takes 3 players, and a demo has 2.\n" in result.output
    assert "secret7" not in result.output


def test_whoever_plays_on_gets_whole_letters_and_may_cause_as_many_as_anybody(
    few_games: object, sqlite_url: str
) -> None:
    result = pbmserv(sqlite_url, "demo")
    [password] = re.findall(r"New player: alice, password (\w+)", result.output)
    database = Database(sqlite_url)
    server = Server(database)
    last = server.outbox()[-1]["id"]

    reply = server.hear("alice@demo.invalid", f"hex chat 101 alice {password}", comment="Well played.")

    assert reply.readers >= {"bob@demo.invalid"}
    assert all(letter["page"] is not None for letter in server.outbox(after=last))
    with database.reading() as connection:
        counted = connection.exec_driver_sql("select count(*) from tallies where what = 'letters'").scalar_one()
    assert counted <= 2
    database.close()


@pytest.mark.long
def test_all_games_for_two_that_are_installed_have_boards(database_url: str) -> None:
    result = pbmserv(database_url, "demo")

    for_two = [word for word, game in installed().items() if game.seats[0] <= 2]
    assert f"{3 * len(for_two)} new boards of {len(for_two)} games.\n" in result.output
    assert result.output.count("could not be set up") == len(installed()) - len(for_two)
    assert all(board.is_on for board in stored(database_url).values())


def test_it_prints_a_link_for_each_player_to_sign_in_with(few_games: object, sqlite_url: str) -> None:
    printed = pbmserv(sqlite_url, "demo").output

    found = dict(
        re.findall(r"^    (\w+): http://127\.0\.0\.1:8080/sign-in/link\?token=(\S+)$", printed, re.MULTILINE)
    )
    server = Server(Database(sqlite_url))
    opened = {
        userid: server.office.look_up(partial(whom_link_signs_in, token=token)) for userid, token in found.items()
    }
    assert {userid: player.userid for userid, player in opened.items() if player} == {"alice": "alice", "bob": "bob"}


class Other(BaseHTTPRequestHandler):
    """Some program that has the port of the pages."""

    answer = b"<html>Something else</html>"

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.answer)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def port_taken_by(program: type[BaseHTTPRequestHandler]) -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), program) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_where_another_program_has_the_port_the_links_name_one_that_is_free(
    few_games: object, sqlite_url: str
) -> None:
    with port_taken_by(Other) as taken:
        printed = pbmserv(sqlite_url, "demo", PBMSERV_WEB_LISTEN=f"127.0.0.1:{taken}?").output

    [port] = re.findall(r"^    PBMSERV_WEB_LISTEN=127\.0\.0\.1:(\d+) pbmserv serve  ", printed, re.MULTILINE)
    assert int(port) in range(8081, 8100)
    assert f"    http://127.0.0.1:{port}/  " in printed
    assert printed.count(f"http://127.0.0.1:{port}/sign-in/link?token=") == 2
    assert f":{taken}" not in printed


@contextmanager
def pages_of(url: str) -> Iterator[int]:
    """The pages of a server with this database, which runs already."""
    database = Database(url)
    settings = defaults()
    office = post_office_for(settings, database)
    with served(application(site_for(settings, database, office))) as pages:
        yield pages.port
    database.close()


def test_where_the_server_runs_already_the_links_lead_to_it(few_games: object, sqlite_url: str) -> None:
    pbmserv(sqlite_url, "demo")
    with pages_of(sqlite_url) as taken:
        printed = pbmserv(sqlite_url, "demo", PBMSERV_WEB_LISTEN=f"127.0.0.1:{taken}?").output
        tokens = re.findall(rf"http://127\.0\.0\.1:{taken}/sign-in/link\?token=(\S+)$", printed, re.MULTILINE)
        with urlopen(f"http://127.0.0.1:{taken}/sign-in/link?token={tokens[0]}", timeout=30) as page:
            assert b"Sign in as alice" in page.read()

    assert len(tokens) == 2
    assert "    pbmserv serve  " in printed


def test_a_server_with_another_database_is_another_program(
    few_games: object, sqlite_url: str, sqlite_template: Path, tmp_path: Path
) -> None:
    shutil.copy(sqlite_template, tmp_path / "other.db")
    other = f"sqlite:///{tmp_path}/other.db"
    pbmserv(other, "demo")
    with pages_of(other) as taken:
        printed = pbmserv(sqlite_url, "demo", PBMSERV_WEB_LISTEN=f"127.0.0.1:{taken}?").output

    [port] = re.findall(r"^    PBMSERV_WEB_LISTEN=127\.0\.0\.1:(\d+) pbmserv serve  ", printed, re.MULTILINE)
    assert printed.count(f"http://127.0.0.1:{port}/sign-in/link?token=") == 2
    assert f":{taken}" not in printed


def test_whoever_else_has_the_port_is_told_no_link_that_is_good(few_games: object, sqlite_url: str) -> None:
    asked: list[str] = []

    class Curious(Other):
        def do_GET(self) -> None:
            asked.append(self.path)
            super().do_GET()

    with port_taken_by(Curious) as taken:
        pbmserv(sqlite_url, "demo", PBMSERV_WEB_LISTEN=f"127.0.0.1:{taken}?")

    [token] = [path.rpartition("=")[2] for path in asked]
    server = Server(Database(sqlite_url))
    assert token
    assert server.office.look_up(partial(whom_link_signs_in, token=token)) is None


def test_a_port_that_somebody_has_chosen_is_the_one_that_is_named(few_games: object, sqlite_url: str) -> None:
    with port_taken_by(Other) as taken:
        printed = pbmserv(sqlite_url, "demo", PBMSERV_WEB_LISTEN=f"127.0.0.1:{taken}").output

    assert printed.count(f"http://127.0.0.1:{taken}/sign-in/link?token=") == 2


def test_without_a_page_there_is_no_link(few_games: object, sqlite_url: str) -> None:
    assert "sign-in" not in pbmserv(sqlite_url, "demo", PBMSERV_WEB_LISTEN="").output
