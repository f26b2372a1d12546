"""The server's own bots as players: who they are, and what nobody can do in their names."""

from __future__ import annotations

import pytest

from pbmserv.commands.accounts.bots import opponents, set_open
from pbmserv.commands.operator.interventions import adjudicate, board_to_change
from pbmserv.commands.operator.membership import change_addresses, delete, reset_password, suspend
from pbmserv.commands.requests.credentials import signed_in
from pbmserv.games.base import Refusal
from pbmserv.play.bots import BOARDS, LEVELS
from pbmserv.post_office import Request
from pbmserv.storage.players import Players
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


# Challenges


def test_a_bot_is_challenged_like_anybody_and_plays_at_once(server: Server) -> None:
    reply = server.hear(ALICE, "hex challenge alice bot-easy")

    assert reply.readers == {ALICE}


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("trioker-puzzle challenge bot-easy", "Somebody has to play who is no bot of this server."),
        ("hex challenge bot-easy bot-medium", "Somebody has to play who is no bot of this server."),
        ("hex challenge bot-easy bot-easy", "Somebody has to play who is no bot of this server."),
        (
            "hex challenge alice bot-expert",
            "bot-expert does not play Hex: there are bot-easy, bot-medium and bot-hard.",
        ),
    ],
)
def test_a_challenge_to_bots_is_refused_with_the_reason(server: Server, line: str, refusal: str) -> None:
    error = server.say(ALICE, line).error

    assert refusal in [line.removeprefix("* ") for line in error.splitlines()]


def test_the_operator_may_have_bots_play_each_other(server: Server) -> None:
    assert server.say(None, "hex challenge bot-easy bot-medium").ok


def test_a_player_plays_with_bots_on_so_many_boards_at_most(server: Server) -> None:
    for _ in range(BOARDS):
        server.hear(ALICE, "hex challenge alice bot-easy")

    refusal = server.say(ALICE, "go challenge bot-hard alice").error
    server.hear(ALICE, "hex challenge alice bob")
    server.hear("bob@example.org", "hex challenge bob bot-easy")

    assert "alice plays with bots on 20 boards, which is the most: finish one of them first." in refusal


def test_the_most_holds_for_rematches_and_for_who_joins_an_open_challenge_too(server: Server) -> None:
    hear = server.hear
    hear(ALICE, "yacht challenge alice bot-easy anyone")
    for _ in range(BOARDS):
        hear("bob@example.org", "hex challenge bob bot-easy")
    end(server, "hex", 101)
    hear("bob@example.org", "hex challenge bob bot-easy")
    why = "bob plays with bots on 20 boards, which is the most: finish one of them first."

    assert why in server.say("bob@example.org", "yacht join 101 bob bobpw123").error
    assert why in server.say("bob@example.org", "hex rematch 101 bob bobpw123").error
    end(server, "hex", 102)
    assert server.say("bob@example.org", "hex rematch 101 bob bobpw123").ok
    assert why in server.say("bob@example.org", "hex rematch 102 bob bobpw123").error


def test_a_bot_that_is_closed_meanwhile_begins_no_rematch_and_no_open_challenge(server: Server) -> None:
    server.hear(ALICE, "yacht challenge alice bot-easy anyone")
    server.hear(ALICE, "hex challenge alice bot-easy")
    end(server, "hex", 101)
    server.office.act(lambda call: set_open(call, is_open=False))

    refused = server.say("bob@example.org", "yacht join 101 bob bobpw123").error
    assert "bot-easy takes no challenges of Yacht: the operator of this server has decided so." in refused
    assert "So the game cannot begin now" in refused
    refused = server.say(ALICE, "hex rematch 101 alice secret7").error
    assert "bot-easy takes no challenges of Hex: the operator of this server has decided so." in refused
    server.office.act(lambda call: set_open(call, is_open=True))
    assert server.say("bob@example.org", "yacht join 101 bob bobpw123").subject == "Yacht Board 101"
    assert server.say(ALICE, "hex rematch 101 alice secret7").ok


def end(server: Server, game: str, number: int) -> None:
    """End a game as the operator does: a tie."""
    server.office.act(lambda call: adjudicate(call, board_to_change(call, game, number), None, 1, "to begin anew"))


def test_bots_are_closed_and_opened_by_level_and_by_game(server: Server) -> None:
    def open_(is_open: bool, level: str | None = None, game: str | None = None) -> str:
        return server.office.act(lambda call: set_open(call, is_open, level, game)).result

    assert open_(False, "easy", "hex") == "bot-easy takes no challenges of Hex."
    assert "bot-easy takes no challenges of Hex:" in server.say(ALICE, "hex challenge alice bot-easy").error
    assert server.say(ALICE, "go challenge alice bot-easy").ok
    assert open_(False) == "bot-easy, bot-medium, bot-hard and bot-expert take no challenges."
    assert "bot-easy takes no challenges of Go:" in server.say(ALICE, "go challenge alice bot-easy").error
    open_(True, None, "go")
    assert server.say(ALICE, "go challenge alice bot-easy").ok
    assert not server.say(ALICE, "hex challenge alice bot-easy").ok
    open_(True)
    assert server.say(ALICE, "hex challenge alice bot-easy").ok


def test_games_with_bots_are_rated(server: Server) -> None:
    server.hear(ALICE, "connect4 challenge alice bot-easy")
    server.hear(None, "connect4 move 101 alice secret7 d")
    with server.database.writing() as connection:
        server.office.handle_within(Request(signed_in("bot-easy"), ("connect4 move 101 bot-easy - d",)), connection)

    server.hear(ALICE, "connect4 resign 101 alice secret7")

    assert "bot-easy (bot)" in server.hear(ALICE, "connect4 standings").text


# Letters and lists


def test_letters_say_that_a_bot_is_one(server: Server) -> None:
    one = server.hear(ALICE, "hex challenge alice bot-easy").letter_to(ALICE)
    several = server.hear(ALICE, "goofspiel challenge alice bot-easy bot-hard").letter_to(ALICE)
    none = server.hear(ALICE, "hex challenge alice bob").letter_to(ALICE)

    assert "Players: alice (Vertical), bot-easy (Horizontal)\nbot-easy is a bot (help bots).\n" in one.text
    assert "\nbot-easy and bot-hard are bots (help bots).\n" in several.text
    assert "help bots" not in none.text


def test_a_challenge_on_the_page_offers_the_bots_that_play_the_game(server: Server) -> None:
    def names(word: str) -> list[str]:
        return server.office.look_up(lambda call: [bot.userid for bot in opponents(call, call.catalogue[word])])

    assert names("hex") == ["bot-easy", "bot-medium", "bot-hard"]
    server.office.act(lambda call: set_open(call, False, "easy"))
    assert names("hex") == ["bot-medium", "bot-hard"]
