"""Engines are asked for moves by UCI, USI and GTP; what they do instead is told to the operator, and ends in time."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pbmserv.engines import program, uci
from pbmserv.engines.engine import choose
from pbmserv.engines.program import EngineFault
from pbmserv.engines.protocols import plays
from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.chess import Chess
from pbmserv.games.go import Go
from pbmserv.setting_values import Engine
from tests.endtoend import programs

CHANCE = Chance(bytes(16), "test")
POLITE = """
import sys
for line in sys.stdin:
    match line.split():
        case ["uci"]: print("id name Polite\\noption name Skill Level type spin default 20\\nuciok")
        case ["isready"]: print("readyok")
        case ["go", *_]: {go}
    sys.stdout.flush()
"""
GO_PLAYER = """
import sys
for line in sys.stdin:
    {answer}
    sys.stdout.flush()
"""


def position_of(game: Game[Any], *moves: str, **chosen: Any) -> Any:
    """Where these moves lead."""
    options = {option.name: option.default for option in game.options} | chosen
    position = game.start(options, 2, CHANCE)
    for move in moves:
        position = game.play(position, game.to_move(position)[0], move, CHANCE).position
    return position


def engine(
    tmp_path: Path, source: str, protocol: str = "uci", seconds: int = 5, options: Mapping[str, str] | None = None
) -> Engine:
    """A program that is written like this."""
    path = tmp_path / "engine.py"
    path.write_text(source, encoding="utf-8")
    return Engine("fake", protocol, (sys.executable, str(path)), seconds, 1024, options or {})


def polite(tmp_path: Path, go: str) -> Engine:
    """An engine of UCI that does this when it is to move."""
    return engine(tmp_path, POLITE.format(go=go), seconds=2)


def test_an_engine_is_asked_for_the_games_that_know_its_protocol() -> None:
    uci, gtp = Engine("a", "uci", ("a",)), Engine("b", "gtp", ("b",))

    assert [word for word, game in installed().items() if plays(uci, game)] == ["chess"]
    assert [word for word, game in installed().items() if plays(gtp, game)] == ["go"]
    usi = Engine("c", "usi", ("c",))
    assert [word for word, game in installed().items() if plays(usi, game)] == ["minishogi", "shogi"]


def test_the_move_of_an_engine_is_one_of_ours(tmp_path: Path) -> None:
    said = polite(tmp_path, 'print("info depth 1\\nbestmove e7e5 ponder g1f3")')

    assert choose(said, Chess(), position_of(Chess(), "e4"), 1) == "e7-e5"


def test_options_are_set_before_and_must_be_there(tmp_path: Path) -> None:
    waits = '        case ["isready"]'
    sets = '        case ["setoption", *words]: level = "d7d5" if words[-1] == "3" else ""\n'
    source = POLITE.format(go='print("bestmove", level)').replace(waits, sets + waits)

    assert (
        choose(engine(tmp_path, source, options={"Skill Level": "3"}), Chess(), position_of(Chess(), "e4"), 1)
        == "d7-d5"
    )
    with pytest.raises(EngineFault, match="no option Style"):
        choose(engine(tmp_path, source, options={"Style": "wild"}), Chess(), position_of(Chess(), "e4"), 1)


@pytest.mark.parametrize(
    ("go", "told"),
    [
        ('print("bestmove e2e5")', "fake has answered"),
        ('print("bestmove \\x1b[31m")', r'fake has answered "\?\[31m"'),
        ('print("bestmove (none)")', "knows no move"),
        ('print("bestmove")', "knows no move"),
        ("sys.exit(3)", "fake has ended with exit code 3"),
        ("import os; os.kill(os.getpid(), 9)", "fake has ended: killed by signal 9"),
        ("import time; time.sleep(60)", "has not answered in time"),
        ('[print("info " * 1000) for _ in range(10**6)]', "printed more than 1000000 bytes"),
        ('sys.stdout.buffer.write(b"\\xff" * 5_000_000)', "printed more than 1000000 bytes"),
        ("x = bytearray(3_000_000_000)", "fake has ended"),
    ],
)
def test_what_an_engine_does_instead_of_moving_is_told_and_ends(tmp_path: Path, go: str, told: str) -> None:
    begun = time.monotonic()

    with pytest.raises(EngineFault, match=told):
        choose(polite(tmp_path, go), Chess(), position_of(Chess()), 0)

    assert time.monotonic() - begun < 20


@pytest.mark.parametrize("command", ["/nowhere/engine", "/etc/passwd"])
def test_a_program_that_cannot_be_started_is_told(command: str) -> None:
    with pytest.raises(EngineFault):
        choose(Engine("fake", "uci", (command,)), Chess(), position_of(Chess()), 0)


def test_who_waits_looks_after_other_things_while_an_engine_talks_on_and_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "LOOK_SECONDS", 0.3)
    go = 'import time; [(print("info depth 1", flush=True), time.sleep(0.05)) for _ in range(10**6)]'
    looks = []

    def stop() -> None:
        looks.append(time.monotonic())
        if len(looks) == 2:
            raise LookupError

    with pytest.raises(LookupError):
        choose(engine(tmp_path, POLITE.format(go=go), seconds=8), Chess(), position_of(Chess()), 0, stop)

    assert 0.25 < looks[1] - looks[0] < 3


def test_an_engine_finds_nothing_of_our_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBMSERV_DATABASE_URL", "postgresql://games:secret7@localhost/games")
    monkeypatch.setenv("HOME", "/home/somebody")
    noted = tmp_path / "environment"
    go = f'import os; open({str(noted)!r}, "w").write(repr(dict(os.environ))); print("bestmove e2e4")'

    choose(polite(tmp_path, go), Chess(), position_of(Chess()), 0)

    assert set(eval(noted.read_text())) <= {"PATH", "LC_ALL", "PWD", "SHLVL", "_", "OLDPWD"}  # noqa: S307
    assert "secret7" not in noted.read_text()


IN_A_SESSION_OF_ITS_OWN = "subprocess.Popen(['sleep', '60'], start_new_session=True)"
WITHOUT_A_PARENT = (
    "(os.fork() == 0 and (os.setsid(), os.fork() and os._exit(0)), subprocess.Popen(['sleep', '60']))[1]"
)


@pytest.mark.parametrize("child", ["subprocess.Popen(['sleep', '60'])", IN_A_SESSION_OF_ITS_OWN, WITHOUT_A_PARENT])
@pytest.mark.parametrize("how", ["moves", *(pytest.param(how, marks=pytest.mark.long) for how in ("ends", "hangs"))])
def test_nothing_that_an_engine_has_started_goes_on(tmp_path: Path, child: str, how: str) -> None:
    noted = tmp_path / "child"
    starts = f'import os, subprocess, time; open({str(noted)!r}, "a").write(str({child}.pid) + chr(10))'
    go = {"moves": 'print("bestmove e2e4")', "ends": "os._exit(1)", "hangs": "time.sleep(60)"}[how]

    with suppress(EngineFault):
        choose(polite(tmp_path, f"{starts}; {go}"), Chess(), position_of(Chess()), 0)

    started = [int(line) for line in noted.read_text(encoding="ascii").split()]
    assert started
    for _ in range(100):
        if not any(map(_runs, started)):
            return
        time.sleep(0.05)
    raise AssertionError("it still runs")


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").split()[2] != "Z"
    except OSError:
        return False


def test_an_engine_is_never_shown_what_is_hidden(tmp_path: Path) -> None:
    goofspiel = installed()["goofspiel"]

    with pytest.raises(EngineFault, match="cannot be asked"):
        choose(polite(tmp_path, ""), goofspiel, position_of(goofspiel), 0)


@pytest.mark.parametrize(
    ("moves", "fen"),
    [
        ((), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHah - 0 1"),
        (("e4",), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b AHah - 0 1"),
        (("e4", "a6", "e5", "d5"), "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w AHah d6 0 1"),
        (("e4", "e5", "Ke2", "Nc6"), "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w ah - 2 1"),
    ],
)
def test_a_position_of_chess_is_told_in_forsyths_notation(moves: tuple[str, ...], fen: str) -> None:
    told = Chess().in_uci(position_of(Chess(), *moves))

    assert told == ("chess", fen)


USI_PLAYER = """
import sys
told = []
for line in sys.stdin:
    told.append(line.strip())
    match line.split():
        case ["usi"]: print("id name Polite\\noption name USI_Variant type combo default shogi\\nusiok")
        case ["isready"]: print("readyok")
        case ["go", *_]: {go}
    sys.stdout.flush()
