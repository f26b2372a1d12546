"""Two against two: letters, lists, records and ratings tell that partners have won together."""

from __future__ import annotations

import pytest

from pbmserv.commands.operator import interventions
from pbmserv.commands.requests.context import Call
from pbmserv.games.catalogue import installed
from pbmserv.play.ratings import Standing
from pbmserv.scheduler import Scheduler
from pbmserv.storage.ratings import Ratings
from pbmserv.storage.standings import Standings
from tests.commands.starting.test_invitations import answer, code_of
from tests.conversation import FOUR, Server
from tests.partners import begin, board_of, hear, lead, resign_both


def standings_of(server: Server) -> dict[str, Standing]:
    with server.database.reading() as connection:
        found, _ = Standings(connection).page("spades", 1, 10)
    return {each.player.userid: each.standing for each in found}


def test_letters_tell_all_four_who_has_won(server: Server) -> None:
    letters = resign_both(server)

    for name in FOUR:
        letter = letters.letter_to(f"{name}@example.org")
        assert "Game won by alice and carol." in letter.text
        won = name in ("alice", "carol")
        assert letter.headline == f"{'You won' if won else 'You lost'}: Spades Board 101"


def test_who_only_watches_reads_who_has_won(server: Server) -> None:
    server.enrol("erin", "erinpw78")
    begin(server)
    server.hear("erin@example.org", "spades subscribe 101 erin erinpw78")
    lead(server)
    hear(server, "bob", "spades resign 101 ME")
    position = board_of(server).position
    hear(server, "carol", f"spades move 101 ME {position.playable(2)[0]}")
    ended = hear(server, "dave", "spades resign 101 ME")

    assert "Game won by alice and carol." in ended.letter_to("erin@example.org").text


def test_lists_history_and_record_name_both(either_server: Server) -> None:
    resign_both(either_server)

    assert "won by alice and carol" in either_server.hear(None, "spades games 101").text
    assert "    101  alice carol       1  alice bob carol dave" in either_server.hear(None, "spades history").text
    assert "won by alice and carol" in either_server.hear(None, "spades record 101").text


def test_partners_are_rated_as_a_side_and_so_they_are_when_ratings_are_made_anew(either_server: Server) -> None:
    resign_both(either_server)

    before = standings_of(either_server)
    with either_server.database.writing() as connection:
        Ratings(connection).rebuild("spades")

    assert {name: (each.won, each.lost) for name, each in before.items()} == {
        "alice": (1, 0), "bob": (0, 1), "carol": (1, 0), "dave": (0, 1),
    }  # fmt: skip
    assert before["alice"].rating == before["carol"].rating > before["bob"].rating == before["dave"].rating
    assert standings_of(either_server) == before


def test_the_operator_can_decide_for_a_side(server: Server) -> None:
    begin(server)

    def decide(call: Call) -> None:
        board = interventions.board_to_change(call, "spades", 101)
        interventions.adjudicate(call, board, "dave", 1, "They were ahead.")

    server.office.act(decide)

    assert [player.userid for player in board_of(server).winners] == ["bob", "dave"]
    assert "won by bob and dave" in server.hear(None, "spades games 101").text


def test_partners_stay_partners_in_a_rematch(server: Server) -> None:
    resign_both(server)

    for name in FOUR:
        hear(server, name, "spades rematch 101 ME")

    assert [player.userid for player in board_of(server, 102).players] == ["bob", "carol", "dave", "alice"]


def test_whoever_puts_a_game_up_can_name_a_partner(server: Server) -> None:
    server.sign_up("dave")
    hear(server, "alice", "spades challenge alice anyone carol anyone")

    for name in ("bob", "dave", "carol"):
        hear(server, name, "spades join 101 ME")

    assert [player.userid for player in board_of(server).players] == ["alice", "bob", "carol", "dave"]


def test_when_the_time_of_one_partner_is_over_the_other_plays_on_and_wins_alone(server: Server) -> None:
    begin(server)
    lead(server)
    for _ in range(2):
        server.wait(days=40)
        Scheduler(server.database, server.office, installed()).make_round(server.now)
    assert [seat.resigned for seat in board_of(server).seats] == [False, True, False, False]

    def decide(call: Call) -> None:
        board = interventions.board_to_change(call, "spades", 101)
        interventions.adjudicate(call, board, "dave", 1, "They were ahead.")

    server.office.act(decide)

    assert [player.userid for player in board_of(server).winners] == ["dave"]
    assert 'won by dave"' in server.hear(None, "spades record 101").text


