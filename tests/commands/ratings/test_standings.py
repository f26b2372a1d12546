"""standings, and list with the names of games: who plays how well."""

from __future__ import annotations

import pytest
from sqlalchemy import insert, update

from pbmserv.play.bots import PROGRAM
from pbmserv.storage.standings import Section
from pbmserv.storage.tables import RATINGS, USERS
from tests.conversation import Server
from tests.queries import recorded, scans

ALICE = "alice@example.org"
BOB = "bob@example.org"
CAROL = "carol@example.org"


def lose(server: Server, number: int) -> None:
    """A game that alice loses against bob as soon as it counts."""
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, f"hex move {number} alice secret7 d4")
    server.hear(BOB, f"hex move {number} bob bobpw123 e5")
    server.hear(ALICE, f"hex resign {number} alice secret7")


def tie(server: Server, number: int) -> None:
    # Nobody gets more than thirty letters a day about games in which they have not moved.
    server.wait(hours=2)
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, f"hex move {number} alice secret7 propose")
    server.hear(BOB, f"hex move {number} bob bobpw123 accept")


def add_rated_players(server: Server, ratings: dict[str, int], section: Section = Section.PROVISIONAL) -> None:
    with server.database.writing() as connection:
        for place, (userid, rating) in enumerate(ratings.items()):
            number = connection.execute(
                insert(USERS)
                .values(userid=userid, userid_key=userid, password_hash="", created_at=server.now, settings={})
                .returning(USERS.c.id)
            ).scalar_one()
            connection.execute(
                insert(RATINGS).values(
                    user_id=number,
                    game="hex",
                    rating=rating,
                    won=1,
                    strength=1500.0,
                    deviation=100.0,
                    volatility=0.06,
                    precedence=-place,
                    section=int(section),
                )
            )


def lines_of(text: str) -> list[list[str]]:
    """The words of each line that shows a player of a rank."""
    return [line.split() for line in text.splitlines() if line.split()[:1] and line.split()[0].isdigit()]


class TestStandings:
    def test_after_a_game_both_players_stand_in_them(self, either_server: Server) -> None:
        lose(either_server, 101)

        reply = either_server.hear(CAROL, "hex standings")

        assert reply.subject == "Hex Standings"
        assert reply.text.startswith(
            "Provisionals\n"
            "\n"
            "rank  player  rating  won  lost  boards  seeks  Glicko-2\n"
            "   1  bob       1824    1     0       0         1662 ±290\n"
            "   2  alice     1424    0     1       0         1338 ±290\n"
        )

    def test_the_other_name_of_the_command_is_ratings(self, server: Server) -> None:
        assert server.hear(CAROL, "hex ratings").subject == "Hex Standings"

    def test_nobody_has_played_yet(self, server: Server) -> None:
        assert server.hear(CAROL, "hex standings").text.startswith("Nobody plays Hex yet.")

    def test_ties_are_shown_as_soon_as_anybody_has_one(self, server: Server) -> None:
        tie(server, 101)

        text = server.hear(CAROL, "hex standings").text

        assert "rank  player  rating  won  lost  tied  boards  seeks  Glicko-2" in text
        assert lines_of(text)[0][:6] == ["1", "alice", "1624", "0", "0", "1"]

    def test_boards_limits_and_seeking_are_shown(self, server: Server) -> None:
        server.hear(ALICE, "hex challenge alice bob")
        server.hear(ALICE, "hex challenge alice bob")
        server.hear(BOB, "hex limit bob bobpw123 5")
        server.hear(CAROL, "hex seek carol secret9 2")

        text = server.hear(CAROL, "hex standings").text

        rows = {row[1]: row for row in lines_of(text)}
        assert rows["bob"][5] == "2/5"
        assert rows["alice"][5] == "2"
        assert rows["carol"][5:7] == ["0", "2"]

    def test_who_neither_plays_nor_seeks_nor_has_played_is_not_in_them(self, server: Server) -> None:
        server.hear(CAROL, "hex seek carol secret9 2")
        server.hear(CAROL, "hex seek carol secret9 none")
        server.hear(ALICE, "hex challenge alice bob")
        server.hear(BOB, "hex resign 101 bob bobpw123")

        assert "Nobody plays Hex yet." in server.hear(CAROL, "hex standings").text

    def test_who_has_finished_20_games_is_established(self, server: Server) -> None:
        for number in range(101, 120):
            tie(server, number)
        assert "Established" not in server.hear(CAROL, "hex standings").text

        tie(server, 120)

        text = server.hear(CAROL, "hex standings").text
        assert text.startswith("Established\n\nrank  player")
        assert "Provisionals" not in text

    def test_who_takes_no_challenges_and_plays_nothing_is_inactive(self, either_server: Server) -> None:
        lose(either_server, 101)
        either_server.hear(ALICE, "hex challenge alice bob")
        either_server.hear(BOB, "hex reject bob bobpw123")
        assert "Inactive" not in either_server.hear(CAROL, "hex standings").text

        either_server.hear(ALICE, "hex resign 102 alice secret7")

        text = either_server.hear(CAROL, "hex standings").text
        assert (
            "Inactive players\n\nplayer  rating  won  lost  Glicko-2\nbob       1824    1     0  1662 ±290\n" in text
        )
        either_server.hear(BOB, "hex accept bob bobpw123")
        assert "Inactive" not in either_server.hear(CAROL, "hex standings").text

    def test_an_unrated_game_counts_for_nobody(self, server: Server) -> None:
        server.hear(ALICE, "hex challenge alice bob --unrated")
        server.hear(ALICE, "hex move 101 alice secret7 d4")
        server.hear(BOB, "hex move 101 bob bobpw123 e5")
        server.hear(ALICE, "hex resign 101 alice secret7")

        assert "Nobody plays Hex yet." in server.hear(CAROL, "hex standings").text

    def test_among_equal_ratings_who_has_just_played_comes_last_in_order_of_seats(self, server: Server) -> None:
        add_rated_players(server, {"early": 1624, "late": 1624})
        tie(server, 101)

        ranked = [row[1] for row in lines_of(server.hear(CAROL, "hex standings").text)]

        assert ranked == ["early", "late", "alice", "bob"]


