"""Whoever plays by mail and whoever plays on a page see the same board, whatever either does."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from random import Random

import pytest
from httpx2 import Response

from pbmserv.commands.requests.context import Call
from tests.conversation import PLAYERS, Server
from tests.web.conftest import Browser

GAMES = ("triominoes", pytest.param("hex", marks=pytest.mark.long), pytest.param("goofspiel", marks=pytest.mark.long))
_SEEN = re.compile(r'name="seen" value="([^"]*)"')
_DRAWING = re.compile(r'<pre class="drawing"[^>]*>(.*?)</pre>', re.DOTALL)
_STATUS = re.compile(r'<p class="status[^"]*">(.*?)</p>', re.DOTALL)
_WORDS = re.compile(r'<p class="words" dir="auto">(.*?)</p>', re.DOTALL)


def what_to_do(server: Server, game: str, userid: str, choices: Random) -> tuple[str, str, str]:
    """Something that a player may try: what the form calls it, the move, and words for others."""

    def legal(call: Call) -> list[str]:
        board = call.work.boards.load(game, 101)
        assert board
        own = [seat for seat, each in enumerate(board.seats) if each.player.userid == userid]
        on = board.is_on and own and own[0] in board.game.to_move(board.position)
        return list(board.game.legal_moves(board.position, own[0]) or ()) if on else []

    moves = server.office.look_up(legal)
    do = choices.choice(["move"] * 8 + ["queue", "chat", "propose", "undo", "accept", "reject", "note"])
    move = choices.choice(moves or ["a1", "7", "pass", "0-0-0@1", '"'])
    words = choices.choice(["", "", f"Words number {choices.randrange(10_000)}"])
    return do, move, words or ("Hello" if do == "chat" else "")


def do_by_mail(server: Server, game: str, userid: str, do: str, move: str, words: str) -> None:
    command, rest = {
        "move": ("move", move), "queue": ("queue", move), "chat": ("chat", ""), "note": ("show", ""),
    }.get(do, ("move", do))  # fmt: skip
    who = "" if command == "show" else f"{userid} {PLAYERS[userid]}"
    server.say(f"{userid}@example.org", f"{game} {command} 101 {who} {rest}".strip(), comment=words)


def do_on_page(browser: Browser, board: str, do: str, move: str, words: str) -> None:
    seen = _SEEN.search(browser.get(board).text)
    answer = browser.fill_in(
        board, do=do, move=move, comment=words, note=words, **({"seen": seen[1]} if seen else {})
    )
    assert answer.status_code in {303, 422}


def only(pattern: re.Pattern[str], page: Response) -> str:
    found = pattern.search(page.text)
    assert found
    return unescape(found[1])


def tidy(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("game", GAMES)
def test_each_reader_sees_the_same_board_on_the_page_and_in_the_letter(
    server: Server, new_browser: Callable[[], Browser], game: str
) -> None:
    choices = Random(game)  # noqa: S311
    board = f"/{game}/101"
    size = " -size=5" if game == "hex" else ""
    server.hear("alice@example.org", f"{game} challenge alice bob{size}", comment="Words number 0")
    server.hear("carol@example.org", f"{game} subscribe 101 carol secret9")
    browsers = {userid: new_browser() for userid in PLAYERS}
    for userid, browser in browsers.items():
        browser.sign_in(userid)

    for _ in range(12):
        userid = choices.choice(["alice", "bob"])
        tried = what_to_do(server, game, userid, choices)
        if choices.random() < 0.5:
            do_by_mail(server, game, userid, *tried)
        else:
            do_on_page(browsers[userid], board, *tried)

        for reader, browser in browsers.items():
            letter = server.say(f"{reader}@example.org", f"{game} showas {reader} {PLAYERS[reader]} 101").text
            page = browser.get(board)
            assert only(_DRAWING, page).rstrip("\n") in letter
            for line in _STATUS.findall(page.text):
                assert tidy(unescape(line)) in tidy(letter)
        public = server.say("dave@example.org", f"{game} show 101").text
        assert only(_DRAWING, new_browser().get(board)).rstrip("\n") in public

    said = {unescape(words) for words in _WORDS.findall(browsers["carol"].get(board).text)}
    mailed = "\n".join(each["text"] for each in server.outbox() if "carol@example.org" in each["recipients"])
    assert all(words in mailed for words in said - {"Words number 0"})
    assert set(re.findall(r"Words number \d+", mailed)) <= said
