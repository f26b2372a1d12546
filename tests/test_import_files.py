"""`pbmserv import` of games that other programs have written: PGN, PDN, SGF, MAT, KIF, USI."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import func, select

from pbmserv.cli import main
from pbmserv.games.catalogue import installed
from pbmserv.play.board import Board
from pbmserv.play.bots import LEVELS
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.tables import BOARDS, USERS
from tests.conversation import PLAYERS, Server

PGN = """[Event "A <b>game</b>"]
[White "{white}"]
[Black "bob"]
[Date "2020.05.??"]
[Result "1-0"]

1. e4 {{Secret words}} e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""
MATE = PGN.format(white="alice")
MATCH = """; [EventDate "2020.05.07"]

 3 point match

 Game 1
 alice : 0                      bob : 0
"""
GNUBG = Path(__file__).parent / "games" / "files" / "gnubg-match.mat"


@pytest.fixture
def server(database: Database) -> Iterator[Server]:
    server = Server(database)
    server.sign_up("alice", "bob")
    yield server
    server.database.close()


def imported(server: Server, file: str | bytes, *options: str) -> Result:
    url = server.database.engine.url.render_as_string(hide_password=False)
    return CliRunner().invoke(main, ["import", *options, "-"], env={"PBMSERV_DATABASE_URL": url}, input=file)


def load(server: Server, game: str) -> Board:
    with server.database.reading() as connection:
        board = Boards(connection, installed()).load(game, 101)
        assert board is not None
        return board


def number_of(server: Server, table: object) -> int:
    with server.database.reading() as connection:
        return connection.scalar(select(func.count()).select_from(table)) or 0  # type: ignore[arg-type]


def test_a_game_of_chess_becomes_a_board_that_is_over_and_verifies(server: Server) -> None:
    result = imported(server, MATE)

    assert (result.exit_code, result.stdout) == (
        0,
        "-, game 1: imported: it is Chess Board 101 now.\n1 imported, 0 here already, 0 refused.\n",
    )
    board = load(server, "chess")
    assert [move.text for move in board.moves][-1] == "h5-f7"
    assert board.result is not None
    assert board.result.winner == 0
    assert board.started_at.date().isoformat() == "2020-05-01"
    assert not board.terms.rated
    url = server.database.engine.url.render_as_string(hide_password=False)
    verified = CliRunner().invoke(main, ["verify", "chess", "101"], env={"PBMSERV_DATABASE_URL": url})
    assert verified.exit_code == 0
    shown = server.hear("alice@example.org", "chess record 101").letter.text
    assert "Secret" not in shown
    assert "<b>" not in shown


def test_a_match_of_backgammon_becomes_a_board_whose_dice_nobody_has_verified(server: Server) -> None:
    players = ("--player", "gnubg=alice", "--player", "root=bob")

    result = imported(server, GNUBG.read_bytes(), *players)

    assert "-, game 1: imported: it is Backgammon Board 101 now." in result.stdout
    assert "1 here already" in imported(server, GNUBG.read_bytes(), *players).stdout
    board = load(server, "backgammon")
    assert (board.options["dice"], board.terms.rated, len(board.moves)) == ("typed", False, 86)
    assert board.result is not None
    assert (board.result.winner, board.result.scores) == (0, (5, 0))
    url = server.database.engine.url.render_as_string(hide_password=False)
    verified = CliRunner().invoke(main, ["verify", "backgammon", "101"], env={"PBMSERV_DATABASE_URL": url})
    assert (verified.exit_code, "All of it holds." in verified.stdout) == (0, True)
    assert "nobody can verify it. Only the moves are verified." in verified.stdout
    shown = server.hear("alice@example.org", "backgammon show 101").letter.text
    assert "nobody verifies them" in " ".join(shown.split())
    assert "The seed of this board" not in shown


