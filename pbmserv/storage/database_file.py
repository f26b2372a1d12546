"""The file of an SQLite database."""

from __future__ import annotations

import os
import pwd
from contextlib import suppress
from pathlib import Path


def identity_of(path: Path) -> tuple[int, int] | None:
    """What makes a file that file, whatever its name is; None where there is none of this name."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def user_kept_out(path: Path) -> str | None:
    """The user who runs this, if that user may not read and write the file; None if it is allowed, or not there."""
    with suppress(PermissionError):
        if not path.exists() or os.access(path, os.R_OK | os.W_OK, effective_ids=True):
            return None
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def make_private(path: Path) -> None:
    """Make sure that there is a file, which nobody but its owner can read unless the owner allows it.

    SQLite gives the files beside it the same rights. Mail waits in there, and mail holds passwords.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        path.touch(mode=0o600)
