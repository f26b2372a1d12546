"""Two tournaments, from the first letter to the last table, as their players see them; and what crosses them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlalchemy import select

from pbmserv.commands.operator import interventions, membership, tournament_changes
from pbmserv.commands.requests.budget_table import DEFAULT
from pbmserv.commands.requests.context import Call
from pbmserv.commands.tournaments import seasons
from pbmserv.commands.tournaments.actions import options_of
from pbmserv.games.catalogue import installed
from pbmserv.letters.letter import Letter
from pbmserv.play.board import Terms
from pbmserv.play.tournaments.table import State
from pbmserv.post_office import PostOffice
from pbmserv.scheduler import Round, Scheduler
from pbmserv.storage.divisions import Division, Divisions
from pbmserv.storage.tables import TALLIES
from pbmserv.storage.tournaments import Seasons, Stage, Tournament, Tournaments
from tests.conversation import FOUR, Server

CUP = "tournament create alice secret7 hex spring-cup"


@pytest.fixture
def server(either_server: Server) -> Server:
    """A server on which alice, bob and carol have signed up; the test runs once on each kind of database."""
    return either_server


@pytest.fixture
def four(server: Server) -> Server:
    """The same, and dave has, too."""
    server.sign_up("dave")
    return server


@pytest.fixture
def cup(server: Server) -> Server:
    """One on which the season of alice, bob and carol has begun, on Hex boards 101 (bob second), 102 and 103."""
    server.hear("alice@example.org", f"{CUP} --players=3 -size=5")
    for userid in ("bob", "carol"):
        join(server, userid, "spring-cup")
    tick(server)
    return server


def say(server: Server, userid: str, line: str) -> str:
    """What the answer says to a command of a player's, whose password stands where PW does."""
    return server.hear(f"{userid}@example.org", line.replace("PW", FOUR[userid])).text


def join(server: Server, userid: str, name: str, word: str = "") -> str:
    server.wait(minutes=1)
    return say(server, userid, f"tournament join {userid} PW {name} {word}".strip())


def tick(server: Server, **time: float) -> Round:
    """Let time go by, and the clock look."""
    server.wait(**time)
    return Scheduler(server.database, server.office, installed()).make_round(server.now)


def letters(made: Round, headline: str) -> dict[str, Letter]:
    """The letters of a round with that headline, by the names of their readers."""
    return {letter.player.userid: letter for letter in made.letters if letter.headline == headline and letter.player}


def resign(server: Server, board: int, userid: str) -> None:
    """Give a board up; where it is not the player's turn, the other makes room for that."""
    say(server, userid, f"hex resign {board} {userid} PW")


def division(server: Server, name: str = "spring-cup", season: int = 1, number: int = 1) -> Division:
    with server.database.reading() as connection:
        tournament = Tournaments(connection).named(name)
        assert tournament
        its = Seasons(connection).of(tournament.id, season)
        assert its
        return Divisions(connection).of(its, number, 1)[0]


