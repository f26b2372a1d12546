"""No password is ever readable in what the server writes: no letter, no refusal, no note for the operator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pbmserv.commands.interpreter import COMMANDS
from pbmserv.commands.language import MASK, join
from pbmserv.store.database import Database
from tests.conversation import PLAYERS, Rehearsal, Server, undone

PASSWORD = "battery5"
"""Of alice, here: one that stands in no example."""
WITH_PASSWORD = [command for command in COMMANDS if command.takes_secrets]
OTHER_WORDS = [
    "alice",
    "bob",
    "101",
    "d3",
    "d3#1",
    "--",
    "-x",
    "--unrated",
    "--note=x",
    "",
    "a b",
    "alice@work.example",
]


@pytest.fixture(scope="module")
def world(another_with_players: Callable[[], Database]) -> Database:
    """alice and bob play on Trichet board 101."""
    server = Server(another_with_players())
    server.hear("alice@example.org", f"change password alice {PLAYERS['alice']} {PASSWORD}")
    server.hear("alice@example.org", "trichet challenge alice bob")
    return server.database


@pytest.fixture
def playing(world: Database) -> Iterator[Server]:
    yield from undone(world)


def everything_written(rehearsal: Rehearsal) -> str:
    """All that anybody gets to read, and what is stored on its way."""
    reply = rehearsal.reply
    letters = [f"{letter.to} {letter.subject} {letter.text}" for letter in reply.letters]
    return "\n".join([reply.error, reply.outcome, *letters, *map(str, rehearsal.outbox[-len(letters) :])])


def words_of(example: str) -> list[str]:
    """The words of a command's example, with alice's password for each that stands in it."""
    return [PASSWORD if word in {*PLAYERS.values(), "k3m8pwx2vq7rnt4ha"} else word for word in example.split()]


@st.composite
def mixed_up_commands(draw: st.DrawFn) -> list[str]:
    """The words of a command that takes a password: some left out, some added, and in any order."""
    words = words_of(draw(st.sampled_from(WITH_PASSWORD)).example)
    kept = [word for word in words if word == PASSWORD or draw(st.integers(0, 5))]
    added = draw(st.lists(st.sampled_from([*OTHER_WORDS, PASSWORD]), max_size=3))
    mixed = [*kept, *added]
    return list(draw(st.permutations(mixed))) if draw(st.booleans()) else mixed


@given(words=mixed_up_commands(), sender=st.sampled_from(["alice@example.org", "mallory@example.org"]))
@example(words=["trichet", "move", "101", "alice", PASSWORD, PASSWORD], sender="alice@example.org")
@example(words=["trichet", "move", "101", PASSWORD, "alice", "d3"], sender="alice@example.org")
@example(words=["trichet", PASSWORD, "101", "alice", "move", "d3"], sender="alice@example.org")
@example(words=[PASSWORD], sender="mallory@example.org")
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_password_is_written_whatever_is_mixed_up(playing: Server, words: Sequence[str], sender: str) -> None:
    rehearsal = playing.rehearse(sender, join(words))

    if rehearsal.reply.ok and "signup" in words:
        return  # The password has become somebody's userid, who has another password.
    assert PASSWORD not in everything_written(rehearsal)


@pytest.mark.parametrize("command", WITH_PASSWORD, ids=lambda command: command.name)
def test_a_command_is_quoted_with_its_password_masked(playing: Server, command: object) -> None:
    example = next(each.example for each in WITH_PASSWORD if each is command)

    rehearsal = playing.rehearse("alice@example.org", join(words_of(example)))

    assert PASSWORD not in everything_written(rehearsal)
    assert MASK in rehearsal.reply.outcome


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("trichet move 101 alice battery5 d3", "trichet move 101 alice ****** d3"),
        ("TRICH mov 101 alice battery5 d3", "TRICH mov 101 alice ****** d3"),
        ("trichet move 101 alice wrongpw d3", "trichet move 101 alice ****** d3"),
        ("trichet move 101 battery5 alice d3", "trichet move 101 ****** ****** d3"),
        ("trichet move 101 alice", "trichet move 101 alice"),
        ("trichet move 101 alice battery5", "trichet move 101 alice ******"),
        ('trichet move 101 alice "battery5" "d 3"', 'trichet move 101 alice ****** "d 3"'),
        ("trichet move 101 alice battery5 --x=battery5 d3", "trichet move 101 alice ****** --x=****** d3"),
        ("trichet move 101 alice d3", "trichet move 101 alice ******"),
        ("signup dave pw", "signup dave ******"),
        ("battery5 101 alice d3", "****** ..."),
        ("trichet battery5 101 alice", "trichet ****** ..."),
        ("hello alice battery5", "hello ..."),
        ("move 101 alice battery5 d3", "move 101 alice ****** d3"),
        ("change password alice wrong-one better-one8", "change password alice ****** ******"),
        ("confirm k3m8pwx2vq7rnt4hz", "confirm ******"),
        ("trichet challenge alice zoe", "trichet challenge alice zoe"),
        ("trichet challenge alice carol -num_tiles=1000", "trichet challenge alice carol -num_tiles=1000"),
        ("trichet challenge alice battery5", "trichet challenge alice ******"),
        ("trichet show 101 alice battery5", "trichet show 101 alice ******"),
        ("", "(nothing that can be read)"),
        ('trichet move 101 alice "battery5', "(nothing that can be read)"),
    ],
)
def test_what_was_refused_is_quoted_as_far_as_it_is_safe(playing: Server, line: str, quoted: str) -> None:
    reply = playing.rehearse("alice@example.org", line).reply

    assert not reply.ok
    assert reply.outcome == f"refused: {quoted}"
    assert f"Your command was:\n\n    {quoted}\n" in reply.text
    assert PASSWORD not in reply.text


@pytest.mark.parametrize(
    "line",
    [
        "trichet challenge alice battery5 bob",
        "trichet challenge alice battery5 battery5",
        "trichet show alice battery5",
        "trichet games alice battery5",
        "trichet history alice battery5",
        "all show battery5",
    ],
)
def test_a_password_where_a_player_should_be_named_is_not_repeated(playing: Server, line: str) -> None:
    rehearsal = playing.rehearse("alice@example.org", line)

    assert PASSWORD not in everything_written(rehearsal)
    said = " ".join(rehearsal.reply.text.split())
    assert "There is no player called ****** here (what may be a password is not repeated)." in said


def test_who_has_given_the_password_is_told_which_name_is_wrong(playing: Server) -> None:
    reply = playing.rehearse("alice@example.org", "message alice battery5 charlotte", comment="Hello!").reply

    assert "There is no player called charlotte here." in reply.text


def test_what_was_done_is_noted_with_its_password_masked(playing: Server) -> None:
    reply = playing.rehearse("bob@example.org", "trichet move 101 bob bobpw123 d3").reply

    assert reply.outcome == "done: trichet move 101 bob ****** d3"


def test_a_password_in_the_comment_is_masked_for_the_others(playing: Server) -> None:
    command = "trichet move 101 bob bobpw123 d3"

    reply = playing.rehearse("bob@example.org", command, comment=f"{command}\nGood luck!").reply

    assert reply.letter_to("alice@example.org").text.endswith(
        "bob writes:\n\ntrichet move 101 bob ****** d3\nGood luck!\n"
    )


def test_passwords_are_masked_in_the_answers_to_several_commands(playing: Server) -> None:
    rehearsal = playing.rehearse(
        "alice@example.org", "multiple", body="trichet move 101 alice battery5 zz\nbattery5\n"
    )

    assert PASSWORD not in everything_written(rehearsal)
    assert "trichet move 101 alice ****** zz" in rehearsal.reply.text
