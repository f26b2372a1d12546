"""Help pages and rules on the pages, in the language of who reads them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pbmserv import places
from pbmserv.commands.help.written import english_pages, pages_in
from pbmserv.games.base import Game
from pbmserv.locale.catalogs import languages
from pbmserv.play.kept import Kept
from pbmserv.web.pages import help_pages
from pbmserv.web.rules_html import titled_like
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.web.conftest import Browser

RUSSIAN = {"accept-language": "ru-RU,ru;q=0.9,en;q=0.8"}
HEX = """Гекс
====

Двое ставят камни на доску.

Правила
-------

Кто назван в вызове первым, ставит чёрный камень (x).

Как сделать ход
---------------

Назовите клетку:

    > hex move 101 alice secret7 c3

    hex challenge alice bob

    -size=11
        длина стороны

.. board: -size=3; b2, a1
       -a-b-c-
     1 \\(o). . \\ 1
      2 \\ . x . \\ 2
       3 \\ . . . \\ 3
           -a-b-c-
..
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The English help pages, and a folder of Russian ones that a test writes in."""
    for name, path in english_pages().items():
        (tmp_path / f"{name}.txt").write_bytes(path.read_bytes())
    (tmp_path / "ru").mkdir()
    monkeypatch.setattr(places, "help_pages", lambda: tmp_path)
    monkeypatch.setattr(help_pages, "_RULES", Kept(help_pages.MOST_RULES))
    help_pages._article.cache_clear()
    return tmp_path


def article(html: str) -> str:
    """The text of a help page, or of the rules of a game."""
    found = re.search(r"<article.*?</article>", html, re.DOTALL)
    assert found
    return found[0]


def paragraphs(html: str) -> list[str]:
    return re.findall(r"<p>.*?</p>", article(html), re.DOTALL)


@pytest.mark.alike
@pytest.mark.parametrize("name", sorted(pages_in("ru")))
def test_whose_browser_prefers_a_language_reads_the_page_in_it(browser: Browser, name: str) -> None:
    russian, english = browser.get(f"/help/{name}", headers=RUSSIAN), browser.get(f"/help/{name}")

    title = re.search(r"^(?!\.\. ).*$", pages_in("ru")[name].read_text("utf-8"), re.MULTILINE)
    if russian.status_code != 303:
        assert title
        assert f"<h1>{title[0]}</h1>" in russian.text
        assert title[0] not in article(english.text)


def test_a_player_reads_the_language_of_the_letters_whatever_the_browser_prefers(
    server: Server, browser: Browser
) -> None:
    server.hear("alice@example.org", "change language alice secret7 ru")

    browser.sign_in("alice")
    assert "<h1>Турниры</h1>" in browser.get("/help/tournaments").text

    server.hear("alice@example.org", "change language alice secret7 en")
    assert "<h1>Tournaments</h1>" in browser.get("/help/tournaments", headers=RUSSIAN).text


def test_links_of_a_page_lead_to_pages_and_commands_stay_as_they_are(browser: Browser) -> None:
    html = article(browser.get("/help", headers=RUSSIAN).text)

    assert '<dt><a href="/help/tutorial">help tutorial</a></dt>\n<dd>ваша первая партия, шаг за шагом</dd>' in html
    tutorial = article(browser.get("/help/tutorial", headers=RUSSIAN).text)
    assert "&gt; trichet challenge robin wendy" in tutorial
    assert '<a href="/help/replies">help replies</a>' in tutorial


def test_headings_have_anchors_in_their_own_letters(browser: Browser) -> None:
    html = article(browser.get("/help/times", headers=RUSSIAN).text)

    assert '<h2 id="вся-партия">Вся партия</h2>' in html
    assert '<a href="#вся-партия">Вся партия</a>' in html


def test_a_page_is_found_by_its_word_in_the_language(browser: Browser) -> None:
    assert "<h1>Турниры</h1>" in browser.get("/help/турниры", headers=RUSSIAN).text


def test_what_there_is_in_english_alone_is_shown_in_english(browser: Browser, folder: Path) -> None:
    page = browser.get("/help/times", headers=RUSSIAN).text

    assert paragraphs(page) == paragraphs(browser.get("/help/times").text) != []
    assert 'lang="en"' in page


def test_the_rules_of_a_game_are_in_the_language_with_pictures_and_what_is_touched(
    browser: Browser, folder: Path
) -> None:
    (folder / "ru" / "hex.txt").write_text(HEX, "utf-8")

    html = article(browser.get("/hex", headers=RUSSIAN).text)

    assert "<p>Двое ставят камни на доску.</p>" in html
    assert "<p>Кто назван в вызове первым, ставит чёрный камень.</p>" in html
    assert re.search(r'<h2 id="как-сделать-ход">Как сделать ход</h2>\n<p>', html)
    assert "<li>alice: <code>c3</code></li>" in html
    assert '<figure class="diagram" id="diagram-1"><svg' in html
    assert "Two players" not in html
    assert "Two players" in article(browser.get("/hex").text)


def test_a_heading_is_found_in_another_language_by_its_place() -> None:
    english = "Hex\n===\n\nThe board\n---------\n\nMaking a move\n-------------\n"

    assert titled_like("Making a move", english, "Гекс\n====\n\nДоска\n-----\n\nХод\n---\n") == "Ход"
    assert titled_like("Making a move", english, "Гекс\n====\n\nХод\n---\n") == "Making a move"


def test_the_rules_of_all_games_in_all_languages_are_kept(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def make(game: Game[Any], *_: object) -> str:
        made.append(game.word)
        return game.word

    monkeypatch.setattr(help_pages, "_RULES", Kept(help_pages.MOST_RULES))
    monkeypatch.setattr(help_pages, "_rules", make)
    pages = [(game, language) for game in site.catalogue.values() for language in languages()]
    for game, language in pages * 2:
        help_pages.rules_of(site, game, language)

    assert len(made) == len(pages)
