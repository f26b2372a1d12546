"""The command line: the command language by hand, what scripts rely on, and the operator's first tools."""

from __future__ import annotations

import gc
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from click.testing import CliRunner, Result

from pbmserv import __version__
from pbmserv.cli import main
from pbmserv.games.catalogue import installed
from pbmserv.storage.database import Database

Run: TypeAlias = Callable[..., Result]

NEEDLESS_TO_SHOW_A_BOARD = {
    *("sqlalchemy.orm", "sqlalchemy.dialects.postgresql", "psycopg", "alembic"),
    *("structlog", "rich", "prometheus_client", "argon2"),
    *("aiosmtpd", "imapclient", "dkim", "flufl.bounce", "email_validator"),
    *("pbmserv.admin", "pbmserv.monitoring", "pbmserv.scheduler", "pbmserv.service"),
    *("pbmserv.mail.reading.incoming", "pbmserv.mail.reading.mime_parts", "pbmserv.mail.reading.bounce_reports"),
    *(
        "pbmserv.storage.ratings",
        "pbmserv.storage.standings",
        "pbmserv.commands.boards.queries",
        "pbmserv.letters.record",
    ),
    *("pbmserv.storage.tournaments", "pbmserv.storage.divisions", "pbmserv.play.ratings"),
    *("pbmserv.storage.sessions", "pbmserv.storage.daily_letters"),
    *(
        "pbmserv.commands.tournaments.letters",
        "pbmserv.commands.tournaments.seasons",
        "pbmserv.commands.accounts.letters",
    ),
    *("pbmserv.commands.operator", "pbmserv.commands.sessions", "pbmserv.commands.watching.daily_letter"),
    *("pbmserv.bots", "pbmserv.engines", "pbmserv.thinking", "pbmserv.web"),
}
NEEDLESS_TO_MAKE_A_MOVE = (NEEDLESS_TO_SHOW_A_BOARD - {"argon2"}) | {
    *("pbmserv.mail.reading", "pbmserv.mail.smtp_refusals", "pbmserv.storage.inbox", "pbmserv.storage.addresses"),
    *("pbmserv.storage.invitations", "pbmserv.storage.directory", "pbmserv.games.file_reading"),
    *("pbmserv.play.move_suggestions", "pbmserv.play.yes_and_no"),
    *("pbmserv.play.replaying", "pbmserv.play.shown_alone", "pbmserv.letters.for_programs"),
}
"""It takes a password to be compared."""
PICTURES = {"pbmserv.games.picture", "pbmserv.games.trichet.picture", "pbmserv.games.boards", "pbmserv.pictures"}
"""In a letter to a player there is a picture; the operator is only shown characters."""


