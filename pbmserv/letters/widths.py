"""How wide a letter is, and how prose is broken into lines of that width."""

from __future__ import annotations

import textwrap
from functools import lru_cache

WIDTH = 79


@lru_cache(maxsize=1024)
def wrapped(text: str, width: int = WIDTH) -> str:
    """Prose with its long lines broken; the further lines of a list's item stand below its first."""
    return "\n".join([_filled(line, width) if len(line) > width else line for line in text.splitlines()])


def _filled(line: str, width: int) -> str:
    indent = "  " if line.startswith("* ") else ""
    return textwrap.fill(line, width, subsequent_indent=indent, break_on_hyphens=False)
