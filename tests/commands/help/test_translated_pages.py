"""The files of help pages in other languages: each shows the same commands as the English page, in the same order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbmserv import places
from pbmserv.commands.help.actions import all_subjects, page
from pbmserv.commands.help.written import english_pages, pages_in, words_for_pages
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.games.diagrams import Diagram, Reader, parts_of
from pbmserv.language.argument_types import MOVE_WORDS, SELECTORS
from pbmserv.letters.widths import WIDTH
from pbmserv.locale.catalogs import ENGLISH, catalog_of, languages, speaking
from tests.commands.help.test_help import examples_on
from translations.help_pages import mark, mark_of, marked, outdated, translated_from

OTHERS = [each for each in languages() if each != ENGLISH]
PAGES = [path for each in OTHERS for _, path in sorted(pages_in(each).items())]
CORE = {
    "ru": "index tutorial replies invitations times bots open faq russian addresses undo draw tournaments substitutes"
    " pass pages chance glicko json record",
}
"""The pages that a language must have, as they are in English now: all that are of the server and not of a game."""
FOR_PROGRAMS = "json record"
"""Those of them with names of fields and files, which stay in Latin letters."""
NAMES = "pbmserv localhost robin wendy ben alice bob carol external gmail sha aabbccddeeff qs easy medium hard expert"
"""What is in Latin letters in every language, beside commands: names, and what letters and commands show."""
KEYS = "escape home end tab enter"
TYPED = "stop dice typed verify claim unrated meanwhile totaltime increment begins nice try"
"""What is typed, beside the words in the forms of commands."""
SLIPS = "resing design"
"""Words that the page of answers tells apart."""


def text_of(path: Path) -> str:
    """A page as its readers get it."""
    with speaking(catalog_of(path.parent.name)):
        return page([path.stem], installed(), COMMANDS)[1]


def stored(path: Path) -> str:
    """A stored page without what is not shown."""
    return "\n".join(line for line in path.read_text("utf-8").splitlines() if not line.startswith(".. "))


def english_of(path: Path) -> Path:
    return places.help_pages() / path.name


def lines_typed(text: str) -> list[str]:
    """Examples, and the entries that are commands or parameters."""
    return re.findall(r"^    ((?:> |help |list$|-{1,2}[a-z]).*)$", text, re.MULTILINE)


def ranks_of_headings(text: str) -> list[str]:
    return re.findall(r"(?<=\n)([=-])[=-]{2,}(?=\n)", text)


def pages_led_to(text: str) -> list[str]:
    names = all_subjects(installed(), COMMANDS)
    named = re.findall(r"\bhelp ((?:change )?[a-z][a-z0-9-]*)", " ".join(text.split()))
    return sorted(each for each in named if each in names)


def is_behind(path: Path) -> bool:
    """Whether the English page has changed since.

    A page of a game may be so: whoever changes the game need not know the language, and `python -m
    translations.help_pages` tells those who do. Pages of the server may not.
    """
    return translated_from(path) not in {"", mark_of(english_of(path))}


def called(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def test_each_has_the_name_of_an_english_one() -> None:
    assert [called(path) for path in PAGES if path.stem not in english_pages()] == []


def test_headings_are_underlined() -> None:
    def underlines_its_headings(path: Path) -> bool:
        headings = re.findall(r"^(.+)\n([=-])\2{2,}$", stored(path), re.MULTILINE)
        lines = re.findall(r"^(?:={3,}|-{3,})$", stored(path), re.MULTILINE)
        return [len(words) for words, _ in headings] == [*map(len, lines)]

    assert [called(path) for path in PAGES if not underlines_its_headings(path)] == []


def test_no_line_begins_with_a_dash_that_belongs_to_the_one_before() -> None:
    assert [called(path) for path in PAGES if re.search(r"^ *—", stored(path), re.MULTILINE)] == []


@pytest.mark.parametrize("path", PAGES, ids=called)
def test_no_line_is_wider_than_one_of_a_letter(path: Path) -> None:
    assert [line for line in stored(path).splitlines() if len(line) > WIDTH] == []
    assert [line for line in text_of(path).splitlines() if len(line) > WIDTH] == []


@pytest.mark.parametrize("path", [path for path in PAGES if not is_behind(path)], ids=called)
class TestAPageOfWhatTheEnglishOneSaysNow:
    def test_shows_the_same_commands_in_the_same_order(self, path: Path) -> None:
        english, own = english_of(path).read_text("utf-8"), stored(path)

        assert examples_on(own) == examples_on(english), f"the examples of help/{path.name} are others"
        assert lines_typed(own) == lines_typed(english), f"the commands of help/{path.name} are others"

    def test_leads_to_the_pages_that_the_english_one_leads_to(self, path: Path) -> None:
        led_to = pages_led_to(stored(path))

        assert set(pages_led_to(english_of(path).read_text("utf-8"))) - set(led_to) == set()
        assert set(led_to) <= all_subjects(installed(), COMMANDS)

    def test_has_the_same_parts_and_boards(self, path: Path) -> None:
        def boards(text: str) -> list[tuple[str, str]]:
            return [(part.kind, part.words) for part in parts_of(text, Reader.PAGES) if isinstance(part, Diagram)]

        english, own = english_of(path).read_text("utf-8"), path.read_text("utf-8")
        assert ranks_of_headings(stored(path)) == ranks_of_headings(english)
        assert boards(own) == boards(english)


@pytest.mark.parametrize("path", [path for path in PAGES if path.stem not in installed()], ids=called)
def test_a_page_of_the_server_says_what_the_english_one_says_now(path: Path) -> None:
    assert not is_behind(path), (
        f"help/{path.name} has changed: bring {path.parent.name}/{path.name} up to date, then"
        f" python -m translations.help_pages {path.parent.name} {path.stem}"
    )


@pytest.mark.parametrize("language", CORE)
def test_no_page_of_the_core_is_missing_or_without_the_mark_of_the_english_one(language: str) -> None:
    pages = pages_in(language)

    assert [name for name in CORE[language].split() if name not in pages] == []
    assert [name for name in CORE[language].split() if not translated_from(pages[name])] == []


@pytest.mark.parametrize("name", [name for name in CORE["ru"].split() if name not in FOR_PROGRAMS.split()])
def test_no_word_of_a_russian_page_is_left_in_english(name: str) -> None:
    """Latin letters are left only in what is typed, and in names."""
    forms = [f"{command.form()} {command.example}" for command in COMMANDS]
    games = [game.name for game in installed().values()]
    typed = [*all_subjects(installed(), COMMANDS), *MOVE_WORDS, *SELECTORS, *forms, *games, NAMES, KEYS, TYPED, SLIPS]
    known = {word.lower() for word in re.findall(r"[A-Za-z_]+", " ".join(typed))}

    prose = re.sub(r'"[^"]{0,200}"', "", stored(pages_in("ru")[name]))
    prose = re.sub(r"^ {4,}(?!.*[а-яё]).*$", "", prose, flags=re.MULTILINE)
    latin = set(re.findall(r"[A-Za-z][A-Za-z_]+", prose))

    assert {word for word in latin if word.lower() not in known} == set()
    assert re.findall(r"(?<![\w-])[a-z]{2,} (?:the|is|are|you|your|and|of|to) ", prose) == []


def test_words_for_pages_are_those_of_no_other_page() -> None:
    words = [
        word
        for language in OTHERS
        for path in pages_in(language).values()
        for also in re.findall(r"^\.\. also: (.*)$", path.read_text("utf-8"), re.MULTILINE)
        for word in also.split(", ")
    ]

    assert len(words) == len({*words}) == len(words_for_pages())
    assert [word for word in words if word in english_pages() or word in installed()] == []


def test_a_page_whose_english_one_has_changed_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ru").mkdir()
    (tmp_path / "draw.txt").write_text("Draws\n=====\n", "utf-8")
    (tmp_path / "ru" / "draw.txt").write_text(".. also: мир\nНичьи\n=====\n", "utf-8")
    monkeypatch.setattr(places, "help_pages", lambda: tmp_path)

    mark("ru", ())
    assert outdated("ru") == []
    (tmp_path / "draw.txt").write_text("Ties\n====\n", "utf-8")
    mark("ru", ())
    assert outdated("ru") == ["draw"]

    mark("ru", ["draw"])
    assert outdated("ru") == []
    assert (tmp_path / "ru" / "draw.txt").read_text("utf-8").startswith(".. also: мир\n.. of: ")


def test_a_mark_is_put_in_the_place_of_an_older_one() -> None:
    assert marked("Ничьи\n=====\n", "12345678") == ".. of: 12345678\nНичьи\n=====\n"
    assert marked(".. of: 87654321\nНичьи\n", "12345678") == ".. of: 12345678\nНичьи\n"
