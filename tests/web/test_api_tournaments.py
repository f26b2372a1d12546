"""Tournaments in the API: programs find them, join, and see the tables."""

from __future__ import annotations

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.scheduler import Scheduler
from tests.conversation import Server
from tests.web.programs import NewBrowser, Program, program_of


@pytest.fixture
def bot(new_browser: NewBrowser) -> Program:
    """A program of alice's that plays."""
    return program_of(new_browser, "alice", "play")


@pytest.fixture
def anybody(new_browser: NewBrowser) -> Program:
    """A program without a token."""
    return Program(new_browser())


def test_a_program_finds_one_joins_it_and_sees_its_table(bot: Program, anybody: Program, server: Server) -> None:
    server.hear("bob@example.org", "tournament create bob bobpw123 hex spring-cup --players=3 -size=5")
    server.wait(minutes=1)
    server.hear("carol@example.org", "tournament join carol secret9 spring-cup")
    server.wait(minutes=1)
    [found] = anybody.get("/tournaments?game=hex")["tournaments"]
    assert (found["name"], found["season"]["stage"], found["entered"]) == ("spring-cup", "waiting", 2)
    assert anybody.get("/tournaments?game=trichet") == {"tournaments": [], "next": None}
    assert bot.get("/tournaments/spring-cup")["joined"] is False

    assert bot.send("/tournaments/spring-cup/join").status_code == 200

    waiting = bot.get("/tournaments/SPRING-CUP")
    assert (waiting["joined"], waiting["players"], waiting["tables"]) == (True, ["bob", "carol", "alice"], None)
    assert (waiting["owner"], waiting["options"]["size"], waiting["terms"]["nag_days"]) == ("bob", 5, 7)
    Scheduler(server.database, server.office, installed()).make_round(server.now)
    server.hear("bob@example.org", "hex resign 101 bob bobpw123")
    shown = anybody.get("/tournaments/spring-cup")
    assert (shown["joined"], shown["season"]["stage"], shown["tables"]["next"]) == (None, "running", None)
    [division] = shown["tables"]["divisions"]
    assert not division["over"]
    carol, bob, alice = division["table"]
    assert (carol["player"], carol["rank"], carol["points"], carol["won"], carol["playing"]) == (
        "carol", 1, 1.0, 1, 1,
    )  # fmt: skip
    assert carol["games"][0] == {"against": "bob", "board": 101, "began": False, "result": "won"}
    assert [game["result"] for game in bob["games"]] == ["lost", "on"]
    assert [game["board"] for game in alice["games"]] == [102, 103]
    assert anybody.get("/tournaments/spring-cup/seasons/1") == shown["tables"]
    assert anybody.ask("/tournaments/spring-cup/seasons/2").status_code == 404


def test_a_closed_one_takes_its_word(bot: Program, server: Server) -> None:
    server.hear("bob@example.org", "tournament create bob bobpw123 hex club-night willow-tree")

    wrong = bot.send("/tournaments/club-night/join", word="oak-tree")
    right = bot.send("/tournaments/club-night/join", word="willow-tree")

    assert (wrong.status_code, wrong.json()["error"]) == (403, "The word is not right.")
    assert "oak-tree" not in wrong.text
    assert (right.status_code, "willow-tree" in right.text) == (200, False)
    assert bot.get("/tournaments")["tournaments"][0]["closed"] is True
    assert bot.send("/tournaments/club-night/leave").status_code == 200
    assert bot.send("/tournaments/club-night/leave").status_code == 422


def test_who_only_looks_or_is_nobody_does_not_join(new_browser: NewBrowser, anybody: Program, server: Server) -> None:
    server.hear("bob@example.org", "tournament create bob bobpw123 hex spring-cup")

    reader = program_of(new_browser, "alice", "read")

    assert reader.send("/tournaments/spring-cup/join").status_code == 403
    assert anybody.send("/tournaments/spring-cup/join").status_code == 401
    assert anybody.ask("/tournaments/no-cup").status_code == 404
    assert anybody.ask("/tournaments?game=nothing").status_code == 404
    assert anybody.ask("/tournaments/spring_cup").status_code == 422
