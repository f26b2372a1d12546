"""Nobody's words become markup: not those of players, not those of a game that somebody has written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html.parser import HTMLParser

import pytest

from pbmserv.games.base import Illegal, Option, Options, Played, Result, Unreadable
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.sequential import SequentialGame
from pbmserv.post_office import PostOffice
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.web.app import application
from pbmserv.web.help_html import Writer
from pbmserv.web.site import Site
from tests.conversation import PLAYERS, Server
from tests.undone import Undone
from tests.web.conftest import URL, Browser
from tests.web.forms import form_for, send

EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'><a href=javascript:alert(3)>"


@dataclass(frozen=True)
class Position:
    """How many moves were made."""

    moves: int = 0

    @property
    def next_seat(self) -> int:
        return self.moves % 2


class Nasty(SequentialGame[Position]):
    """A game of somebody who would like to run scripts in other people's browsers."""

    name = "Nasty"
    summary = EVIL
    seats = range(2, 3)
    move_form = EVIL
    uses_chance = False
    position_class = Position
    options = (
        Option("size", 3, EVIL, low=1, high=9),
        Option("kind", "plain", EVIL, choices=("plain", EVIL)),
        Option("fast", False, EVIL),
    )

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return Position()

    def moves(self, position: Position) -> Sequence[str]:
        return ["go", "stay"]

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        if text not in {"go", "stay"}:
            raise Unreadable(f"{EVIL} is no move.")
        if text == "stay":
            raise Illegal(f"{EVIL} must go.")
        return Played(Position(position.moves + 1), text)

    def result(self, position: Position) -> Result | None:
        return Result(0, EVIL) if position.moves >= 2 else None

    def draw(self, position: Position, viewer: int | None) -> str:
        return f"{EVIL}\n{position.moves}"

    def seat_name(self, position: Position, seat: int) -> str:
        return EVIL

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return (EVIL,)

    def legend(self, position: Position, viewer: int | None) -> str:
        return EVIL


_OUR_PICTURES = re.compile(r"/(static|pictures)/|/[a-z][a-z0-9-]*/\d+(/\d+)?\.svg(\?small=yes)?$")


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name.startswith("on") or (value or "").strip().lower().startswith("javascript:"):
                self.found.append(f"{tag} {name}={value}")
        given = dict(attributes)
        # What is JSON is data, which no browser carries out.
        is_data = given.get("type") == "application/json"
        if tag == "script" and not is_data and not (given.get("src") or "").startswith("/static/"):
            self.found.append("script")
        if tag == "img" and not _OUR_PICTURES.match(given.get("src") or ""):
            self.found.append(f"img {given.get('src')}")


def evil_in(page: str) -> list[str]:
    """What of a page a browser would carry out, or fetch, that is not ours."""
    tags = _Tags()
    tags.feed(page)
    return tags.found


@pytest.fixture
def undone_database(shared_sqlite: Database) -> Iterator[Database]:
    undone = Undone(shared_sqlite)
    yield undone
    undone.close()


@pytest.fixture
def mallory(undone_database: Database) -> Browser:
    """alice's browser, on a server where the nasty game is played."""
    games = {**installed(), "nasty": Nasty()}
    server = Server(undone_database)
    server.sign_up(*PLAYERS)
    server.office = PostOffice(
        undone_database, games, server.address, server.passwords, now=lambda: server.now, budgets=server.budgets
    )
    settings = replace(defaults(), address=server.address, sender_name=EVIL, web_requests_per_minute=1_000_000)
    site = Site(settings, undone_database, server.office, games, b"key of these forms")
    browser = Browser(application(site), URL, follow_redirects=False)
    assert browser.sign_in("alice").status_code == 303
    server.hear("alice@example.org", "nasty challenge alice bob", comment=EVIL)
    server.hear("alice@example.org", "nasty move 101 alice secret7 go", comment=EVIL)
    server.hear("bob@example.org", "nasty chat 101 bob bobpw123", comment=EVIL)
    return browser


def test_no_word_of_a_game_or_a_player_becomes_markup(mallory: Browser) -> None:
    paths = (
        "/", "/?q=nasty", "/about", "/nasty", "/nasty/challenge", "/nasty/101", "/nasty/101/1", "/nasty/101/embed",
        "/nasty/101?move=go",
        "/nasty/101?move=stay", f"/nasty/101?move={EVIL}", f"/nasty/101?line={EVIL}", "/nasty/boards", "/me",
        "/settings", "/help/games", f"/help/{EVIL}", f"/?q={EVIL}", f"/players?name={EVIL}", f"/players/{EVIL}",
        f"/write?to={EVIL}", f"/nasty/challenge?with={EVIL}", f"/sign-in?to={EVIL}", "/nasty/101.svg",
        "/pictures/nasty.svg", "/players/alice.atom",
    )  # fmt: skip
    for path in paths:
        assert evil_in(mallory.get(path).text) == [], path


@pytest.mark.parametrize(
    ("page", "action", "fields"),
    [
        (
            "/nasty/challenge",
            "/nasty/challenge",
            {"seat1": EVIL, "game-size": EVIL, "game-kind": EVIL, "words": EVIL},
        ),
        ("/write", "/write", {"to": EVIL, "words": EVIL}),
        ("/settings", "/settings/choose/timezone", {"value": EVIL}),
        ("/settings", "/settings/vacation", {"until": EVIL}),
        ("/settings", "/settings/addresses", {"addresses": EVIL, "password": "secret7", "what": "add"}),
        ("/nasty", "/nasty/follow", {"boards": EVIL, "what": "subscribe"}),
        ("/commands", "/commands", {"lines": f"hex {EVIL}\n{EVIL}"}),
        ("/confirm", "/confirm", {"code": EVIL, "answer": "yes"}),
        ("/forgot", "/forgot", {"userid": EVIL}),
    ],
)
def test_what_was_typed_comes_back_as_text(mallory: Browser, page: str, action: str, fields: dict[str, str]) -> None:
    answer = send(mallory, form_for(mallory.get(page).text, action, fields), fields)

    assert answer.status_code in {200, 303, 422}
    assert evil_in(answer.text) == []


def test_what_a_page_has_to_say_is_text_even_if_somebody_has_set_the_cookie(mallory: Browser) -> None:
    mallory.cookies.set("said", EVIL.replace('"', "%22").replace("<", "%3C"))

    page = mallory.get("/").text

    assert "alert(1)" in page
    assert evil_in(page) == []


def test_a_help_page_is_text() -> None:
    headings = f"{EVIL}\n{'=' * 9}\n\n{EVIL}\n{'-' * 9}\n"
    lists = f"* {EVIL}\n\n1. {EVIL}\n\n    {EVIL}\n        {EVIL}\n\n    > {EVIL}\n"

    article = Writer({"hex"}).article([f"{headings}\n{lists}", f"see help hex{EVIL}"])

    assert evil_in(str(article.html)) == []
    assert "alert(1)" in article.html
