"""subscribe, unsubscribe and notify: letters of boards that one does not play."""

from __future__ import annotations

import pytest

from tests.conversation import Server

ALICE = "alice@example.org"
BOB = "bob@example.org"
CAROL = "carol@example.org"


def start_board(server: Server, *players: str) -> None:
    server.hear(ALICE, f"hex challenge {' '.join(players)}")


def end_board(server: Server, number: int) -> None:
    """alice and bob play on it, and alice gives up as soon as it counts."""
    make_first_moves(server, number)
    server.hear(ALICE, f"hex resign {number} alice secret7")


def make_first_moves(server: Server, number: int) -> None:
    server.hear(ALICE, f"hex move {number} alice secret7 d4")
    server.hear(BOB, f"hex move {number} bob bobpw123 e5")


class TestSubscribing:
    def test_a_subscriber_gets_the_letters_of_a_board_as_everybody_may_see_it(self, either_server: Server) -> None:
        start_board(either_server, "alice", "bob")
        either_server.hear(CAROL, "hex subscribe 101 carol secret9")

        reply = either_server.hear(ALICE, "hex move 101 alice secret7 d4", comment="Hello!")

        letter = reply.letter_to(CAROL)
        assert letter.subject == "Hex Board 101"
        assert (
            'Subscribers: carol\nYou get this letter as a subscriber. To end that: Subject "help unsubscribe".\n'
            in letter.text
        )
        assert "as a subscriber" not in reply.letter_to(BOB).text
        assert "It is your turn" not in letter.text
        assert "Hello!" in letter.text

    def test_the_summary_tells_what_one_gets(self, server: Server) -> None:
        start_board(server, "alice", "bob")
        start_board(server, "alice", "bob")

        reply = server.hear(CAROL, "hex subscribe carol secret9 101 102")

        assert reply.subject == "Subscription summary"
        assert "carol, besides the letters of the boards that you play, you get those of:" in reply.text
        assert "* Hex: boards 101, 102." in reply.text

    def test_the_summary_covers_all_games(self, server: Server) -> None:
        start_board(server, "alice", "bob")
        server.hear(CAROL, "hex subscribe 101 carol secret9")

        reply = server.hear(CAROL, "trichet subscribe carol secret9 all")

        assert "* Hex: board 101." in reply.text
        assert "* Trichet: all boards, and those that are yet to be started." in reply.text

    def test_all_covers_boards_that_are_yet_to_be_started(self, either_server: Server) -> None:
        either_server.hear(CAROL, "hex subscribe carol secret9 all")

        reply = either_server.hear(ALICE, "hex challenge alice bob")

        assert reply.letter_to(CAROL).subject == "Hex Board 101"

    def test_all_covers_one_game_only(self, server: Server) -> None:
        server.hear(CAROL, "hex subscribe carol secret9 all")

        assert CAROL not in server.hear(ALICE, "trichet challenge alice bob").readers

    def test_a_player_who_subscribes_to_all_gets_one_letter_of_each_board(self, server: Server) -> None:
        server.hear(BOB, "hex subscribe bob bobpw123 all")

        reply = server.hear(ALICE, "hex challenge alice bob")

        assert "Subscribers" not in reply.letter_to(BOB).text

    def test_naming_a_player_means_the_boards_that_they_play(self, server: Server) -> None:
        start_board(server, "alice", "bob")
        start_board(server, "bob", "carol")
        start_board(server, "alice", "carol")

        reply = server.hear(CAROL, "hex subscribe carol secret9 bob")

        assert "* Hex: boards 101, 102." in reply.text

    def test_boards_that_there_are_not_are_listed_beside_those_found(self, server: Server) -> None:
        start_board(server, "alice", "bob")

        reply = server.hear(CAROL, "hex subscribe carol secret9 105 101 106")

        assert reply.text.startswith("There is no Hex board 105.\nThere is no Hex board 106.\n")
        assert "* Hex: board 101." in reply.text

    def test_with_none_of_the_boards_there_it_is_refused(self, server: Server) -> None:
        start_board(server, "alice", "bob")

        assert server.say(CAROL, "hex subscribe 105 carol secret9").error == "There is no Hex board 105."
        assert server.say(CAROL, "hex subscribe carol secret9 105 106").error == (
            "There is no Hex board 105.\nThere is no Hex board 106."
        )
        assert server.say(BOB, "hex subscribe bob bobpw123 carol").error == "There are no such boards of Hex."

    def test_subscribing_twice_is_subscribing_once(self, server: Server) -> None:
        start_board(server, "alice", "bob")
        server.hear(CAROL, "hex subscribe 101 carol secret9")

        reply = server.hear(CAROL, "hex subscribe carol secret9 101")

        assert "* Hex: board 101." in reply.text

    def test_boards_where_the_game_is_over_stand_apart_in_the_summary(self, server: Server) -> None:
        start_board(server, "alice", "bob")
        server.hear(CAROL, "hex subscribe 101 carol secret9")
        end_board(server, 101)

        reply = server.hear(CAROL, "trichet subscribe carol secret9 all")

        assert "* Hex: board 101, where the game is over." in reply.text

    def test_a_board_is_looked_up_before_the_password(self, server: Server) -> None:
        start_board(server, "alice", "bob")

        assert server.say(CAROL, "hex subscribe 105 carol wrong-one").error == "There is no Hex board 105."
        reply = server.say(CAROL, "hex subscribe 101 carol wrong-one")
        assert reply.error == "The userid or the password is not right."
        assert reply.subject == "Hex Board 101"

    @pytest.mark.parametrize("line", ["hex subscribe 101 carol wrong-one", "hex subscribe carol wrong-one all"])
    def test_the_password_is_masked_in_either_form(self, server: Server, line: str) -> None:
        start_board(server, "alice", "bob")

        assert "wrong-one" not in server.say(CAROL, line).text

    @pytest.mark.parametrize("line", ["hex subscribe 105 carol secret9", "hex subscribe carol secret9 nobody"])
    def test_the_right_password_is_masked_in_either_form(self, server: Server, line: str) -> None:
        start_board(server, "alice", "bob")

        reply = server.say(CAROL, line)

        assert not reply.ok
        assert "secret9" not in reply.text + reply.outcome

    @pytest.mark.parametrize("line", ["hex subscribe all carol secret9", "hex sub ALL carol secret9"])
    def test_all_boards_may_be_named_before_the_player(self, server: Server, line: str) -> None:
        reply = server.hear(CAROL, line)

        start_board(server, "alice", "bob")

        assert "secret9" not in reply.outcome
        assert server.hear(CAROL, "hex show 101").text.count("Subscribers: carol") == 1

    def test_all_boards_may_be_named_first_to_end_it_too(self, server: Server) -> None:
        server.hear(CAROL, "hex subscribe carol secret9 all")

        server.hear(CAROL, "hex unsubscribe all carol secret9")

        start_board(server, "alice", "bob")
        assert "Subscribers" not in server.hear(CAROL, "hex show 101").text

    def test_a_command_that_cannot_be_read_shows_both_forms(self, server: Server) -> None:
        reply = server.say(CAROL, "hex subscribe")

        assert "hex subscribe board userid password | userid password boards ..." in reply.text

    def test_a_board_as_it_stood_once_cannot_be_subscribed_to(self, server: Server) -> None:
        start_board(server, "alice", "bob")

        reply = server.say(CAROL, "hex subscribe carol secret9 101#7")

        assert reply.error == "A board number such as 101 is expected here."