@pytest.fixture
def home(sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a server keeps its things; alice and bob have signed up there."""
    for name in [name for name in os.environ if name.startswith("PBMSERV_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBMSERV_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("pbmserv.commands.requests.passwords.TIME_COST", 1)
    monkeypatch.setattr("pbmserv.commands.requests.passwords.MEMORY_COST", 32)
    (tmp_path / "home").mkdir()
    shutil.copy(sqlite_template, tmp_path / "home" / "pbmserv.db")
    return tmp_path / "home"


@pytest.fixture
def run(home: Path) -> Run:
    """Type a command line; it must not fail in any other way than by its exit code."""

    def run(*words: str) -> Result:
        result = CliRunner().invoke(main, words)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture
def playing(run: Run) -> Run:
    """The same, where bob is to move on Trichet board 101."""
    for words in (
        "signup alice sesame7 alice@example.org",
        "signup bob bobpw789 bob@example.org",
        "trichet challenge alice bob",
    ):
        assert run(*words.split()).exit_code == 0
    return run


def answer_of(result: Result) -> dict[str, Any]:
    answer = json.loads(result.stdout)
    assert isinstance(answer, dict)
    return answer


# do


def test_a_command_is_carried_out_and_its_answer_printed(playing: Run) -> None:
    result = playing("do", "trichet", "move", "101", "bob", "bobpw789", "d3")

    assert result.exit_code == 0
    assert result.stdout.startswith("Subject: Trichet Board 101\n\nSummary of Trichet Board 101\n")
    assert result.stdout.endswith("\nLetters have been written to alice@example.org.\n")


def test_the_operator_sees_a_board_while_a_server_writes(playing: Run, home: Path) -> None:
    database = Database(f"sqlite:///{home}/pbmserv.db")

    with database.writing():
        shown = playing("trichet", "show", "101")
    database.close()

    assert shown.exit_code == 0
    assert shown.stdout.startswith("Subject: Trichet Board 101")


def test_what_is_analysed_goes_to_its_player_by_mail_too(playing: Run) -> None:
    analysed = playing("do", "--json", "trichet", "analyse", "101", "bob", "bobpw789", "d3")

    assert [letter["to"] for letter in answer_of(analysed)["letters"]] == [["bob@example.org"]]


def test_a_first_word_that_is_a_game_is_short_for_do(playing: Run) -> None:
    result = playing("trichet", "move", "101", "bob", "bobpw789", "d3")

    assert result.exit_code == 0
    assert result.stdout.startswith("Subject: Trichet Board 101\n")


@pytest.mark.parametrize("words", [["list"], ["LIST"], ["change", "password", "alice", "sesame7", "better-secret11"]])
def test_a_first_word_that_is_a_command_is_short_for_do(playing: Run, words: list[str]) -> None:
    assert playing(*words).exit_code == 0


@pytest.mark.parametrize("words", [["trichet games"], ["do", "trichet games"], ["trich", "games"]])
def test_a_whole_command_may_be_one_word_of_the_shell(playing: Run, words: list[str]) -> None:
    assert playing(*words).stdout.startswith("Subject: List of Trichet games\n")


def test_parameters_of_a_game_are_no_options_of_ours(playing: Run) -> None:
    result = playing("trichet", "challenge", "-num_tiles=50", "alice", "bob", "--unrated")

    assert result.exit_code == 0
    assert "Parameters: num tiles 50, not rated\n" in result.stdout


def test_a_command_comes_from_the_address_that_is_named(playing: Run) -> None:
    refused = playing("do", "--from", "mallory@example.org", "trichet", "challenge", "alice", "bob")
    done = playing("do", "--from", "alice@example.org", "trichet", "challenge", "alice", "bob")

    assert refused.exit_code == 1
    assert "mallory@example.org is not the confirmed address of a player" in refused.stdout
    assert done.exit_code == 0
    assert "has been started by alice." in done.stdout


@pytest.mark.parametrize("how", [(), ("--json",)])
def test_nothing_is_answered_where_the_commit_fails_and_the_command_may_be_tried_again(
    playing: Run, home: Path, how: tuple[str, ...]
) -> None:
    with sqlite3.connect(home / "pbmserv.db") as database:
        # A reference to nothing, which SQLite finds when the transaction is to be committed, and not before.
        database.execute("CREATE TABLE broken (id INTEGER REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED)")
        database.execute("CREATE TRIGGER break AFTER INSERT ON moves BEGIN INSERT INTO broken VALUES (-1); END")

    failed = playing("do", *how, "trichet move 101 bob bobpw789 d3")
    with sqlite3.connect(home / "pbmserv.db") as database:
        database.execute("DROP TRIGGER break")
    again = playing("do", *how, "trichet move 101 bob bobpw789 d3")

    assert failed.exit_code == 75
    assert failed.stdout == ""
    assert failed.stderr == (f"Error: The database {home}/pbmserv.db cannot be used: FOREIGN KEY constraint failed\n")
    assert again.exit_code == 0
    assert "Trichet Board 101" in again.stdout


def test_what_is_done_stays_done_where_its_letters_cannot_be_sent(
    playing: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pbmserv.mail.sending.delivery.deliver_due", fail)

    result = playing("do", "--json", "trichet move 101 bob bobpw789 d3")

    assert result.exit_code == 0
    assert answer_of(result)["ok"]
    assert result.stderr == "The letters could not be sent, and wait: [Errno 28] No space left on device\n"


def test_the_message_is_the_comment_for_the_others(playing: Run) -> None:
    result = playing("do", "--json", "--message", "Good luck!", "trichet", "move", "101", "bob", "bobpw789", "d3")

    letters = {letter["to"][0]: letter for letter in answer_of(result)["letters"]}
    assert letters["alice@example.org"]["subject"] == "Trichet Board 101"
    assert letters["alice@example.org"]["text"].endswith("bob writes:\n\nGood luck!\n")


def test_several_commands_are_read_from_the_message(playing: Run) -> None:
    result = playing("do", "--message", "list\ntrichet games\nend", "multiple")

    assert result.stdout.startswith("Subject: Answers to 2 commands\n")


def test_letters_are_delivered_at_once(playing: Run, home: Path) -> None:
    delivered = [path.read_text() for path in (home / "outgoing" / "new").iterdir()]

    assert len([letter for letter in delivered if "Trichet Board 101" in letter]) == 2


def test_a_refused_command_exits_with_1(playing: Run) -> None:
    result = playing("trichet", "move", "101", "alice", "sesame7", "d3")

    assert result.exit_code == 1
    assert result.stdout.startswith("Subject: Trichet Board 101\n\nIt is not your turn on Trichet Board 101:")


# --json


def test_json_has_all_letters_that_were_caused(playing: Run) -> None:
    answer = answer_of(playing("do", "--json", "trichet", "move", "101", "bob", "bobpw789", "d3"))

    assert list(answer) == ["ok", "error", "letters", "board"]
    assert answer["ok"] is True
    assert answer["error"] is None
    assert [list(letter) for letter in answer["letters"]] == [["to", "subject", "text"]] * 2
    assert [letter["to"] for letter in answer["letters"]] == [["alice@example.org"], ["bob@example.org"]]
    assert {letter["subject"] for letter in answer["letters"]} == {"Trichet Board 101"}


def test_json_has_the_board_as_who_gave_the_command_may_see_it(playing: Run) -> None:
    moved = answer_of(playing("do", "--json", "trichet", "move", "101", "bob", "bobpw789", "d3"))["board"]
    shown = answer_of(playing("do", "--json", "trichet", "show", "101"))["board"]

    assert (moved["game"], moved["board"], moved["to_move"]) == ("trichet", 101, ["alice"])
    assert [move["text"] for move in shown["moves"]] == ["d3"]
    assert (moved["reader"], moved["may"]["move"], moved["may"]["chat"]) == ("bob", False, True)
    assert "reader" not in shown
    assert "board" not in answer_of(playing("do", "--json", "trichet", "games"))


def test_json_tells_why_something_was_refused(playing: Run) -> None:
    result = playing("do", "--json", "trichet", "move", "999", "bob", "bobpw789", "d3")

    answer = answer_of(result)
    assert result.exit_code == 1
    assert answer["ok"] is False
    assert answer["error"] == "There is no Trichet board 999."
    assert [letter["subject"] for letter in answer["letters"]] == ["What you wrote"]


# Usage


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["do"], "Missing argument 'COMMAND...'"),
        (["trichett", "games"], "There is no command 'trichett'. Did you mean trichet"),
        (["verfy", "trichet", "101"], "There is no command 'verfy'. Did you mean verify"),
        (["xyzzy"], "There is no command 'xyzzy'. Try: pbmserv --help"),
        (["--nonsense"], "No such option"),
        (["verify", "trichet", "one"], "'one' is not a valid integer"),
        (["verify", "trichet"], "Name a board, or say --all."),
        (["db", "downgrade"], "No such command 'downgrade'"),
        (["do", "--from", "", "list"], "a mail address is expected, such as alice@example.org."),
        (["do", "--from", "a@b.example\nBcc: c@d.example", "list"], "a mail address is expected"),
        (["do", "--from", "a\udcff@b.example", "list"], "a mail address is expected"),
    ],
)
def test_what_is_not_typed_right_exits_with_2(run: Run, words: list[str], complaint: str) -> None:
    result = run(*words)

    assert result.exit_code == 2
    assert complaint in result.stderr


@pytest.mark.parametrize(
    ("words", "first_line"),
    [
        (["игры"], "Subject: List of games"),
        (["справка", "чат"], "Subject: Help: chat"),
        (["ход", "trichet", "101", "bob", "bobpw789", "d3"], "Subject: Trichet Board 101"),
        (["show", "trichet", "101"], "Subject: Trichet Board 101"),
        (["Five", "in", "a", "Row", "games"], "Subject: List of Gomoku games"),
    ],
)
def test_do_can_be_left_out_before_whatever_begins_a_command_in_mail(
    playing: Run, words: list[str], first_line: str
) -> None:
    short, whole = playing(*words), playing("do", *words)

    assert short.stdout.splitlines()[0] == whole.stdout.splitlines()[0] == first_line


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").stdout == f"pbmserv, version {__version__}\n"


@pytest.mark.parametrize("words", [["--help"], ["-h"]])
def test_help_for_the_command_line_lists_its_commands(run: Run, words: list[str]) -> None:
    text = run(*words).stdout

    assert all(f"  {command} " in text for command in ("db", "do", "games", "help", "pipe", "serve", "verify"))


# help, games


def test_a_help_page_is_printed(run: Run) -> None:
    assert run("help", "tutorial").stdout.startswith("Your first game\n")
    assert run("help", "change", "password").stdout.startswith("change password\n")
    assert run("help").stdout.startswith("pbmserv: board games by letter\n")


def test_a_help_page_is_printed_in_a_language(run: Run) -> None:
    assert run("help", "--language", "ru", "tutorial").stdout.startswith("Ваша первая партия\n")
    assert run("help", "--language", "en", "tutorial").stdout.startswith("Your first game\n")
    assert "There are en, de, ru." in run("help", "--language", "tlh", "tutorial").stderr


def test_an_unknown_subject_is_answered_with_what_may_have_been_meant(run: Run) -> None:
    result = run("help", "trichett")

    assert result.exit_code == 1
    assert "Did you mean trichet" in result.stderr


def test_the_installed_games_are_listed(run: Run) -> None:
    assert "    trichet (2 players)\n" in run("games").stdout


# verify


def test_a_board_that_is_on_holds_and_keeps_its_seed(playing: Run) -> None:
    playing("goofspiel", "challenge", "alice", "bob")

    result = playing("verify", "goofspiel", "101")

    assert result.exit_code == 0
    assert "Goofspiel Board 101: 0 moves replayed by the rules of version 1." in result.stdout
    assert "The game is on, so the seed stays secret." in result.stdout
    assert result.stdout.endswith("All of it holds.\n")


def test_a_board_that_is_over_shows_the_seed_that_was_promised(playing: Run) -> None:
    first = playing("goofspiel", "challenge", "alice", "bob").stdout
    playing("goofspiel", "resign", "101", "bob", "bobpw789")

    text = playing("verify", "goofspiel", "101").stdout

    promised = text.split("SHA-256 of the seed, as it was told: ")[1].splitlines()[0]
    assert promised in first
    assert "\nSeed: " in text


def test_a_record_that_was_tampered_with_does_not_hold(playing: Run, home: Path) -> None:
    playing("trichet", "move", "101", "bob", "bobpw789", "d3")
    with sqlite3.connect(home / "pbmserv.db") as connection:
        connection.execute("UPDATE moves SET text = 'd1'")
    connection.close()

    result = playing("verify", "trichet", "101")

    assert result.exit_code == 1
    assert "It does not hold: " in result.stdout


def test_all_boards_of_a_game_are_verified_at_once(playing: Run, home: Path) -> None:
    playing("trichet", "challenge", "alice", "bob")
    assert playing("verify", "trichet", "--all").stdout == "2 verified: all hold.\n"

    with sqlite3.connect(home / "pbmserv.db") as connection:
        connection.execute(
            'UPDATE boards SET position = \'{"tiles": [], "next_seat": 0, "num_tiles": 9, "win_size": 9}\''
        )
    connection.close()

    result = playing("verify", "trichet", "--all")
    assert result.exit_code == 1
    assert result.stdout.endswith("2 verified, 2 of them do not hold.\n")


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["trichet", "999"], "There is no Trichet board 999."),
        (["bingo", "101"], "This is not the name of a game."),
    ],
)
def test_what_does_not_exist_cannot_be_verified(run: Run, words: list[str], refusal: str) -> None:
    result = run("verify", *words)

    assert result.exit_code == 1
    assert result.stderr.startswith(refusal)


# db


def test_a_backup_names_its_source(run: Run, home: Path) -> None:
    copied = run("db", "backup", str(home.parent / "copy.db"))

    assert copied.stdout.startswith(f"{home.parent}/copy.db holds the database {home}/pbmserv.db as it was, in ")


def test_the_schema_is_told_and_upgraded(run: Run, home: Path) -> None:
    (home / "pbmserv.db").write_bytes(b"")

    before = run("db", "current")
    upgraded = run("db", "upgrade")
    after = run("db", "current")
    again = run("db", "upgrade")

    assert before.exit_code == 1
    assert before.stdout.startswith("The schema is at none, and this pbmserv needs 0")
    assert upgraded.stdout.endswith(", it was at none.\n")
    assert after.exit_code == 0
    assert again.stdout.endswith(" already.\n")


def test_a_database_of_a_newer_version_is_not_upgraded(run: Run, home: Path) -> None:
    run("db", "upgrade")
    with sqlite3.connect(home / "pbmserv.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")

    result = run("db", "upgrade")

    assert result.exit_code == 1
    assert result.stderr.startswith(
        f"Error: The database {home}/pbmserv.db has schema 9999, which this version of pbmserv, with schema "
    )
    assert " does not know: a newer one has made it." in result.stderr


def test_a_driver_that_is_not_installed_is_told_in_words(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBMSERV_DATABASE_URL", "postgresql+psycopg://pbm@127.0.0.1:1/pbmserv")
    monkeypatch.setitem(sys.modules, "psycopg", None)

    result = run("list")

    assert result.exit_code == 1
    assert result.stderr.startswith(
        "Error: The database postgresql+psycopg://pbm@127.0.0.1:1/pbmserv cannot be used: "
    )
    assert "for PostgreSQL, install pbmserv[postgres]" in result.stderr


def test_a_folder_that_cannot_be_made_is_told_in_words(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBMSERV_DATABASE_URL", f"sqlite:///{home}/pbmserv.db/x/games.db")

    result = run("db", "upgrade")

    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: The database {home}/pbmserv.db/x/games.db cannot be used: ")


def test_a_setting_that_cannot_be_read_is_told_in_words(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBMSERV_SMTP_LISTEN", "nowhere")

    result = run("list")

    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert "PBMSERV_SMTP_LISTEN" in result.stderr


# serve


@pytest.mark.parametrize("words", ["work,cook", "", "work deliver"])
def test_a_role_that_there_is_not_is_told(run: Run, words: str) -> None:
    result = run("serve", "--only", words)

    assert result.exit_code == 2
    assert f"{words!r} holds something else than receive, work, deliver, clock, web, think." in result.stderr


# As a process


def typed(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pbmserv", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
    )


def test_a_process_says_the_same_as_the_function(home: Path) -> None:
    process = typed("do", "--json", "trichet", "games")

    assert process.returncode == 0
    assert process.stderr == ""
    assert json.loads(process.stdout) == {
        "ok": True,
        "error": None,
        "letters": [{"to": [], "subject": "List of Trichet games", "text": "There are no such boards.\n"}],
    }


def test_a_process_that_is_refused_exits_with_1_and_a_mistyped_one_with_2(home: Path) -> None:
    assert typed("trichet", "show", "999").returncode == 1
    assert typed("frobnicate").returncode == 2


def test_garbage_is_looked_for_again_once_a_command_is_over(run: Run) -> None:
    assert run("list").exit_code == 0

    assert gc.isenabled()


def test_to_make_a_move_loads_no_other_subject_of_the_commands(playing: Run) -> None:
    code = "import sys, pbmserv.cli\ntry: pbmserv.cli.main()\nfinally: print(*sys.modules, file=sys.stderr)"
    words = ["do", "--from", "bob@example.org", "trichet", "move", "101", "bob", "bobpw789", "d3"]

    moved = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)

    assert moved.stdout.startswith("Subject: Trichet Board 101")
    commands = {tuple(name.split(".")[2:4]) for name in moved.stderr.split() if name.startswith("pbmserv.commands.")}
    assert {("playing", "actions"), ("playing", "turns"), ("playing", "letters")} <= commands
    assert {subject for subject, *_ in commands} == {"playing", "requests", "run"}
    assert not {("run", "answers"), ("run", "refusals")} & commands
    assert not NEEDLESS_TO_MAKE_A_MOVE & set(moved.stderr.split())


@pytest.mark.parametrize(
    ("asker", "needless"),
    [(["do", "--from", "alice@example.org"], NEEDLESS_TO_SHOW_A_BOARD), ([], NEEDLESS_TO_SHOW_A_BOARD | PICTURES)],
)
def test_to_show_a_board_loads_no_more_than_that_takes(playing: Run, asker: list[str], needless: set[str]) -> None:
    # Plug-ins are loaded whenever games are looked up: here there are none, whatever is installed.
    code = "from importlib import metadata\nfound = metadata.entry_points\n"
    code += "metadata.entry_points = lambda group: [e for e in found(group=group) if 'pbmserv.' in e.value]\n"
    code += "import sys, pbmserv.cli\ntry: pbmserv.cli.main()\nfinally: print(*sys.modules, file=sys.stderr)"
    words = [*asker, "trichet", "show", "101"]

    shown = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)

    assert shown.stdout.startswith("Subject: Trichet Board 101")
    loaded = set(shown.stderr.split())
    others = {f"pbmserv.games.{word.replace('-', '_')}" for word in installed() if word != "trichet"}
    assert len(others) > 30
    assert sorted(loaded & others) == []
    assert {"sqlalchemy", "jinja2", "pbmserv.games.trichet"} <= loaded
    assert sorted(loaded & needless) == []
