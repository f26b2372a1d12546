"""The HTML part of a letter: the same words, boards that look like boards, and moves that are links."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmserv.letters.html import buttons_of, drawing, html_of
from pbmserv.letters.letter import LINE_OF_STARS, Group, Letter, Links
from pbmserv.letters.stored_html import links_on, stored_page
from pbmserv.mail.reading.html_to_text import text_of_html

DRAWING = "    1   2\n\n      +\n     / \\\n    +---+"
CLIPPED_AT = 102 * 1024
"""Bytes of a page that Gmail shows; the rest is behind a link."""


def blocks(html: str) -> list[tuple[bool, str]]:
    """The blocks of text: whether lines stay as they are on any screen, and the text."""
    found = re.findall(r'<(pre|p|li)(?:[^>]*style="[^"]*")?>\n?(.*?)</\1>', html, re.DOTALL)
    plain = [(tag, re.sub(r'<br>|<span style="white-space:nowrap">|</span>', "", text)) for tag, text in found]
    return [(tag == "pre", unescape(f"* {text}" if tag == "li" else text)) for tag, text in plain]


def lines_broken(text: str) -> int:
    """How many lines of a text begin anew whatever the width of the screen."""
    return html_of(text).count("<br>")


class TestTheWords:
    def test_they_are_those_of_the_text(self) -> None:
        text = f"It is your turn.\n\n{DRAWING}\n\nTiles left: 92 of 96.\n"

        html = html_of(text)

        assert "\n\n".join(block for _, block in blocks(html)) + "\n" == text

    @given(st.text(st.sampled_from("ab .+-|\n\t\x1c\u2028<&*"), max_size=60))
    def test_none_is_lost_whatever_the_text_looks_like(self, text: str) -> None:
        shown = "\n".join(block for _, block in blocks(html_of(text)))

        assert shown.split() == text.split()

    def test_all_of_them_are_escaped(self) -> None:
        hostile = "</pre></p><script>alert('1')</script> & <img src=x onerror=\"alert(2)\">"

        html = html_of(f"{hostile}\n\n  {hostile}\n")

        assert "<script" not in html
        assert "<img" not in html
        assert blocks(html) == [(False, hostile), (True, f"  {hostile}")]

    def test_a_program_that_reads_html_as_text_gets_them_back(self) -> None:
        text = f"It is your turn.\n\n{DRAWING}\n\nGood luck!"

        assert text_of_html(html_of(text), max_lines=100) == text

    def test_no_words_are_a_page_all_the_same(self) -> None:
        assert blocks(html_of("")) == []


class TestOptionsAndLists:
    @pytest.mark.parametrize("option", ["--nagtime=3", "-dice=typed", "--rating=1500-1900", "-exact"])
    def test_no_line_ends_within_an_option(self, option: str) -> None:
        html = html_of(f"Shall hex challenge alice bob {option} be carried out?")

        assert f'<span style="white-space:nowrap">{option}</span>' in html

    @pytest.mark.parametrize("words", ["a well-known rule", "here - and there", "-- Bob", "a2-a3"])
    def test_other_dashes_are_left_as_they_are(self, words: str) -> None:
        assert "nowrap" not in html_of(f"He said: {words}.")

    def test_items_are_a_list(self) -> None:
        html = html_of(
            "These games have been given up:\n\n* Hex Board 101, which had gone on for a long time, and in which"
            " nobody\n  had moved\n* Go Board 7\n\nFarewell!\n"
        )

        assert re.findall("<li>(.*?)</li>", html, re.DOTALL) == [
            "Hex Board 101, which had gone on for a long time, and in which nobody\nhad moved",
            "Go Board 7",
        ]
        assert html.count("<ul") == 1

    def test_a_program_that_reads_html_as_text_gets_them_as_a_list(self) -> None:
        read = text_of_html(html_of("Given up:\n\n* Hex\n* Go\n"), max_lines=9)

        assert read.split() == ["Given", "up:", "*", "Hex", "*", "Go"]


class TestBoardsAndTables:
    def test_a_narrow_screen_may_break_the_lines_of_prose_but_not_those_of_a_board(self) -> None:
        html = html_of(f"It is your turn,\nbob.\n\n{DRAWING}\n\nGood luck!\n")

        assert blocks(html) == [(False, "It is your turn,\nbob."), (True, DRAWING), (False, "Good luck!")]

    def test_a_table_is_not_broken_either(self) -> None:
        assert blocks(html_of("player  rating\nalice   1600\n")) == [(True, "player  rating\nalice   1600")]

    @pytest.mark.parametrize("line", ["12", "+---+", "1 2 3"])
    def test_a_line_of_numbers_or_strokes_belongs_to_the_board_around_it(self, line: str) -> None:
        board = f"{DRAWING}\n\n{line}\n\n{DRAWING}"

        assert blocks(html_of(board)) == [(True, board)]

    def test_sentences_above_and_below_are_not_held_to_the_width_of_a_table(self) -> None:
        text = "What you have to do:\n  A5  pay\n  B1  wait\nThe bank has five tiles.\n"

        assert blocks(html_of(text)) == [
            (False, "What you have to do:"),
            (True, "  A5  pay\n  B1  wait"),
            (False, "The bank has five tiles."),
        ]

    def test_two_blanks_after_a_sentence_make_no_table(self) -> None:
        assert blocks(html_of("Hello, bob.  How are you?\n")) == [(False, "Hello, bob.  How are you?")]

    @pytest.mark.parametrize("line", ["---", "=== ==", "- - -"])
    def test_a_line_of_strokes_of_another_length_is_no_underline(self, line: str) -> None:
        assert "<h" not in html_of(f"How a game ends\n{line}\n").partition("<body>")[2]

    @pytest.mark.parametrize(
        ("columns", "shown"), [(41, None), (42, "size12"), (49, "size11"), (54, "size10"), (200, "size10")]
    )
    def test_on_a_phone_a_wide_one_is_smaller_as_long_as_it_can_be_read(
        self, columns: int, shown: str | None
    ) -> None:
        html = html_of(f"{' ' * (columns - 1)}+\n")

        assert re.findall('<pre class="([^"]*)"', html) == ([shown] if shown else [])

    def test_blanks_alone_in_the_midst_of_sentences_are_no_drawing(self) -> None:
        text = "Here is a sentence of words.\n \nHere is one more of them.\n"

        assert blocks(html_of(text)) == [
            (False, "Here is a sentence of words."),
            (False, "Here is one more of them."),
        ]


class TestHeadings:
    def test_a_line_that_is_underlined_is_a_heading_and_the_underline_is_not_shown(self) -> None:
        html = html_of(
            "Your first game\n===============\n\nAll you need is mail.\n\nThe end\n-------\n\nGood luck.\n"
        )

        assert re.findall(r"<(h\d) style=[^>]*>([^<]*)</\1>", html) == [("h1", "Your first game"), ("h2", "The end")]
        assert "===" not in html
        assert "---" not in html

    def test_what_a_heading_says_is_escaped(self) -> None:
        assert "<b>" not in html_of("<b>Hi</b>\n=========\n")


class TestLists:
    def test_the_sentences_of_an_item_flow_and_stand_below_each_other(self) -> None:
        text = (
            "1. Sign up. Choose a name and a password (at least 6 characters, no blanks;\n"
            "   not one that you use anywhere else, since it travels in letters):\n"
        )

        html = html_of(text)

        assert [drawn for drawn, _ in blocks(html)] == [False]
        assert html.count("<br>") == 0
        assert "margin:1em 0 0 1.5em;text-indent:-1.5em" in html

    def test_each_item_begins_anew(self) -> None:
        text = "* It is your turn, and nothing has been said.\n* Nobody has\n  moved yet, so wait.\n"

        assert [text for _, text in blocks(html_of(text))] == [
            "* It is your turn, and nothing has been said.",
            "* Nobody has\nmoved yet, so wait.",
        ]

    def test_sentences_that_are_set_in_belong_to_the_item_above_and_are_not_drawn(self) -> None:
        text = "   You get a letter of welcome. Your friend signs up as well, here under the\n   name of wendy.\n"

        html = html_of(text)

        assert [drawn for drawn, _ in blocks(html)] == [False]
        assert html.count("<br>") == 0
        assert "margin:1em 0 0 1.5em" in html

    @pytest.mark.parametrize(
        "text",
        [
            "    trichet move 101 bob PASSWORD b1\n    trichet challenge robin wendy\n",
            "  alice (Oh)  bob (Dot)\n  1. d1       2. a1\n",
            "   ooo   \n  /...\\\n",
            "    > help tutorial and all the rest\n",
        ],
    )
    def test_commands_and_boards_are_drawn_as_before(self, text: str) -> None:
        assert [drawn for drawn, _ in blocks(html_of(text))] == [True]


class TestProse:
    def test_lines_that_were_broken_for_their_length_flow(self) -> None:
        assert lines_broken(f"{'word ' * 15}word\nlonger than that and so on, to the end\n") == 0
        assert lines_broken("To move, write a letter to games@example.org with one\nof these Subjects:\n") == 0

    def test_lines_that_are_short_by_themselves_do_not(self) -> None:
        assert lines_broken("alice (Clubs): Q\nbob (Hearts): K\ncarol (Spades): 3\n") == 2
        assert lines_broken("Largest surrounded region, in tiles: Oh none, Dot none.\n10 wins.\n") == 1

    def test_an_entry_of_a_list_keeps_its_indentation_and_flows_as_well(self) -> None:
        sentence = "Bid your cards for prizes, everybody at once and in secret, and\n        beware of ties"

        html = html_of(f"Goofspiel (2 to 5 players)\n        {sentence}\n        1 board\n")

        assert blocks(html) == [
            (False, "Goofspiel (2 to 5 players)"),
            (False, "Bid your cards for prizes, everybody at once and in secret, and\nbeware of ties\n1 board"),
        ]
        assert html.count("<br>") == 1
        assert "margin:0em 0 0 4em" in html

    def test_a_checksum_stands_by_itself(self) -> None:
        assert (
            lines_broken(f"The SHA-256 of this board's seed is\n{'0123456789abcdef' * 4}\nIt is told later.\n") == 2
        )

    def test_a_line_of_stars_is_a_rule_across(self) -> None:
        html = html_of(f"Your turn.\n\n{LINE_OF_STARS}\nbob writes:\n\nHello!\n")

        assert html.index("Your turn.") < html.index("<hr") < html.index("bob writes:")
        assert "***" not in html

    def test_each_line_of_stars_is_a_rule_but_not_one_with_more_in_it(self) -> None:
        rules = f"{LINE_OF_STARS}\n" * 2
        others = f"*{LINE_OF_STARS}\n{LINE_OF_STARS}*\n {LINE_OF_STARS}\n"

        html = html_of(f"{rules}One.\n\n{others}\nTwo.\n{rules}")

        assert html.count("<hr") == 4
        assert html.count(LINE_OF_STARS) == 3


def test_it_has_nothing_to_fetch_and_no_colours_of_its_own() -> None:
    html = html_of(f"One.\n\n{DRAWING}\n", links=Links("mailto:a@b.example?body=", ("d3",)))

    assert not re.search(r"https?:|url\(|src=|@import", html)
    by_day = re.sub(r"<style>@media\(prefers-color-scheme:dark\).*?</style>", "", html)
    assert by_day != html
    assert not re.search("[^-]color:|background", by_day)


class TestTheLinks:
    def test_they_stand_below_the_text(self) -> None:
        html = html_of("Board.\n", links=Links("mailto:a@b?body=", ("d3",)))

        assert html.index("Board.") < html.index(">d3</a>")

    def test_more_than_a_phone_shows_are_folded_away(self) -> None:
        links = Links("mailto:a@b?body=", tuple(f"a{number}" for number in range(13)))

        html = html_of("Board.\n", links=links)

        assert html.index("<details>") < html.index("All moves: 13") < html.index(">a0</a>")

    def test_each_has_an_address_of_its_own_with_the_move_quoted_at_its_end(self) -> None:
        links = Links("mailto:a@b?subject=Hex&body=", ("d3", "d4", "pass & go", "a@b+1"))

        html = html_of("Text.\n", links=links)

        shown = re.findall('<a href="([^"]*)">([^<]*)</a>', html)
        assert [(unescape(address), unescape(words)) for address, words in shown] == [
            ("mailto:a@b?subject=Hex&body=d3", "d3"),
            ("mailto:a@b?subject=Hex&body=d4", "d4"),
            ("mailto:a@b?subject=Hex&body=pass%20%26%20go", "pass & go"),
            ("mailto:a@b?subject=Hex&body=a@b%2B1", "a@b+1"),
        ]

    def test_nothing_in_an_address_or_a_move_can_leave_its_place(self) -> None:
        links = Links('mailto:a@b?subject="><script>&body=', ('"><b>',))

        html = html_of("Text.\n", links=links)

        assert 'href="mailto:a@b?subject=&quot;&gt;&lt;script&gt;&amp;body=%22%3E%3Cb%3E"' in html
        assert ">&quot;&gt;&lt;b&gt;</a>" in html


class TestMoreMovesThanAnybodyReads:
    LINKS = Links(
        "mailto:g@example.net?body=",
        ("hint", "a@1", "b@1", "c@2"),
        (Group("Place 1: 2 moves", 2), Group("<2>", 1)),
    )

    def test_those_that_belong_together_are_folded_below_their_title(self) -> None:
        html = html_of("Your turn.\n", links=self.LINKS)

        alone, *folded = html.split("<details>")
        assert re.findall(r">([^<]+)</a>", alone) == ["hint"]
        assert [re.findall(r">([^<]+)</(?:a|summary)>", part) for part in folded] == [
            ["Place 1: 2 moves", "a@1", "b@1"],
            ["&lt;2&gt;", "c@2"],
        ]

    def test_many_titles_are_folded_themselves(self) -> None:
        groups = tuple(Group(f"Place {number}: 1 move", 1) for number in range(20))
        links = Links("mailto:g@example.net?body=", tuple(f"a@{number}" for number in range(20)), groups)

        html = html_of("Your turn.\n", links=links)

        assert html.count("<details>") == 21
        assert html.index("All other moves") < html.index("Place 0: 1 move")

    def test_they_are_stored_and_read_again(self) -> None:
        assert links_on(stored_page(Letter("", "", links=self.LINKS)) or {}) == self.LINKS

    MANY = Links(
        "mailto:g@example.net?body=", tuple(f"{a}{b}-{c}2" for a in "abc" for b in "123" for c in "de"), (), "#7"
    )
    """Eighteen, which begin in nine places."""

    def test_what_fits_exactly_is_shown_whole(self) -> None:
        whole = buttons_of(self.MANY)

        assert buttons_of(self.MANY, len(whole)) == whole
        assert "body=a1-d2%237" in whole
        assert whole.count("<a ") == 18

    def test_of_what_is_a_byte_too_large_the_places_are_shown_where_moves_begin(self) -> None:
        html = buttons_of(self.MANY, len(buttons_of(self.MANY)) - 1)

        assert "All moves: 18" in html
        assert re.findall(r">([^<\n]+)</a>", html) == [f"{a}{b}-…" for a in "abc" for b in "123"]
        assert 'body=a1-">a1-…</a>' in html

    def test_if_these_are_too_many_the_columns_are_shown(self) -> None:
        html = buttons_of(self.MANY, 1000)

        assert re.findall(r">([^<\n]+)</a>", html) == ["a…", "b…", "c…"]

    def test_places_are_grouped_as_the_moves_are(self) -> None:
        links = self.MANY._replace(
            moves=tuple(f"{a}1-{b}{c}/{d}9" for a in "ab" for b in "cdefghij" for c in "12" for d in "kl"),
            groups=(Group("From a1: 32 moves", 32), Group("From b1: 32 moves", 32)),
        )

        html = buttons_of(links, len(buttons_of(links)) - 1)

        assert re.findall(r"<summary[^>]*>([^<]*)<", html) == ["From a1: 32 moves", "From b1: 32 moves"]
        first, second = html.split("<details>")[1:]
        assert re.findall(r">([^<\n]+)</a>", first)[:2] == ["a1-c1/…", "a1-c2/…"]
        assert second.count("</a>") == 16

    def test_at_last_the_letter_says_how_many_moves_there_are_and_how_to_write_one(self) -> None:
        html = buttons_of(self.MANY, 100)

        assert "<a " not in html
        assert "18 moves are too many for this letter: write yours in the first line of your answer" in html
        assert "for example b2-e2." in html

    def test_an_answer_to_a_proposal_stays_beside_beginnings(self) -> None:
        html = buttons_of(self.MANY._replace(moves=("accept", "reject", *self.MANY.moves)), 1600)

        assert re.findall(r">([^<\n]+)</a>", html)[:3] == ["accept", "reject", "a…"]

    def test_a_move_is_no_beginning_of_another_since_it_would_be_made(self) -> None:
        links = self.MANY._replace(moves=tuple(f"a{number}" for number in range(1, 143)))

        assert "142 moves are too many for this letter" in buttons_of(links, 3000)


def test_what_is_wider_than_a_phone_can_be_scrolled_with_the_keyboard() -> None:
    assert 'tabindex="0"' in drawing("x" * 79)
    assert "tabindex" not in drawing("x" * 40)