def test_a_match_that_was_played_here_with_typed_dice_comes_back_as_the_same_record(server: Server) -> None:
    server.hear("alice@example.org", "backgammon challenge alice bob -dice=typed -points=3 -cube --unrated")
    for userid, text in (
        ("alice", "13"), ("bob", "8/5 6/5"), ("alice", "64: 24/14"), ("bob", "double"), ("alice", "drop"),
        ("alice", "31"), ("alice", "8/5 6/5"), ("bob", "concede gammon"), ("alice", "agree"), ("alice", "13"),
        ("bob", "8/5 6/5"),
    ):  # fmt: skip
        server.hear(f"{userid}@example.org", f"backgammon move 101 {userid} {PLAYERS[userid]} {text}")
    server.hear("alice@example.org", f"backgammon resign 101 alice {PLAYERS['alice']}")
    url = server.database.engine.url.render_as_string(hide_password=False)
    told = CliRunner().invoke(
        main, ["export", "backgammon", "101", "--format=mat"], env={"PBMSERV_DATABASE_URL": url}
    )

    result = imported(server, told.stdout)

    assert "it is Backgammon Board 102 now." in result.stdout
    with server.database.reading() as connection:
        first, second = (Boards(connection, installed()).load("backgammon", number) for number in (101, 102))
    assert first is not None
    assert second is not None
    assert [move[1:4] for move in second.moves] == [move[1:4] for move in first.moves]
    assert (second.options, second.result) == (first.options, first.result)


def test_each_game_of_a_session_becomes_a_board(server: Server) -> None:
    session = MATCH.replace("3 point", "0 point") + "  1) 31: 8/5 6/5\n      Wins 1 point\n"
    game = " Game 2\n alice : 1   bob : 0\n  1) 42: 8/4 6/4\n                                  Wins 2 points\n"

    result = imported(server, session + game + game.replace("42: 8/4 6/4", "42: 8/4 6/3"))

    assert result.stdout.splitlines()[-1] == "2 imported, 0 here already, 1 refused."
    assert result.stderr.startswith("-, game 3: refused: Game 2, row 1 (42: 8/4 6/3) is not legal: ")


def test_the_same_game_makes_one_board_however_it_is_written(server: Server) -> None:
    imported(server, MATE)

    again = imported(server, MATE.replace("{Secret words} e5", "1... e5!? (1... c5)"))

    assert again.stdout == (
        "-, game 1: here already: Chess Board 101 is the same game.\n0 imported, 1 here already, 0 refused.\n"
    )
    assert number_of(server, BOARDS) == 1


def test_a_file_that_tells_no_day_makes_one_board_too(server: Server) -> None:
    undated = MATE.replace('[Date "2020.05.??"]\n', "")

    assert "1 imported" in imported(server, undated).stdout
    server.wait(hours=5)
    assert "1 here already" in imported(server, undated).stdout


def test_what_was_exported_is_imported_elsewhere(server: Server, tmp_path: Path) -> None:
    server.hear("alice@example.org", "hex challenge alice bob -size=5")
    for userid, text in (("alice", "b2"), ("bob", "swap"), ("alice", "c3")):
        server.hear(f"{userid}@example.org", f"hex move 101 {userid} {PLAYERS[userid]} {text}")
    server.hear("bob@example.org", f"hex resign 101 bob {PLAYERS['bob']}")
    url = server.database.engine.url.render_as_string(hide_password=False)
    words = ["export", "hex", "101", "--format=sgf", "--output", str(tmp_path / "hex.sgf")]
    assert CliRunner().invoke(main, words, env={"PBMSERV_DATABASE_URL": url}).exit_code == 0

    result = imported(server, (tmp_path / "hex.sgf").read_bytes())

    assert "-, game 1: imported: it is Hex Board 102 now." in result.stdout
    with server.database.reading() as connection:
        first, second = (Boards(connection, installed()).load("hex", number) for number in (101, 102))
    assert first is not None
    assert second is not None
    assert [move[1:4] for move in second.moves] == [move[1:4] for move in first.moves]
    assert [seat.player for seat in second.seats] == [seat.player for seat in first.seats]
    assert second.result == first.result


def test_one_game_is_refused_with_its_reason_and_the_others_are_taken(server: Server) -> None:
    wrong = MATE.replace("2. Bc4", "2. Bc5")

    result = imported(server, f"{wrong}\n{MATE}")

    assert result.exit_code == 1
    assert result.stderr.startswith(
        "-, game 1: refused: Move 3 (Bc5) is not legal: No bishop of White's can go to c5"
    )
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout.splitlines()[0] == "-, game 2: imported: it is Chess Board 101 now."
    assert number_of(server, BOARDS) == 1