def test_two_tournaments_from_joining_to_the_last_table(four: Server) -> None:
    # dave sets one up for his friends, with small boards and little time, behind a word.
    created = say(
        four, "dave", "tournament create dave PW hex club-night willow-tree -size=5 --forfeittime=5 --players=3"
    )
    assert "dave, you have set up club-night, and have joined it." in created
    assert "It is closed" in created
    wrong = four.say("bob@example.org", "tournament join bob bobpw123 club-night oak-tree")
    assert wrong.error == "The word is not right."
    assert "oak-tree" not in wrong.text
    assert "forgotten your password" not in wrong.text
    join(four, "bob", "club-night", "willow-tree")
    # The operator's goes on for ever, and everybody can join.
    four.office.act(lambda call: open_league(call))
    for userid in FOUR:
        join(four, userid, "hex-league")
    assert "4 have joined for the next season: alice, bob, carol, dave" in say(
        four, "alice", "tournament show hex-league"
    )

    # The third friend comes: it begins, and each of the three gets one letter with all of their boards.
    join(four, "carol", "club-night", "willow-tree")
    begun = tick(four)
    first = letters(begun, "Your boards: The tournament club-night")
    assert sorted(first) == ["bob", "carol", "dave"]
    first_board, other = first["dave"].text.split("\n\n")[1].splitlines()
    assert first_board == "* Hex Board 101: you are Vertical, against bob. It is your turn."
    assert other == "* Hex Board 102: you are Horizontal, against carol."
    assert "Just answer this letter, with a line for each board on which you want to move" in (
        " ".join(first["dave"].text.split())
    )
    assert first["dave"].text.count("-a-b-c-d-e-") == 4
    assert re.search(r"^    hex 101 [a-e][1-5]$", first["dave"].text, re.MULTILINE)
    asked_for = four.hear("dave@example.org", "hex show 101").letters[0]
    assert "just answer this letter with your move in the first line." in " ".join(asked_for.text.split())
    assert asked_for.reply_to
    told = " ".join(first["dave"].text.split())
    assert "dave, season 1 of club-night has begun. You play Hex (size 5) in division 1, one game each with" in told
    assert len(begun.letters) == 3

    # On the board, and in the list, it says what it belongs to.
    moved = say(four, "dave", "hex move 101 dave PW c3")
    assert "Tournament: club-night, season 1, division 1" in moved
    assert "club-night/1/1" in say(four, "bob", "hex games bob")

    # bob swaps and is dave's Vertical then; dave gives up: the point is bob's, wherever he sits.
    say(four, "bob", "hex swap 101 bob PW")
    say(four, "dave", "hex resign 101 dave PW")
    # carol and dave agree on a tie, before a move is made.
    say(four, "carol", "hex move 102 carol PW propose")
    say(four, "dave", "hex move 102 dave PW accept")
    assert "\n1  bob     *  1  .      1   0.50\n" in say(four, "alice", "tournament standings club-night")
    assert not letters(tick(four, hours=1), "Final table: The tournament club-night")

    # bob does not answer in his game with carol; he is on vacation for five days, and loses nothing meanwhile.
    say(four, "bob", "vacation bob PW 5")
    assert "Reminder" not in {letter.says for letter in tick(four, days=4).letters}
    for _ in range(14):
        over = tick(four, days=1)
        if final := letters(over, "Final table: The tournament club-night"):
            break
    assert sorted(final) == ["bob", "carol", "dave"]
    assert final["carol"].text.startswith(
        "carol, you have won club-night (season 1, division 1), with 1½ points. All\n"
        "games are over.\n"
        "\n"
        "   player  1  2  3  points  S-B\n"
        "1  carol   *  1  ½      1½  1.25\n"
        "2  bob     0  *  1      1   0.50\n"
        "3  dave    ½  0  *       ½  0.75\n"
    )
    assert four.say("alice@example.org", "tournament join alice secret7 club-night").error == (
        "club-night is closed: its word is expected after the name."
    )

    # Meanwhile the league has begun by its day. Everybody gives up but alice, who wins it.
    boards = {each.number: each.players for each in division(four, "hex-league").games}
    for number, players in boards.items():
        loser = max(players, key=lambda player: player.userid)
        _give_up(four, number, loser.userid)
    ended = four.now
    assert "hex-league, season 1: all games are over" in say(four, "dave", "tournament standings hex-league")
    final = letters(tick(four, minutes=5), "Final table: The tournament hex-league")
    assert "alice   *  1  1  1" in final["alice"].text
    assert "alice, you have won hex-league (season 1, division 1), with 3 points." in " ".join(
        final["alice"].text.split()
    )
    assert "alice won, with 3 points. You are number" in " ".join(final["dave"].text.split())

    # A week after the last game the next season begins with all but dave, who has left; seats are changed.
    say(four, "dave", "tournament leave dave PW hex-league")
    assert not letters(tick(four, days=6), "Your boards: The tournament hex-league")
    four.now = ended + timedelta(days=7)
    assert sorted(letters(tick(four), "Your boards: The tournament hex-league")) == ["alice", "bob", "carol"]
    assert [place.player.userid for place in division(four, "hex-league", 2).places] == ["alice", "bob", "carol"]


def test_the_address_of_its_page_stands_on_a_line_of_its_own(server: Server) -> None:
    server.office = PostOffice(
        server.database,
        installed(),
        server.address,
        server.passwords,
        lambda: server.now,
        web_url="https://games.example",
    )
    server.hear("alice@example.org", f"{CUP} --players=3")
    join(server, "bob", "spring-cup")
    join(server, "carol", "spring-cup")

    first = letters(tick(server), "Your boards: The tournament spring-cup")["bob"].text

    assert 'stand: Subject "tournament standings spring-cup".' in " ".join(first.split())
    assert "\n\nhttps://games.example/tournaments/spring-cup\n" in first


