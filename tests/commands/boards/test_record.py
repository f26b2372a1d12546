"""The command `record`: all that is to be known of a game, as text and as JSON, and nothing that is secret yet."""

from __future__ import annotations

import json
import re
from email.parser import BytesParser
from email.policy import default
from typing import Any
from xml.etree import ElementTree

import pytest

from pbmserv.commands.requests.credentials import signed_in
from pbmserv.games.catalogue import installed
from pbmserv.games.hex import Hex
from pbmserv.games.picture import Picture
from pbmserv.mail.sending.compose import compose
from pbmserv.play.board import Board
from pbmserv.post_office import Request
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import ClaimedLetter
from tests.conversation import ADDRESS, PLAYERS, Reply, Server
from tests.records import check_schema

ALICE, BOB, CAROL = (f"{userid}@example.org" for userid in ("alice", "bob", "carol"))
SEED = bytes(range(16))
SHA256 = "be45cb2605bf36bebde684841a28f0fd43c69850a3dce5fedba69928ee3a8991"


@pytest.fixture(autouse=True)
def _known_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbmserv.commands.starting.new_boards.secrets.token_bytes", lambda _count: SEED)


def move(server: Server, game: str, userid: str, text: str) -> None:
    server.hear(f"{userid}@example.org", f"{game} move 101 {userid} {PLAYERS[userid]} {text}")


def attached(reply: Reply) -> dict[str, Any]:
    """The record that is attached to an answer, which keeps to the schema."""
    attachment, *_others = reply.letter.attachments
    assert attachment.media_type == "application/json"
    assert attachment.text.count("\n") == 1
    return check_schema(attachment.text)


def drawn(reply: Reply) -> str:
    """The picture that is attached to an answer."""
    [picture] = [each for each in reply.letter.attachments if each.media_type == "image/svg+xml"]
    ElementTree.fromstring(picture.text)  # noqa: S314 - it is our own
    return picture.text


def stored(database: Database, game: str) -> Board:
    with database.reading() as connection:
        board = Boards(connection, installed()).load(game, 101)
        assert board is not None
        return board


def everything_told(reply: Reply) -> str:
    return reply.text + "".join(attachment.text for attachment in reply.letter.attachments)


def test_terms_that_fit_into_no_line_take_two(server: Server) -> None:
    times = "--nagtime=1 --forfeittime=21 --totaltime=10 --increment=30"
    server.hear(ALICE, f"hex challenge alice bob {times} --days=mtwtf--")

    lines = server.hear(CAROL, "hex record 101").text.splitlines()

    assert lines[lines.index(f'[Terms "{times}"]') + 1] == '[Terms "--days=mtwtf--"]'
    assert max(map(len, lines)) <= 79


def test_a_game_that_is_over_is_told_with_its_seed(either_server: Server) -> None:
    server = either_server
    server.hear(ALICE, "hex challenge alice bob -size=5 --unrated --totaltime=30 --increment=8")
    for userid, text in (("alice", "b2"), ("bob", "swap"), ("alice", "c3"), ("bob", "d3"), ("alice", "resign")):
        server.wait(hours=5)
        move(server, "hex", userid, text)

    reply = server.hear(CAROL, "hex record 101")

    assert reply.subject == "Hex Board 101"
    assert reply.text == (
        f"""\
[Game "Hex"]
[Rules "version 1"]
[Board "101"]
[Vertical "alice"]
[Horizontal "bob"]
[Swap "the players changed seats with move 2"]
[Parameters "-size=5 -handicap=0"]
[Terms "--nagtime=7 --forfeittime=21 --totaltime=30 --increment=8 --unrated"]
[Started "2024-03-01 12:00 UTC"]
[Ended "2024-03-02 13:00 UTC"]
[Result "won by bob"]
[Seed "{SEED.hex()}"]
[SHA256 "{SHA256}"]

  bob (Vertical)  alice (Horizontal)
  1. b2
  2. swap         3. c3
  4. d3           5. resign

alice resigned.
"""
    )
    assert [attachment.name for attachment in reply.letter.attachments] == [
        "hex-101.json",
        "hex-101.sgf",
        "hex-101.svg",
    ]
    record = attached(reply)
    assert record["players"] == [
        {"userid": "alice", "seconds_used": 54000},
        {"userid": "bob", "seconds_used": 36000},
    ]
    assert record["terms"] == {
        "nag_days": 7,
        "forfeit_days": 21,
        "total_days": 30,
        "increment_hours": 8,
        "rated": False,
    }
    assert record["seed"] == SEED.hex()
    assert record["moves"][1] == {
        "number": 2,
        "seat": 1,
        "text": "swap",
        "automatic": False,
        "at": "2024-03-01T22:00:00Z",
        "value": None,
    }
    assert record["result"] == {"winner": 0, "reason": "alice resigned.", "points": 1, "scores": []}