def test_a_refused_game_leaves_no_trace(server: Server) -> None:
    wrong = PGN.format(white="carol").replace("2. Bc4", "2. Bc5")

    result = imported(server, wrong, "--add-players")

    assert result.exit_code == 1
    assert number_of(server, USERS) == 2 + len(LEVELS)
    assert number_of(server, BOARDS) == 0


def test_players_are_found_by_the_names_that_they_have_elsewhere(server: Server) -> None:
    file = PGN.format(white="Kasparov, Garry")

    assert "There is no player called Kasparov, Garry here." in imported(server, file).stderr
    assert "1 imported" in imported(server, file, "--player", "kasparov, garry=alice").stdout
    assert load(server, "chess").seats[0].player.userid == "alice"


def test_who_is_no_player_here_can_be_said_or_made_one(server: Server) -> None:
    assert imported(server, PGN.format(white="Kasparov, Garry")).stderr == (
        "-, game 1: refused: There is no player called Kasparov, Garry here. --player 'Kasparov, Garry=USERID' says"
        " who that is here; --add-players makes accounts for players who are missing.\n"
    )
    assert imported(server, MATE, "--player", "alice=zoe").stderr == (
        "-, game 1: refused: There is no player called zoe here. --add-players makes accounts for players who are"
        " missing.\n"
    )


def test_a_name_that_no_player_of_the_file_has_is_told_with_those_that_there_are(server: Server) -> None:
    result = imported(server, MATE, "--player", "Kasparow=alice", "--player", "BOB=bob")

    assert result.exit_code == 1
    assert result.stderr == (
        "--player Kasparow=alice: no game has a player of that name. The players there are: alice, bob.\n"
    )
    assert result.stdout.endswith("1 imported, 0 here already, 0 refused.\n")


def test_names_are_told_without_what_a_terminal_would_obey(server: Server) -> None:
    file = PGN.format(white="\x1b[31mred")

    assert "\x1b" not in imported(server, file, "--player", "\x1b[32mgreen=alice").output


def test_records_have_no_names_but_those_of_accounts(server: Server) -> None:
    result = imported(server, "{}", "--player", "gnubg=alice")

    assert result.stderr.endswith(
        "--player gnubg=alice: no game has a player of that name. No game was found that another program has"
        " written.\n"
    )


@pytest.mark.parametrize("given", ["alice", "=alice", "Kasparov="])
def test_a_name_for_a_player_needs_both_sides(server: Server, given: str) -> None:
    assert imported(server, MATE, "--player", given).exit_code == 2


def test_a_name_that_is_no_userid_makes_no_account(server: Server) -> None:
    for name in ("Kasparov, Garry", "\x1b[31mred", "x" * 10_000, "Ünïcode"):
        result = imported(server, PGN.format(white=name), "--add-players")
        assert result.exit_code == 1
        assert "\x1b" not in result.output

    assert number_of(server, USERS) == 2 + len(LEVELS)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (PGN.format(white="?"), "game 1: refused: The file does not tell who has played."),
        ("[", "line 1: refused: This is not JSON."),
        ('; [Site "elsewhere"]\n\n 5 point match\n', "game 1: refused: The file does not tell who has played."),
        (" 0 point match\n\n Game 1\n", "game 1: refused: The file does not tell who has played."),
        (f"; [{'x' * 300_000}", "game 1: refused: The file has no match in it"),
        (" 5 point match\n" + " Game 1\n" * 100_000, "game 1: refused: Line 3 begins another game"),
        (f"{MATCH}  1) 31: 8/5 6/5 {'6/5 ' * 100_000}", "game 1: refused: Game 1, row 1 (31: 8/5 6/5 "),
        (f"{MATCH}  1) {' ' * 300_000}31: 8/3", "game 1: refused: Game 1, row 1 (31: 8/3) is not legal: "),
        (f"{MATCH}  1) 31: 8/5 6/5", "game 1: refused: The game is not over, neither by the rules nor by its result"),
        (f"{MATCH}  1) 77: 8/1", "game 1: refused: Game 1, row 1 (77: 8/1) is not legal: A die shows 1 to 6, not 7"),
        ("[White", "game 1: refused: Line 1 cannot be read: "),
        (
            "(;GM[99]PB[alice]PW[bob])",
            "game 1: refused: This is none of the games that can be taken from such a file.",
        ),
        (f"(;C[{'(' * 300_000}", "game 1: refused: Line 1 cannot be read as SGF: "),
        ("(;C[x]" * 5_000, "game 1: refused: The file ends within a game."),
        (f'[White "alice"]\n1. e4 {"(1. d4 " * 100_000}', "game 1: refused: The file ends within a variation."),
        ("(;" + "C[" + "\\a" * 300_000, "game 1: refused: Line 1 cannot be read as SGF: "),
        ("(;" + "C[x]" * 300_000, "game 1: refused: The file ends within a game."),
        ('[White "' + "\\a" * 300_000, "game 1: refused: Line 1 cannot be read: "),
        (b"(;GM[4]CA[unicode_escape]PB[\\x41]PW[\xff\xfe];B[aa])", "game 1: refused: There is no player called "),
        (b"\x00" * 1000, "line 1: refused: This is not JSON."),
        (MATE.replace("1. e4", "1. e4\x00"), "game 1: refused: "),
        ('[GameType "30"]\n[White "alice"]\n1. a1-a2', "game 1: refused: This is none of the games"),
        ('[Variant "Bughouse"]\n[White "alice"]\n1. e4', "game 1: refused: This is none of the games"),
    ],
)
@pytest.mark.long
def test_what_is_no_such_file_is_answered(server: Server, file: str | bytes, said: str) -> None:
    result = imported(server, file)

    assert result.exit_code == 1
    assert f"-, {said}" in result.stderr
    assert number_of(server, BOARDS) == 0


