"""Has Lighthouse look at pages of a demo, and fails where one of them does worse than pages are to do.

    python -m tests.web.lighthouse

Lighthouse is a program of its own: `npm install lighthouse`, anywhere, and give where it is with `--program`, or run
this in the folder above its `node_modules`. It looks as with a slow phone, and at each page of its own.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import httpx2
from click.testing import CliRunner

from pbmserv.cli import main as pbmserv
from tests.serving import environment, serving

PAGES = {
    "the first page": ("", "/"),
    "a board, to look at": ("", "/hex/101"),
    "a board": ("alice", "/hex/101"),
    "a board with hands": ("alice", "/triominoes/101"),
    "one's own games": ("alice", "/me"),
    "a page of help": ("", "/help/hex"),
    "a game": ("", "/hex"),
    "the form of a challenge": ("alice", "/hex/challenge"),
    "a player": ("alice", "/players/bob"),
    "settings": ("alice", "/settings"),
    "sign up": ("", "/sign-up"),
    "open challenges": ("alice", "/open"),
    "tournaments": ("alice", "/tournaments"),
    "a table of a tournament": ("alice", "/tournaments/spring-cup"),
    "to join a tournament": ("alice", "/tournaments/club-night"),
    "a new tournament": ("alice", "/tournaments/new?game=hex"),
    "a bot": ("", "/players/bot-easy"),
}
"""What is looked at: whose page it is, and where."""
MORE = (
    "signup carol {carol}",
    "hex challenge carol anyone",
    "goofspiel challenge carol anyone",
    "tournament create bob {bob} hex club-night willow-tree",
    "tournament create bob {bob} hex spring-cup --players=3",
    "tournament join carol {carol} spring-cup",
    "tournament join alice {alice} spring-cup",
)
"""What goes on beside the boards of a demo; the last ones have a tournament begin."""
BEGUN = "is being played"
LEAST = {"performance": 0.95, "accessibility": 1.0, "best-practices": 0.95}
"""The least that each page is to reach."""
CHROMIUM = "--headless=new --no-sandbox --disable-gpu --disable-background-networking"
LOOKS = 3
"""A machine with other things to do makes a page look worse than it is, and never better: the best look counts."""
NPX = "npx --no-install lighthouse"
PATIENCE = 300.0
_TOKEN = re.compile(r'name="token" value="([0-9a-f]+)"')


@click.command()
@click.option("--program", default=NPX, show_default=True, help="How Lighthouse is started.")
@click.argument("which", nargs=-1, metavar="[PATH...]")
def main(program: str, which: tuple[str, ...]) -> None:
    """Have Lighthouse look at pages of a demo: at all that are in the table here, or at those with these paths."""
    with tempfile.TemporaryDirectory() as folder:
        environ = environment(Path(folder) / "demo", web_listen="127.0.0.1:0")
        made = CliRunner().invoke(pbmserv, ["demo"], env=environ).stdout
        passwords = dict(re.findall(r"^New player: (\w+), password (\S+)$", made, re.MULTILINE))
        passwords["carol"] = secrets.token_hex(8)
        for line in MORE:
            _mailed(environ, line.format_map(passwords))
        with serving(environ, "--only", "web,clock") as server:
            place = server.place("browsers").rstrip("/")
            _wait_for(f"{place}/tournaments/spring-cup", BEGUN)
            cookies = {"": "", **{userid: _signed_in(place, userid, word) for userid, word in passwords.items()}}
            worse = [
                told
                for name, (userid, path) in PAGES.items()
                if not which or path in which
                for told in _look(program, f"{place}{path}", cookies[userid], name)
            ]
    click.echo("\n".join(["", *worse]) if worse else "\nAll as good as they are to be.")
    sys.exit(bool(worse))


def _mailed(environ: Mapping[str, str], line: str) -> None:
    """Carry out a command, as if the first player whom it names had mailed it."""
    writer = next(word for word in line.split() if word in {"alice", "bob", "carol"})
    done = CliRunner().invoke(pbmserv, ["do", "--from", f"{writer}@example.org", *line.split()], env=environ)
    assert done.exit_code == 0, done.output


def _wait_for(address: str, words: str) -> None:
    """Until a page has these words."""
    end = time.monotonic() + PATIENCE
    while words not in httpx2.get(address, timeout=PATIENCE).text:
        assert time.monotonic() < end, f"{address} has never said that it {words}"
        time.sleep(1)


def _signed_in(place: str, userid: str, password: str) -> str:
    """The cookies of a browser in which somebody has signed in."""
    with httpx2.Client(base_url=place, timeout=PATIENCE) as browser:
        found = _TOKEN.search(browser.get("/sign-in").text)
        assert found, "there is no form to sign in by"
        browser.post("/sign-in", data={"token": found[1], "userid": userid, "password": password})
        assert browser.get("/me").status_code == 200
        return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())


def _look(program: str, address: str, cookies: str, name: str) -> list[str]:
    """Print how a page does, and return what there is to say against it."""
    headers = {"Cookie": cookies} if cookies else {}
    worse = [f"{name}: Lighthouse has failed {LOOKS} times"]
    for _ in range(LOOKS):
        report = _report(program, address, headers)
        if report is None:
            continue
        scores = {each: report["categories"][each]["score"] or 0.0 for each in LEAST}
        told = "  ".join(f"{each} {score:.2f}" for each, score in scores.items())
        click.echo(f"{name:24}  {told}")
        worse = [
            f"{name}: {each} is {scores[each]:.2f}, and not {least}: {', '.join(_complaints(report, each))}"
            for each, least in LEAST.items()
            if scores[each] < least
        ]
        if not worse:
            break
    return worse


def _complaints(report: Mapping[str, Any], category: str) -> list[str]:
    parts = [(each["weight"], report["audits"][each["id"]]) for each in report["categories"][category]["auditRefs"]]
    return [
        f"{audit['id']} {audit.get('displayValue', '')}".strip()
        for weight, audit in parts
        if weight and audit["score"] is not None and audit["score"] < 0.9
    ]


def _report(program: str, address: str, headers: Mapping[str, str]) -> Mapping[str, Any] | None:
    """What Lighthouse says of a page; None where it says why it could not look, which happens on busy machines."""
    done = subprocess.run(
        [
            *shlex.split(program), address, "--quiet", "--output=json", f"--only-categories={','.join(LEAST)}",
            f"--chrome-flags={CHROMIUM}", f"--extra-headers={json.dumps(headers)}",
        ],
        env={"CHROME_PATH": "/usr/bin/chromium", **os.environ},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )  # fmt: skip
    if done.returncode:
        click.echo(done.stderr.strip(), err=True)
        return None
    report: Mapping[str, Any] = json.loads(done.stdout)
    return report


if __name__ == "__main__":
    main()