def test_nothing_but_its_digest_is_told_of_the_seed_while_a_game_is_on(server: Server) -> None:
    server.hear(ALICE, "trichet challenge alice bob")

    reply = server.hear(CAROL, "trichet record 101")

    assert '[Result "still being played"]' in reply.text
    assert "Nobody has moved yet." in reply.text
    assert SEED.hex() not in everything_told(reply)
    record = attached(reply)
    assert (record["seed"], record["seed_sha256"]) == (None, SHA256)
    assert (record["finished_at"], record["result"]) == (None, None)


def test_a_round_is_told_only_when_it_is_complete(server: Server) -> None:
    server.hear(ALICE, "goofspiel challenge alice bob")
    before = attached(server.hear(CAROL, "goofspiel record 101"))
    move(server, "goofspiel", "alice", "K")

    half = server.hear(CAROL, "goofspiel record 101")
    move(server, "goofspiel", "bob", "3")
    complete = server.hear(CAROL, "goofspiel record 101")

    assert attached(half) == before
    assert "1. ???" in half.text
    assert "K" not in half.text.partition("SHA256")[2]
    assert [(made["seat"], made["text"]) for made in attached(complete)["moves"]] == [(0, "K"), (1, "3")]
    assert "1. K" in complete.text


def test_queued_and_submitted_moves_are_told_to_nobody(server: Server) -> None:
    server.hear(ALICE, "trichet challenge alice bob")
    before = everything_told(server.hear(CAROL, "trichet record 101"))
    server.hear(ALICE, "trichet queue 101 alice secret7 if c3 then a1")
    server.hear(BOB, "trichet submit 101 bob bobpw123 c3")

    assert everything_told(server.hear(CAROL, "trichet record 101")) == before


@pytest.mark.parametrize("game", ["goofspiel", "triominoes"])
def test_what_is_hidden_does_not_follow_from_the_record(server: Server, game: str) -> None:
    server.hear(ALICE, f"{game} challenge alice bob")
    reply = server.hear(CAROL, f"{game} record 101")
    board = stored(server.database, game)

    shown = board.game.seen_by(board.position, None)
    assert board.game.dump(shown) != board.game.dump(board.position)
    record = attached(reply)
    assert record["seed"] is None
    assert record["moves"] == []
    assert set(record["options"]) == {option.name for option in board.game.options}
    for secret in (SEED.hex(), SEED.hex().upper(), str(list(SEED)), repr(SEED)):
        assert secret not in everything_told(reply)


def test_a_removed_board_has_no_record(server: Server) -> None:
    server.hear(ALICE, "trichet challenge alice bob")
    server.hear(BOB, "trichet resign 101 bob bobpw123")

    assert "has been removed" in server.say(CAROL, "trichet record 101").error


def test_a_board_that_does_not_exist_has_none_either(server: Server) -> None:
    assert server.say(CAROL, "trichet record 101").error == "There is no Trichet board 101."


