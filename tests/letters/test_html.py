"""The HTML part of a letter: the same words, boards that look like boards, and moves that are links."""

from __future__ import annotations

import re
from html import unescape

from pbmserv.letters.html import html_of
from pbmserv.letters.letter import Letter, Link
from pbmserv.mail.hypertext import text_of_html

DRAWING = "    1   2\n\n      +\n     / \\\n    +---+"


def blocks(html: str) -> list[tuple[bool, str]]:
    """The blocks of text: whether lines stay as they are on any screen, and the text."""
    found = re.findall(r'<pre style="([^"]*)">\n(.*?)</pre>', html, re.DOTALL)
    return [("white-space:pre;" in style, unescape(text)) for style, text in found]


class TestTheWords:
    def test_they_are_those_of_the_text(self) -> None:
        text = f"It is your turn.\n\n{DRAWING}\n\nTiles left: 92 of 96.\n"

        html = html_of(Letter("Trichet Board 101 bob", text))

        assert "".join(block for _, block in blocks(html)) == text

    def test_all_of_them_are_escaped(self) -> None:
        hostile = "</pre><script>alert('1')</script> & <img src=x onerror=\"alert(2)\">\n"

        html = html_of(Letter("Trichet Board 101 bob", hostile))

        assert "<script" not in html
        assert "<img" not in html
        assert html.count("</pre>") == 1
        assert blocks(html) == [(False, hostile)]

    def test_a_program_that_reads_html_as_text_gets_them_back(self) -> None:
        text = f"It is your turn.\n\n{DRAWING}\n"

        read = text_of_html(html_of(Letter("Trichet Board 101 bob", text)), max_lines=100)

        assert read.index("It is your turn.") < read.index(DRAWING)

    def test_no_words_are_a_page_all_the_same(self) -> None:
        assert blocks(html_of(Letter("Nothing", ""))) == []


class TestTheLook:
    def test_a_narrow_screen_may_break_the_lines_of_prose_but_not_those_of_a_board(self) -> None:
        html = html_of(Letter("Trichet Board 101", f"It is your turn,\nbob.\n\n{DRAWING}\n\nGood luck!\n"))

        assert blocks(html) == [
            (False, "It is your turn,\nbob.\n\n"),
            (True, f"{DRAWING}\n\n"),
            (False, "Good luck!\n"),
        ]

    def test_a_table_is_not_broken_either(self) -> None:
        assert blocks(html_of(Letter("List", "player  rating\nalice   1600\n"))) == [
            (True, "player  rating\nalice   1600\n")
        ]

    def test_all_of_it_has_characters_of_equal_width_and_colours_of_the_readers_own(self) -> None:
        html = html_of(Letter("List", f"One.\n\n{DRAWING}\n", links=(Link("d3", "mailto:a@b.example"),)))

        styles = re.findall(r'style="([^"]*)"', html)
        assert len(styles) == 3
        assert all("monospace" in style for style in styles)
        assert not re.search("color:|background", html)


class TestTheLinks:
    def test_they_stand_after_so_much_of_the_text(self) -> None:
        letter = Letter("Trichet Board 101", "Board.\n\nRest.\n", links=(Link("d3", "mailto:a@b"),), links_after=8)

        html = html_of(letter)

        assert html.index("Board.") < html.index(">d3</a>") < html.index("Rest.")

    def test_an_address_cannot_leave_its_attribute(self) -> None:
        link = Link('"<b>', 'mailto:a@b?subject="><script>')

        html = html_of(Letter("Trichet Board 101 bob", "Text.\n", links=(link,)))

        assert 'href="mailto:a@b?subject=&quot;&gt;&lt;script&gt;"' in html
        assert ">&quot;&lt;b&gt;</a>" in html
