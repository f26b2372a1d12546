"""Runs one target for a while. Ends with 0 where nothing was found; else what was found is kept, and named."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.fuzz import TARGETS


def main() -> int:
    """Have a process of its own fuzz, which the fuzzer ends as it likes; clean up after it."""
    given = _arguments()
    for folder in filter(None, (given.corpus, given.found)):
        folder.mkdir(parents=True, exist_ok=True)
    extent = [f"-runs={given.runs}", "-seed=1"] if given.runs else [f"-max_total_time={given.seconds}"]
    options = [*extent, f"-artifact_prefix={given.found}/"]
    options += [str(given.corpus)] if given.corpus else []
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.fuzz.running", given.target, folder, *options]
        environ = {**os.environ, "PYTHONHASHSEED": "0"} if given.runs else None
        return subprocess.run(command, env=environ, check=False).returncode


def _arguments() -> argparse.Namespace:
    targets = "; ".join(f"{name}: {what}" for name, what in TARGETS.items())
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", choices=TARGETS, help=targets)
    parser.add_argument("--seconds", type=int, default=60, help="how long")
    parser.add_argument("--runs", type=int, help="how many inputs instead, each time by the same chances")
    parser.add_argument("--corpus", type=Path, help="a folder to begin with, and to add to what leads to new places")
    parser.add_argument("--found", type=Path, default=Path("fuzz-found"), help="where to keep what breaks something")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