def open_league(call: Call) -> str:
    options = options_of(call.catalogue["hex"], {"size": 5})
    terms = Terms(nag_days=20, forfeit_days=60)
    return tournament_changes.create(
        call, Tournament("hex-league", "hex", options, terms, recurring=True), timedelta(days=7)
    )


def _give_up(server: Server, board: int, userid: str) -> None:
    """Resign; out of turn it waits until the other has moved, who does so at once."""
    say(server, userid, f"hex resign {board} {userid} PW")
    game = next(each for each in division(server, "hex-league").games if each.number == board)
    if game.score.state is State.ON:
        other = next(player.userid for player in game.players if player.userid != userid)
        say(server, other, f"hex move {board} {other} PW b2")


class TestJoining:
    def test_the_answer_says_how_to_go_on_in_a_paragraph_of_its_own(self, server: Server) -> None:
        created = server.hear("alice@example.org", CUP).text

        assert "the games among\nthem.\n\nIf you do not want to play in the next season, answer" in created
        assert "Reminder after 7 days, forfeit after 21 days without a move. The games are\nrated.\n" in created

    @pytest.mark.parametrize(
        ("line", "why"),
        [
            ("tournament join alice secret7 no-cup", "There is no tournament of this name here."),
            ("tournament leave bob bobpw123 spring-cup", "You are not entered for the next season of spring-cup"),
            ("tournament join alice secret7 spring-cup", "alice has joined spring-cup already."),
            ("tournament create bob bobpw123 hex Spring-Cup", "There is, or was, another tournament of this name"),
            ("tournament create bob bobpw123 hearts h-cup", "Hearts is not for two players"),
            ("tournament create bob bobpw123 hexx h-cup", "Did you mean hex?"),
            ("tournament create bob bobpw123 hex h-cup -size=99", "-size"),
            ("tournament create bob bobpw123 hex h-cup --players=2", "--players has to be 3 or more"),
            ("tournament create bob bobpw123 hex h-cup --increment=2", "--increment adds to the total time"),
            ("tournament create bob bobpw123 hex h_cup", "The name of a tournament is a letter"),
            ("tournament create bob bobpw123 hex h-cup short", "closed tournament has 6 to 72 printable characters"),
            ("tournament create bob bobpw123 hex club night", "The name before it is one word itself."),
            ("tournament join bob bobpw123 spring-cpu", "Did you mean spring-cup?"),
            ("tournament standings spring-cup", "No season of spring-cup has begun yet"),
            ("tournament", "After tournament a command is expected: list, show, join, leave, standings, create."),
        ],
    )
    def test_what_cannot_be_is_refused_with_the_reason(self, server: Server, line: str, why: str) -> None:
        server.hear("alice@example.org", CUP)
        before = server.everything_stored()

        reply = server.say(f"{line.split()[2] if len(line.split()) > 3 else 'bob'}@example.org", line)

        assert why in reply.error
        assert server.everything_stored() == before

    def test_what_has_one_season_only_is_shown_without_ways_to_join_once_that_has_begun(self, cup: Server) -> None:
        shown = cup.hear("bob@example.org", "tournament show spring-cup").text

        assert shown.endswith(
            "Answer this letter with this word, if you like:\n\n    standings\n        the tables\n"
        )

    def test_what_has_one_season_only_cannot_be_left_once_that_has_begun(self, cup: Server) -> None:
        before = cup.everything_stored()

        for userid in ("bob", "alice"):
            refused = cup.say(f"{userid}@example.org", f"tournament leave {userid} {FOUR[userid]} spring-cup").error
            assert "spring-cup has begun already, and has one season only" in refused
            assert "resign there (help resign)" in refused
        assert cup.everything_stored() == before

    def test_nobody_has_more_than_three_going_on(self, server: Server) -> None:
        for number in range(3):
            server.hear("alice@example.org", f"{CUP}-{number}")

        assert "that is the most" in server.say("alice@example.org", f"{CUP}-3").error

    def test_it_does_not_take_place_with_fewer_than_three(self, server: Server) -> None:
        server.hear("alice@example.org", CUP)
        join(server, "bob", "spring-cup")

        told = letters(tick(server, days=7), "Called off: The tournament spring-cup")

        assert sorted(told) == ["alice", "bob"]
        assert (
            "spring-cup is over." in server.say("carol@example.org", "tournament join carol secret9 spring-cup").error
        )

    def test_who_leaves_before_the_clock_has_looked_leaves_it_waiting_for_another_or_its_day(
        self, four: Server
    ) -> None:
        four.hear("alice@example.org", f"{CUP} --players=3 -size=5")
        before = " ".join(say(four, "alice", "tournament show spring-cup").split())
        join(four, "bob", "spring-cup")
        full = " ".join(say(four, "carol", "tournament join carol PW spring-cup").split())
        assert "3 have joined: season 1 begins within a few minutes." in full
        assert "begins now" in say(four, "dave", "tournament list")

        say(four, "carol", "tournament leave carol PW spring-cup")

        assert tick(four, minutes=1).seasons == ["waits"]
        [day] = re.findall("Season 1 begins on [^.]*, or as soon as 3 have joined", before)
        assert day in " ".join(say(four, "alice", "tournament show spring-cup").split())
        assert tick(four, days=1).seasons == []
        join(four, "dave", "spring-cup")
        assert sorted(letters(tick(four), "Your boards: The tournament spring-cup")) == ["alice", "bob", "dave"]

    def test_with_three_it_begins_by_its_day_though_more_were_hoped_for(self, server: Server) -> None:
        server.hear("alice@example.org", f"{CUP} --players=4 -size=5")
        join(server, "bob", "spring-cup")
        join(server, "carol", "spring-cup")

        assert not tick(server, days=6).seasons
        assert sorted(letters(tick(server, days=1), "Your boards: The tournament spring-cup")) == [
            "alice",
            "bob",
            "carol",
        ]

    def test_nobody_joins_for_friends_who_have_begun(self, cup: Server) -> None:
        cup.sign_up("dave")

        error = cup.say("dave@example.org", "tournament join dave davepw45 spring-cup").error

        assert error == "spring-cup has begun already."


