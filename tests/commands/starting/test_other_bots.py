"""A game for more than two with one bot named: other bots take the seats that it cannot."""

from __future__ import annotations

import pytest

from tests.conversation import Server

ALICE = "alice@example.org"


def players_of(server: Server, line: str) -> str:
    reply = server.hear(ALICE, line)
    [found] = [each for each in reply.text.splitlines() if each.startswith("Players: ")]
    return found.removeprefix("Players: ")


@pytest.mark.parametrize(
    ("line", "seated"),
    [
        ("hearts challenge alice bot-easy", "alice bot-easy bot-medium bot-hard"),
        ("hearts challenge alice bot-easy bot-easy bot-easy", "alice bot-easy bot-medium bot-hard"),
        ("hearts challenge bot-hard alice", "bot-hard alice bot-easy bot-medium"),
        ("hearts challenge alice bob bot-medium", "alice bob bot-medium bot-easy"),
        ("hearts challenge alice BOT-EASY bob bot-easy", "alice bot-easy bob bot-medium"),
        ("skat challenge alice bot-medium", "alice bot-medium bot-easy"),
        ("goofspiel challenge alice bot-easy bot-easy", "alice bot-easy bot-medium"),
        ("bridge challenge alice bot-easy", "alice bot-easy bot-medium bot-hard"),
    ],
)
def test_others_sit_where_one_bot_cannot(server: Server, line: str, seated: str) -> None:
    told = players_of(server, line)

    assert [each for each in told.replace(",", "").split() if each in seated.split()] == seated.split()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hearts challenge alice bob", "Hearts is played by 4 players, and 2 are named."),
        ("hearts challenge alice alice bot-easy", "alice is named more than once"),
        (
            "triominoes challenge alice bot-easy bot-hard bot-easy bot-easy bot-easy",
            "bot-easy is named more than once",
        ),
    ],
)
def test_without_a_bot_all_have_to_be_named_as_before(server: Server, line: str, why: str) -> None:
    before = server.everything_stored()

    reply = server.say(ALICE, line)

    assert why in reply.error
    assert server.everything_stored() == before


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "hearts challenge alice bot-easy bot-medium bot-easy",
            "bot-hard takes the seat of one that was named again.",
        ),
        (
            "bridge challenge alice bot-easy bot-easy bot-easy",
            "bot-medium and bot-hard take the seats of one that was named again.",
        ),
    ],
)
def test_a_letter_says_so_where_another_sits_than_was_named(server: Server, line: str, told: str) -> None:
    said = " ".join(server.hear(ALICE, line).text.split())

    assert f"There is one bot of each level, and it takes one seat: {told}" in said


@pytest.mark.parametrize("line", ["hearts challenge alice bot-easy", "hearts challenge alice bob bot-easy bot-hard"])
def test_nothing_is_said_where_those_sit_who_were_named(server: Server, line: str) -> None:
    assert "one bot of each level" not in server.hear(ALICE, line).text
