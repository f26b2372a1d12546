"""Open challenges: who puts them up, takes a seat, leaves again; what everybody is told, and when the game begins."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.commands.operator.interventions import call_off
from pbmserv.commands.operator.membership import suspend
from pbmserv.commands.requests.context import Call
from pbmserv.commands.starting.open_challenges import lapse
from pbmserv.games.catalogue import installed
from pbmserv.play.board import Player, Terms
from pbmserv.play.open_challenge import OpenChallenge
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from tests.conversation import Server, code_in

ALICE = "alice@example.org"
BOB = "bob@example.org"
CAROL = "carol@example.org"


def waits(server: Server) -> list[int]:
    """The numbers of the open challenges there are."""
    found = server.office.look_up(lambda call: call.work.open_challenges.listed(None, call.at, 100))
    return [each.number for each in found]


def test_a_challenge_of_anyone_waits_and_begins_when_somebody_joins(either_server: Server) -> None:
    put_up = either_server.hear(ALICE, "hex challenge alice anyone -size=7")

    assert put_up.subject == "Hex Board 101"
    assert put_up.readers == {ALICE}
    assert "Hex Board 101: alice, anyone.\nParameters: size 7\n" in put_up.text
    assert "    hex withdraw 101\n" in put_up.text

    joined = either_server.hear(BOB, "hex join 101 bob bobpw123", comment="Hello!")

    assert joined.readers == {ALICE, BOB}
    assert joined.letter_to(ALICE).subject == "Hex Board 101"
    assert "A new Hex board (101) has been started by alice." in joined.text
    assert "Parameters: size 7" in joined.text
    assert joined.text.endswith("bob writes:\n\nHello!\n")
    assert waits(either_server) == []
    assert either_server.hear(ALICE, "hex move 101 alice secret7 a1").ok


def test_the_seats_are_those_of_the_challenge(server: Server) -> None:
    server.hear(ALICE, "hex challenge anyone alice")

    joined = server.hear(BOB, "hex join 101 bob bobpw123")

    assert joined.letter_to(ALICE).subject == "Hex Board 101"


def test_words_of_who_puts_it_up_are_read_when_the_game_begins(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice anyone", comment="Slowly, please.")

    joined = server.hear(BOB, "hex join 101 bob bobpw123", comment="Fine.")

    assert "alice writes:\n\nSlowly, please.\n" in joined.text
    assert joined.text.endswith("bob writes:\n\nFine.\n")


def test_boards_go_on_being_numbered_meanwhile(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice anyone")
    server.hear(ALICE, "hex challenge alice bob")

    assert server.hear(CAROL, "hex join 101 carol secret9").subject == "Hex Board 101"
    assert server.hear(ALICE, "hex challenge alice bob").subject == "Hex Board 103"


def test_a_game_for_several_waits_until_all_seats_are_taken(server: Server) -> None:
    server.sign_up("dave")
    put_up = server.hear(ALICE, "hearts challenge alice bob anyone anyone")
    assert put_up.letter_to(BOB).text.startswith("alice has put up an open challenge in which you have a seat.")

    joined = server.hear(CAROL, "hearts join 101 carol secret9", comment="Hello!")
    assert joined.readers == {CAROL, ALICE}
    assert "Hearts Board 101: alice, bob, carol, anyone." in joined.text
    assert "carol has joined." in joined.letter_to(ALICE).text
    assert joined.letter_to(ALICE).text.endswith("carol writes:\n\nHello!\n")

    server.hear("dave@example.org", "hearts join 101 dave davepw45")
    begun = server.hear(BOB, "hearts join 101 bob bobpw123")
    assert begun.readers == {ALICE, BOB, CAROL, "dave@example.org"}
    assert begun.letter_to(BOB).subject.startswith("Hearts Board 101")


def test_nothing_is_dealt_before_who_was_given_a_seat_by_name_has_taken_it(either_server: Server) -> None:
    server = either_server
    server.sign_up("dave")
    put_up = server.hear(ALICE, "triominoes challenge alice bob anyone")
    told = put_up.letter_to(BOB).text
    assert "It waits for bob to join, too, since something is dealt or rolled." in told
    assert "    triominoes join 101\n" in told
    assert "    triominoes withdraw 101\n" in told

    joined = server.hear(CAROL, "triominoes join 101 carol secret9")
    assert "It waits for bob to join, too" in joined.text
    assert joined.readers == {ALICE, BOB, CAROL}
    assert "    triominoes join 101\n" in joined.letter_to(BOB).text
    assert server.say("dave@example.org", "triominoes join 101 dave davepw45").error == (
        "No seat on Triominoes Board 101 is free: it begins when bob has joined."
    )

    begun = server.hear(BOB, "triominoes join 101 bob bobpw123")
    assert begun.headline in {"Your turn: Triominoes Board 101", "New game: Triominoes Board 101"}
    assert begun.readers == {ALICE, BOB, CAROL}


def test_who_was_given_a_seat_may_take_it_first_and_need_not_be_what_the_others_have_to_be(server: Server) -> None:
    server.hear(ALICE, "triominoes challenge alice bob anyone --rating=2500-")

    joined = server.hear(BOB, "triominoes join 101 bob bobpw123")

    assert "It waits for" not in joined.text
    assert server.say(BOB, "triominoes join 101 bob bobpw123").error == (
        "You have a seat on Triominoes Board 101 already: it begins when all seats are taken."
    )
    assert "You cannot join Triominoes Board 101." in server.say(CAROL, "triominoes join 101 carol secret9").error


def test_where_who_was_given_a_seat_gives_it_back_anybody_takes_it_and_it_begins(server: Server) -> None:
    server.sign_up("dave")
    server.hear(ALICE, "triominoes challenge alice bob anyone")
    server.hear(CAROL, "triominoes join 101 carol secret9")
    server.hear(BOB, "triominoes withdraw 101 bob bobpw123")

    begun = server.hear("dave@example.org", "triominoes join 101 dave davepw45")

    assert begun.readers == {ALICE, CAROL, "dave@example.org"}


def test_where_nothing_is_dealt_nobody_waits_for_who_was_given_a_seat() -> None:
    # None of our own games for three or more is such a game.
    alice, bob = Player(1, "alice"), Player(2, "bob")
    seats, at = (alice, bob), datetime(2024, 3, 1, tzinfo=UTC)
    waiting = OpenChallenge(installed()["hex"], 101, alice, seats, {}, Terms(), at, at)

    assert waiting.undecided == ()
    assert replace(waiting, game=installed()["yacht"]).undecided == (bob,)


def test_a_bot_of_the_server_has_taken_the_seat_that_it_was_given(server: Server) -> None:
    server.hear(ALICE, "triominoes challenge alice bot-easy anyone")

    assert server.hear(CAROL, "triominoes join 101 carol secret9").readers == {ALICE, CAROL}


def test_the_first_letter_says_that_it_was_an_open_challenge_and_who_has_joined(either_server: Server) -> None:
    either_server.hear(ALICE, "hex challenge alice anyone", comment="Come!")

    begun = either_server.hear(BOB, "hex join 101 bob bobpw123", comment="Here I am.")

    for reader in (ALICE, BOB):
        text = begun.letter_to(reader).text
        why = "The server writes:\n\nbob has joined the open challenge of alice: so the game begins. Have fun!"
        assert why in text
        assert text.index(why) < text.index("alice writes:\n\nCome!") < text.index("bob writes:\n\nHere I am.")


def test_nothing_is_there_to_be_seen_before_it_begins(server: Server) -> None:
    server.sign_up("dave")
    server.hear(ALICE, "hearts challenge alice anyone anyone anyone")

    for line in ("show 101", "showas alice secret7 101", "record 101", "resign 101 alice secret7", "preview 101"):
        assert not server.say(ALICE, f"hearts {line}").ok
    assert "waits for players" in server.say(ALICE, "hearts show 101").error
    assert "There are no such boards." in server.hear(ALICE, "hearts games all").text


def test_a_seat_is_given_back_before_the_game_begins(server: Server) -> None:
    server.sign_up("dave")
    server.hear(ALICE, "hearts challenge alice bob anyone anyone")

    left = server.hear(BOB, "hearts withdraw 101 bob bobpw123")

    assert left.readers == {ALICE, BOB}
    assert "You have given back your seat." in left.text
    assert "bob has left: the seat is free again." in left.letter_to(ALICE).text
    assert "alice, anyone, anyone, anyone" in left.letter_to(ALICE).text


def test_who_has_put_it_up_takes_it_down(either_server: Server) -> None:
    either_server.sign_up("dave")
    either_server.hear(ALICE, "hearts challenge alice bob anyone anyone")

    down = either_server.hear(ALICE, "hearts withdraw 101 alice secret7", comment="No time now.")

    assert down.subject == "Hearts Board 101"
    assert down.readers == {ALICE, BOB}
    assert "alice has taken down the challenge" in down.letter_to(BOB).text
    assert down.letter_to(BOB).text.endswith("alice writes:\n\nNo time now.\n")
    assert waits(either_server) == []
    assert either_server.say(BOB, "hearts join 101 bob bobpw123").error == (
        "No Hearts board 101 waits for players. Those that do: hearts list open."
    )


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hex join 101 alice secret7", "it waits for somebody else to join."),
        ("hex join 102 bob bobpw123", "No Hex board 102 waits for players."),
        ("hex join 101 bob wrong-one", "The userid or the password is not right."),
        ("hex withdraw 101 bob bobpw123", "bob has no seat on Hex Board 101, which has not begun."),
        ("trichet join 101 bob bobpw123", "No Trichet board 101 waits for players."),
    ],
)
def test_what_cannot_be_done_changes_nothing(server: Server, line: str, why: str) -> None:
    server.hear(ALICE, "hex challenge alice anyone")
    before = server.everything_stored()

    refused = server.say(ALICE if "alice" in line else BOB, line)

    assert why in refused.error
    assert refused.readers <= {ALICE, BOB}
    assert server.everything_stored() == before


def test_who_comes_too_late_is_told_that_all_seats_are_taken(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice anyone")
    server.hear(BOB, "hex join 101 bob bobpw123")

    late = server.say(CAROL, "hex join 101 carol secret9")

    assert late.error == "Hex Board 101 has begun: all of its seats are taken."
    left = server.say(ALICE, "hex withdraw 101 alice secret7").error
    assert left == "Hex Board 101 has begun: all of its seats are taken. To leave it, resign (help resign)."
    server.hear(BOB, "hex resign 101 bob bobpw123")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hex challenge bob anyone", "name yourself, too, for example alice anyone."),
        ("hex challenge anyone anyone", "name yourself, too, for example alice anyone."),
        ("hex challenge alice bob anyone", "Hex is played by 2 players, and 3 are named."),
        ("hex challenge alice bob --rating=1500-1900", "--rating says who can join an open challenge"),
        ("hex challenge alice anyone --rating=good", "--rating takes two ratings, the lower one first"),
        ("hex challenge alice anyone --rating=1900-1500", "--rating takes two ratings, the lower one first"),
        ("hex challenge alice anyone --rating", "--rating takes"),
        ("hex challenge alice anyone -rating=1500-", "rating is written with two dashes"),
        ("hearts challenge alice anyone anyone zoe@x.example", "leave the mail addresses out"),
        ("hex challenge alice anyone -size=99", "-size takes a whole number"),
    ],
)
def test_what_cannot_be_put_up_uses_no_number(server: Server, line: str, why: str) -> None:
    refused = server.say(ALICE, line)

    assert why in " ".join(refused.error.split())
    assert waits(server) == []
    assert server.hear(ALICE, "hex challenge alice bob").subject == "Hex Board 101"


def test_a_player_has_five_at_most(server: Server) -> None:
    for _ in range(5):
        server.hear(ALICE, "hex challenge alice anyone")

    assert "which is the most: take one down first" in " ".join(
        server.say(ALICE, "trichet challenge alice anyone").error.split()
    )
    server.hear(ALICE, "hex withdraw 103 alice secret7")
    assert server.say(ALICE, "trichet challenge alice anyone").ok


@pytest.mark.parametrize(
    ("rating", "why"),
    [
        ("1700-1900", "It is for players with a classic rating of 1700 to 1900, and yours is 1600."),
        ("1601-", "It is for players with a classic rating of 1601 or more, and yours is 1600."),
        ("-1599", "It is for players with a classic rating of 1599 or less, and yours is 1600."),
    ],
)
def test_who_does_not_fit_is_told_which_condition(server: Server, rating: str, why: str) -> None:
    server.hear(ALICE, f"hex challenge alice anyone --rating={rating}")

    refused = server.say(BOB, "hex join 101 bob bobpw123")

    assert refused.error == f"You cannot join Hex Board 101. {why}"
    listed = " ".join(server.hear(BOB, "hex list open").text.split())
    assert re.search(r"for classic ratings of \d+ (to \d+|or more|or less)", listed)
    assert "--rating" not in listed


@pytest.mark.parametrize("rating", ["1600-1600", "1500-", "-1600", "any"])
def test_who_fits_can_join(server: Server, rating: str) -> None:
    server.hear(ALICE, f"hex challenge alice anyone --rating={rating}")

    assert server.say(BOB, "hex join 101 bob bobpw123").ok


def test_what_waits_is_listed_for_all_games_or_for_one(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice anyone -size=7 --forfeittime=10 --unrated")
    server.hear(BOB, "trichet challenge anyone bob")

    listed = server.hear(CAROL, "list open")
    assert listed.subject == "Open challenges"
    assert "trichet 101  anyone bob" in listed.text
    assert "hex 101      alice anyone  size 7, not rated, 10 days for a move  2024-03-31" in listed.text

    assert "trichet 101" not in server.hear(CAROL, "hex list open").text
    assert "trichet 101" not in server.hear(CAROL, "list open hex").text
    assert "No game of Goofspiel waits for players." in server.hear(CAROL, "goofspiel list").text


def test_a_full_limit_of_who_joins_or_waits_holds(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice anyone")
    server.hear(BOB, "hex reject bob bobpw123")
    assert server.say(BOB, "hex join 101 bob bobpw123").error == "You take no challenges of Hex."

    server.hear(ALICE, "hex reject alice secret7")
    refused = server.say(CAROL, "hex join 101 carol secret9")
    assert refused.error == "alice takes no challenges of Hex. So the game cannot begin now: try again later."
    assert waits(server) == [101]


def test_a_closed_game_is_not_joined(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice anyone")
    server.office.act(lambda call: call.work.games.set_open("hex", False))

    assert "Hex is closed to new challenges" in server.say(BOB, "hex join 101 bob bobpw123").error


def test_whoever_may_have_been_forged_is_asked_but_nobody_else(server: Server) -> None:
    asked = server.say(ALICE, "hex challenge alice anyone --rating=1500-", envelope="mallory@example.org")
    assert asked.subject == "Is this challenge yours?"
    assert waits(server) == []

    server.hear(ALICE, f"confirm {code_in(asked.letter)}")

    assert waits(server) == [101]
    assert "for classic ratings of 1500 or more" in server.hear(BOB, "hex list open").text


def test_a_stranger_puts_up_nothing(server: Server) -> None:
    assert "is not the confirmed address of a player" in server.say("zoe@x.example", "hex challenge zoe anyone").error


def test_the_operator_puts_one_up_for_who_is_named_first(server: Server) -> None:
    server.hear(None, "hex challenge alice anyone")

    assert server.hear(ALICE, "hex withdraw 101 alice secret7").ok


def test_one_that_cannot_be_taken_down_keeps_the_clock_from_nothing_else(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = server.hear(ALICE, "hearts challenge alice bob anyone anyone").subject
    server.hear(ALICE, "hex challenge alice anyone")
    server.wait(days=30)
    clock = Scheduler(server.database, server.office, installed())

    def broken(call: Call, game: str, number: int) -> bool:
        if game == "hearts":
            raise ZeroDivisionError
        return lapse(call, game, number)

    monkeypatch.setattr("pbmserv.scheduler.lapse", broken)
    made = clock.make_round(server.now)

    assert "Hearts" in first
    assert [game for game, _ in made.failed] == ["hearts"]
    assert made.lapsed == 1


def test_those_of_a_game_that_is_not_installed_any_more_are_left_alone(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice anyone")
    server.wait(days=30)
    without = {word: game for word, game in installed().items() if word != "hex"}

    assert not Scheduler(server.database, server.office, without).is_due(server.now)


def test_nobody_can_have_the_word_as_a_name(server: Server) -> None:
    assert "has a meaning of its own" in server.say("zoe@x.example", "signup anyone a-word-of-mine").error


def test_it_lapses_after_thirty_days_and_everybody_with_a_seat_is_told(server: Server) -> None:
    server.sign_up("dave")
    server.hear(ALICE, "hearts challenge alice bob anyone anyone")
    clock = Scheduler(server.database, server.office, installed())
    server.wait(days=29)
    assert not clock.is_due(server.now)

    server.wait(days=1)
    assert clock.is_due(server.now)
    assert clock.make_round(server.now, dry_run=True).lapsed == 1
    made = clock.make_round(server.now)

    assert made.lapsed == 1
    assert {letter.to for letter in made.letters} == {(ALICE,), (BOB,)}
    assert "after 30 days, 2 seats were still free" in " ".join(made.letters[0].text.split())
    assert waits(server) == []
    assert not clock.is_due(server.now)


def test_what_a_player_has_put_up_goes_when_they_leave_and_seats_are_free_again(server: Server) -> None:
    server.sign_up("dave")
    server.hear(ALICE, "hearts challenge alice bob anyone anyone")
    server.hear(BOB, "hex challenge bob anyone")
    asked = server.hear(BOB, "signoff bob bobpw123")

    left = server.hear(BOB, f"confirm {code_in(asked.letter)}")

    assert "bob has left" in left.letter_to(ALICE).text
    assert waits(server) == [101]
    assert "alice anyone anyone anyone" in server.hear(ALICE, "list open").text


def test_what_a_player_has_put_up_goes_when_they_are_suspended(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice anyone")

    server.office.act(lambda call: suspend(call, "alice", "spam"))

    assert waits(server) == []


def test_the_operator_takes_one_down_with_a_reason(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice anyone")

    def step(call: Call) -> str:
        return call_off(call, "hex", 101, "Rude words.")

    done = server.office.act(step)

    assert done.result == "The operator has taken down an open challenge."
    assert "The reason: Rude words." in done.letters[0].text
    assert waits(server) == []


def test_letters_to_others_are_counted_but_leaving_is_always_possible(server: Server) -> None:
    server.sign_up("dave")
    server.hear(ALICE, "hearts challenge alice anyone anyone anyone")
    server.hear(BOB, "hearts join 101 bob bobpw123")
    refused = None
    for _ in range(200):
        sent = server.say(BOB, "message bob bobpw123 alice", comment="Hello!")
        if not sent.ok:
            refused = sent
            break

    assert refused is not None
    assert "30 letters within a day" in refused.error
    assert server.hear(BOB, "hearts withdraw 101 bob bobpw123").readers == {ALICE, BOB}


def test_who_seeks_is_shown_what_waits(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice anyone")

    told = server.hear(BOB, "hex seek bob bobpw123 2")

    assert "hex join 101" in told.text


def test_the_time_to_lapse_is_thirty_days(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice anyone")
    found = server.office.look_up(lambda call: call.work.open_challenges.find("hex", 101))

    assert found is not None
    assert found.lapses_at - found.put_up_at == timedelta(days=30)


def test_of_two_who_take_the_last_seat_at_once_one_gets_it(database: Database) -> None:
    server = Server(database)
    server.sign_up("alice", "bob", "carol")
    for number in range(101, 104):
        server.hear(ALICE, "hex challenge alice anyone")

        with ThreadPoolExecutor(2) as threads:
            lines = [(BOB, f"hex join {number} bob bobpw123"), (CAROL, f"hex join {number} carol secret9")]
            replies = list(threads.map(lambda said: server.say(*said), lines))

        assert sorted(reply.ok for reply in replies) == [False, True]
        [refused] = [reply.error for reply in replies if not reply.ok]
        assert refused == f"Hex Board {number} has begun: all of its seats are taken."