class TestTheList:
    def test_a_game_of_which_no_tournament_goes_on_is_told_from_a_server_without_any(self, server: Server) -> None:
        none = " ".join(say(server, "bob", "tournament list chess").split())
        server.hear("alice@example.org", CUP)

        others = " ".join(say(server, "bob", "tournament list chess").split())

        assert "No tournament of Chess goes on here. To set one up, answer this letter with a line like this" in none
        assert none.endswith("tournament create chess chess-cup")
        assert "tournament list" not in none
        assert "No tournament of Chess goes on here. To see those of other games" in others
        assert "PASSWORD" not in none + others
        assert "spring-cup" in say(server, "bob", "tournament list hex")

    def test_a_game_without_tournaments_is_no_example_of_how_to_set_one_up(self, server: Server) -> None:
        assert "tournament create hex hex-cup" in say(server, "bob", "tournament list hearts")

    def test_a_stranger_reads_where_it_is_told_how_one_is_set_up(self, server: Server) -> None:
        told = server.say("tom@example.com", "tournament list").text

        assert 'No tournament goes on here.\n\nTo set one up: Subject "help tournament create".' in told
        assert "PASSWORD" not in told


class TestTheWord:
    def test_it_is_stored_nowhere_and_repeated_nowhere(self, server: Server) -> None:
        for line in (
            f"{CUP} willow-tree",
            f"{CUP} willow-tree more",
            "tournament join bob bobpw123 spring-cup willow-tree",
            "tournament join bob bobpw123 spring-cup willow-tree more",
            "tournament join bob spring-cup willow-tree",
            "tournament jion bob bobpw123 spring-cup willow-tree",
        ):
            reply = server.say(
                f"{'alice' if 'alice' in line else 'bob'}@example.org", line, comment="It is willow-tree!"
            )
            assert "willow-tree" not in reply.outcome
            if reply.ok:
                assert "willow-tree" not in reply.text

        assert "willow-tree" not in str(server.everything_stored())

    def test_guesses_are_limited_as_of_passwords(self, server: Server) -> None:
        server.hear("alice@example.org", f"{CUP} willow-tree")
        most = DEFAULT.wrong_passwords.most

        for number in range(most):
            server.say("bob@example.org", f"tournament join bob bobpw123 spring-cup guess-{number}")

        assert not server.say("bob@example.org", "tournament join bob bobpw123 spring-cup willow-tree").ok
        server.wait(days=1)
        assert server.say("bob@example.org", "tournament join bob bobpw123 spring-cup willow-tree").ok