def test_a_file_in_the_encoding_of_its_time_is_read(server: Server) -> None:
    file = MATE.replace("Secret words", "Très bien").encode("latin-1")

    assert imported(server, file).exit_code == 0


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_is_read_with_or_without_a_mark(server: Server, encoding: str) -> None:
    text = MATE.replace("Secret words", "Très bien")

    assert "it is Chess Board 101 now." in imported(server, text.encode(encoding)).stdout
    assert "1 here already" in imported(server, (b"\xfe\xff" + text.encode("utf-16-be"))).stdout


KIF = "開始日時：2020/05/07\r\n先手：alice\r\n後手：bob\r\n   1 ７六歩(77)\r\n   2 投了\r\n"
USI = "position startpos moves 7g7f resign\n"


@pytest.mark.parametrize("encoding", ["cp932", "utf-8", "utf-16"])
def test_a_game_of_shogi_is_read_as_old_and_new_programs_write_it(server: Server, encoding: str) -> None:
    result = imported(server, KIF.encode(encoding))

    assert "-, game 1: imported: it is Shogi Board 101 now." in result.stdout
    board = load(server, "shogi")
    assert [move.text for move in board.moves] == ["7g7f", "resign"]
    assert board.started_at.date().isoformat() == "2020-05-07"
    url = server.database.engine.url.render_as_string(hide_password=False)
    told = [
        CliRunner()
        .invoke(main, ["export", "shogi", "101", f"--format={form}"], env={"PBMSERV_DATABASE_URL": url})
        .stdout
        for form in ("kifu", "usi")
    ]
    assert told[0].endswith("   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n\n")
    assert told[1] == "position startpos moves 7g7f\n\n"


def test_a_line_of_usi_names_nobody(server: Server) -> None:
    assert "Say so with --player Black=USERID and --player White=USERID." in imported(server, USI).stderr
    assert "1 imported" in imported(server, USI, "--player=Black=alice", "--player=White=bob").stdout


BEFORE = "Hello Alice,\n\nhere is the game [of last night], 1. not bad:\n> (see below)\n\n"


@pytest.mark.parametrize(
    "file", [MATE, MATCH, "(;GM[1]SZ[9]PB[alice]PW[bob]RE[B+R];B[ee])", "1. e4 e5 1-0\n", KIF, USI]
)
def test_words_of_a_letter_before_a_game_are_passed_over(server: Server, file: str) -> None:
    alone, after = (imported(server, text) for text in (file, BEFORE + file))

    assert "not JSON" not in after.output
    assert after.output.count("game 1") == alone.output.count("game 1") == 1


