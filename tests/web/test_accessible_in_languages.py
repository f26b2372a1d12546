"""Pages in other languages for everybody's eyes and hands: words are longer there than in English."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.settings import defaults
from pbmserv.storage.database import Database
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.endtoend.chromium import running_chromium
from tests.web.listening import served
from tests.web.test_accessible import (
    IS_TOO_WIDE,
    MEET,
    OWN,
    PUBLIC,
    SMALLEST_TARGET,
    TOO_SMALL,
    World,
    play_everywhere,
    violations,
)

_SAMPLE = ("/about", "/sign-up", "/hex/101", "/open"), ("/me", "/settings", "/hex/102", "/tournaments/autumn-cup")
"""Pages of strangers, and of a player."""
_LONG_WORDS = (), ("/me", "/hex/challenge", "/settings", "/hex/103", "/open", "/tournaments/new")
"""Pages of a player: nobody is shown a draft without having chosen it."""
IS_ABOUT = "document.documentElement.lang"


@pytest.fixture(scope="module")
def world(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    path = tmp_path_factory.mktemp("accessible") / "pbmserv.db"
    shutil.copy(sqlite_template, path)
    database = Database(f"sqlite:///{path}")
    server = Server(database)
    play_everywhere(server)
    settings = replace(defaults(), address=server.address, web_url="")
    site = Site(settings, database, server.office, installed(), b"key of these forms")
    with running_chromium() as browser, served(application(site)) as at:
        yield World(browser, f"http://{at.host}:{at.port}", server)
    database.close()


def faults_of(world: World, language: str, width: int, pages: tuple[Sequence[str], Sequence[str]]) -> list[str]:
    """What axe finds, what is wider than the window, too small to be hit, or covers other things."""
    faults: list[str] = []
    world.server.hear("alice@example.org", f"change language alice secret7 {language}")
    for userid, paths in zip(("", "alice"), pages, strict=True):
        page = world.page(width, "light", userid, language)
        for path in paths:
            page.goto(world.address + path)
            if page.evaluate(IS_ABOUT) != language:
                faults.append(f"{path} is not in the language")
            page.evaluate("for (const each of document.querySelectorAll('main details')) each.open = true")
            # Elsewhere the bar at the edge of a board may cover half of something that is scrolled to anyway.
            page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            found = [*violations(page), *page.evaluate(TOO_SMALL, SMALLEST_TARGET)]
            found += ["too wide"] if page.evaluate(IS_TOO_WIDE) else []
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            found += ["too wide at twice the size"] if page.evaluate(IS_TOO_WIDE) else []
            found += ["the head covers itself"] if page.evaluate(MEET) else []
            faults += [f"{path}: {each}" for each in found]
        page.context.close()
    return faults


def test_pages_in_russian_are_for_everybody(world: World) -> None:
    assert faults_of(world, "ru", 360, _SAMPLE) == []


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 1280])
def test_all_pages_in_russian_are(world: World, width: int) -> None:
    # Some help is in English yet.
    public = [path for path in PUBLIC if not path.startswith("/help")]

    assert faults_of(world, "ru", width, (public, OWN)) == []


@pytest.mark.long
def test_pages_of_the_longest_words_are(world: World) -> None:
    assert faults_of(world, "de", 390, _LONG_WORDS) == []
