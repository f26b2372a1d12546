"""`pbmserv admin tournament`: the operator sets tournaments up and mends them; everybody concerned is told why."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.play.tournaments.table import State
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from pbmserv.storage.divisions import Division, Divisions
from pbmserv.storage.tournaments import Seasons, Tournaments
from tests.conversation import FOUR, Server
from tests.operators import Operator
from tests.thinking.conftest import Says, thinker_of

WHY = ("--reason", "She is ill.")


@pytest.fixture
def operator(database_url: str, tmp_path: Path) -> Operator:
    return Operator(database_url, tmp_path / "home")


@pytest.fixture
def server(database: Database) -> Server:
    """A server on which alice, bob and carol have signed up, now."""
    server = Server(database, now=datetime.now(UTC))
    server.sign_up("alice", "bob", "carol")
    return server


@pytest.fixture
def league(server: Server, operator: Operator) -> Server:
    """A league of alice, bob and carol whose season has begun, on Hex boards 101, 102 and 103."""
    server.sign_up("dave")
    operator.type("tournament", "create", "hex-league", "hex", "size=5", "--begins", "0")
    for userid in ("alice", "bob", "carol"):
        operator.type("tournament", "enter", "hex-league", userid)
    tick(server, minutes=1)
    return server


def tick(server: Server, **time: float) -> list[str]:
    server.wait(**time)
    return Scheduler(server.database, server.office, installed()).make_round(server.now).seasons


def division(server: Server, season: int = 1) -> Division:
    with server.database.reading() as connection:
        tournament = Tournaments(connection).named("hex-league")
        assert tournament
        its = Seasons(connection).of(tournament.id, season)
        assert its
        return Divisions(connection).of(its)[0]


def states(server: Server) -> dict[int, State]:
    return {game.number: game.score.state for game in division(server).games}


def test_it_is_listed(league: Server, operator: Operator) -> None:
    [listed] = operator.json("tournament", "list")

    assert (listed["tournament"], listed["game"], listed["stage"], listed["entered"]) == (
        "hex-league", "hex", "running", 3,
    )  # fmt: skip


def test_a_run_of_the_clock_tells_the_steps_that_it_takes(server: Server, operator: Operator) -> None:
    server.sign_up("dave")
    operator.type("tournament", "create", "hex-league", "hex", "size=5", "--begins", "0")
    for userid in ("alice", "bob", "carol"):
        operator.type("tournament", "enter", "hex-league", userid)
    at = f"{server.now + timedelta(minutes=1):%Y-%m-%dT%H:%M:%S}"

    told = operator.type("clock", "run", "--at", at)

    assert " Steps of tournaments: settled, division begun, begun.\n" in told
    assert operator.json("clock", "run", "--at", at)["seasons"] == []


def test_a_player_is_taken_out(league: Server, operator: Operator) -> None:
    said = operator.type("tournament", "withdraw", "hex-league", "alice", *WHY)

    assert "alice is out of the tournament, and has lost the games that were being played." in said
    assert said.count("News: The tournament hex-league") == 3
    table = league.hear("bob@example.org", "tournament standings hex-league").text
    assert "3  alice (out)  0  0  *" in table
    news = league.hear("bob@example.org", "tournament show hex-league").text
    assert "The reason: She is ill." in news
    assert "2 have joined for the next season: bob, carol." in news


def test_a_player_is_replaced(league: Server, operator: Operator) -> None:
    league.hear("alice@example.org", "hex resign 101 alice secret7")

    operator.type("tournament", "replace", "hex-league", "alice", "dave", *WHY)

    assert states(league) == {101: State.WON, 103: State.ON, 104: State.ON}
    assert [place.player.userid for place in division(league).places] == ["dave", "bob", "carol"]
    assert "dave (for alice)" in league.hear("bob@example.org", "tournament standings hex-league").text
    assert "hex-league, season 1, division 1" in league.hear("dave@example.org", "hex show 104").text


def test_a_result_is_corrected_and_counted_as_played_again(league: Server, operator: Operator) -> None:
    playing = operator.type("tournament", "result", "hex-league", "101", "--tie", *WHY, exit_code=1)
    league.hear("alice@example.org", "hex resign 101 alice secret7")

    operator.type("tournament", "result", "hex-league", "101", "--winner", "alice", *WHY)

    assert "Board 101 is being played" in playing
    game = division(league).games[0]
    assert (game.score.state, game.score.winner, game.ruled) == (State.WON, 0, True)
    operator.type("tournament", "result", "hex-league", "101", "--void", *WHY)
    assert states(league)[101] is State.VOID
    operator.type("tournament", "result", "hex-league", "101", "--as-played", *WHY)
    assert division(league).games[0].score.winner == 1


def test_it_is_called_off(league: Server, operator: Operator) -> None:
    said = operator.type("tournament", "cancel", "hex-league", *WHY)

    assert said.count("News: The tournament hex-league") == 3
    assert set(states(league).values()) == {State.VOID}
    assert tick(league, days=30) == []
    assert "is over already" in operator.type("tournament", "cancel", "hex-league", exit_code=1)


def test_a_season_begins_when_the_operator_says_so(server: Server, operator: Operator) -> None:
    operator.type("tournament", "create", "hex-league", "hex")
    for userid in list(FOUR)[:3]:
        operator.type("tournament", "enter", "hex-league", userid)

    assert "Season 1 begins now." in operator.type("tournament", "start", "hex-league")
    assert tick(server, minutes=1) == ["settled", "division begun", "begun"]


def test_a_bot_of_the_server_plays_its_season_to_the_end_where_bots_may(server: Server, operator: Operator) -> None:
    operator.type("tournament", "create", "hex-league", "hex", "size=5", "--begins", "0", "--bots")
    for userid in ("alice", "bob", "bot-easy"):
        operator.type("tournament", "enter", "hex-league", userid)
    assert "alice, bob, bot-easy (bot)" in server.hear("bob@example.org", "tournament show hex-league").text
    tick(server, minutes=1)
    to_bob = next(each["text"] for each in reversed(server.outbox()) if each["recipients"] == ["bob@example.org"])
    assert re.search(r"game\seach\swith\s(alice\sand\sbot-easy\s\(bot\)|bot-easy\s\(bot\)\sand\salice),", to_bob)
    assert re.search(r"\* Hex Board \d+: you are \w+, against bot-easy \(bot\)\.", to_bob)
    thinker = thinker_of(server, Says("b2", "c3", "d4", "e5", "b4", "c5", "d2", "e1", "e3"))

    for game in division(server).games:
        for userid in (player.userid for player in game.players if player.userid != "bot-easy"):
            while thinker.run_once():
                pass
            server.say(f"{userid}@example.org", f"hex move {game.number} {userid} {FOUR[userid]} a1")
            while thinker.run_once():
                pass
            # Where no bot plays, the game is over when the first of them has resigned.
            server.say(f"{userid}@example.org", f"hex resign {game.number} {userid} {FOUR[userid]}")

    tick(server, minutes=1)
    assert set(states(server).values()) == {State.WON}
    assert "1  bot-easy (bot)" in server.hear("bob@example.org", "tournament standings hex-league").text
    shown = server.hear("bob@example.org", "tournament show hex-league").text
    assert "bot-easy" in shown


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_a_bot_is_let_into_no_other_tournament(server: Server, operator: Operator, level: str) -> None:
    operator.type("tournament", "create", "hex-league", "hex")

    said = operator.type("tournament", "enter", "hex-league", f"bot-{level}", exit_code=1)

    assert f"bot-{level} is a machine player, and none of these play in hex-league." in said


def test_a_bot_of_the_server_is_let_in_where_it_plays_the_game(server: Server, operator: Operator) -> None:
    operator.type("tournament", "create", "hex-league", "hex", "--bots")
    operator.type("bot", "close", "--level", "hard", "--game", "hex")

    unable = operator.type("tournament", "enter", "hex-league", "bot-expert", exit_code=1)
    closed = operator.type("tournament", "enter", "hex-league", "bot-hard", exit_code=1)

    assert "bot-expert does not play Hex" in unable
    assert "bot-hard takes no challenges of Hex" in closed


def test_the_operator_chooses_the_times_as_players_do(server: Server, operator: Operator) -> None:
    times = ("--days", "mtwtf--", "--forfeittime", "10", "--totaltime", "30", "--increment", "5", "--unrated")
    operator.type("tournament", "create", "hex-league", "hex", *times)

    shown = " ".join(server.hear("bob@example.org", "tournament show hex-league").text.split())
    assert "Reminder after 7 days, forfeit after 10 days without a move. Days that count" in shown
    assert (
        "Each player has 30 days for the whole game, and 5 hours more for each move. The games are not rated."
        in shown
    )


def test_nobody_is_told_that_a_season_begins_for_which_too_few_are_there(server: Server, operator: Operator) -> None:
    operator.type("tournament", "create", "hex-league", "hex")
    operator.type("tournament", "enter", "hex-league", "alice")
    before = server.everything_stored()

    said = operator.type("tournament", "start", "hex-league", *WHY, exit_code=1)

    assert "hex-league has 1 of the 3 players without whom no season begins." in said
    assert server.everything_stored() == before


def test_a_bot_takes_nobodys_place_where_bots_may_not_play(league: Server, operator: Operator) -> None:
    said = operator.type("tournament", "replace", "hex-league", "alice", "bot-easy", *WHY, exit_code=1)

    assert "bot-easy is a machine player" in said


def test_what_cannot_be_changes_nothing(league: Server, operator: Operator) -> None:
    before = league.everything_stored()

    for words, why in (
        (("withdraw", "hex-league", "dave"), "dave does not play in hex-league."),
        (("replace", "hex-league", "alice", "bob"), "bob plays in season 1 of hex-league already."),
        (("result", "hex-league", "999", "--tie"), "has no board 999"),
        (("start", "hex-league"), "none waits to begin"),
        (("enter", "hex-league", "alice"), "alice has joined hex-league already."),
        (("create", "hex-league", "hex"), "another tournament of this name"),
        (("create", "other", "hex", "colour=red"), "Hex has no parameter colour"),
        (("create", "other", "hex", "--increment", "5"), "--increment adds to the total time"),
        (("create", "other", "hex", "--days", "weekdays"), "the letters mtwtfss"),
        (("withdraw", "no-league", "alice"), "There is no tournament of this name here."),
    ):
        assert why in operator.type("tournament", *words, exit_code=1)

    assert league.everything_stored() == before


def test_trying_it_out_changes_nothing(league: Server, operator: Operator) -> None:
    before = league.everything_stored()

    operator.type("tournament", "withdraw", "hex-league", "alice", "--dry-run")
    operator.type("tournament", "replace", "hex-league", "alice", "dave", "--dry-run")

    assert league.everything_stored() == before
