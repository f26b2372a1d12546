"""Programs say on which state of a board they base a move, as pages do: what has changed since is not moved on."""

from __future__ import annotations

import pytest

from tests.conversation import Server
from tests.web.programs import NewBrowser, Program, program_of

ALICE, BOB = "alice@example.org", "bob@example.org"
GOOFSPIEL = "/games/goofspiel/boards/101"


@pytest.fixture
def bot(new_browser: NewBrowser) -> Program:
    """A program of alice's that plays."""
    return program_of(new_browser, "alice", "play")


@pytest.fixture
def rounds(server: Server) -> Server:
    """A server with a board on which alice and bob choose cards at the same time."""
    server.hear(ALICE, "goofspiel challenge alice bob")
    return server


def moves(bot: Program) -> list[str]:
    return [move["text"] for move in bot.get(GOOFSPIEL)["moves"]]


def test_a_move_for_the_round_that_closes_meanwhile_is_not_made_in_the_next_one(rounds: Server, bot: Program) -> None:
    bot.send(f"{GOOFSPIEL}/moves", move="5#1")
    seen = bot.get(GOOFSPIEL)["version"]
    rounds.hear(BOB, "goofspiel move 101 bob bobpw123 7")
    number = bot.get(GOOFSPIEL)["next_move"]

    # Alice changes her mind, just as bob closes the round.
    late = bot.send(f"{GOOFSPIEL}/moves", move="9", version=seen)
    by_number = bot.send(f"{GOOFSPIEL}/moves", move="9#1")

    assert (late.status_code, late.json()["why"]) == (422, "out of date")
    assert late.json()["error"] == (
        "Goofspiel Board 101 has changed since the version that you have sent. Nothing was done: have a look at the"
        " board, and decide once more."
    )
    assert by_number.json()["error"].startswith(f"The next move on Goofspiel Board 101 has number {number}, not 1")
    assert (moves(bot), bot.get(GOOFSPIEL)["plans"]) == (["5", "7"], [])


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        (f"{GOOFSPIEL}/moves", {"move": "9"}),
        ("/commands", {"words": ["goofspiel", "move", "101", "alice", "-", "9"]}),
        ("/commands", {"words": ["goofspiel", "queue", "101", "alice", "-", "9"]}),
        ("/commands", {"words": ["multiple"], "body": "goofspiel move 101 alice - 9"}),
    ],
)
def test_where_all_move_at_once_a_move_without_either_is_refused(
    rounds: Server, bot: Program, path: str, sent: dict[str, object]
) -> None:
    before = rounds.everything_stored()

    answer = bot.send(path, **sent)

    assert (
        "In Goofspiel all move at once, so say for which move this is meant: send the version of the board that you"
        " have seen, or write #1 behind the move. Nothing was done."
    ) in " ".join((answer.json().get("error") or answer.json()["letters"][0]["text"]).split())
    assert rounds.everything_stored() == before


@pytest.mark.parametrize("move", ["propose", "undo", "resign"])
def test_what_belongs_to_no_round_needs_neither(rounds: Server, bot: Program, move: str) -> None:
    rounds.hear(BOB, "goofspiel move 101 bob bobpw123 7#1")
    bot.send(f"{GOOFSPIEL}/moves", move="5#1")

    answer = bot.send(f"{GOOFSPIEL}/moves", move=move)

    assert "all move at once" not in answer.text


def test_the_version_of_the_board_lets_a_move_be_made(rounds: Server, bot: Program) -> None:
    chosen = bot.send(f"{GOOFSPIEL}/moves", move="5", version=bot.get(GOOFSPIEL)["version"])
    assert chosen.status_code == 201

    again = bot.send("/commands", words=["goofspiel", "move", "101", "alice", "-", "6"],
                     version=chosen.json()["board"]["version"])  # fmt: skip
    assert again.status_code == 200

    rounds.hear(BOB, "goofspiel move 101 bob bobpw123 7")
    assert moves(bot) == ["6", "7"]


def test_in_other_games_a_move_needs_no_version_and_heeds_it(server: Server, bot: Program) -> None:
    server.hear(ALICE, "hex challenge alice bob -size=5")
    path = "/games/hex/boards/101"
    first = bot.get(path)["version"]
    assert bot.send(f"{path}/moves", move="a1").status_code == 201
    server.hear(BOB, "hex move 101 bob bobpw123 c3")
    server.hear(BOB, "hex move 101 bob bobpw123 undo")
    server.hear(ALICE, "hex move 101 alice secret7 accept")
    server.hear(BOB, "hex move 101 bob bobpw123 d4")

    assert bot.send(f"{path}/moves", move="b2", version=first).json()["why"] == "out of date"
    assert bot.send(f"{path}/moves", move="b2").status_code == 201


def test_only_the_board_as_it_stands_has_a_version_and_only_for_who_has_a_token(
    rounds: Server, bot: Program, new_browser: NewBrowser
) -> None:
    assert bot.get(GOOFSPIEL)["version"]
    assert bot.get(f"{GOOFSPIEL}?after=0")["version"] is None
    assert Program(new_browser()).get(GOOFSPIEL)["version"] is None