"""


def test_an_engine_of_shogi_is_told_the_position_in_sfen(tmp_path: Path) -> None:
    noted = tmp_path / "told"
    go = f'open({str(noted)!r}, "w").write("|".join(told)); print("bestmove 8h2b+")'
    shogi = installed()["shogi"]
    position = position_of(shogi, "7g7f", "3c3d")

    assert choose(engine(tmp_path, USI_PLAYER.format(go=go), "usi"), shogi, position, 0) == "8h2b+"
    before, _, last = noted.read_text(encoding="ascii").rpartition("|")
    assert before == (
        "usi|isready|usinewgame|position sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"
    )
    assert last.startswith("go btime 0 wtime 0 byoyomi ")


def test_an_engine_of_minishogi_is_told_which_game_it_is(tmp_path: Path) -> None:
    noted = tmp_path / "told"
    go = f'open({str(noted)!r}, "w").write("|".join(told)); print("bestmove 2e1d")'
    mini = installed()["minishogi"]

    assert choose(engine(tmp_path, USI_PLAYER.format(go=go), "usi"), mini, position_of(mini), 0) == "2e1d"
    assert "|setoption name USI_Variant value minishogi|" in noted.read_text(encoding="ascii")


@pytest.mark.parametrize(("answer", "move"), [("P*5e", ""), ("resign", "resign"), ("win", ""), ("7g7f", "7g7f")])
def test_an_engine_of_shogi_resigns_and_says_nothing_else_that_is_not_legal(
    tmp_path: Path, answer: str, move: str
) -> None:
    shogi = installed()["shogi"]
    asked = engine(tmp_path, USI_PLAYER.format(go=f'print("bestmove {answer}")'), "usi")

    if move:
        assert choose(asked, shogi, position_of(shogi), 0) == move
    else:
        with pytest.raises(EngineFault, match="fake has answered"):
            choose(asked, shogi, position_of(shogi), 0)


def test_an_engine_of_go_is_told_every_stone_and_answers_with_a_point(tmp_path: Path) -> None:
    answers = engine(
        tmp_path, GO_PLAYER.format(answer='print("= D4\\n" if "genmove white" in line else "=\\n")'), "gtp"
    )

    assert choose(answers, Go(), position_of(Go(), "e5", size="9"), 1) == "d4"
    assert Go().in_gtp(position_of(Go(), "e5", size="9")) == (
        ("boardsize 9", "clear_board", "komi 7.5", "play black e5"),
        "genmove white",
    )


def test_an_engine_of_go_knows_of_a_ko() -> None:
    moves = ("d5", "e5", "c4", "f4", "d3", "e3", "e4", "d4")
    after = position_of(Go(), *moves, size="9")

    [*_, laid, last] = Go().in_gtp(after).setup

    assert (laid, last) == ("play black e4", "play white d4")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ('print("? syntax error\\n")', "refuses boardsize 9: syntax error"),
        ('print("hello\\n")', "answered boardsize 9 with nonsense"),
        ('print("= Z99\\n")', "fake has answered"),
        ('print("=\\n")', "fake has answered"),
    ],
)
def test_what_an_engine_of_go_answers_instead_is_told(tmp_path: Path, answer: str, told: str) -> None:
    with pytest.raises(EngineFault, match=told):
        choose(engine(tmp_path, GO_PLAYER.format(answer=answer), "gtp"), Go(), position_of(Go(), size="9"), 0)


def test_an_engine_of_go_may_resign(tmp_path: Path) -> None:
    resigns = engine(tmp_path, GO_PLAYER.format(answer='print("= resign\\n")'), "gtp")

    assert choose(resigns, Go(), position_of(Go(), size="9"), 0) == "resign"


def test_dead_stones_are_named_as_the_engine_sees_them(tmp_path: Path) -> None:
    asked = engine(tmp_path, GO_PLAYER.format(answer='print("= A1 B1\\nC3\\n" if "dead" in line else "=\\n")'), "gtp")
    marking = position_of(Go(), "a1", "e5", "b1", "c3", "pass", "pass", size="9")

    said = choose(asked, Go(), marking, 0)

    assert said == "dead c3 a1"
    proposed = Go().play(marking, 0, said, CHANCE).position
    assert choose(asked, Go(), proposed, 1) == "agree"


MOST_SECONDS = 8


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines have nearly all of their time for what is not thinking: here it is no matter how well they play."""
    monkeypatch.setattr(uci, "RESERVE_SECONDS", MOST_SECONDS - 0.2)


