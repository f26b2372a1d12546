"""Looking at boards: one or several, as they stand or as they stood, as the public or as a player sees them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from pbmserv.commands.boards.showing import MOST_BOARDS
from pbmserv.storage.database import Database
from tests.conversation import Reply, Server, undone


@pytest.fixture(scope="module")
def world(another_with_players: Callable[[], Database]) -> Database:
    """Trichet boards: 101 of alice and bob, with one move made; 102 of bob and carol; 103 over; 104 removed."""
    server = Server(another_with_players())
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("bob@example.org", "trichet move 101 bob bobpw123 d3")
    server.hear("bob@example.org", "trichet challenge bob carol")
    server.hear("alice@example.org", "trichet challenge alice bob -num_tiles=3")
    server.hear("bob@example.org", "trichet move 103 bob bobpw123 d3")
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("alice@example.org", "trichet resign 104 alice secret7")
    return server.database


@pytest.fixture
def playing(world: Database) -> Iterator[Server]:
    yield from undone(world)


def headlines(*texts: str) -> list[str]:
    """The first line of each board that is shown."""
    lines = [line for text in texts for line in text.splitlines()]
    return [line for line in lines if line.startswith(("Summary of", "Being played: ", "Trichet Board"))]


def texts_of(reply: Reply) -> list[str]:
    """What the letters say that answer."""
    return [letter.text for letter in reply.answers]


def test_one_board_is_shown_as_everybody_may_see_it(playing: Server) -> None:
    reply = playing.say("carol@example.org", "trichet show 101")

    assert reply.subject == "Trichet Board 101"
    assert headlines(reply.text) == ["Summary of Trichet Board 101"]
    assert "It is alice's turn: move 2." in reply.text
    assert reply.readers == {"carol@example.org"}


def test_each_of_several_boards_comes_in_a_letter_of_its_own_under_its_usual_subject(playing: Server) -> None:
    reply = playing.say("carol@example.org", "trichet show 101 102 103")

    assert [letter.subject for letter in reply.answers] == [
        "Trichet Board 101",
        "Trichet Board 102",
        "Trichet Board 103",
    ]
    assert [headlines(text) for text in texts_of(reply)] == [
        ["Summary of Trichet Board 101"],
        ["Summary of Trichet Board 102"],
        ["Summary of Trichet Board 103"],
    ]
    assert reply.readers == {"carol@example.org"}


def test_each_of_several_boards_goes_to_its_own_thread(playing: Server) -> None:
    last = playing.outbox()[-1]["id"]

    playing.say("carol@example.org", "trichet show 101 102")

    assert [letter["headers"]["In-Reply-To"] for letter in playing.outbox(after=last)] == [
        "<trichet-101.board@example.net>",
        "<trichet-102.board@example.net>",
    ]


def test_several_boards_are_one_letter_among_the_answers_to_several_commands(playing: Server) -> None:
    reply = playing.say("carol@example.org", "multiple", body="trichet show 101 102\nend")

    assert reply.subject == "Answers to 1 command"
    assert headlines(reply.text) == [
        *("Being played: Trichet Board 101", "Summary of Trichet Board 101"),
        *("Being played: Trichet Board 102", "Summary of Trichet Board 102"),
    ]


def test_several_boards_of_ones_own_come_with_what_is_hidden_in_each(playing: Server) -> None:
    playing.hear("alice@example.org", "goofspiel challenge alice bob")
    playing.hear("alice@example.org", "goofspiel challenge alice carol")
    playing.hear("alice@example.org", "goofspiel move 102 alice secret7 7")

    reply = playing.say("alice@example.org", "goofspiel showas alice secret7 101 102")

    assert [letter.subject for letter in reply.answers] == ["Goofspiel Board 101", "Goofspiel Board 102"]
    assert ["You have chosen: 7." in text for text in texts_of(reply)] == [False, True]


def test_a_board_named_twice_is_shown_once(playing: Server) -> None:
    assert playing.say("carol@example.org", "trichet show 101 101").subject == "Trichet Board 101"


def test_boards_that_exist_are_shown_and_the_missing_ones_listed(playing: Server) -> None:
    reply = playing.say("carol@example.org", "trichet show 999 101 104 102 998")

    assert reply.ok
    assert headlines(*texts_of(reply)) == ["Summary of Trichet Board 101", "Summary of Trichet Board 102"]
    assert texts_of(reply)[-1].endswith(
        "There is no Trichet board 999.\nThere is no Trichet board 104.\nThere is no Trichet board 998.\n"
    )


def test_one_found_and_one_missing_board_keep_the_subject_of_the_found_one(playing: Server) -> None:
    reply = playing.say("carol@example.org", "trichet show 101 999")

    assert reply.subject == "Trichet Board 101"
    assert reply.text.endswith("There is no Trichet board 999.\n")


def test_only_missing_boards_are_refused_by_name(playing: Server) -> None:
    reply = playing.say("carol@example.org", "trichet show 998 999")

    assert reply.error == "There is no Trichet board 998. There is no Trichet board 999."


def test_a_board_is_shown_as_it_stood_after_a_move(playing: Server) -> None:
    playing.hear("alice@example.org", "trichet move 101 alice secret7 a1")

    reply = playing.say("carol@example.org", "trichet show 101#1")

    assert headlines(reply.text) == ["Trichet Board 101 as it stood after move 1"]
    assert "This is the board as it was then, not as it is now." in reply.text


def test_a_board_is_shown_as_it_was_at_the_start(playing: Server) -> None:
    playing.hear("alice@example.org", "trichet challenge alice bob")
    fresh = playing.say("carol@example.org", "trichet show 105").text

    start = playing.say("carol@example.org", "trichet show 101#0").text

    drawn_fresh = fresh[fresh.index("    1   2   3") : fresh.index("Tiles left")]
    assert drawn_fresh in start


def test_a_move_that_was_never_made_is_refused_with_what_there_is(playing: Server) -> None:
    reply = playing.say("carol@example.org", "trichet show 101#2")

    assert not reply.ok
    assert reply.error.startswith("Trichet Board 101 has 1 move: after the # a number from 0 (the start) to 1")
    assert reply.subject == "Trichet Board 101"


def test_a_move_that_was_never_made_does_not_keep_the_other_boards_back(playing: Server) -> None:
    reply = playing.say("carol@example.org", "trichet show 101#2 102")

    assert headlines(reply.text)[0] == "Summary of Trichet Board 102"
    assert "Trichet Board 101 has 1 move:" in reply.text


@pytest.mark.parametrize(
    ("selectors", "numbers"),
    [
        ("alice", ["101"]),
        ("active bob", ["101", "102"]),
        ("bob", ["101", "102"]),
        ("carol alice", ["101", "102"]),
        ("next alice", ["101"]),
        ("carol NEXT", ["102"]),
        ("inactive alice", ["103"]),
        ("all alice", ["101", "103"]),
    ],
)
def test_boards_are_selected_by_their_state_and_players(playing: Server, selectors: str, numbers: list[str]) -> None:
    reply = playing.say("carol@example.org", f"trichet show {selectors}")

    assert headlines(*texts_of(reply)) == [f"Summary of Trichet Board {number}" for number in numbers]


@pytest.mark.parametrize(
    ("asked", "refusal"),
    [
        ("active", "That would be too much mail: name a player too, or ask for a list: trichet games active."),
        ("all", "That would be too much mail: name a player too, or ask for a list: trichet games all."),
        ("next", "next needs a player: whose boards, for example next alice."),
        ("next bob", "There are no such boards of Trichet."),
        ("inactive carol", "There are no such boards of Trichet."),
        ("zoe", "There is no player called zoe here."),
        ("active inactive bob", "active and inactive do not go together: name one of them."),
        ("alice 101", "Board numbers are expected here, or else userids and one of active, inactive, next, all:"),
        ("101 alice", "A board number such as 101 is expected, or 101#7 for the board after move 7."),
        ('""', "Board numbers are expected here,"),
        ("²", "A board number such as 101 is expected,"),
        (" ".join(map(str, range(101, 101 + MOST_BOARDS + 1))), "At most 20 boards can be shown at once."),
        ("", "The board or selector is missing."),
    ],
)
def test_what_cannot_be_shown_is_refused(playing: Server, asked: str, refusal: str) -> None:
    reply = playing.say("carol@example.org", f"trichet show {asked}")

    assert not reply.ok
    assert reply.error.startswith(refusal)


def test_more_boards_than_a_letter_takes_are_cut_and_that_is_said(server: Server) -> None:
    for _ in range(MOST_BOARDS + 1):
        server.hear("alice@example.org", "trichet challenge alice bob")

    reply = server.say("carol@example.org", "trichet show alice")

    assert len(reply.answers) == MOST_BOARDS
    assert texts_of(reply)[-1].endswith("There are more; these are the first 20.\n")


# As a player may see it


def test_a_player_is_shown_how_to_answer(playing: Server) -> None:
    reply = playing.say("alice@example.org", "trichet showas alice secret7 101")

    assert reply.subject == "Trichet Board 101"
    assert "It is your turn, alice: move 2." in reply.text
    assert "trichet move 101 alice PASSWORD" in reply.text


def test_a_player_who_names_nobody_is_shown_their_own_boards(playing: Server) -> None:
    reply = playing.say("carol@example.org", "trichet showas carol secret9 next")

    assert headlines(reply.text) == ["Summary of Trichet Board 102"]


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("trichet showas alice wrongpw 999", "There is no Trichet board 999."),
        ("trichet showas alice wrongpw 101", "The userid or the password is not right."),
        ("trichet showas nobody wrongpw 101", "The userid or the password is not right."),
        ("trichet showas alice secret7", "The board or selector is missing."),
    ],
)
def test_what_a_player_may_see_needs_the_password(playing: Server, line: str, refusal: str) -> None:
    reply = playing.say("alice@example.org", line)

    assert reply.error == refusal


# All boards of a player


def test_all_boards_of_a_player_come_as_a_list_and_drawn(playing: Server) -> None:
    reply = playing.say("carol@example.org", "all show alice")

    assert reply.subject == "Boards of alice"
    assert reply.text.splitlines()[:2] == [
        "board        players    to move  moves  last move",
        "Trichet 101  alice bob  alice        1  today",
    ]
    assert headlines(reply.text) == ["Summary of Trichet Board 101"]


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [("bob", ["101", "102"]), ("bob active", ["101", "102"]), ("carol next", ["102"]), ("bob nex", [])],
)
def test_all_boards_can_be_narrowed(playing: Server, asked: str, numbers: list[str]) -> None:
    reply = playing.say("carol@example.org", f"all show {asked}")

    assert headlines(reply.text) == [f"Summary of Trichet Board {number}" for number in numbers]


def test_a_player_without_boards_gets_an_empty_list(server: Server) -> None:
    assert server.say("carol@example.org", "all show alice").text == "There are no such boards.\n"


@pytest.mark.parametrize(
    ("asked", "refusal"),
    [
        ("zoe", "There is no player called zoe here."),
        ("alice inactive", "The selector is not next or active. Did you mean active?"),
        ("", "The userid is missing."),
    ],
)
def test_all_boards_of_nobody_are_refused(playing: Server, asked: str, refusal: str) -> None:
    assert playing.say("carol@example.org", f"all show {asked}").error == refusal


def test_a_letter_with_all_boards_stays_short_and_names_what_it_leaves_out(server: Server) -> None:
    for _ in range(MOST_BOARDS + 2):
        server.hear("alice@example.org", "trichet challenge alice bob")

    reply = server.say("carol@example.org", "all show alice")

    assert len(headlines(reply.text)) == MOST_BOARDS
    assert len(reply.text) < 65_000
    assert reply.text.endswith("Subject\n\n    trichet show 121 122\n")
