"""Dice that players type: such games are not rated, bots do not play them, and everybody is told."""

from __future__ import annotations

import pytest

from pbmserv.commands.operator.import_records import Fate, Importer
from pbmserv.games.catalogue import installed
from pbmserv.storage.boards import Boards
from tests.conversation import PLAYERS, Server
from tests.records import altered

ALICE, BOB = "alice@example.org", "bob@example.org"
TRUST = "The players type what their dice show, and nobody can verify it."
NOT_RATED = f"{TRUST} So such a game cannot change anybody's rating: it takes the option --unrated."


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    "line",
    [
        "backgammon challenge alice bob -dice=typed",
        "backgammon challenge alice bob -dice=typed --unrated=off",
        "backgammon challenge alice anyone -dice=typed",
        "backgammon challenge alice carol@example.net -dice=typed",
        "backgammon challenge bot-easy alice -dice=typed",
        "tournament create alice secret7 backgammon cup -dice=typed",
    ],
)
def test_no_game_with_typed_dice_begins_that_would_be_rated(server: Server, line: str) -> None:
    server.season("alice")
    before = len(server.outbox())

    assert server.say(ALICE, line).error == NOT_RATED
    assert len(server.outbox()) == before + 1


def test_bots_do_not_play_with_dice_that_they_could_choose(server: Server) -> None:
    refusal = server.say(ALICE, "backgammon challenge alice bot-easy -dice=typed --unrated").error
    cup = server.say(ALICE, "tournament create alice secret7 backgammon cup -dice=typed --unrated --bots").error

    assert refusal == f"{TRUST} So bots of this server do not play such a game: challenge somebody else."
    assert cup == f"{TRUST} So bots of this server do not play in such a tournament."


def test_everybody_who_plays_is_told_and_nothing_is_said_of_a_seed(server: Server) -> None:
    letters = server.hear(ALICE, "backgammon challenge alice bob -dice=typed --unrated").letters

    assert {each for letter in letters for each in letter.to} == {ALICE, BOB}
    for letter in letters:
        assert TRUST in plain(letter.text)
        assert "nobody verifies them" in plain(letter.text)
        assert "Parameters: dice typed, not rated\n" in letter.text
        assert "SHA-256" not in letter.text


def test_a_game_is_played_to_its_end_by_letters_and_nobody_is_rated(server: Server) -> None:
    before = server.hear(ALICE, "backgammon standings").letter.text
    server.hear(ALICE, "backgammon challenge alice bob -dice=typed --unrated")
    for userid, text in (("alice", "31"), ("alice", "8/5 6/5"), ("bob", "64: 24/14"), ("alice", "concede gammon")):
        server.hear(f"{userid}@example.org", f"backgammon move 101 {userid} {PLAYERS[userid]} {text}")

    end = server.hear(BOB, f"backgammon move 101 bob {PLAYERS['bob']} agree")

    assert "Black has conceded the game: 2 points." in plain(end.letters[0].text)
    assert server.hear(ALICE, "backgammon standings").letter.text == before
    again = server.hear(ALICE, f"backgammon rematch 101 alice {PLAYERS['alice']}")
    assert again.ok


def test_an_open_challenge_with_typed_dice_is_joined_like_any_other(server: Server) -> None:
    server.season("alice")
    server.hear(ALICE, "backgammon challenge alice anyone -dice=typed --unrated")

    started = server.hear(BOB, f"backgammon join 101 bob {PLAYERS['bob']}")

    assert TRUST in plain(started.letters[0].text)


def test_a_preview_has_the_dice_that_are_typed(server: Server) -> None:
    server.hear(ALICE, "backgammon challenge alice bob -dice=typed --unrated")

    seen = server.hear(ALICE, "backgammon preview 101 31 31:8/5,6/5 64:24/14").letter.text

    assert "White has played 6-4: 24/14." in plain(seen)


def test_a_move_can_be_queued_with_its_dice(server: Server) -> None:
    server.hear(ALICE, "backgammon challenge alice bob -dice=typed --unrated")
    server.hear(BOB, f"backgammon queue 101 bob {PLAYERS['bob']} 46: 24/18 18/14")
    for text in ("31", "8/5 6/5"):
        server.hear(ALICE, f"backgammon move 101 alice {PLAYERS['alice']} {text}")

    with server.database.reading() as connection:
        board = Boards(connection, installed()).load("backgammon", 101)

    assert board is not None
    assert [move.text for move in board.moves] == ["31", "8/5 6/5", "64: 24/14"]


def test_a_record_that_says_it_was_rated_is_not_taken(server: Server) -> None:
    server.hear(ALICE, "backgammon challenge alice bob -dice=typed --unrated")
    for userid, text in (("alice", "31"), ("alice", "8/5 6/5"), ("bob", "64: 24/14")):
        server.hear(f"{userid}@example.org", f"backgammon move 101 {userid} {PLAYERS[userid]} {text}")
    server.hear(BOB, f"backgammon resign 101 bob {PLAYERS['bob']}")
    rated = altered(_record(server), lambda record: record["terms"].update(rated=True))
    outcome = Importer(server.database, installed()).take(rated)

    assert (outcome.fate, outcome.words) == (Fate.REFUSED, NOT_RATED)


def _record(server: Server) -> str:
    from pbmserv.commands.boards.records import export_boards

    [exported] = export_boards(server.database, installed(), "backgammon", [101], False, "json")
    return exported.line
