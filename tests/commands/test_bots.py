"""The server's own bots as players: who they are, and what nobody can do in their names."""

from __future__ import annotations

import pytest

from pbmserv.commands.membership import change_addresses, delete, reset_password, suspend
from pbmserv.games.base import Refusal
from pbmserv.play.bots import LEVELS
from pbmserv.store.players import Players
from tests.conversation import PLAYERS, Server

ALICE = "alice@example.org"


@pytest.mark.parametrize("name", ["bot-easy", "BOT-hard", "bot-of-mine"])
def test_nobody_signs_up_with_a_name_of_a_bot_or_one_like_it(server: Server, name: str) -> None:
    refusal = server.say("new@example.org", f"signup {name} heron-moon9").error

    assert refusal == ("Names that begin with bot- are those of the server's own bots: please choose another userid.")


@pytest.mark.parametrize(
    "line",
    [
        "message bot-easy secret7 alice",
        "hex move 101 bot-easy secret7 d3",
        "vacation bot-easy secret7 3",
        "change password bot-easy secret7 heron-moon9",
        "hex reject bot-easy secret7",
        "signoff bot-easy secret7",
        "hex move 101 bot-easy - d3",
    ],
)
def test_nobody_acts_for_a_bot_whatever_the_password(server: Server, line: str) -> None:
    server.hear(ALICE, "hex challenge alice bob")

    assert server.say(ALICE, line, comment="Hello").error == "The userid or the password is not right."


def test_a_bot_gets_no_code_instead_of_a_password(server: Server) -> None:
    before = len(server.outbox())

    server.say(ALICE, "forgot bot-easy")

    [answer] = server.outbox()[before:]
    assert answer["addressed_to"] == [ALICE]


@pytest.mark.parametrize("level", LEVELS)
def test_an_operator_does_to_a_bot_nothing_that_is_for_people(server: Server, level: str) -> None:
    userid = f"bot-{level}"
    for deed in (
        lambda call: suspend(call, userid, ""),
        lambda call: reset_password(call, userid),
        lambda call: delete(call, userid, ""),
        lambda call: change_addresses(call, userid, ["bot@example.org"], ""),
    ):
        with pytest.raises(Refusal, match=f"{userid} is a bot of this server"):
            server.office.act(deed)


def test_the_players_that_are_people_are_not_bots(server: Server) -> None:
    with server.database.reading() as connection:
        players = Players(connection)
        assert players.bots(players.named(PLAYERS).values()) == {}