def test_words_of_a_letter_before_a_record_are_passed_over_and_those_after_it_are_told_once(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge alice bob -size=5")
    for userid, text in (("alice", "b2"), ("bob", "c3"), ("alice", "d3")):
        server.hear(f"{userid}@example.org", f"hex move 101 {userid} {PLAYERS[userid]} {text}")
    server.hear("bob@example.org", f"hex resign 101 bob {PLAYERS['bob']}")
    url = server.database.engine.url.render_as_string(hide_password=False)
    record = CliRunner().invoke(main, ["export", "hex", "101"], env={"PBMSERV_DATABASE_URL": url}).stdout

    result = imported(server, f"{BEFORE}{record}Regards,\nalice\n\n42\n")

    assert result.stdout == (
        "-, line 6: here already: Hex Board 101 is the same game.\n0 imported, 1 here already, 1 refused.\n"
    )
    assert result.stderr == "-, line 7 and 2 more: refused: This is not JSON.\n"


def test_what_is_no_file_of_games_is_told_once_with_what_can_be_read(server: Server) -> None:
    result = imported(server, "Dear sir,\n\nthere is nothing here.\n" * 100)

    assert result.exit_code == 1
    assert result.stderr == (
        "-, line 1: refused: This is not JSON. Read are records, as JSON on one line each, or games in a file: KIF of"
        " MiniShogi and Shogi, MAT of Backgammon, PBN of Bridge, PDN of Checkers and Draughts, PGN of Antichess and"
        " Atomic and Chess and Crazyhouse and DarkChess and Horde and KingOfTheHill and Makruk and RacingKings and"
        " ThreeCheck, SGF of Go and Gomoku and Hex, USI of MiniShogi and Shogi.\n"
    )
    assert result.stdout == "0 imported, 0 here already, 1 refused.\n"
    assert imported(server, "").stdout == "0 imported, 0 here already, 0 refused.\n"


def test_a_fault_is_told_with_its_line_in_the_whole_file(server: Server) -> None:
    wrong = MATE.replace("2. Bc4", ") 2. Bc4")

    assert "Line 7 ends a variation" in imported(server, wrong).stderr
    assert "Line 12 ends a variation" in imported(server, BEFORE + wrong).stderr


def test_who_played_a_game_without_tags_can_be_said(server: Server) -> None:
    assert imported(server, "1. e4 e5 2. Nf3 1-0\n").stderr == (
        "-, game 1: refused: The file does not tell who has played. Say so with --player White=USERID and --player"
        " Black=USERID.\n"
    )
    sides = ("--player", "White=alice", "--player", "black=bob")
    assert "it is Chess Board 101 now." in imported(server, "1. e4 e5 2. Nf3 1-0\n", *sides).stdout
    assert "it is Checkers Board 101 now." in imported(server, "1. 11-15 23-19 0-1\n", *sides).stdout
    assert load(server, "chess").result.winner == 0  # type: ignore[union-attr]
    assert [seat.player.userid for seat in load(server, "checkers").seats] == ["bob", "alice"]
    assert load(server, "checkers").result.winner == 0  # type: ignore[union-attr]


FILES = Path(__file__).parent / "games" / "files"
REFUSED = {
    "res-contra.pgn": "The file tells two results: 1-0 in its tags, and 0-1 behind the moves.",
    "unmatched-paren-1204.pgn": "Line 9 ends a variation that has not begun.",
}


@pytest.mark.parametrize("file", sorted(FILES.iterdir()), ids=lambda file: file.name)
def test_files_of_other_programs_are_taken_or_refused_as_they_should_be(server: Server, file: Path) -> None:
    result = imported(server, file.read_bytes(), "--add-players")

    if file.name in REFUSED:
        assert (result.exit_code, result.stderr) == (1, f"-, game 1: refused: {REFUSED[file.name]}\n")
    else:
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout.splitlines()[-1] == "1 imported, 0 here already, 0 refused."


def test_a_file_that_is_too_large_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbmserv.records.MOST_CHARACTERS", 100)

    assert "-, as a whole: refused: The file is too large: make several of it." in imported(server, MATE).stderr


def test_nobody_is_written_to_and_nobody_is_rated(server: Server) -> None:
    before = server.hear("alice@example.org", "chess standings").letter.text

    imported(server, MATE)

    assert server.hear("alice@example.org", "chess standings").letter.text == before
