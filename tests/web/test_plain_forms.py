"""Forms speak of people's things: days of the week are ticked, and the browser knows the time zone."""

from __future__ import annotations

import re

import pytest

from tests.conversation import Server
from tests.web.conftest import Browser

pytestmark = pytest.mark.parametrize("undone_database", ["sqlite"], indirect=True)

WORKING_DAYS = {"terms-days": "ticked", **{f"terms-days-{day}": "on" for day in range(5)}}
WEEKEND = {"terms-days-5": "on", "terms-days-6": "on"}
NEWCOMER = {"userid": "erin", "password": "winter7x", "address": "erin@example.org"}


class TestANewGame:
    def test_labels_are_sentences_and_no_options(self, alice: Browser) -> None:
        page = alice.get("/hex/challenge").text

        assert "Days that each player has for the whole game, 0 for no limit" in page
        assert "The game does not change anybody&#39;s rating" in page
        for word in ("Totaltime", "Nagtime", "--unrated", "mtwtfss"):
            assert f">{word}" not in page
            assert f"<code>{word}" not in page

    def test_one_sentence_says_what_to_type_and_the_rest_is_folded(self, alice: Browser) -> None:
        page = alice.get("/hex/challenge").text

        [legend] = re.findall(r"<legend>Who plays</legend>(.*?)</fieldset>", page, re.DOTALL)
        said, folded = legend.split("<details>")
        assert re.findall(r'<p class="hint">(.*?)</p>', said) == [
            'Type the name of <a href="/players">a player</a>, the mail address of a friend, or <code>anyone</code>.'
        ]
        assert "<summary>How seats are filled</summary>" in folded
        assert "Name yourself twice to play both sides." in folded

    def test_days_that_count_are_ticked(self, server: Server, alice: Browser) -> None:
        alice.fill_in("/hex/challenge", seat0="alice", seat1="bob", **WORKING_DAYS)

        assert "Monday to Friday" in alice.get("/hex/101").text

    def test_all_are_ticked_at_first_and_count(self, server: Server, alice: Browser) -> None:
        assert alice.get("/hex/challenge").text.count('name="terms-days-') == 7
        alice.fill_in("/hex/challenge", seat0="alice", seat1="bob", **WORKING_DAYS, **WEEKEND)

        assert "Monday" not in alice.get("/hex/101").text

    def test_one_has_to_count(self, alice: Browser) -> None:
        answer = alice.fill_in("/hex/challenge", seat0="alice", seat1="bob", **{"terms-days": "ticked"})

        assert answer.status_code == 422
        assert "days" in answer.text

    def test_what_was_ticked_is_still_so_after_a_refusal(self, alice: Browser) -> None:
        page = alice.fill_in("/hex/challenge", seat0="alice", seat1="nobody-here", **WORKING_DAYS).text

        assert 'name="terms-days-4" value="on" checked' in page
        assert 'name="terms-days-5" value="on">' in page


class TestSigningUp:
    def test_the_browser_s_time_zone_is_taken(self, browser: Browser) -> None:
        browser.fill_in("/sign-up", **NEWCOMER, timezone="Europe/Berlin")

        assert 'value="Europe/Berlin"' in browser.get("/settings").text

    @pytest.mark.parametrize("zone", ["", "Nowhere/Town", "../../etc/passwd", "Europe/Berlin\n-x"])
    def test_one_that_is_none_leaves_the_usual_one(self, browser: Browser, zone: str) -> None:
        browser.fill_in("/sign-up", **NEWCOMER, timezone=zone)

        assert 'name="value" type="text" value="UTC"' in browser.get("/settings").text


class TestSettings:
    def test_those_that_are_changed_most_stand_first_and_an_index_leads_to_all(self, alice: Browser) -> None:
        page = alice.get("/settings").text

        [index] = re.findall(r'<nav class="contents".*?</nav>', page, re.DOTALL)
        sections = re.findall(r'<h2 id="([a-z]+)"', page)
        assert sections[:3] == ["boards", "letters", "vacation"]
        assert re.findall(r'href="#([a-z]+)"', index) == sections

    def test_those_of_letters_that_are_seldom_changed_are_folded(self, alice: Browser) -> None:
        page = alice.get("/settings").text

        [letters] = re.findall(r'<h2 id="letters">(.*?)</section>', page, re.DOTALL)
        in_sight, folded = letters.split("<summary>More settings</summary>")
        assert re.findall("<h3>(.*?)</h3>", in_sight) == ["How many", "Language", "Time zone"]
        assert len(re.findall("<h3>", folded)) == 5


class TestTheFormOfANewGame:
    def test_shows_what_is_often_chosen_and_folds_the_rest(self, alice: Browser) -> None:
        for path, in_sight in (
            ("/chess/challenge?with=bot-easy", ["terms-forfeittime", "terms-unrated"]),
            ("/go/challenge", ["game-size", "terms-forfeittime", "terms-unrated"]),
        ):
            page = alice.get(path).text
            shown, *folded = page.partition("They look for opponents")[0].split('<details class="box">')

            assert re.findall(r'name="((?:game|terms)-[a-z_]+)"', shown) == in_sight
            assert [each.partition("</summary>")[0] for each in folded] == [
                "<summary>Variants of the game",
                "<summary>Other times, and who may join",
            ]

    def test_opens_what_has_been_changed_there_when_it_is_refused(self, alice: Browser) -> None:
        answer = alice.fill_in("/chess/challenge", seat0="alice", seat1="nobody", **{"game-position": "5"})

        assert '<details class="box" open><summary>Variants of the game' in answer.text
        assert '<details class="box"><summary>Other times' in answer.text
