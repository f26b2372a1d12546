"""Pages in the language of who reads them: whose that is, whole or not at all, and that all is translated."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest
from jinja2 import DictLoader, StrictUndefined, nodes

from pbmserv.games.catalogue import installed
from pbmserv.games.message import Message
from pbmserv.locale.catalogs import UNTRANSLATED, Compiled, catalog_of, languages, speaking, translated
from pbmserv.storage.database import Database
from pbmserv.web.page_context import fitting_in_a_cookie
from pbmserv.web.rendering import FOLDER, templates_in
from pbmserv.web.sentences import WithSentences
from tests.conversation import Server
from tests.golden.pages import API, everything
from tests.letters.test_languages import CATALOGS, _translations
from tests.web.conftest import Browser

RUSSIAN = {"Accept-Language": "ru-RU,ru;q=0.9,en;q=0.8"}
CYRILLIC = re.compile("[а-яё]")


def language_of(page: str) -> str:
    found = re.search(r'<html lang="([a-z]+)">', page)
    assert found, page
    return found[1]


# Whose language


class TestTheLanguageOfAPage:
    def test_is_english_where_nobody_asks_for_another(self, browser: Browser) -> None:
        page = browser.get("/")

        assert language_of(page.text) == page.headers["content-language"] == "en"
        assert not CYRILLIC.search(page.text.replace("Русский", ""))

    def test_is_that_for_which_a_browser_asks(self, browser: Browser) -> None:
        page = browser.get("/", headers=RUSSIAN)

        assert language_of(page.text) == page.headers["content-language"] == "ru"
        assert "Настольные игры по почте" in page.text

    def test_is_that_which_was_chosen_at_the_foot_whatever_the_browser_asks_for(self, browser: Browser) -> None:
        browser.post("/language", data={"language": "ru", "back": "/about"})
        assert language_of(browser.get("/about").text) == "ru"

        browser.post("/language", data={"language": "en", "back": "/about"})
        assert language_of(browser.get("/about", headers=RUSSIAN).text) == "en"

    def test_is_the_own_of_a_player_wherever_they_sign_in(
        self, server: Server, alice: Browser, new_browser: Callable[[], Browser]
    ) -> None:
        assert language_of(alice.get("/me", headers=RUSSIAN).text) == "en"

        server.hear("alice@example.org", "change language alice secret7 ru")

        assert language_of(alice.get("/me").text) == "ru"
        other = new_browser()
        other.sign_in("alice")
        assert language_of(other.get("/me").text) == "ru"

    def test_is_chosen_for_letters_too_by_who_is_signed_in(self, server: Server, alice: Browser) -> None:
        answer = alice.fill_in("/me", "/language", language="ru", back="/me")

        assert (answer.status_code, answer.headers["location"]) == (303, "/me")
        assert "said" not in alice.cookies
        assert language_of(alice.get("/me").text) == "ru"
        assert CYRILLIC.search(server.hear("alice@example.org", "list").letter.text)

    def test_is_that_of_the_letters_of_who_signs_up(self, server: Server, browser: Browser) -> None:
        browser.post("/language", data={"language": "ru", "back": "/"})

        browser.fill_in("/sign-up", userid="zed", password="reed-warbler4", address="zed@example.org")

        assert language_of(browser.get("/me").text) == "ru"

    def test_is_what_the_page_depends_on_for_those_who_keep_pages(self, browser: Browser) -> None:
        vary = {each.strip() for each in browser.get("/").headers["vary"].split(",")}

        assert {"Accept-Language", "Cookie"} <= vary

    @pytest.mark.parametrize("address", ["/open.atom", "/manifest.webmanifest", "/hex/101.json", "/hex/101/embed"])
    def test_is_english_for_programs_and_other_sites(self, server: Server, browser: Browser, address: str) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")

        page = browser.get(address, headers=RUSSIAN)

        assert page.status_code == 200
        assert not CYRILLIC.search(page.text)

    def test_and_of_letters_is_nothing_that_words_of_others_can_change(self, server: Server, alice: Browser) -> None:
        server.hear("alice@example.org", "change language alice secret7 ru")
        server.hear("bob@example.org", "hex challenge bob alice -size=5")

        told = server.hear("bob@example.org", "hex chat 101 bob bobpw123", comment=f"Have{UNTRANSLATED} fun!")

        letter = told.letter_to("alice@example.org")
        assert CYRILLIC.search(letter.text)
        assert "Have fun!" in letter.text
        page = alice.get("/hex/101").text
        assert language_of(page) == "ru"
        assert "Have fun!" in page

    def test_is_nothing_that_an_odd_header_or_cookie_can_break(self, browser: Browser) -> None:
        for odd in ("ru;q=x", ",;q=" * 1000, "../../etc", "ru\x7f"):
            assert browser.get("/", headers={"Accept-Language": odd}).status_code == 200
        assert language_of(browser.get("/", headers={"Cookie": "language=../ru"}).text) == "en"


class TestTheSwitchAtTheFoot:
    def test_stands_on_each_page_and_leads_back_to_it(self, browser: Browser) -> None:
        page = browser.get("/hex").text

        found = re.search(r'<form method="post" action="/language".*?</form>', page)
        assert found
        assert 'name="back" value="/hex"' in found[0]
        assert 'value="ru" lang="ru">Русский</button>' in found[0]
        answer = browser.post("/language", data={"language": "ru", "back": "/hex"})
        assert (answer.status_code, answer.headers["location"]) == (303, "/hex")

    def test_is_not_on_the_answer_to_a_form_which_has_no_address(self, browser: Browser) -> None:
        assert 'action="/language"' not in browser.fill_in("/sign-in", userid="alice", password="wrong-one").text

    @pytest.mark.parametrize(
        "to", ["//evil.example", "https://evil.example", "/\\evil.example", "/a\r\nb", "", "/x?y"]
    )
    def test_leads_nowhere_else(self, browser: Browser, to: str) -> None:
        assert browser.post("/language", data={"language": "ru", "back": to}).headers["location"] == "/"

    def test_knows_no_language_that_there_is_not(self, browser: Browser) -> None:
        answer = browser.post("/language", data={"language": "tlh", "back": "/"})

        assert answer.status_code == 404
        assert "language" not in browser.cookies

    @pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}])
    def test_is_not_pressed_by_another_site(self, browser: Browser, headers: dict[str, str]) -> None:
        answer = browser.post("/language", data={"language": "ru", "back": "/"}, headers=headers)

        assert answer.status_code == 403
        assert "language" not in browser.cookies

    def test_of_who_is_signed_in_has_a_token(self, alice: Browser) -> None:
        assert alice.post("/language", data={"language": "ru", "back": "/me"}).status_code == 403
        assert language_of(alice.get("/me").text) == "en"

    def test_sets_a_cookie_that_scripts_cannot_read(self, browser: Browser) -> None:
        cookie = browser.post("/language", data={"language": "ru", "back": "/"}).headers["set-cookie"]

        assert cookie.startswith("language=ru;")
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie


class TestAPageThatIsKept:
    """That of a board for strangers is made once, for each language."""

    @pytest.fixture(autouse=True)
    def game(self, server: Server) -> None:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")

    @pytest.mark.parametrize("first", ["en", "ru"])
    def test_is_in_the_language_of_who_asks_whoever_has_asked_before(
        self, new_browser: Callable[[], Browser], first: str
    ) -> None:
        for language in [first, "ru", "en", "ru", "en"]:
            page = new_browser().get("/hex/101", headers={"Accept-Language": language})
            assert language_of(page.text) == page.headers["content-language"] == language

    def test_says_what_it_depends_on_each_time(self, new_browser: Callable[[], Browser]) -> None:
        for _ in range(2):
            vary = {each.strip() for each in new_browser().get("/hex/101").headers["vary"].split(",")}
            assert {"Accept", "Accept-Language", "Cookie"} <= vary


def test_what_was_done_is_told_in_the_language_of_the_reader(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "change language alice secret7 ru")

    alice.fill_in("/settings", "/settings/choose/receipts", value="off")
    said = re.search(r'<div class="said" role="status">(.*?)</div>', alice.get("/settings").text, re.DOTALL)
    assert said
    assert CYRILLIC.search(said[1])
    assert "письмо" not in said[1].partition(".")[2]
    assert "тем" not in said[1]

    refused = alice.fill_in("/write", to="nobody-at-all!", words="Hello!").text
    alert = re.search(r'role="alert">\s*<p>(.*?)</p>', refused, re.DOTALL)
    assert alert
    assert CYRILLIC.search(alert[1])


@pytest.mark.parametrize(
    ("setting", "value"),
    [("receipts", "off"), ("receipts", "on"), ("broadcasts", "off"), ("replies", "off"), ("replies", "on")],
)
@pytest.mark.parametrize("language", languages())
def test_no_page_tells_how_to_write_the_next_letter(
    server: Server, alice: Browser, language: str, setting: str, value: str
) -> None:
    server.hear("alice@example.org", f"change language alice secret7 {language}")

    alice.fill_in("/settings", f"/settings/choose/{setting}", value=value)

    said = re.search(r'<div class="said" role="status">(.*?)</div>', alice.get("/settings").text, re.DOTALL)
    assert said
    assert said[1].startswith("alice, ")
    assert not said[1].endswith(":")
    assert "\n" not in said[1]


def test_a_page_of_which_a_sentence_has_no_translation_is_in_english_alone(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    translate = Compiled.gettext
    monkeypatch.setattr(Compiled, "gettext", lambda self, text: text if text == "Lobby" else translate(self, text))
    monkeypatch.setattr(catalog_of("ru"), "digest", "of another catalog")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    templates_in.cache_clear()
    try:
        page = browser.get("/about", headers=RUSSIAN)
    finally:
        templates_in.cache_clear()

    assert language_of(page.text) == page.headers["content-language"] == "en"
    assert not CYRILLIC.search(page.text.replace("Русский", ""))


# Sentences in templates


def said_in(language: str, template: str, **values: object) -> str:
    catalog = catalog_of(language)
    templates = WithSentences(
        catalog, loader=DictLoader({"page": template}), undefined=StrictUndefined, autoescape=True,
        **({"finalize": translated} if catalog else {}),
    )  # fmt: skip
    templates.filters.update(form_for=catalog.form_for if catalog else lambda count: int(count != 1), said=translated)
    with speaking(catalog):
        return templates.get_template("page").render(values)


@pytest.mark.parametrize(
    ("count", "english", "russian"),
    [(1, "1 move", "1 ход"), (2, "2 moves", "2 хода"), (5, "5 moves", "5 ходов"), (21, "21 moves", "21 ход")],
)
@pytest.mark.parametrize(
    "template",
    [
        "{% trans count=moves %}{{ count }} move{% pluralize %}{{ count }} moves{% endtrans %}",
        '{{ counted("{count} move", "{count} moves", moves) }}',
        '{{ "" ~ counted("{count} move", "{count} moves", moves) }}',
    ],
)
def test_numbers_have_the_forms_of_the_language(template: str, count: int, english: str, russian: str) -> None:
    assert said_in("", template, moves=count) == english
    assert said_in("ru", template, moves=count) == russian


@pytest.mark.parametrize(
    "template",
    [
        "{% trans player=who %}{{ player }} plays on no board now.{% endtrans %}",
        '{{ _("{player} plays on no board now.", player=who) }}',
        '{% set words = _("{player} plays on no board now.", player=who) %}{{ words }}',
    ],
)
def test_values_are_escaped_and_messages_among_them_translated(template: str) -> None:
    assert said_in("", template, who="<b>") == "&lt;b&gt; plays on no board now."
    assert said_in("ru", template, who="<b>") == "&lt;b&gt; сейчас ни на одной доске не играет."
    assert said_in("ru", template, who=Message("Black")).startswith("Чёрные сейчас")


def test_html_stands_in_the_sentences_of_tags_alone() -> None:
    assert said_in("ru", '{% trans %}<a href="/sign-in">Sign in</a> to go on.{% endtrans %}').startswith("<a href=")
    assert said_in("", '{{ _("<a>") }}') == "&lt;a&gt;"


def test_what_is_said_in_english_costs_nothing() -> None:
    templates = WithSentences(autoescape=True)

    plain = templates.compile("<p>{{ name }} won</p>", raw=True)
    said = templates.compile("<p>{% trans name=name %}{{ name }} won{% endtrans %}</p>", raw=True)

    assert said.count("yield") <= plain.count("yield") + 2
    assert "gettext" not in said


FOR_PROGRAMS = {"api.html", "embed.html", "fragment.html"}
TEMPLATES = sorted(path for path in (FOLDER / "templates").glob("*.html") if path.name not in FOR_PROGRAMS)
WORD = re.compile(r"[A-Za-z]{2}")


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_no_words_of_a_template_stand_outside_of_sentences(path: Path) -> None:
    tree = WithSentences(autoescape=True).parse(path.read_text("utf-8"))
    blocks = [block for block in tree.find_all(nodes.Block) if block.name in {"shape", "preview_picture"}]
    shapes = {id(each) for block in blocks for each in block.find_all(nodes.Output)}
    outputs = [each for each in tree.find_all(nodes.Output) if id(each) not in shapes]
    parts = [part for each in outputs for part in each.nodes]
    html = "".join(part.data if isinstance(part, nodes.TemplateData) else "\0" for part in parts)
    words = re.findall(r' (?:aria-label|title|placeholder|alt)="([^"\0]+)', html)
    html = re.sub(r'<code>.*?</code>|<pre.*?</pre>|&amp;\w+=|[\w-]+="[^"]*"', "", html)
    words += [unescape(each) for each in re.sub(r"<(?:[^<>]|\0)*>", "\n", html).split("\n")]
    assert [each for each in words if WORD.search(each) and not is_name(each)] == []


def is_name(words: str) -> bool:
    return re.sub(r"[\0\W\d]+", " ", words).strip() in NAMES


NAMES = {"Glicko", "S B", "SVG", "PNG", "JSON", "pbmserv", "if", "then"}


@pytest.mark.parametrize("path", CATALOGS, ids=lambda path: path.parts[-3])
def test_a_translation_has_the_tags_of_the_english(path: Path) -> None:
    def tags(text: str) -> list[str]:
        return sorted(re.findall(r"<[^<>]+>", text)) if "</" in text else []

    pairs = [(english[0], text) for english, texts in _translations(path) for text in texts]
    differing = [pair for pair in pairs if tags(pair[0]) != tags(pair[1])]
    assert differing == []


# All pages


PARTS_IN_ENGLISH = re.compile(
    r"<(script|style|pre|code|datalist|text)\b.*?</\1>|<(div|article)[^>]*\blang=\"en\".*?</\2>"
    r"|<article class=\"prose\".*?</article>|<q class=\"words\">.*?</q>|<p class=\"words\".*?</p>"
    r"|<h2>.*?</h2>(?=\s*<pre)",
    re.DOTALL,
)
"""Commands and what looks like them, words drawn in pictures, what players have written; and pages of help and rules,
which have tests of their own.
"""
MASK = re.compile(r'(?<=[/"=])<[a-z ]+>(?=[/"])')
"""What differs each time, as golden pages have it."""
WITHOUT_WORDS_OF_PLACES = re.compile(r'data-game="(?:goofspiel|yacht|triominoes)"')
"""Games of cards, dice and tiles whose pictures say what lies on a place in English (`docs/translating.md`)."""
OF_GAMES = {word for game in installed().values() for name in (game.name, *game.also_called) for word in name.split()}
OF_GAMES |= {word for game in installed().values() for option in game.options for word in option.choices}
STAYS = re.compile(
    r"pbmserv|alice|bob|carol|dave|nobody|bot-\w+|(?:alice|games|postmaster)@example\.(?:org|net)"
    r"|(?:spring|autumn|no-such)-cup|club-night|Board|help|glicko|open|anyone|none|all|hex|standings|if|then"
    r"|Glicko|S-B|Shogi|Xiangqi|Janggi|Europe|Berlin|Mac|iPad|iPhone|Linux|Windows|Chrome|Firefox"
    r"|Deutsch|Entwurf|Hello|my|bot|[A-Z]{2,4}|\w?\w?\d.*|chat|move|queue|rematch|resign|size|record"
)
"""Names, commands, and what is typed."""


def english_on(page: str) -> list[str]:
    """The texts of a page in which words of English are left."""
    body = MASK.sub("", page.partition("</head>")[2] or page)
    body = PARTS_IN_ENGLISH.sub(" ", body)
    if WITHOUT_WORDS_OF_PLACES.search(page):
        body = re.sub(r"<title>.*?</title>", " ", body)
    words = re.findall(r' (?:aria-label|title|placeholder|alt|data-(?:say|refused|done|moved))="([^"]*)"', body)
    words += re.sub(r"<[^<>]*>", "\n", body).split("\n")
    words = [re.sub(r'".*?"', "", unescape(each)) for each in words]
    return [text for text in words if PROSE.search(text) or is_english(text)]


PROSE = re.compile(r"(?<![\w.-])[a-z]{2,} [a-z]{2,} [a-z]{2,}(?![\w.-])")


def is_english(text: str) -> bool:
    """Whether a text without a word of Russian has one that is no name."""
    if CYRILLIC.search(text):
        return False
    words = set(re.findall(r"[^\W\d_][\w'.@-]+", text)) - OF_GAMES
    return any(not STAYS.fullmatch(word) for word in words)


def test_all_pages_in_russian_have_no_english_in_them(shared_sqlite: Database) -> None:
    mixed, in_english = {}, []
    for file, page in everything(shared_sqlite, "ru"):
        if file == API or "<html" not in page:
            continue
        if language_of(page) != "ru":
            in_english.append(file.name)
        elif found := english_on(page.partition("\n\n")[2].replace("<wbr>", "")):
            mixed[f"{file.parent.name}/{file.name}"] = found
    assert in_english == []
    assert mixed == {}


@pytest.mark.parametrize("words", ["Ваш ход принят. " * 300, "я" * 9_000, "#talk\n" + "слово " * 900, "a" * 9_000])
def test_what_a_page_says_fits_in_its_cookie_in_any_letters(words: str) -> None:
    value = fitting_in_a_cookie(words)
    *said, last = unquote(value).split(" ")

    assert len(f"__Host-said={value}") < 4_096
    assert last == "…"
    assert words.startswith(" ".join(said))
    assert set(said) <= set(words.split(" ")) or len(said) == 1


def test_it_is_said_in_its_place_if_it_is_a_single_word() -> None:
    place, _, said = unquote(fitting_in_a_cookie(f"#talk\n{'a' * 9_000}")).partition("\n")

    assert place == "#talk"
    assert len(said) > 3_000


def test_what_fits_is_said_as_it_is() -> None:
    assert unquote(fitting_in_a_cookie("Спасибо. " * 60)) == "Спасибо. " * 60
