"""The pages for operators as tests read them: what they give to be put into files."""

from __future__ import annotations

import re

from tests.readme import TOP

OPERATING = (TOP / "docs" / "operating.md").read_text(encoding="utf-8")


def file_of(path: str, nth: int = 0) -> str:
    """What docs/operating.md puts into the file `path`; where it gives several to choose from, the nth of them."""
    return files_of(path)[nth]


def files_of(path: str) -> list[str]:
    """All that may be put into the file `path`, one instead of the other."""
    return re.findall(rf"^```\w*\n# {re.escape(path)}\n(.*?)^```$", OPERATING, re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[str]:
    """What stands between lines of three backticks, the first of them followed by `kind`."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", OPERATING, re.MULTILINE | re.DOTALL)