def test_several_records_come_in_one_letter(server: Server) -> None:
    server.hear(ALICE, "trichet challenge alice bob")
    server.hear(ALICE, "hex challenge alice bob")

    reply = server.hear(CAROL, "multiple", body="trichet record 101\nhex record 101\n")

    assert [attachment.name for attachment in reply.letter.attachments] == [
        "trichet-101.json",
        "trichet-101.svg",
        "hex-101.json",
        "hex-101.sgf",
        "hex-101.svg",
    ]


def test_the_record_is_attached_to_the_mail(server: Server) -> None:
    server.hear(ALICE, "trichet challenge alice bob")
    reply = server.hear(CAROL, "trichet record 101")

    row = server.outbox()[-1]
    columns = set(ClaimedLetter.__dataclass_fields__)
    letter = ClaimedLetter(**{name: value for name, value in row.items() if name in columns})
    message = BytesParser(policy=default).parsebytes(compose(letter, ADDRESS, b"key", eight_bit=False))

    part, picture = message.iter_attachments()
    assert (part.get_filename(), part.get_content_type()) == ("trichet-101.json", "application/json")
    assert json.loads(part.get_content()) == attached(reply)
    assert (picture.get_filename(), picture.get_content_type()) == ("trichet-101.svg", "image/svg+xml")
    assert picture.get_content().decode() == drawn(reply)


def test_the_seed_is_told_once_the_game_is_over(server: Server) -> None:
    server.hear(ALICE, "goofspiel challenge alice bob -cards=3")
    for userid, card in (("alice", "1"), ("bob", "2"), ("alice", "2"), ("bob", "1")):
        assert SEED.hex() not in everything_told(server.hear(CAROL, "goofspiel record 101"))
        move(server, "goofspiel", userid, card)

    record = attached(server.hear(CAROL, "goofspiel record 101"))

    assert record["seed"] == SEED.hex()
    assert [made["text"] for made in record["moves"]] == ["A", "2", "2", "A"]
    assert sum(record["result"]["scores"]) in range(1, 7)


def test_a_picture_of_the_board_comes_with_its_record(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob -size=5")
    move(server, "hex", "alice", "b2")

    picture = drawn(server.hear(CAROL, "hex record 101"))

    assert "<title>Hex Board 101: A board of Hex, 5 by 5 cells</title>" in picture
    assert "<title>b2, stone of Vertical, last stone</title>" in picture


def test_a_hand_is_on_the_picture_only_for_its_player_who_is_signed_in(server: Server) -> None:
    server.hear(ALICE, "triominoes challenge alice bob")
    hands = {}
    for userid in ("alice", "bob"):
        answer = server.office.handle(Request(signed_in(userid), ("triominoes record 101",)))
        hands[userid] = set(re.findall('data-target="(tile:[^"]*)"', drawn(Reply(answer))))

    mailed = drawn(server.hear(ALICE, "triominoes record 101"))

    assert len(hands["alice"]) in range(8, 13)
    assert not hands["alice"] & hands["bob"]
    assert 'data-target="tile:' not in mailed


def test_even_the_largest_board_has_a_picture(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob -size=19")

    picture = drawn(server.hear(CAROL, "hex record 101"))

    assert "<title>Hex Board 101: A board of Hex, 19 by 19 cells</title>" in picture
    assert picture.count("data-target") == 19 * 19


def test_a_picture_that_is_too_large_is_left_out(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbmserv.commands.boards.pictures.MOST_BYTES", 1000)
    server.hear(ALICE, "hex challenge alice bob")

    reply = server.hear(CAROL, "hex record 101")

    assert [each.name for each in reply.letter.attachments] == ["hex-101.json", "hex-101.sgf"]


def test_a_game_that_cannot_draw_still_has_its_record(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def picture(self: Hex, position: object, viewer: int | None) -> Picture:
        raise KeyError("secret7")

    monkeypatch.setattr(Hex, "picture", picture)
    server.hear(ALICE, "hex challenge alice bob")

    reply = server.hear(CAROL, "hex record 101")

    assert [each.name for each in reply.letter.attachments] == ["hex-101.json", "hex-101.sgf"]
    logged = capsys.readouterr().out
    assert "picture.failed" in logged
    assert "secret7" not in logged
