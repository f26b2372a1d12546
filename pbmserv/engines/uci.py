"""Engines by the Universal Chess Interface (R. Huber and S. Meyer-Kahlen, 2006), and by USI, which is the same for
shogi (T. Romstad, 2007).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pbmserv.engines.program import EngineFault, Program
from pbmserv.games.engine_notation import InUci

RESERVE_SECONDS = 1.0
"""Time reserved for an engine's work besides thinking."""


class Dialect(NamedTuple):
    """What tells UCI and USI apart.

    That is the word of the protocol, the game that every engine plays, the options by which another may be chosen,
    what is set where an engine has it, by what it gets ready, what begins a game, how a position is told, and how a
    move is asked for.
    """

    word: str
    usual: str
    chooses: tuple[str, ...]
    usually_set: Mapping[str, str]
    ready: tuple[str, ...]
    begins: tuple[str, ...]
    position: str
    go: str


UCI = Dialect(
    "uci", "chess", ("UCI_Variant",), {"UCI_Chess960": "true"}, ("ucinewgame", "isready"), (),
    "position fen {fen}", "go movetime {milliseconds}",
)  # fmt: skip
USI = Dialect(
    "usi", "shogi", ("USI_Variant", "UCI_Variant"), {}, ("isready",), ("usinewgame",),
    "position sfen {fen}", "go btime 0 wtime 0 byoyomi {milliseconds}",
)  # fmt: skip


def ask(engine: Program, dialect: Dialect, position: InUci, options: Mapping[str, str]) -> str:
    """The engine's move in its notation; `options` are set first. Raises `EngineFault`."""
    engine.tell([dialect.word])
    offered = set()
    for line in engine.lines():
        words = line.split()
        if words[:2] == ["option", "name"]:
            offered.add(" ".join(words[2 : words.index("type") if "type" in words else None]).lower())
        if words == [f"{dialect.word}ok"]:
            break
    wanted = {**dialect.usually_set, **options}
    if position.variant != dialect.usual:
        chooses = next((name for name in dialect.chooses if name.lower() in offered), dialect.chooses[0])
        wanted[chooses] = position.variant
    missing = [name for name in wanted if name.lower() not in offered and name not in dialect.usually_set]
    if missing:
        raise EngineFault(f"the engine has no option {missing[0]}")
    chosen = {name: value for name, value in wanted.items() if name.lower() in offered}
    engine.tell([*(f"setoption name {name} value {value}" for name, value in chosen.items()), *dialect.ready])
    engine.wait_for(lambda line: line.strip() == "readyok")
    milliseconds = int(1000 * max(0.05, (engine.seconds_left - RESERVE_SECONDS) / 2))
    told = dialect.position.format(fen=position.fen), dialect.go.format(milliseconds=milliseconds)
    engine.tell([*dialect.begins, *told])
    words = engine.wait_for(lambda line: line.startswith("bestmove")).split()
    if len(words) < 2 or words[1] in ("(none)", "0000"):
        raise EngineFault("the engine knows no move")
    return words[1]
