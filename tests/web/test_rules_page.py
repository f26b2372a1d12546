"""The rules of games on pages: no mail syntax, lists as lists, and diagrams that are played through."""

from __future__ import annotations

import re
from functools import cache

import pytest
from markupsafe import escape

from pbmserv.commands.help.actions import all_subjects
from pbmserv.commands.help.generated import parts_of_game_page
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.diagrams import Diagram
from pbmserv.web.rules_html import Rules, RulesWriter, steps_of
from tests.web.conftest import Browser

GAMES = sorted(installed())


@cache
def rules(word: str) -> Rules:
    catalogue = installed()
    writer = RulesWriter(all_subjects(catalogue, COMMANDS), catalogue[word])
    article = writer.article(parts_of_game_page(catalogue[word], catalogue.values()))
    return Rules(article, catalogue[word], tuple(writer.diagrams), tuple(writer.figures))


def without_figures(word: str) -> str:
    return re.sub(r"<figure.*?</figure>", "", rules(word).article.html, flags=re.DOTALL)


@pytest.mark.alike
@pytest.mark.parametrize("word", GAMES)
def test_no_rules_show_how_a_command_is_mailed(word: str) -> None:
    html = without_figures(word)

    assert "PASSWORD" not in html
    assert "secret7" not in html
    assert "bobpw123" not in html
    assert "USERID" not in html
    assert not re.search(r"&gt; \w|Subject|(?<![\w-])-[a-z_]+=", html)


@pytest.mark.alike
@pytest.mark.parametrize("word", GAMES)
def test_no_rules_describe_a_board_in_characters(word: str) -> None:
    words = " ".join(re.sub(r"<pre.*?</pre>", "", without_figures(word), flags=re.DOTALL).split())

    found = re.findall(
        r"in brackets|[Bb]rackets show|in capitals|as a capital|(?:The|a) star (?:shows|marks)|Stars show|strokes? "
        r"below|The dots are|\([xoXO#K]\)|marked [=x]|the letter says",
        words,
    )
    # Drawings of single tiles are in characters on pages, too, and MacMahon's tiles have names in brackets.
    of_drawings = {"pairimpair": {"The star marks"}, "trioker-line": {"marked x"}, "macmahon": {"in brackets"}}
    assert {*found} == of_drawings.get(word, set())


@pytest.mark.parametrize("word", GAMES)
def test_the_rules_say_what_is_touched_for_a_move(word: str) -> None:
    html = without_figures(word)
    game = installed()[word]

    assert game.touching != Game.touching
    assert html.count(f"Making a move</h2>\n<p>{escape(game.touching)} Nothing is moved until you touch Confirm") == 1


@pytest.mark.parametrize("word", GAMES)
def test_no_sentence_leads_to_nothing_and_no_list_is_preformatted(word: str) -> None:
    html = re.sub(r"<figure.*?</figure>", "<figure>", rules(word).article.html, flags=re.DOTALL)

    assert not re.findall(r":</p>\s*<(?:h2|p>(?!<a))", html)
    assert not re.findall(r'<pre class="typed">(?:\*|1\.) ', html)


@pytest.mark.alike
@pytest.mark.parametrize("word", GAMES)
def test_every_diagram_can_be_shown_after_each_of_its_moves(word: str) -> None:
    made = rules(word)
    for number, diagram in enumerate(made.diagrams, 1):
        # The first and the last step tell whether any is wrong: moves are played in order.
        last = steps_of(diagram, made.game)
        for step in {0, last - 1} if last else ():
            html = made.showing(number, step).html
            assert html != made.article.html
            assert f'id="diagram-{number}"' in html


def test_the_rules_say_whose_trademark_a_name_is() -> None:
    assert ">The name</h2>" in without_figures("connect4")
    assert "Connect Four and Connect 4 are trademarks of Hasbro. This server has no connection" in " ".join(
        without_figures("connect4").split()
    )
    assert "trademark" not in without_figures("hex")


def test_what_is_done_on_the_page_stands_in_the_place_of_commands() -> None:
    html = without_figures("hex")

    assert '<a href="/hex/challenge">Start a game of Hex</a>' in html
    assert "Start a game of Hex</a>: size 9." in html
    assert "<li>alice: <code>d4</code></li><li>bob: <code>swap</code></li>" in html
    assert "<dt>Size (usually 11)</dt>" in html
    assert "With handicap 2 the first player makes three moves" in html
    assert "as it stood after the first move" not in html
    assert '<a href="/help/havannah">Havannah</a>' in html


def test_a_list_that_is_indented_is_a_list() -> None:
    assert "<li>if neither has enough pieces left for a mate" in without_figures("chess")
    assert "<dt><code>russian</code></dt>" in without_figures("draughts")


def test_help_pages_by_mail_stay_as_they_are() -> None:
    text = "".join(
        part.text if isinstance(part, Diagram) else part for part in parts_of_game_page(installed()["hex"], [])
    )

    assert "> hex move 101 alice secret7 d4" in text


class TestSteps:
    def test_a_diagram_is_played_through_by_links(self, browser: Browser) -> None:
        page = browser.get("/yavalath").text
        assert "<output>Move 6 of 6: c5</output>" in page

        [back, *_] = re.findall(r'href="(/yavalath\?diagram=1&amp;step=\d+)#diagram-1" rel="prev', page)
        assert back.endswith("step=5")
        before = browser.get(back.replace("&amp;", "&")).text
        assert "<output>Move 5 of 6: h5</output>" in before
        assert "<output>Move 7 of 7: g5</output>" in before  # the second diagram is as it was
        start = browser.get("/yavalath?diagram=1&step=0").text
        assert "<output>The start</output>" in start
        assert "<span>Back</span>" in start

    @pytest.mark.parametrize(
        "query", ["diagram=0&step=1", "diagram=99&step=1", "diagram=1&step=6", "diagram=x&step=y"]
    )
    def test_what_is_not_there_is_the_page_as_it_is(self, browser: Browser, query: str) -> None:
        assert browser.get(f"/yavalath?{query}").text == browser.get("/yavalath").text

    def test_one_move_is_not_played_through(self) -> None:
        hex_game = installed()["hex"]
        one, two = (Diagram("", "board", f"-size=5; {moves}") for moves in ("c3", "c3, d2"))

        assert (steps_of(one, hex_game), steps_of(two, hex_game)) == (0, 2)
