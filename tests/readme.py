"""The README as tests read it: its commands and the letters that it shows."""

from __future__ import annotations

import re
from pathlib import Path

TOP = Path(__file__).parent.parent


def text() -> str:
    """All of it."""
    return (TOP / "README.md").read_text(encoding="utf-8")


def blocks(kind: str = "") -> list[str]:
    """What stands between lines of three backticks, the first of them followed by `kind`."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text(), re.MULTILINE | re.DOTALL)
    return [inside for label, inside in found if label == kind]


def between(mark: str) -> str:
    """What stands between `<!-- mark -->` and `<!-- /mark -->`."""
    _, begin, rest = text().partition(f"<!-- {mark} -->\n")
    inside, end, _ = rest.partition(f"<!-- /{mark} -->\n")
    assert begin
    assert end
    return inside
