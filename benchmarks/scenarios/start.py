"""The command line starts: what every import costs is paid by every command that is typed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from benchmarks.databases import SQLITE, fresh, url_of
from benchmarks.figures import Effort, Figure, Target, interleaved
from benchmarks.population import populate

TITLE = "Starting"
PBMSERV = (sys.executable, "-m", "pbmserv")
BASELINES = {
    "import click": (sys.executable, "-c", "import click"),
    "import sqlalchemy": (sys.executable, "-c", "import sqlalchemy"),
}
PAIRS = {
    "pbmserv --version": ("import click", Target(1.15, at_least=False)),
    "pbmserv do … show": ("import sqlalchemy", Target(1.6, at_least=False)),
}
REPETITIONS = 7
"""In each run: a start is short, and easily disturbed."""


def measure(effort: Effort) -> Iterator[Figure]:
    """Milliseconds from the start of a process to its end."""
    with fresh(SQLITE) as database, tempfile.TemporaryDirectory(prefix="pbmserv-benchmark-") as home:
        populate(database, 10, 10, positions=4)
        settings = {
            "PBMSERV_HOME": home,
            "PBMSERV_DATABASE_URL": url_of(database),
            "PBMSERV_DELIVERY": f"maildir:{Path(home) / 'outgoing'}",
            # As where it is installed: what was imported once need not be compiled again.
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": str(Path(home) / "compiled"),
        }
        commands = BASELINES | {
            "pbmserv --version": (*PBMSERV, "--version"),
            "pbmserv do … show": (*PBMSERV, "do", "--from", "player1@players.example", "trichet", "show", "101"),
        }
        ways = {name: partial(_milliseconds, words, settings) for name, words in commands.items()}
        # The first time, Python compiles what it imports.
        interleaved(1, ways)
        samples = interleaved(effort.of(1, REPETITIONS * effort.runs, REPETITIONS * effort.runs), ways)
    for name, (baseline, target) in PAIRS.items():
        yield samples[name].figure(name, "", "ms", (baseline, samples[baseline]), target)


def _milliseconds(words: Sequence[str], settings: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(words, env={**os.environ, **settings}, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    return 1000 * (time.perf_counter() - start)
