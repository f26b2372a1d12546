"""The processes that think, as they are: what they find, and what becomes of games that do them harm."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbmserv.bots.levels import levels_of
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.running.yield_to_requests import Precedence
from pbmserv.thinking.bot_client import MOVE, RANDOM, SWAP, TIE, BotClient, Failed, Question, Stopped

BAD = """
from pbmserv.games.sequential import SequentialGame
from pbmserv.games.base import Played, Result
from dataclasses import dataclass
import os, sys, time

@dataclass(frozen=True)
class Position:
    made: int = 0
    next_seat: int = 0

class Bad(SequentialGame[Position]):
    name = "{name}"
    summary = "Do harm to whoever thinks"
    seats = range(2, 3)
    move_form = "any number"
    uses_chance = False
    position_class = Position

    def start(self, options, seats, chance):
        return Position()

    def moves(self, position):
        {moves}
        return ["1", "2"]

    def play(self, position, seat, text, chance):
        {play}
        return Played(Position(position.made + 1, 1 - seat), text)

    def result(self, position):
        return Result(0, "Over.") if position.made > 3 else None

    def draw(self, position, viewer):
        return str(position.made)
"""

HARM = {
    "raises": ("", "raise ZeroDivisionError('the hidden card is the ace')"),
    "loops": ("", "any(iter(int, 1))"),
    "sleeps": ("", "time.sleep(30)"),
    "slow": ("", "time.sleep(1)"),
    "dies": ("", "os._exit(3)"),
    "eats": ("", "[bytearray(10**7) for _ in iter(int, 1)]"),
    "prints": ("", "print('x' * 10**6)"),
    "hopeless": ("raise KeyError(7)", ""),
    "stuck": ("time.sleep(3600)", ""),
}


@pytest.fixture(scope="module")
def plug_ins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Games that do harm, where processes find them."""
    folder = tmp_path_factory.mktemp("plug-ins")
    entries = ["[pbmserv.games]"]
    for name, (moves, play) in HARM.items():
        (folder / f"bad_{name}.py").write_text(BAD.format(name=name, moves=moves or "pass", play=play or "pass"))
        entries.append(f"{name} = bad_{name}:Bad")
    info = folder / "bad_games-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-games\nVersion: 1\n")
    (info / "entry_points.txt").write_text("\n".join(entries) + "\n")
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(folder)
    yield
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before


@contextmanager
def closing_mind(seconds: int, precedence: Precedence | None = None) -> Iterator[BotClient]:
    """A mind of its own, which is ended whatever happens."""
    mind = BotClient(seconds, megabytes=256, precedence=precedence)
    try:
        yield mind
    finally:
        mind.end()


def question(word: str, seat: int = 0, seats: int = 2, **options: object) -> Question:
    """The start of a game, as it is asked about."""
    game: Any = installed()[word]
    given = {option.name: option.default for option in game.options} | options
    position = game.start(given, seats, Chance(bytes(16), "start"))
    return Question(word, game.version, game.dump(game.seen_by(position, seat)), seat, "easy", "00" * 16)


def bad(word: str) -> Question:
    return Question(word, 1, {"made": 0, "next_seat": 0}, 0, "easy", "00" * 16)


def test_a_mind_finds_moves_and_answers(mind: BotClient) -> None:
    asked = question("connect4")

    assert mind.ask(MOVE, asked) in list("abcdefg")
    assert isinstance(mind.ask(TIE, asked), bool)
    assert isinstance(mind.ask(SWAP, question("hex", size=4)), bool)
    assert mind.ask(RANDOM, asked) == mind.ask(RANDOM, asked)


def test_a_first_move_that_may_be_swapped_is_no_corner_and_no_middle_but_a_fair_one(mind: BotClient) -> None:
    fair = replace(question("hex", size=3), may_be_swapped=True)

    assert mind.ask(MOVE, fair) not in {"a3", "b2", "c1"}


def test_a_mind_finds_its_move_however_much_there_is_to_do() -> None:
    with closing(Precedence()) as precedence, precedence, closing_mind(30, precedence) as mind:
        assert mind.ask(MOVE, question("connect4")) in list("abcdefg")