class TestUnsubscribing:
    def test_no_more_letters_come(self, either_server: Server) -> None:
        start_board(either_server, "alice", "bob")
        either_server.hear(CAROL, "hex subscribe 101 carol secret9")

        reply = either_server.hear(CAROL, "hex unsubscribe 101 carol secret9")

        assert reply.text == "carol, you get no letters of boards but those that you play.\n"
        assert CAROL not in either_server.hear(ALICE, "hex move 101 alice secret7 d4").readers

    def test_all_ends_single_boards_too(self, server: Server) -> None:
        start_board(server, "alice", "bob")
        server.hear(CAROL, "hex subscribe 101 carol secret9")
        server.hear(CAROL, "hex subscribe carol secret9 all")
        server.hear(CAROL, "hex unsubscribe carol secret9 all")

        assert CAROL not in server.hear(ALICE, "hex move 101 alice secret7 d4").readers

    def test_all_of_one_game_leaves_other_games(self, server: Server) -> None:
        server.hear(CAROL, "hex subscribe carol secret9 all")
        server.hear(CAROL, "trichet subscribe carol secret9 all")

        reply = server.hear(CAROL, "trichet unsubscribe carol secret9 all")

        assert "* Hex: all boards" in reply.text
        assert "* Trichet" not in reply.text

    def test_naming_a_player_ends_the_boards_that_they_play(self, server: Server) -> None:
        start_board(server, "alice", "bob")
        start_board(server, "alice", "carol")
        server.hear(CAROL, "hex subscribe carol secret9 101 102")

        reply = server.hear(CAROL, "hex unsubscribe carol secret9 bob")

        assert "* Hex: board 102." in reply.text

    def test_a_board_that_was_not_subscribed_to_is_told(self, server: Server) -> None:
        start_board(server, "alice", "bob")

        assert server.say(CAROL, "hex unsubscribe 101 carol secret9").error == (
            "You have not subscribed to Hex board 101."
        )
        assert server.say(CAROL, "hex unsubscribe carol secret9 bob").error == (
            "You have subscribed to no such boards of Hex."
        )

    def test_a_single_board_cannot_be_taken_out_of_all(self, server: Server) -> None:
        start_board(server, "alice", "bob")
        server.hear(CAROL, "hex subscribe carol secret9 all")

        reply = server.say(CAROL, "hex unsubscribe 101 carol secret9")

        assert reply.error.endswith(
            "You get the letters of all boards of Hex. To end that, write: hex unsubscribe carol PASSWORD all"
        )

    def test_who_has_resigned_is_a_subscriber_and_can_end_that(self, server: Server) -> None:
        start_board(server, "alice", "bob")
        end_board(server, 101)

        reply = server.hear(ALICE, "hex unsubscribe 101 alice secret7")

        assert "you get no letters" in reply.text


