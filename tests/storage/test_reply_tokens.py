"""The tokens by which letters are answered: they say what they stand for, and only the server can make one."""

from __future__ import annotations

import base64
import hashlib
import hmac
from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection, insert, update

from pbmserv.play.board import Player
from pbmserv.play.board_fingerprint import Shown
from pbmserv.storage.database import Database
from pbmserv.storage.digests import Digests, ShownBoard
from pbmserv.storage.players import Players
from pbmserv.storage.tables import BOARDS, REPLY_TOKENS, USERS
from pbmserv.storage.tokens import KEY, NOBODY, Answering, Kind, ReplyTokens, shared_key
from tests.queries import recorded, scans

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
SHOWN = Shown(number=7, position=123_456, vote=99)


@pytest.fixture
def database(undone_database: Database) -> Database:
    return undone_database


@pytest.fixture
def alice(database: Database) -> Player:
    with database.writing() as connection:
        return Players(connection).add("alice", "hash", NOW)


def replies(connection: Connection) -> ReplyTokens:
    return ReplyTokens(connection, Players(connection))


def test_a_token_of_several_boards_tells_which_letter_it_answers(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        digests, shown = Digests(connection), [ShownBoard(5, SHOWN)]
        number, other = digests.keep(alice, shown, NOW), digests.keep(alice, [], NOW)
        answering = Answering(Kind.DIGEST, alice, number, of=digests.content_of(number))
        elsewhere = Answering(Kind.DIGEST, alice, other, of=digests.content_of(number))
        token, strange = replies(connection).tokens([answering, elsewhere])

        assert replies(connection).read(token) == answering
        assert replies(connection).read(strange) is None
        assert len(token) == 26


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.DIGEST])
def test_a_token_tells_whose_it_is_and_for_what(database: Database, alice: Player, kind: Kind) -> None:
    answering = {
        Kind.BOARD: Answering(kind, alice, 5, SHOWN),
        Kind.SUBMITTED: Answering(kind, alice, 5, SHOWN, move=17),
        Kind.PROPOSED: Answering(kind, alice, 5, SHOWN, move=17),
        Kind.HELP: Answering(kind, NOBODY),
        Kind.MESSAGE: Answering(kind, alice, alice.id, of="alice"),
    }.get(kind, Answering(kind, alice, 5))

    with database.writing() as connection:
        [token] = replies(connection).tokens([answering])

        assert (
            replies(connection).read(token) == replies(connection).read(token.upper().lower(), [alice]) == answering
        )
        assert len(token) == (40 if answering.shown else 26)
        assert set(token) <= set("abcdefghijklmnopqrstuvwxyz234567")


def test_one_that_differs_in_any_letter_is_none(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        [token] = replies(connection).tokens([Answering(Kind.BOARD, alice, 5, SHOWN)])

        for place, letter in enumerate(token):
            other = token[:place] + ("a" if letter != "a" else "b") + token[place + 1 :]
            assert replies(connection).read(other) is None, place


def test_none_is_good_after_it_was_forgotten_and_those_made_later_are(database: Database, alice: Player) -> None:
    chat = Answering(Kind.CHAT, alice, 5)
    with database.writing() as connection:
        [token] = replies(connection).tokens([chat])
        replies(connection).forget(alice)
        [later] = replies(connection).tokens([chat])

        assert replies(connection).read(token) is None
        assert replies(connection).read(later) == chat
        replies(connection).forget(alice)
        assert replies(connection).read(later) is None


def test_one_players_tokens_are_not_those_of_another(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        bob = Players(connection).add("bob", "hash", NOW)
        chats = [Answering(Kind.CHAT, player, 5) for player in (alice, bob)]
        tokens = replies(connection).tokens(chats)
        replies(connection).forget(alice)

        assert [replies(connection).read(token) for token in tokens] == [None, chats[1]]


def test_who_has_left_has_none(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        [token] = replies(connection).tokens([Answering(Kind.CHAT, alice, 5)])
        Players(connection).leave(alice, NOW)

        assert replies(connection).read(token) is None


def test_a_token_that_an_older_server_has_kept_is_still_good(database: Database, alice: Player) -> None:
    token = "abcdefghijklmnopqrstuvwxyz"
    with database.writing() as connection:
        board = insert(BOARDS).values(
            game="hex", number=101, rules_version=1, options={}, terms={}, seed=b"", status="active", position=None,
            moves_made=0, started_at=NOW, last_moved_at=NOW,
        )  # fmt: skip
        board_id = connection.execute(board.returning(BOARDS.c.id)).scalar_one()
        digest = hashlib.sha256(token.encode()).hexdigest()
        connection.execute(insert(REPLY_TOKENS).values(user_id=alice.id, board_id=board_id, nonce=b"", digest=digest))

        assert replies(connection).read(token) == Answering(Kind.BOARD, alice, board_id)
        replies(connection).forget(alice)
        assert replies(connection).read(token) is None


@pytest.mark.parametrize("kind", [Kind.BOARD, Kind.CHAT, Kind.MESSAGE])
def test_one_that_a_server_without_names_in_its_keys_has_made_is_still_good(
    database: Database, alice: Player, kind: Kind
) -> None:
    about = alice.id if kind is Kind.MESSAGE else 5
    numbers = [alice.id, about, *(SHOWN if kind is Kind.BOARD else ())]
    with database.writing() as connection:
        key = hmac.digest(shared_key(connection, KEY), f"{alice.id} ".encode(), "sha256")
        code = hmac.digest(key, f"pbmserv reply {kind.value} ".encode() + packed(numbers), "sha256")
        length = 25 if kind is Kind.BOARD else 16
        token = base64.b32encode((packed(numbers) + code)[:length]).decode().rstrip("=").lower()

        read = replies(connection).read(token)

        assert read is not None
        assert (read.kind, read.player, read.about) == (kind, alice, about)
        replies(connection).forget(alice)
        assert replies(connection).read(token) is None


def packed(numbers: list[int]) -> bytes:
    return b"".join(number.to_bytes(width) for number, width in zip(numbers, (4, 4, 2, 3, 2), strict=False))


def test_one_for_words_to_an_author_is_none_for_words_to_another_who_gets_the_row(
    database: Database, alice: Player
) -> None:
    with database.writing() as connection:
        players = Players(connection)
        carol = players.add("carol", "hash", NOW)
        [token] = replies(connection).tokens([Answering(Kind.MESSAGE, alice, carol.id, of="carol")])
        connection.execute(update(USERS).where(USERS.c.id == carol.id).values(userid="dave", userid_key="dave"))

        assert replies(connection).read(token) is None


def test_one_is_none_for_another_player_who_gets_the_row(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        [token] = replies(connection).tokens([Answering(Kind.BOARD, alice, 5, SHOWN)])
        connection.execute(update(USERS).where(USERS.c.id == alice.id).values(userid="eve", userid_key="eve"))

        assert replies(connection).read(token) is None


def test_they_are_found_by_indexes(database: Database, alice: Player) -> None:
    with recorded(database) as statements, database.writing() as connection:
        [token] = replies(connection).tokens([Answering(Kind.BOARD, alice, 5, SHOWN)])
        replies(connection).read(token)
        replies(connection).read("a" * 26)
        replies(connection).forget(alice)

    with database.writing() as connection:
        assert scans(connection, statements) == []


def test_the_largest_numbers_have_room(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        last = Answering(Kind.BOARD, alice, 4_000_000_000, Shown(65_535, 256**3 - 1, 65_535))
        [token] = replies(connection).tokens([last])

        assert replies(connection).read(token) == last
