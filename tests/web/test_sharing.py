"""A board shown elsewhere: in the preview of a link, in a frame of another site, on a phone beside its programs."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import Server
from tests.web.conftest import Browser

pytestmark = pytest.mark.parametrize("undone_database", ["sqlite"], indirect=True)

SITE = "https://games.example"


@pytest.fixture
def stranger(server: Server, site: Site) -> Browser:
    server.hear("alice@example.org", "hex challenge alice bob")
    server.hear("alice@example.org", "hex move 101 alice secret7 d3")
    server.hear("alice@example.org", "triominoes challenge alice bob")
    return Browser(application(replace(site, settings=replace(site.settings, web_url=SITE))), SITE)


def told_to_programs(page: str) -> dict[str, str]:
    """What the page tells who makes a preview of its link."""
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))


class TestPreviewOfALink:
    def test_shows_the_position_and_says_whose_turn_it_is(self, stranger: Browser) -> None:
        told = told_to_programs(stranger.get("/hex/101").text)

        assert told["title"] == "Hex 101"
        assert told["description"] == "alice – bob. bob to move."
        assert told["image"] == f"{SITE}/hex/101.png"

    def test_of_an_earlier_position_shows_that_one(self, stranger: Browser) -> None:
        assert told_to_programs(stranger.get("/hex/101/0").text)["image"] == f"{SITE}/hex/101/0.png"

    def test_its_picture_is_there_for_everybody_and_on_every_site(self, stranger: Browser) -> None:
        answer = stranger.get("/hex/101.png")

        assert Image.open(BytesIO(answer.content)).width == 780
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"

    def test_says_the_same_whoever_is_signed_in(self, server: Server, stranger: Browser) -> None:
        stranger.sign_in("bob")
        told = told_to_programs(stranger.get("/hex/101").text)

        assert (told["description"], told["image"]) == ("alice – bob. bob to move.", f"{SITE}/hex/101.png")

    def test_of_another_page_has_the_server_s_own_picture(self, stranger: Browser) -> None:
        told = told_to_programs(stranger.get("/hex").text)

        assert told["title"] == "Hex"
        assert "chain of stones" in told["description"]
        assert stranger.get(told["image"]).headers["Content-Type"] == "image/png"

    def test_names_no_picture_where_the_server_does_not_know_its_own_address(
        self, server: Server, browser: Browser
    ) -> None:
        server.hear("alice@example.org", "hex challenge alice bob")

        assert "image" not in told_to_programs(browser.get("/hex/101").text)


class TestFrame:
    def test_may_be_shown_by_any_site_and_runs_and_sends_nothing(self, stranger: Browser) -> None:
        answer = stranger.get("/hex/101/embed")

        assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
        assert "script-src" not in answer.headers["Content-Security-Policy"]
        assert "form-action 'none'" in answer.headers["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer.headers
        assert "<form" not in answer.text
        assert "<script" not in answer.text

    def test_no_other_page_may(self, stranger: Browser) -> None:
        for address in ("/", "/hex/101", "/sign-in", "/hex/101.svg", "/hex/999/embed"):
            answer = stranger.get(address)

            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], address
            assert answer.headers["X-Frame-Options"] == "DENY", address

    def test_shows_the_board_and_whose_turn_it_is(self, stranger: Browser) -> None:
        page = stranger.get("/hex/101/embed").text

        assert 'src="/hex/101.svg"' in page
        assert "alice – bob. bob to move." in page
        assert 'href="/hex/101" target="_blank"' in page
        assert "At the start" in stranger.get("/hex/101/0/embed").text

    def test_is_the_same_for_a_player_who_is_signed_in(self, stranger: Browser) -> None:
        of_a_stranger = stranger.get("/triominoes/101/embed")
        stranger.sign_in("bob")
        of_bob = stranger.get("/triominoes/101/embed")

        assert of_bob.content == of_a_stranger.content
        assert "set-cookie" not in of_bob.headers

    def test_takes_no_link_to_a_board_either(self, server: Server, stranger: Browser) -> None:
        plain = stranger.get("/hex/101/embed")
        offering = stranger.get("/hex/101/embed?play=whatever&touch=d3&line=")

        assert offering.content == plain.content

    def test_of_a_board_that_is_not_there_is_not_there(self, stranger: Browser) -> None:
        assert stranger.get("/hex/999/embed").status_code == 404
        assert stranger.get("/nogame/101/embed").status_code == 404
        assert stranger.get("/hex/101/9/embed").status_code == 404


class TestSharing:
    def test_the_board_s_page_has_the_address_and_the_frame_to_copy(self, stranger: Browser) -> None:
        page = stranger.get("/hex/101").text

        assert f'<input readonly value="{SITE}/hex/101">' in page
        assert f"&lt;iframe src=&#34;{SITE}/hex/101/embed&#34;" in page

    def test_an_earlier_position_has_its_own(self, stranger: Browser) -> None:
        assert f'<input readonly value="{SITE}/hex/101/0">' in stranger.get("/hex/101/0").text


class TestBesideThePrograms:
    def test_the_manifest_has_icons_that_are_there(self, stranger: Browser) -> None:
        manifest = stranger.get("/manifest.webmanifest")

        assert manifest.headers["Content-Type"] == "application/manifest+json"
        assert manifest.json()["start_url"] == "/me"
        for icon in manifest.json()["icons"]:
            answer = stranger.get(icon["src"])
            assert answer.headers["Content-Type"] == icon["type"]
            if icon["sizes"] != "any":
                width, height = Image.open(BytesIO(answer.content)).size
                assert icon["sizes"] == f"{width}x{height}"

    def test_every_page_names_it(self, stranger: Browser) -> None:
        for address in ("/", "/hex/101", "/sign-in"):
            assert '<link rel="manifest" href="/manifest.webmanifest">' in stranger.get(address).text
