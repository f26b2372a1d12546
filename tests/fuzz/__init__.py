"""Coverage-guided fuzzing: `python -m tests.fuzz TARGET --seconds N`, with `pip install -e '.[fuzz]'`.

Each target is a module of its own: where its inputs come from, what it does with one, and what has to hold then.
Nothing of pbmserv is imported here, since what is imported before the fuzzer has begun gives it no guidance.
"""

from __future__ import annotations

TARGETS = {
    "message": "any bytes, read as a message",
    "post": "any bytes, from the inbox to the letters that come of them",
    "command": "any text as a command, and as the letter that it stands in",
    "move": "any moves, in every game",
    "file": "any bytes, read as a file of games that another program has written",
    "bounce": "any bytes, read as a report of a letter that has not arrived",
}
"""The targets, each a module here, and what it is fed with."""
