"""Chess engines by the Universal Chess Interface (R. Huber and S. Meyer-Kahlen, 2006)."""

from __future__ import annotations

from collections.abc import Mapping

from pbmserv.engines.program import EngineFault, Program
from pbmserv.games.engine_notation import InUci

RESERVE_SECONDS = 1.0
"""Time reserved for an engine's work besides thinking."""


def ask(engine: Program, position: InUci, options: Mapping[str, str]) -> str:
    """The engine's move in its notation; `options` are set first. Raises `EngineFault`."""
    engine.tell(["uci"])
    offered = set()
    for line in engine.lines():
        words = line.split()
        if words[:2] == ["option", "name"]:
            offered.add(" ".join(words[2 : words.index("type") if "type" in words else None]).lower())
        if words == ["uciok"]:
            break
    wanted = {"UCI_Chess960": "true", **options}
    if position.variant != "chess":
        wanted["UCI_Variant"] = position.variant
    missing = [name for name in wanted if name.lower() not in offered and name != "UCI_Chess960"]
    if missing:
        raise EngineFault(f"the engine has no option {missing[0]}")
    chosen = {name: value for name, value in wanted.items() if name.lower() in offered}
    engine.tell(
        [*(f"setoption name {name} value {value}" for name, value in chosen.items()), "ucinewgame", "isready"]
    )
    engine.wait_for(lambda line: line.strip() == "readyok")
    milliseconds = int(1000 * max(0.05, (engine.seconds_left - RESERVE_SECONDS) / 2))
    engine.tell([f"position fen {position.fen}", f"go movetime {milliseconds}"])
    words = engine.wait_for(lambda line: line.startswith("bestmove")).split()
    if len(words) < 2 or words[1] in ("(none)", "0000"):
        raise EngineFault("the engine knows no move")
    return words[1]
