"""The pages for operators as tests read them: what they give to be put into files."""

from __future__ import annotations

import re

from tests.readme import TOP

OPERATING = (TOP / "docs" / "operating.md").read_text(encoding="utf-8")


def file_of(path: str, nth: int = 0) -> str:
    """What docs/operating.md puts into the file `path`; where it gives several to choose from, the nth of them."""
    found = re.findall(rf"^```\w*\n# {re.escape(path)}\n(.*?)^```$", OPERATING, re.MULTILINE | re.DOTALL)
    return str(found[nth])


def blocks(kind: str) -> list[str]:
    """What stands between lines of three backticks, the first of them followed by `kind`."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", OPERATING, re.MULTILINE | re.DOTALL)
