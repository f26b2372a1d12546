"""The process that fuzzes: a target, a folder for its files, and options of libFuzzer."""

from __future__ import annotations

import importlib
import logging
import sys
import warnings
from pathlib import Path
from typing import cast

import structlog

from tests.fuzz.target import Target

SLOW_SECONDS = 20
"""No input may take as long as that: many times what the slowest takes, on a machine with other things to do."""
LONGEST = 8192
"""Bytes of an input; what comes of large messages is for other tests."""


def main(name: str, folder: Path, *options: str) -> None:
    """Fuzz until the time is over or something is found; does not return."""
    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["pbmserv"], enable_loader_override=False):
        target = cast(Target, importlib.import_module(f"tests.fuzz.{name}"))
    warnings.simplefilter("error")
    logging.disable()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    seeds, words, files = folder / "seeds", folder / "words", folder / "files"
    seeds.mkdir()
    files.mkdir()
    for number, seed in enumerate(target.seeds()):
        (seeds / str(number)).write_bytes(seed)
    words.write_text("".join(f"{_quoted(word)}\n" for word in target.WORDS), encoding="ascii")
    own = [f"-dict={words}", f"-timeout={SLOW_SECONDS}", f"-max_len={LONGEST}", "-print_final_stats=1"]
    with target.trying(files) as try_one:
        # What comes first among the folders is added to.
        atheris.Setup([sys.argv[0], *own, *options, str(seeds)], try_one)
        atheris.Fuzz()


def _quoted(word: str) -> str:
    """A word as the fuzzer's dictionary has it: everything that is not plain as a number."""
    plain = (f"\\x{byte:02x}" if byte in b'\\"' or not 32 <= byte < 127 else chr(byte) for byte in word.encode())
    return f'"{"".join(plain)}"'


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
