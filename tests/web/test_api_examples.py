"""The page on the API shows how to begin: each line that it says to type does what it should."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
from urllib.request import urlopen

import pytest

from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.storage.sessions import Scope
from tests.web.listening import Served
from tests.web.test_live import server_on, serving, session


def lines_on(place: Served) -> list[str]:
    """What the page says to type."""
    with urlopen(f"http://{place.host}:{place.port}/api") as page:
        text = page.read().decode()
    blocks = [html.unescape(block) for block in re.findall(r"<pre><code>(.*?)</code></pre>", text, re.DOTALL)]
    shown = f"http://{defaults().web_listen}"
    joined = "\n".join(blocks).replace("\\\n", " ")
    assert shown in joined
    return [line.replace(shown, f"http://{place.host}:{place.port}") for line in joined.splitlines()]


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_what_the_page_says_to_type_works(sqlite_database: Database) -> None:
    server = server_on(sqlite_database)
    with serving(server) as place:
        environ = {**os.environ, "TOKEN": session(server, "alice", Scope.PLAY)}
        said = []
        for line in lines_on(place):
            typed = subprocess.run(
                ["sh", "-c", line.replace("curl ", "curl -sS --fail-with-body ", 1).replace("time 3", "time 1")],
                env=environ, capture_output=True, text=True, check=False,
            )  # fmt: skip
            # 28: the time is up that curl was given for events, which have no end.
            assert typed.returncode in ({28} if "/api/events" in line else {0}), (
                f"{line}\n{typed.stdout}{typed.stderr}"
            )
            said.append(typed.stdout)

    answers = [json.loads(each) for each in said[:-1]]
    assert len(answers) == 9
    assert answers[2]["userid"] == "alice"
    assert answers[6]["board"]["moves"][0]["text"] == "d3"
    assert answers[7]["board"]["options"]["size"] == 7
    assert answers[8]["command"] == "chat"
    assert "event: boards" in said[-1]
