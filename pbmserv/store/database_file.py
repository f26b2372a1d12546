"""The file of an SQLite database."""

from __future__ import annotations

from pathlib import Path


def identity_of(path: Path) -> tuple[int, int] | None:
    """What makes a file that file, whatever its name is; None where there is none of this name."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def make_private(path: Path) -> None:
    """Make sure that there is a file, which nobody but its owner can read unless the owner allows it.

    SQLite gives the files beside it the same rights. Mail waits in there, and mail holds passwords.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        path.touch(mode=0o600)
