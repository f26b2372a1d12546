"""The API, asked by a program that reads its document and tries all that this allows, and much that it does not."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.storage.sessions import Scope
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.web.listening import served
from tests.web.test_live import server_on, session

pytestmark = pytest.mark.long

EXAMPLES = 8
"""For each operation and each phase. More of them: schemathesis takes --max-examples."""


@pytest.mark.parametrize("scope", ["play", "read"])
def test_the_api_does_what_its_document_says(scope: str, sqlite_database: Database, tmp_path: Path) -> None:
    server = server_on(sqlite_database)
    token = session(server, "alice", Scope(scope))
    settings = replace(defaults(), address=server.address, web_url="", web_requests_per_minute=1_000_000)
    site = Site(settings, server.database, server.office, installed(), b"key")

    with served(application(site)) as place:
        tried = subprocess.run(
            [
                *(
                    sys.executable,
                    "-m",
                    "schemathesis.cli",
                    "run",
                    "--no-color",
                    "--exclude-checks",
                    "positive_data_acceptance",
                ),
                *("--header", f"Authorization: Bearer {token}", "--exclude-path", "/api/events"),
                *("--max-examples", str(EXAMPLES), "--seed", "1", "--generation-database", "none"),
                f"http://{place.host}:{place.port}/api/openapi.json",
            ],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
        )

    assert tried.returncode == 0, tried.stdout + tried.stderr