def test_a_game_that_is_not_there_is_a_failure_and_the_mind_goes_on(mind: BotClient) -> None:
    with pytest.raises(Failed, match="KeyError"):
        mind.ask(MOVE, bad("quidditch"))

    assert mind.ask(RANDOM, question("connect4"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("raises", "ZeroDivisionError"),
        ("loops", "It found nothing within 5 seconds."),
        ("sleeps", "It found nothing within 5 seconds."),
        ("dies", "ended by itself, with exit code 3"),
        ("eats", "MemoryError|more memory"),
        ("hopeless", "KeyError"),
    ],
)
def test_a_game_that_does_harm_does_none_to_the_server(plug_ins: None, word: str, why: str) -> None:
    with closing_mind(seconds=5) as mind:
        with pytest.raises(Failed, match=why) as failed:
            mind.ask(MOVE, bad(word))

        assert "ace" not in str(failed.value)
        if word != "hopeless":
            assert mind.ask(RANDOM, bad(word)) in {"1", "2"}


@pytest.mark.long
def test_a_game_whose_moves_take_a_second_each_is_played_all_the_same(plug_ins: None) -> None:
    with closing_mind(seconds=20) as mind:
        assert mind.ask(MOVE, bad("slow")) in {"1", "2"}


@pytest.mark.long
def test_what_a_game_prints_is_no_answer(plug_ins: None) -> None:
    with closing_mind(seconds=20) as mind:
        assert mind.ask(MOVE, bad("prints")) in {"1", "2"}


@pytest.mark.long
def test_who_stops_the_server_does_not_wait_for_a_mind_and_none_is_left_behind(plug_ins: None) -> None:
    begun = time.monotonic()
    mind = BotClient(seconds=60, megabytes=256, stopping=lambda: time.monotonic() > begun + 1)

    with pytest.raises(Stopped):
        mind.ask(MOVE, bad("stuck"))

    assert time.monotonic() - begun < 10
    assert mind.pid is None


@pytest.mark.long
@pytest.mark.parametrize("word", sorted(installed()))
def test_a_mind_stays_small_with_every_game(mind: BotClient, word: str) -> None:
    game = installed()[word]
    if not levels_of(game):
        pytest.skip("bots do not play it")
    asked = question(word, seats=game.seats[0])
    to_move = game.to_move(game.load(asked.seen))[0]

    mind.ask(MOVE, question(word, to_move, game.seats[0]))

    assert mind.pid is not None
    assert most_mebibytes(mind.pid) < 150


@pytest.mark.long
@pytest.mark.parametrize(
    ("word", "options", "plies"),
    [("go", {}, (40, 200, 320, 330)), ("hex", {"size": 19}, (20,)), ("twixt", {}, (20,)), ("chess", {}, (20,))],
)
def test_a_mind_stays_small_through_the_longest_games_of_those_that_need_most(
    word: str, options: dict[str, int], plies: Sequence[int]
) -> None:
    with closing_mind(seconds=120) as mind:
        for count in plies:
            mind.ask(MOVE, after(word, options, count))

        assert mind.pid is not None
        assert most_mebibytes(mind.pid) < 150


def after(word: str, options: dict[str, int], plies: int) -> Question:
    """What the strongest is asked after so many random moves."""
    game = installed()[word]
    chance = Chance(b"seed of the test", word)
    position = game.start({each.name: each.default for each in game.options} | options, 2, chance)
    for ply in range(plies):
        [seat] = game.to_move(position)
        # Whoever passes ends the game early.
        moves = [move for move in game.legal_moves(position, seat) or () if move != "pass"]
        position = game.play(position, seat, Chance(b"seed of the test", str(ply)).choice(moves), chance).position
    [seat] = game.to_move(position)
    return Question(word, game.version, game.dump(game.seen_by(position, seat)), seat, "hard", "ab" * 16)


def most_mebibytes(pid: int) -> float:
    [most] = re.findall(r"VmHWM:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(most) / 2**10


@pytest.mark.skipif(not Path("/proc").exists(), reason="the system does not tell what processes do")
def test_a_mind_lets_everything_else_go_first(mind: BotClient) -> None:
    mind.ask(RANDOM, question("connect4"))

    assert mind.pid is not None
    assert os.getpriority(os.PRIO_PROCESS, mind.pid) == 19
