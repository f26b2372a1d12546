"""A season is being played when its boards are exported, or its database is copied: nothing of it is lost."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbmserv.commands.boards.records import export_all, verify_all
from pbmserv.commands.operator.import_records import Fate, Importer
from pbmserv.games.catalogue import installed
from pbmserv.play.clock import Verdict
from pbmserv.scheduler import Scheduler
from pbmserv.storage.backup import back_up, restore
from pbmserv.storage.database import Database
from tests.conversation import PLAYERS, START, Server, cheap_passwords

ALICE, BOB, CAROL = (f"{name}@example.org" for name in PLAYERS)


def opened(template: Path, path: Path) -> Server:
    shutil.copy(template, path)
    return Server(Database(f"sqlite:///{path}"))


def clock(server: Server) -> Any:
    return Scheduler(server.database, server.office, installed()).make_round(server.now)


def resigned(server: Server, number: int) -> str:
    """Have whoever is to move on a board of the tournament resign."""
    [line] = server.office.look_up(lambda call: call.work.listing.lines("hex", [number]))
    [player] = line.to_move
    server.hear(f"{player}@example.org", f"hex resign {number} {player} {PLAYERS[player]}")
    return str(player)


@pytest.fixture
def server(sqlite_template: Path, tmp_path: Path) -> Iterator[Server]:
    """A tournament of three: of its games, one is over, one is being played, one has not begun to be."""
    server = opened(sqlite_template, tmp_path / "pbmserv.db")
    server.sign_up(*PLAYERS)
    server.hear(BOB, "tournament create bob bobpw123 hex spring-cup --players=3 -size=5")
    for player, password in (("alice", "secret7"), ("carol", "secret9")):
        server.wait(minutes=1)
        server.hear(f"{player}@example.org", f"tournament join {player} {password} spring-cup")
    server.wait(minutes=1)
    clock(server)
    [line] = server.office.look_up(lambda call: call.work.listing.lines("hex", [102]))
    first, second = line.players
    server.hear(f"{first}@example.org", f"hex move 102 {first} {PLAYERS[first]} c3")
    server.hear(f"{second}@example.org", f"hex move 102 {second} {PLAYERS[second]} b4")
    server.wait(hours=1)
    resigned(server, 101)
    yield server
    server.database.close()


def table(server: Server) -> str:
    return server.hear(ALICE, "tournament standings spring-cup").text


def test_a_copy_that_is_put_back_goes_on_with_the_season_to_its_end(server: Server, tmp_path: Path) -> None:
    at_first = table(server)
    back_up(server.database, tmp_path / "copy.db")
    lost = [resigned(server, number) for number in (102, 103)]
    server.wait(hours=7)
    clock(server)
    over = table(server)
    server.database.close()

    restore(tmp_path / "copy.db", tmp_path / "pbmserv.db", START)

    again = Server(Database(f"sqlite:///{tmp_path / 'pbmserv.db'}"), now=server.now)
    assert table(again) == at_first
    letters = clock(again).letters
    assert not [letter.subject for letter in letters if "over" in letter.subject]
    assert [resigned(again, number) for number in (102, 103)] == lost
    again.wait(hours=7)
    clock(again)
    assert table(again) == over
    again.database.close()


def moved(server: Server, new: Server) -> list[str]:
    """Take all boards to another server; gives their lines."""
    lines = [each.line for each in export_all(server.database, installed(), "hex", with_secrets=True)]
    importer = Importer(new.database, installed(), keep_numbers=True, passwords=cheap_passwords())
    assert [importer.take(line).fate for line in lines] == [Fate.IMPORTED] * 3
    assert [importer.take(line).fate for line in lines] == [Fate.KNOWN] * 3
    return lines


def test_its_boards_go_on_on_a_server_that_does_not_know_it(
    server: Server, sqlite_template: Path, tmp_path: Path
) -> None:
    new = opened(sqlite_template, tmp_path / "new.db")
    new.sign_up(*PLAYERS)

    lines = moved(server, new)

    assert [json.loads(line)["terms"]["event"] for line in lines] == ["spring-cup/1/1"] * 3
    assert [each.holds for each in verify_all(new.database, installed(), "hex")] == [True] * 3
    assert "Tournament: spring-cup, season 1, division 1" in new.hear(ALICE, "hex show 102").text
    for number in (102, 103):
        resigned(new, number)
    new.wait(days=15)
    made = clock(new)
    assert (made.count(Verdict.ARCHIVE), made.failed, made.seasons) == (3, [], [])
    records = [json.loads(each.line) for each in export_all(new.database, installed(), "hex")]
    assert [record["result"] is None for record in records] == [False] * 3
    new.database.close()


def test_boards_from_elsewhere_are_in_no_table_of_a_tournament_of_the_same_name(
    server: Server, sqlite_template: Path, tmp_path: Path
) -> None:
    new = opened(sqlite_template, tmp_path / "new.db")
    new.sign_up(*PLAYERS)
    new.hear(BOB, "tournament create bob bobpw123 hex spring-cup --players=3")
    for player, password in (("alice", "secret7"), ("carol", "secret9")):
        new.hear(f"{player}@example.org", f"tournament join {player} {password} spring-cup")
    clock(new)
    before = table(new)
    numbers = {line.number for line in new.office.look_up(lambda call: call.work.listing.lines("hex"))}

    lines = moved(server, new)

    assert table(new) == before
    elsewhere = {line.number for line in new.office.look_up(lambda call: call.work.listing.lines("hex"))} - numbers
    assert len(elsewhere) == len(lines)
    for line in new.office.look_up(lambda call: call.work.listing.lines("hex", sorted(elsewhere))):
        if line.to_move:
            resigned(new, line.number)
    assert table(new) == before
    new.wait(hours=7)
    assert clock(new).failed_seasons == []
    new.database.close()