@pytest.mark.long
@pytest.mark.parametrize("program", ["stockfish", "fairy-stockfish"])
@pytest.mark.parametrize("number", [518, 0, 959])
@pytest.mark.in_part
def test_engines_of_chess_play_a_game_by_our_rules(hasty: None, program: str, number: int) -> None:
    engine = Engine("real", "uci", (programs.installed(program),), MOST_SECONDS, 1024)
    position, plies = position_of(Chess(), position=number), 0
    while (turn := Chess().to_move(position)) and plies < 12:
        position = Chess().play(position, turn[0], choose(engine, Chess(), position, turn[0]), CHANCE).position
        plies += 1

    assert plies == 12


@pytest.mark.long
@pytest.mark.parametrize("word", ["shogi", "minishogi"])
def test_engines_of_shogi_play_a_game_by_our_rules(hasty: None, word: str) -> None:
    engine = Engine("real", "usi", (programs.installed("fairy-stockfish"),), MOST_SECONDS, 1024)
    game = installed()[word]
    position = position_of(game)
    for _ in range(4):
        [seat] = game.to_move(position)
        position = game.play(position, seat, choose(engine, game, position, seat), CHANCE).position

    assert len(position.earlier) == 4


@pytest.mark.long
def test_gnu_go_plays_a_game_of_go_to_its_end() -> None:
    command = (programs.installed("gnugo"), "--mode", "gtp", "--level", "1", "--chinese-rules")
    engine, position = Engine("gnugo", "gtp", command), position_of(Go(), size="9")
    plies = 0
    while turn := Go().to_move(position):
        position = Go().play(position, turn[0], choose(engine, Go(), position, turn[0]), CHANCE).position
        plies += 1
        assert plies < 400

    assert Go().result(position) is not None


@pytest.mark.long
def test_a_killed_server_leaves_no_engine_behind(tmp_path: Path) -> None:
    noted = tmp_path / "pid"
    source = f"import os\nopen({str(noted)!r}, 'w').write(str(os.getpid()))\nwhile True: pass\n"
    asks = engine(tmp_path, source, seconds=1)
    child = os.fork()
    if child == 0:
        # A process of the server: it is killed while it waits.
        try:
            choose(asks, Chess(), position_of(Chess()), 0)
        finally:
            os._exit(0)
    while not (noted.exists() and noted.read_text(encoding="ascii")):
        time.sleep(0.02)
    os.kill(child, 9)
    os.waitpid(child, 0)
    pid = int(noted.read_text(encoding="ascii"))

    ends = time.monotonic() + 30
    while _runs(pid) and time.monotonic() < ends:
        time.sleep(0.1)

    assert not _runs(pid)