class TestPages:
    def test_a_page_has_50_players_and_says_how_to_get_the_next(self, either_server: Server) -> None:
        add_rated_players(either_server, {f"player{number}": 2000 - number for number in range(60)})

        first = either_server.hear(CAROL, "hex standings").text
        second = either_server.hear(CAROL, "hex standings 2").text

        assert [row[1] for row in lines_of(first)] == [f"player{number}" for number in range(50)]
        assert 'More: Subject "hex standings 2".' in first
        assert [row[:2] for row in lines_of(second)] == [
            [str(number + 1), f"player{number}"] for number in range(50, 60)
        ]
        assert "More" not in second

    def test_ranks_count_within_their_section_on_later_pages_too(self, server: Server) -> None:
        add_rated_players(server, {f"old{number}": 2000 - number for number in range(30)}, Section.ESTABLISHED)
        add_rated_players(server, {f"new{number}": 2000 - number for number in range(30)})

        second = server.hear(CAROL, "hex standings 2").text

        assert lines_of(second)[0][:2] == ["21", "new20"]

    def test_a_page_that_there_is_not_is_refused(self, server: Server) -> None:
        reply = server.say(CAROL, "hex standings 2")

        assert reply.error == "The standings of Hex have no page 2."

    def test_a_page_that_is_no_number_is_refused(self, server: Server) -> None:
        assert server.say(CAROL, "hex standings first").error == "The page has to be a whole number from 1 to 999."

    @pytest.mark.parametrize("which", ["2", "people 2"])
    def test_they_are_read_along_an_index_and_no_further_than_the_page(
        self, either_server: Server, which: str
    ) -> None:
        add_rated_players(either_server, {f"player{number}": 2000 - number for number in range(120)})

        with recorded(either_server.database) as statements:
            either_server.hear(CAROL, f"hex standings {which}")

        with either_server.database.writing() as connection:
            assert scans(connection, statements) == []
        assert len(statements) < 15


class TestListOfAGame:
    def test_it_shows_who_plays_with_rating_and_seeking(self, either_server: Server) -> None:
        lose(either_server, 101)
        either_server.hear(CAROL, "hex seek carol secret9 2")

        text = either_server.hear(CAROL, "list hex").text

        assert "        player  rating  boards  seeks\n" in text
        assert "        bob       1824       0\n" in text
        assert "        carol     1600       0  2\n" in text

    def test_those_who_are_inactive_are_not_shown(self, server: Server) -> None:
        lose(server, 101)
        with server.database.writing() as connection:
            connection.execute(update(RATINGS).values(section=int(Section.INACTIVE)))

        assert "rating" not in server.hear(CAROL, "list hex").text

    def test_without_a_game_nobody_is_named(self, server: Server) -> None:
        lose(server, 101)

        assert "bob" not in server.hear(CAROL, "list").text

    @pytest.mark.parametrize("words", ["2 3", "people people", "people 1 2", "1000", "people 0"])
    def test_what_names_no_page_is_refused(self, server: Server, words: str) -> None:
        assert server.say(CAROL, f"hex standings {words}").ok is False


class TestPeople:
    def test_bots_are_left_out_and_have_no_rank(self, either_server: Server) -> None:
        add_rated_players(either_server, {"first": 1900, "robot": 1800, "third": 1700})
        with either_server.database.writing() as connection:
            connection.execute(update(USERS).where(USERS.c.userid == "robot").values(bot=PROGRAM))

        everybody = either_server.hear(CAROL, "hex standings").text
        people = either_server.hear(CAROL, "hex standings people").text

        assert [row[:2] for row in lines_of(everybody)] == [["1", "first"], ["2", "robot"], ["3", "third"]]
        assert [row[:2] for row in lines_of(people)] == [["1", "first"], ["2", "third"]]

    def test_they_have_pages_too_with_the_words_in_any_order(self, server: Server) -> None:
        add_rated_players(server, {f"player{number}": 2000 - number for number in range(51)})

        first = server.hear(CAROL, "hex standings people").text

        assert 'More: Subject "hex standings people 2".' in first
        for words in ("people 2", "2 people", "2 peo"):
            assert [row[:2] for row in lines_of(server.hear(CAROL, f"hex standings {words}").text)] == [
                ["51", "player50"]
            ]
