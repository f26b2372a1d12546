"""A newcomer who is all alone: signs up, challenges a bot, and plays a whole game with nothing but letters, and once
more with nothing but a phone. The server is a real one, and so are its bots."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.correspondents import Received
from tests.serving import Server, environment, pbmserv, serving, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

OVER = "Game won by "
SAYS_WHOSE_TURN = "() => /Your turn|You won|You lost/.test(document.querySelector('#headline').innerText)"
"""Whether a page says that it is its reader's turn, or how the game has ended."""


class Newcomer:
    """Somebody who has a mail program, and knows of the game what the letters say."""

    address = "dora@example.org"

    def __init__(self, server: Server, post: Path) -> None:
        self._server = server
        self._post = post
        self._written = 0
        self._read = 0

    def writes(self, to: str, subject: str, words: str = "") -> None:
        self._written += 1
        mail = (
            f"From: {self.address}\nTo: {to}\nSubject: {subject}\n"
            f"Message-ID: <{self._written}@example.org>\n\n{words}\n"
        )
        with self._server.smtp() as client:
            client.sendmail(self.address, [to], mail)

    def answers(self, letter: Received, words: str) -> None:
        quoted = "\n".join(f"> {line}" for line in letter.text.splitlines())
        self.writes(letter.reply_to, f"Re: {letter.subject}", f"{words}\n\nThe server wrote:\n{quoted}")

    def reads(self) -> Received:
        """The next letter, as soon as it is there."""
        wait_until(lambda: len(self._files()) > self._read, f"letter {self._read + 1}")
        self._read += 1
        return Received(self._files()[self._read - 1].read_bytes())

    def _files(self) -> list[Path]:
        return sorted((self._post / "new").glob("*"))


def test_a_newcomer_plays_a_bot_by_answering_letters(tmp_path: Path) -> None:
    environ = environment(tmp_path / "data")
    choices = Random("by letters")  # noqa: S311 - it has to be the same
    with serving(environ) as server:
        dora = Newcomer(server, tmp_path / "data" / "outgoing")

        dora.writes(environ["PBMSERV_ADDRESS"], "signup dora sesame-71")
        assert dora.reads().subject == "Welcome to pbmserv, dora"
        dora.writes(environ["PBMSERV_ADDRESS"], "hex challenge dora bot-easy -size=4")
        letter = dora.reads()
        assert letter.subject == "Hex Board 101"
        assert "bot-easy is a bot" in " ".join(letter.text.split())

        answered = 0
        while OVER not in letter.text:
            if letter.next_number is not None:
                dora.answers(letter, choices.choice(letter.moves))
                answered += 1
            letter = dora.reads()
        _, logged = server.stop()

    assert letter.subject == "Hex Board 101"
    assert answered >= 3
    assert "Rating of dora: " in letter.text
    assert "Rating of bot-easy: " in letter.text
    assert "bot.failed" not in logged
    assert pbmserv(environ, "verify", "hex", "101").stdout.startswith("Hex Board 101: ")


def test_the_easy_bot_answers_while_the_hard_one_thinks_about_another_board(tmp_path: Path) -> None:
    environ = environment(tmp_path / "data")
    with serving(environ) as server:
        dora = Newcomer(server, tmp_path / "data" / "outgoing")
        dora.writes(environ["PBMSERV_ADDRESS"], "signup dora sesame-71")
        assert dora.reads().subject == "Welcome to pbmserv, dora"

        # The first move of Trioker takes it five seconds of a processor.
        dora.writes(environ["PBMSERV_ADDRESS"], "trioker challenge bot-hard dora")
        dora.writes(environ["PBMSERV_ADDRESS"], "hex challenge bot-easy dora -size=4")
        server.wait_for_log("bot.answered")
        _, logged = server.stop()

    [first, *_] = [line for line in logged.splitlines() if "bot.answered" in line]
    assert "bot-easy" in first


def test_a_newcomer_plays_a_bot_on_a_phone(tmp_path: Path) -> None:
    from tests.endtoend.chromium import program, running_chromium
    from tests.web.in_chromium import PATIENCE, PHONE

    program()
    environ = environment(tmp_path / "data", web_listen="127.0.0.1:0")
    with serving(environ) as server, running_chromium() as chromium:
        phone = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
        page = phone.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(server.place("browsers"))

        sign_up(page)
        challenge_a_bot(page)
        turns = play(page)

        assert turns >= 3
        assert page.locator("#headline").inner_text() in {"You won", "You lost"}
        assert page.locator("#seats").inner_text().count("bot") >= 2
        _, logged = server.stop()

    assert "bot.failed" not in logged
    assert pbmserv(environ, "verify", "hex", "101").stdout.startswith("Hex Board 101: ")


def sign_up(page: Page) -> None:
    page.locator("a[href='/sign-up']").first.tap()
    page.fill("main [name=userid]", "dora")
    page.fill("main [name=password]", "sesame-71")
    page.fill("main [name=address]", "dora@example.org")
    page.locator("main form button").tap()
    page.wait_for_url("**/me")
    assert "Welcome, dora!" in page.locator(".said").inner_text()


def challenge_a_bot(page: Page) -> None:
    """From the welcome to a new board, as the page leads there."""
    page.locator("a.brand").tap()
    page.locator(".tiles a[href='/hex']").tap()
    page.wait_for_url("**/hex")
    page.locator("a.button[href='/hex/challenge']").tap()
    page.wait_for_url("**/hex/challenge*")
    page.locator("a[href='?with=bot-easy']").tap()
    page.wait_for_url("**/hex/challenge?with=bot-easy")
    page.locator("main input[name$=size]").fill("4")
    page.get_by_role("button", name="Start the game").tap()
    page.wait_for_url("**/hex/101*")


def play(page: Page) -> int:
    """Touch the board whenever it is one's turn, until the game is over; gives how often."""
    from tests.web.in_chromium import by_touch
    from tests.web.nearly_over import touched

    choices = Random("by touch")  # noqa: S311 - it has to be the same
    for turn in range(16):
        page.wait_for_function(
            "() => /Your turn|You won|You lost/.test(document.querySelector('#headline').innerText)"
        )
        if page.locator("#headline").inner_text() != "Your turn":
            return turn
        by_touch(page, partial(touched, choices=choices, steps=iter(())))
    raise AssertionError("the game does not end")