class TestBoards:
    def test_nobody_withdraws_and_the_one_who_resigns_before_moving_loses(self, cup: Server) -> None:
        say(cup, "alice", "hex resign 101 alice PW")

        [game] = [each for each in division(cup).games if each.number == 101]

        assert (game.score.state, game.score.winner) == (State.WON, game.score.second)

    def test_who_signs_off_loses_what_is_being_played_and_stays_in_the_table(self, cup: Server) -> None:
        cup.season("carol")
        cup.office.act(lambda call: membership.delete(call, "carol", ""))

        table = say(cup, "alice", "tournament standings spring-cup")

        assert "3  carol   0  0  *       0  0.00" in table

    def test_a_board_that_was_called_off_counts_for_nobody(self, cup: Server) -> None:
        cup.office.act(lambda call: interventions.abort(call, interventions.board_to_change(call, "hex", 101), ""))

        assert [each.score.state for each in division(cup).games] == [State.VOID, State.ON, State.ON]

    def test_a_result_that_was_undone_is_open_again_and_the_last_table_comes_again(self, cup: Server) -> None:
        for number, userid in ((101, "alice"), (102, "carol"), (103, "bob")):
            say(cup, userid, f"hex resign {number} {userid} PW")
        assert len(letters(tick(cup, hours=1), "Final table: The tournament spring-cup")) == 3

        cup.office.act(
            lambda call: interventions.undo(call, interventions.board_to_change(call, "hex", 101), None, "")
        )

        assert division(cup).games[0].score.state is State.ON
        tick(cup)
        assert "last table" not in say(cup, "bob", "tournament standings spring-cup")
        say(cup, "alice", "hex resign 101 alice PW")
        assert len(letters(tick(cup, hours=1), "Final table: The tournament spring-cup")) == 3

    def test_seeks_and_limits_do_not_matter(self, server: Server) -> None:
        """Who has joined wants to play; nobody's wish for challenges is used up by it."""
        server.hear("bob@example.org", "hex limit bob bobpw123 1")
        server.hear("carol@example.org", "hex seek carol secret9 3")
        server.hear("alice@example.org", f"{CUP} --players=3")
        join(server, "bob", "spring-cup")
        join(server, "carol", "spring-cup")

        tick(server)

        assert len(division(server).games) == 3
        assert "3 more challenges" in say(server, "carol", "hex seek carol PW")

    def test_the_letters_of_a_season_are_nobodys(self, cup: Server) -> None:
        """The clock has caused them: no player has used up any letters for them."""
        with cup.database.reading() as connection:
            spent = {row.what for row in connection.execute(select(TALLIES))}
        assert "letters" not in spent


class TestSeasons:
    def test_a_season_that_breaks_off_goes_on_where_it_was(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        server.hear("alice@example.org", f"{CUP} --players=3 -size=5")
        join(server, "bob", "spring-cup")
        join(server, "carol", "spring-cup")
        begin, begun = seasons.begin_board, []

        def break_off(*arguments, **more):  # type: ignore[no-untyped-def]
            begun.append(begin(*arguments, **more))
            if len(begun) == 2:
                raise RuntimeError("the power is gone")
            return begun[-1]

        monkeypatch.setattr(seasons, "begin_board", break_off)
        broken = tick(server)
        assert broken.failed_seasons
        with server.database.reading() as connection:
            tournament = Tournaments(connection).named("spring-cup")
            its = Seasons(connection).of(tournament.id) if tournament else None
            assert its is not None
            assert (its.stage, Divisions(connection).of(its)) == (Stage.BEGINNING, [])

        assert tick(server, hours=1).seasons == ["division begun", "begun"]
        assert [each.number for each in division(server).games] == [101, 102, 103]

    def test_a_second_look_changes_nothing(self, cup: Server) -> None:
        before = cup.everything_stored()

        assert tick(cup).seasons == []

        assert cup.everything_stored() == before

    def test_a_dry_run_changes_nothing(self, server: Server) -> None:
        server.hear("alice@example.org", f"{CUP} --players=3")
        join(server, "bob", "spring-cup")
        join(server, "carol", "spring-cup")
        before = server.everything_stored()

        Scheduler(server.database, server.office, installed()).make_round(server.now, dry_run=True)

        assert server.everything_stored() == before
