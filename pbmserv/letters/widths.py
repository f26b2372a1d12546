"""The width of letters, and wrapping of prose."""

from __future__ import annotations

import re
import textwrap
from functools import lru_cache

WIDTH = 79
_TOGETHER = re.compile(r'Subject "[^"]{1,40}"|\b[0-9]{1,3}\. [a-z0-9@-]+(?= \(Auto\)|[,.])')
"""What is read or copied as a whole: a Subject to write, a numbered move."""
_ADDRESS = re.compile(r"://|@")
_BLANK_KEPT = "\0"
"""Stands for a blank at which no line is broken."""


@lru_cache(maxsize=1024)
def wrapped(text: str, width: int = WIDTH) -> str:
    """Wrap prose; list items are aligned with their text."""
    return "\n".join([_filled(line, width) if len(line) > width else line for line in text.splitlines()])


def _filled(line: str, width: int) -> str:
    indent = "  " if line.startswith("* ") else ""
    together = _TOGETHER.sub(lambda found: found[0].replace(" ", _BLANK_KEPT), line)
    # An address that is broken leads nowhere.
    breaks = not any(len(word) > width - len(indent) and _ADDRESS.search(word) for word in together.split())
    filled = textwrap.fill(together, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=breaks)
    return filled.replace(_BLANK_KEPT, " ")
