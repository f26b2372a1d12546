"""Giving up: withdrawing before the game has begun, in turn, out of turn, and taking that back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from pbmserv.commands.requests.context import Call
from pbmserv.games.catalogue import installed
from pbmserv.play.board import Board
from pbmserv.play.leaving import may_withdraw
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from pbmserv.storage.work import UnitOfWork
from tests.conversation import PLAYERS, Server, undone


@pytest.fixture(scope="module")
def world(another_with_players: Callable[[], Database]) -> Database:
    """alice and bob have moved once each on Trichet board 101, and bob has to move."""
    server = Server(another_with_players())
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("bob@example.org", "trichet move 101 bob bobpw123 d3")
    server.hear("alice@example.org", "trichet move 101 alice secret7 a1")
    return server.database


def can_withdraw(server: Server, userid: str) -> bool:
    """Whether a player can leave Goofspiel board 101 without a loss."""

    def asked(call: Call) -> bool:
        board = call.work.boards.load("triominoes", 101)
        assert board is not None
        return may_withdraw(board, next(player for player in board.players if player.userid == userid))

    return server.office.look_up(asked)


@pytest.fixture
def begun(world: Database) -> Iterator[Server]:
    yield from undone(world)


@pytest.mark.parametrize("line", ["trichet resign 101 alice secret7", "trichet move 101 alice secret7 RESIGN"])
def test_who_does_not_want_to_play_withdraws_and_the_board_is_removed(server: Server, line: str) -> None:
    server.hear("bob@example.org", "trichet challenge alice bob")

    reply = server.say("alice@example.org", line, comment="No time, sorry.")

    assert reply.readers == {"alice@example.org", "bob@example.org"}
    letter = reply.letter_to("bob@example.org")
    assert letter.subject == "Trichet Board 101"
    assert " ".join(letter.text.split()).startswith(
        "Trichet Board 101 has been removed: alice withdrew. It counts for nobody, since not every player has a"
        " move in it."
    )
    assert letter.text.endswith("alice writes:\n\nNo time, sorry.\n")


def test_a_board_is_removed_even_when_one_has_moved_already(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("bob@example.org", "trichet move 101 bob bobpw123 d3")

    reply = server.say("alice@example.org", "trichet resign 101 alice secret7")

    assert reply.subject == "Trichet Board 101"


def test_who_withdraws_after_an_undo_reads_nothing_of_a_game_that_has_not_begun(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")
    server.hear("alice@example.org", "hex move 101 alice secret7 a1")
    server.hear("bob@example.org", "hex move 101 bob bobpw123 b2")
    server.hear("bob@example.org", "hex move 101 bob bobpw123 undo")
    server.hear("alice@example.org", "hex move 101 alice secret7 accept")

    reply = server.hear("bob@example.org", "hex resign 101 bob bobpw123")

    assert "had begun" not in reply.text
    assert "bob withdrew. It counts for nobody, since not every player has a move in it." in " ".join(
        reply.text.split()
    )


def test_a_removed_board_counts_for_nobody_and_is_in_no_list(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("bob@example.org", "trichet move 101 bob bobpw123 d3")

    reply = server.hear("alice@example.org", "trichet resign 101 alice secret7")

    assert "Rating" not in reply.text
    assert server.hear("bob@example.org", "trichet games all").text == "There are no such boards.\n"
    assert server.say("bob@example.org", "trichet show 101").error == "There is no Trichet board 101."


def test_the_number_of_a_removed_board_is_not_given_again(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("alice@example.org", "trichet resign 101 alice secret7")

    assert server.hear("alice@example.org", "trichet challenge alice bob").subject == "Trichet Board 102"


def test_nobody_withdraws_whose_first_move_was_queued(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")
    server.hear("bob@example.org", "hex queue 101 bob bobpw123 b2")
    server.hear("alice@example.org", "hex move 101 alice secret7 a1")

    reply = server.hear("alice@example.org", "hex resign 101 alice secret7")

    assert reply.subject == "Hex Board 101"
    assert "Game won by bob." in reply.text


def test_resigning_in_turn_loses_at_once(begun: Server) -> None:
    reply = begun.say("bob@example.org", "trichet resign 101 bob bobpw123", comment="Well played!")

    assert reply.readers == {"alice@example.org", "bob@example.org"}
    letter = reply.letter_to("alice@example.org")
    assert letter.subject == "Trichet Board 101"
    assert "\nGame won by alice.\nbob resigned.\n" in letter.text


def test_whoever_ends_a_game_by_resigning_is_written_to_as_a_player(begun: Server) -> None:
    reply = begun.say("bob@example.org", "trichet resign 101 bob bobpw123")

    for letter in (reply.letter_to("alice@example.org"), reply.letter_to("bob@example.org")):
        assert "Game won by alice." in letter.text
        assert "Subscribers:" not in letter.text
        assert "You get this letter" not in letter.text


def test_who_has_resigned_is_still_told_what_is_said_about_the_game(begun: Server) -> None:
    begun.say("bob@example.org", "trichet resign 101 bob bobpw123")

    reply = begun.say("alice@example.org", "trichet chat 101 alice secret7", comment="Thank you!")

    assert "bob@example.org" in reply.readers


def test_where_two_play_and_hide_nothing_resigning_out_of_turn_loses_at_once(begun: Server) -> None:
    reply = begun.say("alice@example.org", "trichet resign 101 alice secret7", comment="Well played!")

    assert reply.readers == {"alice@example.org", "bob@example.org"}
    for reader in reply.readers:
        letter = reply.letter_to(reader).text
        assert "\nGame won by bob.\nalice resigned.\n" in letter
        assert "Rating of alice:" in letter
        assert "alice writes:\n\nWell played!\n" in letter
    assert "resign" not in begun.hear("bob@example.org", "trichet games active").text


def loaded(server: Server) -> Board:
    """Triominoes board 101 as it stands."""
    with server.database.reading() as connection:
        board = UnitOfWork(connection, installed()).boards.load("triominoes", 101)
    assert board is not None
    return board


def make_any_move(server: Server, board: Board) -> None:
    [seat] = board.seats_to_move
    userid, text = board.seats[seat].player.userid, board.game.examples(board.position, seat)[0]
    server.hear(f"{userid}@example.org", f"triominoes move 101 {userid} {PLAYERS[userid]} {text}")


@pytest.fixture
def three(server: Server) -> Server:
    """alice, bob and carol have moved once each on Yacht board 101, and alice has to move."""
    server.hear("alice@example.org", "yacht challenge alice bob carol")
    for player, password in (("alice", "secret7"), ("bob", "bobpw123"), ("carol", "secret9")):
        server.hear(f"{player}@example.org", f"yacht move 101 {player} {password} choice")
    return server


def test_resigning_out_of_turn_waits_for_the_turn_where_others_play_on(three: Server) -> None:
    pending = three.say("bob@example.org", "yacht resign 101 bob bobpw123")
    assert pending.subject == "Yacht Board 101"
    assert "bob will resign when the turn comes to bob." in pending.text
    assert "You are going to resign when the turn comes to you. To stay in the game, send\nthe same" in pending.text
    assert "Nobody but you knows this." in pending.text

    played = three.say("alice@example.org", "yacht move 101 alice secret7 aces")

    assert "bob has resigned." in played.letter_to("alice@example.org").text
    assert "resign (Auto)" in played.letter_to("alice@example.org").text
    assert "It is carol's turn" in played.letter_to("alice@example.org").text


def test_nobody_else_is_told_of_a_resignation_that_waits(three: Server) -> None:
    three.hear("alice@example.org", "yacht subscribe alice secret7 all")
    lines = ("yacht show 101", "yacht showas alice secret7 101", "yacht games 101", "yacht record 101")
    before = [three.hear("alice@example.org", line).letters for line in lines]

    pending = three.say("bob@example.org", "yacht resign 101 bob bobpw123", comment="I cannot win any more.")
    nobody = three.say("alice@example.org", "yacht move 101 alice secret7 zz")

    assert pending.readers == {"bob@example.org"}
    assert "What you have written beside it is sent to nobody" in " ".join(pending.text.split())
    assert [three.hear("alice@example.org", line).letters for line in lines] == before
    assert "resign when" not in nobody.text
    assert "resign" in three.hear("bob@example.org", "yacht showas bob bobpw123 101").text


def test_the_same_again_takes_a_waiting_resignation_back(three: Server) -> None:
    three.hear("bob@example.org", "yacht resign 101 bob bobpw123")

    reply = three.say("bob@example.org", "yacht resign 101 bob bobpw123")

    assert reply.readers == {"bob@example.org"}
    assert "bob stays in the game after all." in reply.text
    moved = three.hear("alice@example.org", "yacht move 101 alice secret7 aces")
    assert moved.letter_to("bob@example.org").subject == "Yacht Board 101"


def test_whose_resignation_waits_loses_though_the_time_of_the_other_runs_out(either_server: Server) -> None:
    server = either_server
    server.hear("alice@example.org", "triominoes challenge alice bob")
    while not (board := loaded(server)).has_begun:
        make_any_move(server, board)
    mover = board.players_to_move[0].userid
    waiting = "bob" if mover == "alice" else "alice"
    pending = server.say(f"{waiting}@example.org", f"triominoes resign 101 {waiting} {PLAYERS[waiting]}")
    assert pending.readers == {f"{waiting}@example.org"}

    server.wait(days=20)
    clockwork = Scheduler(server.database, server.office, installed())
    clockwork.make_round(server.now)
    server.wait(days=1)
    letters = clockwork.make_round(server.now).letters

    assert {address for letter in letters for address in letter.to} == {"alice@example.org", "bob@example.org"}
    for letter in letters:
        assert f"\nGame won by {mover}.\n{waiting} resigned.\n" in letter.text
        assert "out of time" not in letter.text
        assert f"Rating of {waiting}:" in letter.text


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("trichet resign 999 bob bobpw123", "There is no Trichet board 999."),
        ("trichet resign 101 bob wrongpw", "The userid or the password is not right."),
        ("trichet resign 101 carol secret9", "carol does not play on Trichet Board 101."),
        ("trichet resign 101 bob", "The password is missing."),
        ("trichet resign 101 bob bobpw123 please", "There is more in this command than it takes."),
    ],
)
def test_a_resignation_that_cannot_be_is_refused(begun: Server, line: str, refusal: str) -> None:
    before = begun.everything_stored()

    reply = begun.say("bob@example.org", line)

    assert reply.error == refusal
    assert begun.everything_stored() == before


def test_a_resignation_that_is_meant_for_another_move_is_refused(begun: Server) -> None:
    reply = begun.say("bob@example.org", "trichet move 101 bob bobpw123 resign#2")

    assert not reply.ok
    assert reply.error.startswith("The next move on Trichet Board 101 has number 3, not 2")


def test_nobody_resigns_from_a_game_that_is_over(begun: Server) -> None:
    begun.hear("bob@example.org", "trichet resign 101 bob bobpw123")

    reply = begun.say("alice@example.org", "trichet resign 101 alice secret7")

    assert reply.error == "The game on Trichet Board 101 is over."


def test_a_resigned_game_changes_the_ratings(begun: Server) -> None:
    reply = begun.say("bob@example.org", "trichet resign 101 bob bobpw123")

    assert "Rating of alice:" in reply.text
    assert "Rating of bob:" in reply.text


def test_an_unrated_game_changes_no_rating(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob --unrated")
    server.hear("bob@example.org", "trichet move 101 bob bobpw123 d3")
    server.hear("alice@example.org", "trichet move 101 alice secret7 a1")

    reply = server.say("bob@example.org", "trichet resign 101 bob bobpw123")

    assert "Game won by alice." in reply.text
    assert "Rating of" not in reply.text


def test_a_game_played_alone_that_is_given_up_is_over_and_no_tie(server: Server) -> None:
    server.hear("alice@example.org", "macmahon challenge alice")
    server.hear("alice@example.org", "macmahon move 101 alice secret7 111@1")

    reply = server.say("alice@example.org", "macmahon resign 101 alice secret7")

    assert "\nGame over.\n" in reply.text
    assert "tie" not in reply.text


def test_who_resigns_in_a_round_is_shown_as_such_before_it_is_complete(server: Server) -> None:
    server.hear("alice@example.org", "goofspiel challenge alice bob carol -cards=5")
    for player, password in (("alice", "secret7"), ("bob", "bobpw123"), ("carol", "secret9")):
        server.hear(f"{player}@example.org", f"goofspiel move 101 {player} {password} 3")

    letter = server.say("bob@example.org", "goofspiel resign 101 bob bobpw123").letter_to("alice@example.org")

    assert "Hearts   0 points  resigned" in letter.text
    assert "Clubs    0 points  holds A 2 4 5" in letter.text
    assert "Hearts   0 points  resigned" in server.hear("alice@example.org", "goofspiel show 101").text
    assert "Hearts   0 points  holds A 2 3 4 5" in server.hear("alice@example.org", "goofspiel show 101#0").text


# Games of hidden things: nobody has them dealt again until it pleases


def test_who_was_challenged_can_leave_a_deal_without_a_loss(server: Server) -> None:
    server.hear("alice@example.org", "triominoes challenge alice bob")

    reply = server.say("bob@example.org", "triominoes resign 101 bob bobpw123")

    assert reply.subject == "Triominoes Board 101"
    assert "Rating" not in reply.text


def test_who_has_challenged_does_not_withdraw_from_the_deal(server: Server) -> None:
    server.hear("alice@example.org", "goofspiel challenge alice bob")

    reply = server.say("alice@example.org", "goofspiel resign 101 alice secret7")

    assert reply.subject == "Goofspiel Board 101"
    assert "\nGame won by bob.\nalice resigned.\n" in reply.text
    assert "Rating of alice: 1" in reply.text


def test_nor_does_who_has_joined_it_or_sought_it(either_server: Server) -> None:
    server = either_server
    server.hear("alice@example.org", "goofspiel challenge alice anyone")
    server.hear("bob@example.org", "goofspiel join 101 bob bobpw123")
    for userid, password in (("alice", "secret7"), ("bob", "bobpw123")):
        server.hear(f"{userid}@example.org", f"goofspiel seek {userid} {password} 1")
    assert Scheduler(server.database, server.office, installed()).match_seekers(server.now) == 1

    for number in (101, 102):
        reply = server.say("bob@example.org", f"goofspiel resign {number} bob bobpw123")

        assert reply.subject == f"Goofspiel Board {number}"
        assert "\nGame won by alice.\nbob resigned.\n" in reply.text


def test_of_several_who_join_none_withdraws_nor_does_who_was_named_and_has_joined(either_server: Server) -> None:
    server = either_server
    server.sign_up("dave")
    server.hear("alice@example.org", "triominoes challenge alice anyone anyone bob")
    server.hear("carol@example.org", "triominoes join 101 carol secret9")
    server.hear("dave@example.org", "triominoes join 101 dave davepw45")
    server.hear("bob@example.org", "triominoes join 101 bob bobpw123")

    # The hands of those who stay are dealt anew for nobody.
    for userid in ("alice", "bob", "carol", "dave"):
        assert not can_withdraw(server, userid)


def test_who_gives_a_seat_back_has_not_joined(server: Server) -> None:
    server.hear("alice@example.org", "goofspiel challenge alice anyone anyone")
    server.hear("bob@example.org", "goofspiel join 101 bob bobpw123")
    server.hear("bob@example.org", "goofspiel withdraw 101 bob bobpw123")

    found = server.office.look_up(lambda call: call.work.open_challenges.find("goofspiel", 101))

    assert found is not None
    assert found.joined == frozenset()


def test_where_nothing_is_dealt_who_has_joined_withdraws_as_before(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge alice anyone")
    server.hear("bob@example.org", "hex join 101 bob bobpw123")

    reply = server.say("bob@example.org", "hex resign 101 bob bobpw123")

    assert reply.headline == "Removed: Hex Board 101"
    assert reply.text.startswith("Hex Board 101 has been removed: bob withdrew. It counts for nobody")


def test_three_deals_a_day_can_be_left_in_each_game(either_server: Server) -> None:
    server = either_server
    for number in range(101, 105):
        server.hear("alice@example.org", "triominoes challenge alice bob")
        reply = server.say("bob@example.org", f"triominoes resign {number} bob bobpw123")
        assert reply.ok == (number < 104)

    assert reply.error.startswith("You have withdrawn from 3 boards of Triominoes within a day")
    assert "triominoes reject bob PASSWORD" in reply.error
    server.hear("alice@example.org", "goofspiel challenge alice bob")
    assert server.say("bob@example.org", "goofspiel resign 101 bob bobpw123").ok
    server.wait(days=1, seconds=-1)
    assert not server.say("bob@example.org", "triominoes resign 104 bob bobpw123").ok
    server.wait(seconds=1)
    assert server.say("bob@example.org", "triominoes resign 104 bob bobpw123").ok


@pytest.mark.parametrize("game", ["backgammon", "yacht"])
def test_nobody_looks_at_a_roll_and_has_it_rolled_again(server: Server, game: str) -> None:
    server.hear("alice@example.org", f"{game} challenge alice bot-easy")

    reply = server.hear("alice@example.org", f"{game} resign 101 alice secret7")

    assert "Game won by bot-easy." in reply.text
    assert "Rating of alice: 1" in reply.text


def test_of_boards_with_dice_three_a_day_can_be_left_by_who_was_challenged(server: Server) -> None:
    for number in range(101, 105):
        server.hear("alice@example.org", "yacht challenge alice bob")
        assert server.say("bob@example.org", f"yacht resign {number} bob bobpw123").ok == (number < 104)


def test_a_game_that_hides_nothing_can_be_left_as_often_as_one_likes(server: Server) -> None:
    for number in range(101, 107):
        server.hear("alice@example.org", "hex challenge alice bob")
        reply = server.say("alice@example.org", f"hex resign {number} alice secret7")
        assert reply.subject == f"Hex Board {number}"


def test_who_has_resigned_is_not_told_to_wait_for_the_turn(server: Server) -> None:
    server.hear("alice@example.org", "goofspiel challenge alice bob carol")
    server.hear("alice@example.org", "goofspiel move 101 alice secret7 2")
    server.hear("bob@example.org", "goofspiel move 101 bob bobpw123 3")
    server.hear("carol@example.org", "goofspiel move 101 carol secret9 A")

    reply = server.hear("carol@example.org", "goofspiel resign 101 carol secret9")

    letter = reply.letter_to("carol@example.org")
    assert "It is alice and bob's turn: round 2." in letter.text
    assert "when it is your turn" not in letter.text
