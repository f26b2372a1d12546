"""Every page, and every answer that programs get, as a server gives them to whoever asks.

`python -m tests.golden.pages` writes down what they are now: pages in `pages/`, one in each file, with the API's
answers in `api.txt`. Codes and tokens are masked.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from httpx2 import Response

from pbmserv.games.catalogue import installed
from pbmserv.post_office import PostOffice
from pbmserv.scheduler import Scheduler
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import FOUR, START, Server
from tests.golden.masks import masked
from tests.undone import Undone
from tests.web.conftest import URL, Browser
from tests.web.programs import new_token

HERE = Path(__file__).parent
PAGES, API = HERE / "pages", HERE / "api.txt"
HEADERS = ("content-type", "location", "cache-control", "www-authenticate", "retry-after", "content-disposition")
"""Those that are kept of a page."""

FOR_ALL = (
    "/", "/?family=hidden", "/?q=nothing-like-that", "/about", "/sign-in", "/sign-in/link", "/sign-up", "/confirm",
    "/forgot", "/new-password", "/invitation", "/help", "/help/tutorial", "/help/commands", "/help/challenge",
    "/help/nothing-like-that", "/players", "/players/alice", "/players/alice/games", "/players/nobody",
    "/players/bot-easy", "/hex", "/trichet", "/hex/standings", "/hex/boards", "/hex/boards?status=over",
    "/hex/history", "/hex/101", "/hex/101/1", "/hex/103", "/hex/999", "/hex/108", "/goofspiel/101", "/yacht/101",
    "/triominoes/101", "/open", "/hex/open", "/tournaments", "/tournaments/new", "/tournaments/spring-cup",
    "/tournaments/spring-cup/1", "/tournaments/spring-cup/1/1", "/tournaments/autumn-cup",
    "/tournaments/no-such-cup", "/nowhere/at/all", "/open.atom", "/hex/open.atom", "/players/alice.atom",
    "/tournaments.atom", "/tournaments/spring-cup.atom", "/hex/101.txt", "/hex/101.json", "/hex/101.svg",
    "/hex/101/1.txt", "/hex/103.sgf", "/hex/103.record.json", "/chess/101.pgn", "/pictures/hex.svg",
    "/List.php?hex", "/api",
)  # fmt: skip
OWN = (
    "/", "/me", "/settings", "/settings/tokens", "/settings/sessions", "/settings/password", "/settings/addresses",
    "/settings/vacation", "/settings/leave", "/settings/choose/format", "/settings/choose/timezone", "/write",
    "/write?to=bob", "/write/all", "/commands", "/hex", "/hex/challenge", "/goofspiel/challenge", "/hex/wish",
    "/hex/102", "/hex/103", "/hex/104", "/goofspiel/101", "/yacht/101", "/triominoes/101", "/chess/101", "/open",
    "/hearts/open", "/tournaments", "/tournaments/new?game=hex", "/tournaments/spring-cup", "/tournaments/autumn-cup",
    "/tournaments/club-night", "/players/bob", "/sign-in", "/nowhere/at/all",
)  # fmt: skip
FORMS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("/hex/102", "", {"do": "move", "move": "a9"}),
    ("/hex/102", "", {"do": "move", "move": "b2"}),
    ("/hex/102", "", {"do": "chat", "comment": "Hello!"}),
    ("/hex/102", "", {"do": "queue", "move": "c3"}),
    ("/hex/102", "", {"do": "note", "note": "Watch the centre."}),
    ("/hex/102", "", {"do": "nonsense"}),
    ("/hex/103", "", {"do": "rematch", "answer": "yes"}),
    ("/hex/challenge", "", {"seat0": "alice", "seat1": "nobody"}),
    ("/hex/challenge", "", {"seat0": "alice", "seat1": "carol", "size": "5"}),
    ("/write", "", {"to": "bob", "words": "Hello!"}),
    ("/write", "", {"to": "nobody", "words": "Hello!"}),
    ("/commands", "", {"commands": "help move\nhex show 999"}),
    ("/settings", "/settings/password", {"old": "wrong", "new": "heron-moon9"}),
    ("/settings", "/settings/addresses", {"address": "no-address"}),
    ("/settings", "/settings/vacation", {"days": "7"}),
    ("/settings", "/settings/vacation", {"days": "700"}),
    ("/settings", "/settings/choose/format", {"value": "text"}),
    ("/settings/tokens", "", {"scope": "all", "label": "x"}),
    ("/hex", "/hex/wish", {"limit": "3", "seek": "1"}),
    ("/tournaments/new?game=hex", "/tournaments/new", {"game": "hex", "name": "x", "players": "2"}),
    ("/tournaments/autumn-cup", "", {"do": "leave"}),
)  # fmt: skip
"""Forms that alice fills in: the page, where it goes if that is elsewhere, and what she writes."""

ASKED = (
    "/me", "/boards", "/games", "/games/hex", "/games/hexx", "/games/hex/boards", "/games/hex/boards?status=over",
    "/games/hex/boards?status=nonsense", "/games/hex/boards/101", "/games/hex/boards/103", "/games/hex/boards/999",
    "/games/hex/boards/102/moves", "/games/goofspiel/boards/101", "/games/goofspiel/boards/101/moves",
    "/games/yacht/boards/101", "/games/triominoes/boards/101", "/challenges", "/tournaments",
    "/tournaments/spring-cup", "/tournaments/spring-cup/seasons/1", "/tournaments/no-such-cup",
    "/games/hex/standings", "/games/hex/history", "/players/alice", "/players/nobody", "/nowhere",
)  # fmt: skip
SENT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/games/hex/boards/104/moves", {"move": "a9"}),
    ("/games/hex/boards/104/moves", {"mvoe": "a2"}),
    ("/games/hex/boards/104/moves", {"move": "c3"}),
    ("/games/hex/boards/104/moves", {"move": "c3"}),
    ("/games/hex/boards/999/moves", {"move": "c3"}),
    ("/games/hex/challenges", {"players": ["alice", "nobody"]}),
    ("/games/hex/challenges", {"players": ["alice", "bob"], "options": {"size": 5}}),
    ("/games/hex/challenges", {"players": ["alice", "anyone"]}),
    ("/games/hex/challenges/107/join", {}),
    ("/games/hex/challenges/999/withdraw", {}),
    ("/games/yacht/boards/101/substitute", {"player": "anyone"}),
    ("/tournaments/club-night/join", {"word": "wrong"}),
    ("/tournaments/no-such-cup/leave", {}),
    ("/commands", {"command": "hex show 101"}),
    ("/commands", {"command": "hex move 101 alice - zz"}),
    ("/commands", {"command": "signoff alice secret7"}),
    ("/commands", {"command": "nonsense"}),
)


@dataclass
class World:
    """A server on which a few things go on, and who asks there."""

    database: Database
    language: str = "en"
    """What its visitors read."""
    answers: dict[str, str] = field(default_factory=dict)
    api: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        seeds = (bytes([number]) * 16 for number in range(1, 256))
        self.server = server = Server(Undone(self.database), now=START)
        server.office = PostOffice(
            server.database, installed(), server.address, server.passwords, now=lambda: server.now,
            seeds=lambda: next(seeds),
        )  # fmt: skip
        settings = replace(defaults(), address=server.address, web_url="", web_requests_per_minute=1_000_000)
        self._app = application(Site(settings, server.database, server.office, installed(), b"key of these forms"))

    def play(self) -> None:
        """Have alice, bob and carol begin a few things."""
        server = self.server
        server.sign_up("alice", "bob", "carol", "dave")
        for _ in range(4):
            self._say("hex challenge alice bob -size=5")
        for number in (103, 104):
            self._say(f"hex move {number} alice PW a1", "Good luck!")
            self._say(f"hex move {number} bob PW b2")
        self._say("hex seek alice PW 2")
        self._say("goofspiel challenge carol alice bob")
        self._say("yacht challenge alice bob carol")
        self._say("triominoes challenge alice bob")
        for line in ("chess challenge alice bob", "hearts challenge bob alice anyone anyone"):
            self._say(line)
        for line in ("create bob PW hex spring-cup --players=3 -size=3", "join carol PW spring-cup"):
            server.wait(minutes=1)
            self._say(f"tournament {line}")
        server.wait(minutes=1)
        self._say("tournament join alice PW spring-cup")
        Scheduler(server.database, server.office, installed()).make_round(server.now)
        self._say("tournament create alice PW chess autumn-cup")
        self._say("tournament create bob PW hex club-night willow-tree")
        self._say("hex resign 103 alice PW")
        self._say("hex challenge carol anyone -size=7", "Come!")
        if self.language != "en":
            self._say(f"change language alice PW {self.language}")
        self._say("hex move 101 alice PW c3")
        server.wait(hours=1)

    def ask_everything(self) -> None:
        """Ask for every page and every answer, and then have things done."""
        browser = self._browser()
        for path in FOR_ALL:
            self._keep("anybody", "GET", path, browser.get(path))
        alice = self._browser()
        assert alice.sign_in("alice").status_code == 303
        for path in OWN:
            self._keep("alice", "GET", path, alice.get(path))
        if self.language == "en":  # programs are answered in no other
            self._ask_as_programs(browser, alice)
        for number, (form_at, action, fields) in enumerate(FORMS, 1):
            self._keep(f"alice-{number:02}", "POST", form_at, self._filled_in(alice, form_at, action, fields))
        self._keep("anybody", "POST", "/sign-in", browser.fill_in("/sign-in", userid="alice", password="wrong-one"))
        signed_up = browser.fill_in("/sign-up", userid="al ice", password="short", address="no-address")
        self._keep("anybody", "POST", "/sign-up", signed_up)
        self._keep("anybody", "POST", "/hex/101", browser.post("/hex/101", data={"do": "move"}))

    def _ask_as_programs(self, browser: Browser, alice: Browser) -> None:
        programs = {scope: {"Authorization": f"Bearer {new_token(alice, scope)}"} for scope in ("read", "play")}
        for path in ASKED:
            self._keep_api("anybody", f"GET {path}", browser.get(f"/api{path}"))
            self._keep_api("alice", f"GET {path}", browser.get(f"/api{path}", headers=programs["read"]))
        refused = browser.post("/api/games/hex/boards/104/moves", json={"move": "c3"}, headers=programs["read"])
        self._keep_api("alice, who only reads", "POST /games/hex/boards/104/moves", refused)
        for path, what in SENT:
            sent = browser.post(f"/api{path}", json=what, headers=programs["play"])
            self._keep_api("alice", f"POST {path} {json.dumps(what)}", sent)

    def close(self) -> None:
        self.server.database.close()

    def _say(self, line: str, comment: str = "") -> None:
        writer = next(word for word in line.split() if word in FOUR)
        self.server.hear(f"{writer}@example.org", line.replace("PW", FOUR[writer]), comment)

    def _browser(self) -> Browser:
        return Browser(self._app, URL, follow_redirects=False, headers={"Accept-Language": self.language})

    def _filled_in(self, browser: Browser, form_at: str, action: str, fields: dict[str, str]) -> Response:
        """A form as it stands on its page, with what a page knows of the board."""
        page = browser.get(form_at).text
        hidden = {name: found[1] for name in ("token", "seen") if (found := _hidden(page, name))}
        return browser.post(action or form_at.partition("?")[0], data={**hidden, **fields})

    def _keep(self, who: str, method: str, path: str, response: Response) -> None:
        name = re.sub(r"[^a-z0-9.=-]+", "_", path.lower()).strip("_") or "first"
        head = [f"{method} {path}", f"{response.status_code}"]
        head += [f"{name}: {masked(response.headers[name])}" for name in HEADERS if name in response.headers]
        is_text = not response.headers.get("content-type", "").startswith("image/png")
        self.answers[f"{who}/{method.lower()}_{name}.txt"] = masked(
            "\n".join([*head, "", response.text if is_text else ""])
        )

    def _keep_api(self, who: str, asked: str, response: Response) -> None:
        self.api += [f">>> {who}: {asked}", f"{response.status_code} {response.headers.get('content-type', '')}"]
        try:
            told = json.dumps(json.loads(response.text), indent=1, ensure_ascii=False)
        except ValueError:
            told = response.text
        self.api += [masked(told), ""]


def _hidden(page: str, name: str) -> re.Match[str] | None:
    return re.search(rf'name="{name}" value="([^"]*)"', page)


def everything(database: Database, language: str = "en") -> Iterator[tuple[Path, str]]:
    """All pages and answers, each with the file in which it is kept."""
    world = World(database, language)
    world.play()
    world.ask_everything()
    world.close()
    yield from ((PAGES / name, text) for name, text in world.answers.items())
    yield API, "\n".join(world.api)


def write_down(database: Database) -> None:
    """Keep what there is now."""
    shutil.rmtree(PAGES, ignore_errors=True)
    for file, text in everything(database):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


if __name__ == "__main__":
    from tests.golden.fresh import fresh_database

    with fresh_database() as new_database:
        write_down(new_database)
