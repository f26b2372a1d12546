"""Go engines by the Go Text Protocol, version 2 (G. Farnebäck, 2002)."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.engines.program import EngineFault, Program
from pbmserv.games.engine_notation import InGtp


def ask(engine: Program, position: InGtp) -> Sequence[str]:
    """An engine's answer for a position, in words. Raises `EngineFault`."""
    for command in position.setup:
        _answer(engine, command)
    return _answer(engine, position.question)


def _answer(engine: Program, command: str) -> Sequence[str]:
    """The words of the answer, after `=` or `?` up to an empty line."""
    engine.tell([command])
    words: list[str] = []
    for line in engine.lines():
        if not words and not line.strip():
            continue
        if not line.strip():
            break
        words += line.split()
    if words[0].startswith("?"):
        raise EngineFault(f"the engine refuses {command}: {' '.join(words)[1:80].strip()}")
    if not words[0].startswith("="):
        raise EngineFault(f"the engine has answered {command} with nonsense")
    return words[1:] if words[0].strip("=0123456789") == "" else [words[0].lstrip("=0123456789"), *words[1:]]