class TestNotifying:
    def test_a_letter_comes_at_the_end_and_not_before(self, either_server: Server) -> None:
        start_board(either_server, "alice", "bob")
        either_server.hear(CAROL, "hex notify carol secret9 101")
        assert CAROL not in either_server.hear(ALICE, "hex move 101 alice secret7 d4").readers
        assert CAROL not in either_server.hear(BOB, "hex move 101 bob bobpw123 e5").readers

        reply = either_server.hear(ALICE, "hex resign 101 alice secret7")

        letter = reply.letter_to(CAROL)
        assert letter.subject == "Hex Board 101"
        assert "Game won by bob." in letter.text
        assert "carol" not in letter.text
        assert 'You get this letter since you asked for it. To end that: Subject "help notify".' in letter.text
        assert "since you asked for it" not in reply.letter_to(BOB).text

    def test_without_boards_all_are_meant_those_to_come_too(self, server: Server) -> None:
        reply = server.hear(CAROL, "hex notify carol secret9")
        start_board(server, "alice", "bob")
        make_first_moves(server, 101)

        assert reply.subject == "Hex Notify summary"
        assert "carol, you get a letter whenever a game of Hex ends." in reply.text
        assert CAROL in server.hear(ALICE, "hex resign 101 alice secret7").readers

    def test_the_same_again_ends_it(self, either_server: Server) -> None:
        either_server.hear(CAROL, "hex notify carol secret9")

        reply = either_server.hear(CAROL, "hex notify carol secret9")

        assert reply.text == "carol, you get no letters about the end of games that others play.\n"

    def test_the_same_again_ends_it_for_single_boards(self, server: Server) -> None:
        start_board(server, "alice", "bob")
        start_board(server, "alice", "bob")
        server.hear(CAROL, "hex notify carol secret9 101 102")

        assert "on Hex board 102." in server.hear(CAROL, "hex notify carol secret9 101").text
        assert "no letters" in server.hear(CAROL, "hex notify carol secret9 102").text

    def test_more_boards_are_added(self, server: Server) -> None:
        start_board(server, "alice", "bob")
        start_board(server, "alice", "bob")
        server.hear(CAROL, "hex notify carol secret9 101")

        assert "on Hex boards 101, 102." in server.hear(CAROL, "hex notify carol secret9 alice").text

    def test_a_subscriber_who_asked_for_the_end_too_gets_one_letter(self, server: Server) -> None:
        start_board(server, "alice", "bob")
        server.hear(CAROL, "hex subscribe 101 carol secret9")
        server.hear(CAROL, "hex notify carol secret9 101")
        make_first_moves(server, 101)

        reply = server.hear(ALICE, "hex resign 101 alice secret7")

        assert reply.letter_to(CAROL).subject == "Hex Board 101"

    def test_the_end_of_a_game_that_is_over_cannot_be_waited_for(self, server: Server) -> None:
        start_board(server, "alice", "bob")
        end_board(server, 101)

        assert server.say(CAROL, "hex notify carol secret9 101").error == ("The game on Hex board 101 is over.")
