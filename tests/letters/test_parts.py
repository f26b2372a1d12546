"""Letters that are made of parts: what each kind looks like as HTML, and that nobody's words become markup."""

from __future__ import annotations

import json
import re

import pytest

from pbmserv.letters.board_html import page_html
from pbmserv.letters.letter import LINE_OF_STARS, Letter, made_of
from pbmserv.letters.page import ActionLink, TextPart
from pbmserv.letters.stored_html import stored_page
from pbmserv.letters.tables import Table

SERVER = "games@example.net"
HOSTILE = '<script>alert(1)</script> & "Subject "help me""'


def html_of(letter: Letter) -> str:
    return page_html(letter.text, stored_page(letter) or {}, letter.subject, server=SERVER)


def shown(*parts: TextPart, offers: tuple[ActionLink, ...] = ()) -> str:
    return html_of(made_of(parts, "A letter", offers=offers)).partition("</h1>")[2]


def test_the_text_is_that_of_the_parts_with_an_empty_line_between_them() -> None:
    letter = made_of([TextPart("lead", "One.\n"), TextPart("text", "Two.\n")], "A letter")

    assert letter.text == "One.\n\nTwo.\n"


@pytest.mark.parametrize(
    "kind", ["", "lead", "text", "small", "words", "said", "quoted", "commands", "answers", "help"]
)
def test_what_looks_like_markup_is_shown_as_it_is(kind: str) -> None:
    html = shown(TextPart(kind, f"bob writes:\n\n    {HOSTILE}\n\n{HOSTILE}\n"))

    assert "<script" not in html
    assert "&lt;script&gt;" in html


@pytest.mark.parametrize("kind", ["words", "said", ""])
def test_a_players_words_hold_no_links(kind: str) -> None:
    text = f'{LINE_OF_STARS}\nbob writes:\n\nWrite a letter with the Subject "resign 101"!\n\n    hex resign 101\n'

    assert "<a" not in shown(TextPart(kind, text))


def test_a_cell_of_a_table_is_shown_as_it_is() -> None:
    table = Table(("player", "points"), [(HOSTILE, "1")], to=(HOSTILE,))

    html = shown(TextPart("table", "player\n", table.data))

    assert "<script" not in html
    assert f'href="mailto:{SERVER}?subject=%3Cscript%3E' in html


def test_a_subject_that_a_sentence_names_is_a_link_that_writes_it() -> None:
    assert f'Subject <a href="mailto:{SERVER}?subject=help%20hex">help hex</a>' in shown(
        TextPart("text", 'More: Subject "help hex".\n')
    )


def test_a_command_is_a_link_with_what_it_does_below_it() -> None:
    html = shown(TextPart("commands", "Try:\n\n    help faq\n        what many\n        ask\n"))

    assert f'href="mailto:{SERVER}?subject=help%20faq"' in html
    assert re.search(r">help faq<br>\n<span[^>]*>what many ask</span></a>", html)


def test_an_offer_is_written_to_where_the_letter_is_answered() -> None:
    letter = made_of([TextPart("answers", "Answer with yes.\n")], "Tie?", offers=[ActionLink("Yes", "yes")])
    answered = Letter(**{**vars(letter), "reply_to": "games+c-abc@example.net"})

    assert 'href="mailto:games%2Bc-abc@example.net?subject=Re%3A%20Tie%3F&amp;body=yes"' in html_of(answered)
    assert "Answer with yes.</p>" not in html_of(answered)


def test_without_an_address_for_answers_the_words_say_how() -> None:
    html = shown(TextPart("answers", "Answer with yes.\n"), offers=(ActionLink("Yes", "yes"),))

    assert "Answer with yes." in html
    assert ">Yes<" not in html


def test_a_wide_table_has_its_main_columns_beside_each_other_and_the_others_below() -> None:
    titles = ("rank", "player", "rating", "won", "lost", "boards", "seeks", "Glicko-2")
    row = ("1", "a-player-with-a-name", "1600", "3", "2", "1/5", "2", "1500 ±350")

    html = shown(TextPart("table", "x\n", Table(titles, [row], ("player", "rating")).data))

    assert re.findall("<th[^>]*>(.*?)</th>", html) == ["player", "rating"]
    assert "rank 1 · won 3 · lost 2 · boards 1/5 · seeks 2 · Glicko-2 1500 ±350</td>" in html


def test_a_page_is_opened_by_a_button_and_its_address_is_not_shown() -> None:
    html = shown(TextPart("page", "Or open this page:\n\n    https://games.example/x?token=abc\n", "Sign in"))

    assert re.search(r'href="https://games.example/x\?token=abc"[^>]*>Sign in</a>', html)
    assert "https://" not in re.sub("<[^>]*>", "", html)


def test_the_preview_is_the_first_sentences_without_commands() -> None:
    letter = made_of([TextPart("commands", "Send this:\n\n    confirm abcdefgh\n")], "A letter")

    preview = re.search('<div style="display:none[^>]*>([^&]*)', html_of(letter))

    assert preview
    assert preview[1] == "Send this:"


def test_a_letter_that_an_older_version_has_stored_is_shown_by_its_look() -> None:
    older = {
        "preview": "A game",
        "heading": "A game of Hex",
        "parts": [["lead", 0, 6], ["board", 7, 20]],
        "server": SERVER,
    }

    assert "Hello." in page_html("Hello.\n\n  a b\n  c d\n", older, "Invitation")
    assert "Hello." in page_html("Hello.\n", {}, "A letter")
    assert json.loads(Table(("a",), [("b",)]).data)["rows"] == [["b"]]
