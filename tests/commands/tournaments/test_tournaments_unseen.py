"""Who is entered again in a tournament, and who is lost: who has run out of time, and was not seen for a month."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbmserv.storage.tournaments import Seasons, Tournaments
from tests.commands.tournaments.test_tournaments import CUP, division, join, letters, open_league, say, tick
from tests.conversation import FOUR, Server


class TestWhoWasNotSeen:
    """dave has run out of time in all of his games, and does nothing else for two months."""

    @pytest.fixture
    def league(self, either_server: Server) -> Server:
        either_server.sign_up("dave")
        either_server.office.act(open_league)
        for userid in FOUR:
            join(either_server, userid, "hex-league")
        tick(either_server, days=7)
        return either_server

    def lose(self, server: Server) -> None:
        """All others end their games at once, and move where they meet dave, whose clocks run out."""
        for game in division(server, "hex-league").games:
            for userid in sorted(player.userid for player in game.players if player.userid != "dave"):
                what = "move" if "dave" in {player.userid for player in game.players} else "resign"
                server.say(
                    f"{userid}@example.org",
                    f"hex {what} {game.number} {userid} {FOUR[userid]} {'b2' if what == 'move' else ''}".strip(),
                )
        for _ in range(14):
            if "over" in tick(server, days=7).seasons:
                return
        raise AssertionError("the season does not end")

    def test_is_not_entered_again(self, league: Server) -> None:
        self.lose(league)

        assert sorted(letters(tick(league, days=7), "Your boards: The tournament hex-league")) == [
            "alice",
            "bob",
            "carol",
        ]

    def test_is_if_they_join_once_more_before_the_next_season(self, league: Server) -> None:
        self.lose(league)

        assert "dave, you have joined" in " ".join(join(league, "dave", "hex-league").split())
        assert league.say("dave@example.org", "tournament join dave davepw45 hex-league").error == (
            "dave has joined hex-league already."
        )
        assert "dave" in letters(tick(league, days=7), "Your boards: The tournament hex-league")

    def test_a_month_is_thirty_days(self, server: Server) -> None:
        server.office.act(open_league)
        line = f"tournament join bob {FOUR['bob']} hex-league"
        assert server.say("bob@example.org", line).ok

        server.wait(days=30)
        assert server.say("bob@example.org", line).error == "bob has joined hex-league already."
        server.wait(seconds=1)
        assert server.say("bob@example.org", line).ok


class TestWhoIsSeen:
    """A month after the season has begun, and what tells the tournament that somebody is there."""

    @pytest.fixture
    def cup(self, either_server: Server) -> Server:
        """The season of alice, bob and carol has begun; on Hex board 101 alice meets bob, and begins."""
        either_server.hear("alice@example.org", f"{CUP} --players=3 -size=5")
        for userid in ("bob", "carol"):
            join(either_server, userid, "spring-cup")
        tick(either_server)
        return either_server

    def seen(self, server: Server) -> set[str]:
        """Who was seen within ten days."""
        since = server.now - timedelta(days=10)
        with server.database.reading() as connection:
            tournament = Tournaments(connection).named("spring-cup")
            assert tournament
            players = division(server).players
            return {each.userid for each in players if Seasons(connection).seen_since(tournament.id, each, since)}

    def test_nobody_who_does_nothing(self, cup: Server) -> None:
        cup.wait(days=30)

        assert self.seen(cup) == set()

    @pytest.mark.parametrize(
        "line",
        [
            "hex move 101 bob PW propose",
            "hex queue 101 bob PW if b2 then c3",
            "hex resign 101 bob PW",
            "vacation bob PW 5",
        ],
    )
    def test_who_votes_plans_or_goes_on_vacation_is(self, cup: Server, line: str) -> None:
        cup.wait(days=30)

        cup.hear("bob@example.org", line.replace("PW", FOUR["bob"]))

        assert self.seen(cup) == {"bob"}

    def test_who_swaps_is_and_not_who_has_moved_long_before(self, cup: Server) -> None:
        say(cup, "alice", "hex move 101 alice PW c3")
        cup.wait(days=30)

        say(cup, "bob", "hex swap 101 bob PW")

        assert self.seen(cup) == {"bob"}
