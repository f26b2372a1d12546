"""Somebody at the command line of a server, who gives `pbmserv admin …`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from pbmserv.cli import main


@dataclass
class Operator:
    """Somebody at the command line of a server."""

    database_url: str
    home: Path

    def type(self, *words: str, exit_code: int = 0, input: str | None = None) -> str:  # noqa: A002 - as click has it
        """Give a command of `pbmserv admin`; what it prints, errors included. `input` is what is typed meanwhile."""
        environment = {
            "PBMSERV_DATABASE_URL": self.database_url,
            "PBMSERV_HOME": str(self.home),
            "PBMSERV_ADDRESS": "games@example.net",
        }
        result = CliRunner().invoke(main, ["admin", *words], input=input, env=environment, catch_exceptions=False)
        assert result.exit_code == exit_code, result.output
        return result.output

    def json(self, *words: str, exit_code: int = 0) -> Any:
        """The same with `--json`, read."""
        return json.loads(self.type(*words, "--json", exit_code=exit_code))

    @property
    def delivered(self) -> list[str]:
        """The letters that went out, as they stand in the Maildir."""
        return [path.read_text() for path in sorted((self.home / "outgoing" / "new").glob("*"))]