def test_a_substitute_wins_for_the_partner_and_whoever_has_left_has_lost(either_server: Server) -> None:
    server = either_server
    server.enrol("erin", "erinpw78")
    begin(server)
    lead(server)
    hear(server, "bob", "spades resign 101 ME")
    for name in ("alice", "carol", "dave"):
        hear(server, name, "spades substitute 101 ME erin")
    server.hear("erin@example.org", "spades join 101 erin erinpw78")

    def decide(call: Call) -> None:
        board = interventions.board_to_change(call, "spades", 101)
        interventions.adjudicate(call, board, "erin", 1, "They were ahead.")

    server.office.act(decide)

    assert [player.userid for player in board_of(server).winners] == ["erin", "dave"]
    assert {name: (each.won, each.lost) for name, each in standings_of(server).items()} == {
        "alice": (0, 1), "bob": (0, 1), "carol": (0, 1), "dave": (1, 0),
    }  # fmt: skip


def test_a_tie_that_all_agree_to_is_nobodys_win(server: Server) -> None:
    begin(server)
    hear(server, "alice", "spades move 101 ME propose")
    for name in ("bob", "carol"):
        hear(server, name, "spades move 101 ME accept")
    ended = hear(server, "dave", "spades move 101 ME accept")

    assert "Game was a tie." in ended.letter_to("alice@example.org").text
    assert board_of(server).winners == ()


def test_nothing_is_taken_back_since_it_would_show_cards(server: Server) -> None:
    begin(server)

    said = server.say("alice@example.org", "spades move 101 alice secret7 undo")

    assert not said.ok
    assert "taken back" in said.error


def test_a_tournament_of_spades_is_refused_since_it_is_for_two(server: Server) -> None:
    refused = server.say("alice@example.org", "tournament create alice secret7 spades cup")

    assert not refused.ok
    assert "two" in refused.error


@pytest.mark.parametrize("said", ["4", "bid 4", "nil", "04"])
def test_a_bid_can_be_written_in_several_ways(server: Server, said: str) -> None:
    server.sign_up("dave")
    hear(server, "alice", "spades challenge alice bob carol dave")

    hear(server, "alice", f"spades move 101 ME {said}")

    assert board_of(server).position.bids in ((4,), (0,))


def test_what_one_says_at_the_table_is_heard_by_all_and_a_message_to_the_partner_by_nobody_else(
    server: Server,
) -> None:
    begin(server)

    said = server.hear("alice@example.org", "spades chat 101 alice secret7", comment="What a hand!")
    message = server.hear("alice@example.org", "message alice secret7 carol", comment="Are you well?")

    for name in ("bob", "carol", "dave"):
        assert "What a hand!" in said.letter_to(f"{name}@example.org").text
    assert message.readers == {"alice@example.org", "carol@example.org"}
    assert "Spades" not in message.letter_to("carol@example.org").text
    assert "101" not in message.letter_to("carol@example.org").subject


def test_a_partner_can_be_invited_by_address(either_server: Server) -> None:
    server, friend = either_server, "caro@friends.example"
    server.sign_up("dave")
    invited = server.hear("alice@example.org", f"spades challenge alice bob {friend} dave")
    assert "You will play as caro." in invited.letter_to(friend).text

    answered = answer(server, code_of(invited, friend), "yes", friend)

    assert answered.ok, answered.error
    assert [player.userid for player in board_of(server).players] == ["alice", "bob", "caro", "dave"]


def test_a_side_with_a_bot_is_rated_as_a_side(server: Server) -> None:
    server.hear("alice@example.org", "spades challenge alice bob bot-easy bot-medium -to=50")

    def decide(call: Call) -> None:
        interventions.adjudicate(call, interventions.board_to_change(call, "spades", 101), "bot-easy", 1, "By hand.")

    server.office.act(decide)

    assert [player.userid for player in board_of(server).winners] == ["alice", "bot-easy"]
    after = standings_of(server)
    assert {name: (each.won, each.lost) for name, each in after.items()} == {
        "alice": (1, 0), "bot-easy": (1, 0), "bob": (0, 1), "bot-medium": (0, 1),
    }  # fmt: skip
    assert after["alice"].rating == after["bot-easy"].rating > after["bob"].rating
