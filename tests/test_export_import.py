"""`pbmserv export` and `pbmserv import`: games go from one server to another as their records."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select, update

from pbmserv.cli import main
from pbmserv.commands.operator.import_records import Importer
from pbmserv.games.catalogue import installed
from pbmserv.play.board import Board, Status
from pbmserv.storage import iterate
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.ratings import Ratings
from pbmserv.storage.tables import BOARDS, RATING_HISTORY
from pbmserv.storage.watching import Watching
from tests.conversation import PLAYERS, START, Server
from tests.partners import resign_both
from tests.queries import recorded, scans
from tests.records import altered, check_schema
from tests.thinking.conftest import Says, thinker_of

ALICE, BOB = "alice@example.org", "bob@example.org"


@pytest.fixture
def old(sqlite_template: Path, tmp_path: Path) -> Server:
    """A server with three boards of Hex: 101 is over, 102 is being played, 103 was removed."""
    shutil.copy(sqlite_template, tmp_path / "old.db")
    server = Server(Database(f"sqlite:///{tmp_path / 'old.db'}"))

    def begin() -> None:
        server.sign_up("alice", "bob", "carol")
        for _ in range(3):
            server.hear(ALICE, "hex challenge alice bob -size=5")
        for board in (101, 102):
            for userid, text in (("alice", "b2"), ("bob", "swap"), ("alice", "c3"), ("bob", "d3")):
                server.wait(hours=5)
                say(server, "hex move", board, userid, text)
        say(server, "hex resign", 101, "alice")
        say(server, "hex resign", 103, "alice")

    server.once("boards of Hex", begin)
    server.now = START + timedelta(hours=40)
    return server


@pytest.fixture
def new(database: Database) -> Iterator[Server]:
    """Another server, on which alice and bob play too; the test runs once on each kind of database."""
    server = Server(database)
    server.sign_up("alice", "bob")
    yield server
    server.database.close()


def say(server: Server, command: str, board: int, userid: str, text: str = "") -> None:
    server.hear(f"{userid}@example.org", f"{command} {board} {userid} {PLAYERS[userid]} {text}")


def pbmserv(server: Server, *words: str, text: str | None = None) -> Result:
    url = server.database.engine.url.render_as_string(hide_password=False)
    return CliRunner().invoke(main, list(words), env={"PBMSERV_DATABASE_URL": url}, input=text)


def exported(server: Server, *words: str) -> str:
    result = pbmserv(server, "export", *words)
    assert result.exit_code == 0, result.output
    return result.stdout


def imported(server: Server, text: str, *options: str) -> Result:
    return pbmserv(server, "import", *options, "-", text=text)


def load(server: Server, number: int, game: str = "hex") -> Board:
    with server.database.reading() as connection:
        board = Boards(connection, installed()).load(game, number)
        assert board is not None
        return board


# Exporting


def test_boards_that_are_named_are_exported_a_line_each(old: Server) -> None:
    lines = exported(old, "hex", "102", "101").splitlines()

    assert [check_schema(line)["board"] for line in lines] == [102, 101]


def test_all_boards_but_the_removed_ones_are_exported_few_at_a_time(
    old: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(iterate, "AT_ONCE", 1)

    lines = exported(old, "hex", "--all").splitlines()

    assert [json.loads(line)["board"] for line in lines] == [101, 102]


def test_seeds_of_games_that_are_on_are_told_only_where_secrets_are_asked_for(old: Server) -> None:
    public, private = (json.loads(exported(old, "hex", "102", *more)) for more in ([], ["--with-secrets"]))

    assert public["seed"] is None
    assert bytes.fromhex(private["seed"]) == load(old, 102).seed
    assert old.hear(ALICE, "hex record 102").letter.attachments[0].text == exported(old, "hex", "102")


def test_a_file_with_secrets_is_for_its_owners_eyes_only(old: Server, tmp_path: Path) -> None:
    public, private = tmp_path / "public.jsonl", tmp_path / "private.jsonl"
    private.write_text("something longer than any record" * 1000)

    exported(old, "hex", "--all", "--output", str(public))
    exported(old, "hex", "--all", "--with-secrets", "--output", str(private))

    assert public.read_text() == exported(old, "hex", "--all")
    assert private.read_text() == exported(old, "hex", "--all", "--with-secrets")
    assert private.stat().st_mode & 0o777 == 0o600


def test_boards_that_cannot_be_exported_are_told_and_the_others_are_exported(old: Server) -> None:
    with old.database.writing() as connection:
        connection.execute(update(BOARDS).where(BOARDS.c.number == 102).values(rules_version=99))

    result = pbmserv(old, "export", "hex", "999", "103", "102", "101")

    assert result.exit_code == 1
    assert [json.loads(line)["board"] for line in result.stdout.splitlines()] == [101]
    assert result.stderr == (
        "There is no Hex board 999.\n"
        "Hex Board 103 has been removed: it counts for nobody.\n"
        "Hex board 102 cannot be loaded: Hex has no rules of version 99, only 1\n"
    )


@pytest.mark.parametrize("words", [["hex"], ["hex", "101", "--all"], ["hex", "x"]])
def test_what_is_not_typed_right_is_told(old: Server, words: list[str]) -> None:
    assert pbmserv(old, "export", *words).exit_code == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["bingo", "--all"], "This is not the name of a game."),
        (["trichet", "--all", "--format", "sgf"], "Trichet is not written as sgf: choose json."),
        (["go", "--all", "--format", "pgn"], "Go is not written as pgn: choose json or sgf."),
        (["shogi", "--all", "--format", "pgn"], "Shogi is not written as pgn: choose json, kifu or usi."),
        (["hex", "--all", "--output", "/nowhere/x.jsonl"], "Error: /nowhere/x.jsonl cannot be written: No such file"),
    ],
)
def test_what_cannot_be_done_is_told(old: Server, words: list[str], said: str) -> None:
    result = pbmserv(old, "export", *words)

    assert result.exit_code == 1
    assert result.stderr.startswith(said)


def test_a_game_is_exported_in_the_format_of_its_players_as_it_comes_with_its_record(old: Server) -> None:
    old.hear(ALICE, "go challenge alice bob -size=9")
    say(old, "go move", 101, "alice", "e5")

    attached = old.hear(ALICE, "go record 101").letter.attachments

    assert [(each.name, each.media_type) for each in attached] == [
        ("go-101.json", "application/json"),
        ("go-101.sgf", "application/x-go-sgf"),
        ("go-101.svg", "image/svg+xml"),
    ]
    assert attached[1].text.endswith(";B[ee])\n")
    assert exported(old, "go", "101", "--format=sgf") == f"{attached[1].text}\n"


# Importing


def test_games_are_the_same_on_another_server(old: Server, new: Server) -> None:
    new.hear(ALICE, "hex challenge bob alice")

    result = imported(new, exported(old, "hex", "--all", "--with-secrets"))

    assert result.exit_code == 0
    assert result.output == (
        "-, line 1: imported: board 101 is Hex Board 102 now.\n"
        "-, line 2: imported: board 102 is Hex Board 103 now.\n"
        "2 imported, 0 here already, 0 refused.\n"
    )
    for before, after in ((load(old, 101), load(new, 102)), (load(old, 102), load(new, 103))):
        assert after.record == before.record
        assert (after.position, after.terms) == (before.position, before.terms)
        assert (after.status, after.result) == (before.status, before.result)
        assert (after.started_at, after.last_moved_at) == (before.started_at, before.last_moved_at)
        assert [(seat.player.userid, seat.used) for seat in after.seats] == [
            (seat.player.userid, seat.used) for seat in before.seats
        ]
    assert pbmserv(new, "verify", "hex", "--all").exit_code == 0


def test_partners_have_won_together_on_another_server_too(old: Server, new: Server) -> None:
    resign_both(old)
    new.sign_up("carol", "dave")

    assert imported(new, exported(old, "spades", "--all", "--with-secrets")).exit_code == 0

    assert [player.userid for player in load(new, 101, "spades").winners] == ["alice", "carol"]
    assert "All of it holds." in pbmserv(new, "verify", "spades", "101").output


@pytest.mark.parametrize(
    ("alter", "refusal"),
    [
        (lambda data: data["result"].update(winner=1), "By the rules the game ended otherwise"),
        (lambda data: data["moves"][0].update(text="14"), "Move 1 (14) is not legal: "),
        (lambda data: data["moves"][1].update(seat=2), "Move 2 (3) is by seat 2, and it was not its turn."),
        (lambda data: data["moves"].pop(), "By the rules the game"),
    ],
)
def test_a_forged_record_of_partners_is_refused(
    old: Server, new: Server, alter: Callable[[dict[str, Any]], object], refusal: str
) -> None:
    resign_both(old)
    new.sign_up("carol", "dave")
    [record] = exported(old, "spades", "--all", "--with-secrets").splitlines()

    result = imported(new, altered(record, alter))

    assert result.exit_code == 1
    assert refusal in result.stderr
    assert "0 imported, 0 here already, 1 refused." in result.stdout


def test_a_game_goes_on_where_it_was_imported(old: Server, new: Server) -> None:
    imported(new, exported(old, "hex", "102", "--with-secrets"))

    say(new, "hex move", 101, "alice", "a1")

    assert [made.text for made in load(new, 101).moves] == ["b2", "swap", "c3", "d3", "a1"]


def test_a_bot_plays_on_where_its_board_was_imported(old: Server, new: Server) -> None:
    old.hear(ALICE, "hex challenge alice bot-easy -size=5")
    say(old, "hex move", 104, "alice", "b2")

    assert imported(new, exported(old, "hex", "104", "--with-secrets")).exit_code == 0
    new.now = datetime.now(UTC)
    thinker_of(new, Says(False, "c3")).run_once()

    board = load(new, 101)
    assert [made.text for made in board.moves] == ["b2", "c3"]
    assert [(seat.player.userid, seat.bot) for seat in board.seats] == [("alice", None), ("bot-easy", "easy")]
    assert "bot-easy is a bot (help bots)." in new.hear(ALICE, "hex show 101").text


def test_a_game_with_a_bot_that_is_over_is_the_same_on_another_server(old: Server, new: Server) -> None:
    old.hear(ALICE, "hex challenge alice bot-easy -size=5")
    say(old, "hex move", 104, "alice", "b2")
    thinker_of(old, Says(True)).run_once()
    say(old, "hex resign", 104, "alice")

    imported(new, exported(old, "hex", "104"))

    assert (load(new, 101).record, load(new, 101).result) == (load(old, 104).record, load(old, 104).result)
    new.now = datetime.now(UTC)
    assert thinker_of(new, Says()).run_once() is False


def test_what_was_taken_back_is_taken_back_elsewhere_too(old: Server, new: Server) -> None:
    say(old, "hex move", 102, "bob", "undo")
    say(old, "hex move", 102, "alice", "accept")
    say(old, "hex move", 102, "bob", "e5")

    imported(new, exported(old, "hex", "102", "--with-secrets"))

    before, after = load(old, 102), load(new, 101)
    assert [made.text for made in before.moves if made.text != "undo"][-1] == "e5"
    assert (after.record, after.position) == (before.record, before.position)
    say(new, "hex move", 101, "bob", "undo")
    say(new, "hex move", 101, "alice", "accept")
    assert "e5" not in [made.text for made in load(new, 101).moves]
    assert pbmserv(new, "verify", "hex", "--all").exit_code == 0


def test_a_file_for_other_programs_has_the_moves_that_stand(old: Server) -> None:
    old.hear(ALICE, "chess challenge alice bob")
    for userid, move in (("alice", "e4"), ("bob", "c5")):
        say(old, "chess move", 101, userid, move)
    say(old, "chess move", 101, "bob", "undo")
    say(old, "chess move", 101, "alice", "accept")
    say(old, "chess move", 101, "bob", "e5")

    assert exported(old, "chess", "101", "--format=pgn").endswith("\n1. e4 e5 *\n\n")


def test_who_has_resigned_goes_on_getting_the_letters_of_the_board(old: Server, new: Server) -> None:
    new.sign_up("carol")
    old.hear(ALICE, "goofspiel challenge alice bob carol -cards=5")
    for userid in ("alice", "bob", "carol"):
        say(old, "goofspiel move", 101, userid, "3")
    say(old, "goofspiel resign", 101, "carol")

    imported(new, exported(old, "goofspiel", "101", "--with-secrets"))
    imported(new, exported(old, "hex", "101"))

    assert watchers(new, "goofspiel", 101) == ["carol"]
    assert watchers(new, "hex", 101) == ["alice"]


def watchers(server: Server, game: str, number: int) -> list[str]:
    with server.database.reading() as connection:
        return [player.userid for player in Watching(connection).who(game, number)]


def test_nobody_is_written_to_and_no_rating_changes(old: Server, new: Server) -> None:
    before = new.outbox()
    imported(new, exported(old, "hex", "101"))

    assert new.outbox() == before
    with new.database.writing() as connection:
        assert Ratings(connection).rebuild("hex") == 0
        assert connection.scalar(select(BOARDS.c.rated_entry)) is None
        assert connection.execute(select(RATING_HISTORY)).all() == []


def test_a_game_that_ends_here_is_rated_here(old: Server, new: Server) -> None:
    imported(new, exported(old, "hex", "102", "--with-secrets"))

    say(new, "hex resign", 101, "alice")

    with new.database.writing() as connection:
        assert Ratings(connection).rebuild("hex") == 1


def test_numbers_are_kept_where_they_are_free(old: Server, new: Server) -> None:
    text = exported(old, "hex", "--all", "--with-secrets")
    new.hear(ALICE, "hex challenge bob alice")

    result = imported(new, text, "--keep-numbers")
    new.hear(ALICE, "hex challenge bob alice")

    assert "line 1: imported: board 101 is Hex Board 102 now." in result.output
    assert "line 2: imported: board 102 is Hex Board 103 now." in result.output
    assert load(new, 104).moves == []


def test_a_number_that_is_kept_is_not_given_again(old: Server, new: Server) -> None:
    result = imported(new, exported(old, "hex", "102", "--with-secrets"), "--keep-numbers")
    imported(new, exported(old, "hex", "101"), "--keep-numbers")
    new.hear(ALICE, "hex challenge bob alice")

    assert "board 102 is Hex Board 102 now." in result.output
    assert load(new, 101).status is Status.OVER
    assert load(new, 103).moves == []


def test_the_same_record_makes_no_second_board(old: Server, new: Server) -> None:
    text = exported(old, "hex", "--all", "--with-secrets")
    imported(new, text)
    say(new, "hex move", 102, "alice", "a1")
    before = new.everything_stored()

    result = imported(new, text, "--keep-numbers")

    assert result.exit_code == 0
    assert result.output == (
        "-, line 1: here already: Hex Board 101 is the same game.\n"
        "-, line 2: here already: Hex Board 102 is the same game.\n"
        "0 imported, 2 here already, 0 refused.\n"
    )
    assert new.everything_stored() == before


def test_a_server_knows_its_own_games(old: Server) -> None:
    assert (
        "0 imported, 2 here already, 0 refused."
        in imported(old, exported(old, "hex", "--all", "--with-secrets")).output
    )


def test_a_record_that_is_other_than_the_board_here_is_refused(old: Server, new: Server) -> None:
    imported(new, exported(old, "hex", "102", "--with-secrets"))
    say(new, "hex move", 101, "alice", "a1")
    say(old, "hex move", 102, "alice", "e5")

    result = imported(new, exported(old, "hex", "102", "--with-secrets"))

    assert result.exit_code == 1
    assert result.stderr == ("-, line 1: refused: Hex board 101 began with the same seed, and is another game.\n")


def test_a_record_that_does_not_hold_is_refused_and_the_others_are_taken(old: Server, new: Server) -> None:
    first, second = exported(old, "hex", "--all", "--with-secrets").splitlines()
    first = altered(first, lambda data: data["result"].update(winner=1))

    result = imported(new, f"{first}\n\nnonsense\n{second}\n")

    assert result.exit_code == 1
    assert result.stdout == (
        "-, line 4: imported: board 102 is Hex Board 101 now.\n1 imported, 0 here already, 2 refused.\n"
    )
    assert result.stderr == (
        "-, line 1: refused: By the rules the game ended otherwise: alice resigned.\n"
        "-, line 3: refused: This is not JSON.\n"
    )


@pytest.mark.parametrize(
    ("alter", "refusal"),
    [
        (lambda data: data.update(game="x" * 1000), f"There is no game called {'x' * 40}... here."),
        (lambda data: data.update(seed=None), "The game is on and its seed is not told: such a record cannot be"),
        (lambda data: data.update(players=data["players"] * 5_000), "Hex is not played by 10000."),
        (lambda data: data["players"][1].update(userid="zoe"), "There is no player called zoe here."),
        (
            lambda data: (data.update(game="goofspiel"), data["players"][1].update(userid="ALICE")),
            "In Goofspiel nobody can have two seats.",
        ),
        (lambda data: data["moves"][3].update(text="b2"), "Move 4 (b2) is not legal: "),
    ],
)
def test_what_is_refused_leaves_no_trace(
    old: Server, new: Server, alter: Callable[[dict[str, Any]], object], refusal: str
) -> None:
    before = new.everything_stored()

    result = imported(new, altered(exported(old, "hex", "102", "--with-secrets"), alter), "--keep-numbers")

    assert result.exit_code == 1
    assert result.stderr.startswith(f"-, line 1: refused: {refusal}")
    assert new.everything_stored() == before


def test_accounts_can_be_made_for_players_who_are_missing(old: Server, database: Database) -> None:
    empty = Server(database)

    refused = imported(empty, exported(old, "hex", "101"))
    taken = imported(empty, exported(old, "hex", "101"), "--add-players")

    assert refused.stderr == (
        "-, line 1: refused: There is no player called alice here. --add-players makes accounts for players who are"
        " missing.\n"
    )
    assert taken.exit_code == 0
    assert [seat.player.userid for seat in load(empty, 101).seats] == ["bob", "alice"]
    assert empty.say(ALICE, "trichet seek alice secret7 1").error == "The userid or the password is not right."


@pytest.mark.parametrize("name", ["pbmserv", "challenge", "hex"])
def test_no_account_is_made_under_a_name_that_nobody_can_have(old: Server, new: Server, name: str) -> None:
    line = altered(exported(old, "hex", "101"), lambda data: data["players"][1].update(userid=name))

    assert imported(new, line, "--add-players").stderr.startswith("-, line 1: refused: This name has a meaning")


def test_players_are_found_in_whatever_case_they_are_written(old: Server, new: Server) -> None:
    def shout(data: dict[str, Any]) -> None:
        data["players"][0]["userid"] = "ALICE"
        data["result"]["reason"] = "ALICE resigned."

    result = imported(new, altered(exported(old, "hex", "101"), shout))

    assert result.exit_code == 0, result.output
    board = load(new, 101)
    assert [seat.player.userid for seat in board.seats] == ["bob", "alice"]
    assert board.result is not None
    assert board.result.reason == "alice resigned."
    assert pbmserv(new, "verify", "hex", "101").exit_code == 0


def test_the_attachment_of_a_record_letter_can_be_imported(old: Server, new: Server, tmp_path: Path) -> None:
    attachment = old.hear(ALICE, "hex record 101").letter.attachments[0]
    file = tmp_path / attachment.name
    file.write_text(attachment.text, encoding="utf-8-sig")

    result = pbmserv(new, "import", str(file))

    assert result.output.startswith(f"{file}, line 1: imported: board 101 is Hex Board 101 now.\n")


def test_files_that_are_no_text_do_no_harm(new: Server, tmp_path: Path) -> None:
    file = tmp_path / "noise"
    file.write_bytes(bytes(range(256)) * 10 + b"\n" + b"[" * 100_000)

    result = pbmserv(new, "import", str(file))

    assert result.exit_code == 1
    assert "0 imported, 0 here already," in result.stdout


def test_importing_reads_no_table_from_end_to_end(old: Server, new: Server) -> None:
    text = exported(old, "hex", "--all", "--with-secrets")
    imported(new, text)
    with recorded(new.database) as statements:
        importer = Importer(new.database, installed(), keep_numbers=True)
        fates = [importer.take(line).fate for line in text.splitlines()]

    assert fates == ["here already", "here already"]
    with new.database.reading() as connection:
        assert scans(connection, statements) == []
