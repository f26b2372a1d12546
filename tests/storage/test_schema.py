"""The schema: what the migrations make is what the statements are written for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import text

from pbmserv import places
from pbmserv.games.catalogue import installed
from pbmserv.games.hex import Hex
from pbmserv.games.trichet import Trichet
from pbmserv.play import voting
from pbmserv.play.board import Board, Question, Terms
from pbmserv.play.bots import LEVELS
from pbmserv.play.clock import Decision, Verdict, decide, move_by, remind
from pbmserv.play.moving import move
from pbmserv.play.replaying import faults
from pbmserv.storage.boards import Boards
from pbmserv.storage.bots import Bots
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import Outbox
from pbmserv.storage.players import Players
from pbmserv.storage.schema import SCHEMA

BEGAN = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)
CATALOGUE = installed()

WAITING = """
    INSERT INTO outbox (created_at, request, message_id, addressed_to, recipients, subject, text, html, headers,
        status, attempts, due_at, returned)
    VALUES ('2024-03-01 12:00:00', '', :id, '["a@b.example"]', '["a@b.example"]', 'Hex Board 101', 'Your turn.',
        :html, '{}', 'waiting', 0, '2024-03-01 12:00:00', '{}')
"""
"""How a letter was stored by the first schema."""

BEGUN = """
    INSERT INTO boards (game, number, rules_version, options, terms, seed, status, position, moves_made, started_at,
        last_moved_at)
    VALUES ('hex', :number, 1, '{}', '{}', :seed, 'active', '{}', 0, '2024-03-01 12:00:00', '2024-03-01 12:00:00')
"""
"""How a board was stored before what was told of its seed was kept."""

SIGNED_UP = """
    INSERT INTO users (userid, userid_key, password_hash, created_at, settings)
    VALUES (:userid, :key, 'x', '2024-03-01 12:00:00', '{}')
"""
"""How a player is stored by all schemas."""

QUEUED = """{"queue": [{"text": "f14", "number": null, "after": "a1", "then": []}]}"""
"""How a queue was stored before moves had values."""


def test_the_migrations_make_the_tables_as_they_are_described(database: Database) -> None:
    with database.reading() as connection:
        indexes = {index.name for table in SCHEMA.tables.values() for index in table.indexes}

        assert compare_metadata(MigrationContext.configure(connection), SCHEMA) == []
        assert {"ix_inbox_waiting", "ix_outbox_waiting", "ix_boards_seed"} <= indexes


def test_letters_that_wait_while_the_server_is_upgraded_keep_their_part_in_html(database: Database) -> None:
    to_schema(database, "0001")
    with database.writing() as connection:
        connection.execute(
            text(WAITING), [{"id": "<1@b>", "html": "<p>Your turn.</p>"}, {"id": "<2@b>", "html": None}]
        )

    database.upgrade()

    with database.writing() as connection:
        letters = Outbox(connection).claim(10, timedelta(hours=1), datetime(2024, 3, 1, 13, tzinfo=UTC))
    assert [(letter.text, letter.page) for letter in letters] == [("Your turn.", {}), ("Your turn.", None)]


def test_boards_that_have_begun_keep_what_was_told_of_their_seeds(database: Database) -> None:
    to_schema(database, "0005")
    with database.writing() as connection:
        connection.execute(
            text(BEGUN), [{"number": 101, "seed": bytes(16)}, {"number": 102, "seed": bytes(range(16))}]
        )

    database.upgrade()

    with database.reading() as connection:
        kept = connection.execute(text("SELECT commitment FROM boards ORDER BY number")).scalars().all()
    assert kept == [
        "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb",
        "be45cb2605bf36bebde684841a28f0fd43c69850a3dce5fedba69928ee3a8991",
    ]


def test_moves_and_queues_from_before_they_had_values_are_as_good_as_before(database: Database) -> None:
    with database.writing() as connection:
        alice, bob = (Players(connection).add(name, "-", BEGAN) for name in ("alice", "bob"))
        board = Board.begin(Trichet(), 101, {"num_tiles": 96, "win_size": 10}, [alice, bob], bytes(16), BEGAN)
        move(board, bob, "d3", BEGAN)
        Boards(connection, CATALOGUE).add(board)
    to_schema(database, "0007")
    with database.writing() as connection:
        connection.execute(text("UPDATE seats SET plans = :plans WHERE seat = 1"), {"plans": QUEUED})

    database.upgrade()

    with database.writing() as connection:
        boards = Boards(connection, CATALOGUE)
        kept = boards.load("trichet", 101, for_change=True)
        assert kept is not None
        assert [(made.text, made.value) for made in kept.moves] == [("d3", None)]
        assert list(faults(kept)) == []
        move(kept, alice, "a1", BEGAN)
        boards.save(kept)
    with database.reading() as connection:
        again = Boards(connection, CATALOGUE).load("trichet", 101)
    assert again is not None
    assert [(made.text, made.value) for made in again.moves] == [("d3", None), ("a1", "a@-2,0"), ("f14", "f@0,2")]


def test_a_tie_that_is_proposed_while_the_server_is_upgraded_has_stopped_the_clock(database: Database) -> None:
    with database.writing() as connection:
        alice, bob = (Players(connection).add(name, "-", BEGAN) for name in ("alice", "bob"))
        terms = Terms(total_days=30)
        board = Board.begin(Hex(), 101, {"size": 11, "handicap": 0}, [alice, bob], bytes(16), BEGAN, terms)
        move(board, alice, "a1", BEGAN + DAY)
        move(board, bob, "b2", BEGAN + 3 * DAY)
        Boards(connection, CATALOGUE).add(board)
    to_schema(database, "0019")
    opened_at = (BEGAN + 23 * DAY).isoformat()
    vote = f'{{"question": "draw", "agreed": [{alice.id}], "opened_at": "{opened_at}"}}'
    with database.writing() as connection:
        connection.execute(text("UPDATE boards SET vote = :vote"), {"vote": vote})

    database.upgrade()

    with database.writing() as connection:
        boards = Boards(connection, CATALOGUE)
        kept = boards.load("hex", 101, for_change=True)
        assert kept is not None
        assert (kept.clock_rests, kept.times) == (True, {})
        assert decide(kept, BEGAN + 43 * DAY) == Decision(Verdict.NAG, (0,))
        remind(kept, [0], BEGAN + 43 * DAY)
        voting.answer(kept, bob, False, BEGAN + 43 * DAY)
        boards.save(kept)
    with database.writing() as connection:
        boards = Boards(connection, CATALOGUE)
        kept = boards.load("hex", 101, for_change=True)
        assert kept is not None
        assert [seat.used for seat in kept.seats] == [21 * DAY, 2 * DAY]
        assert (move_by(kept, alice), move_by(kept, bob)) == (BEGAN + 44 * DAY, None)
        voting.propose(kept, bob, Question.UNDO, BEGAN + 43 * DAY)
        voting.answer(kept, alice, True, BEGAN + 43 * DAY)
        boards.save(kept)
    with database.reading() as connection:
        again = Boards(connection, CATALOGUE).load("hex", 101)
    assert again is not None
    # What lay between the moves: those of alice and bob were made before their times were kept.
    assert [seat.used for seat in again.seats] == [DAY, timedelta()]
    assert (again.undone, move_by(again, bob)) == (2, BEGAN + 64 * DAY)


def test_the_servers_own_bots_are_there_and_go_again_with_the_schema_unless_they_play(database: Database) -> None:
    with database.reading() as connection:
        before = Bots(connection).of_the_server()
    to_schema(database, "0010")
    with database.reading() as connection:
        left = connection.execute(text("SELECT userid FROM users")).scalars().all()

    assert {bot.userid: level for bot, level in before.items()} == {f"bot-{level}": level for level in LEVELS}
    assert left == []


def test_a_bot_gets_another_name_where_a_player_has_had_its_name_before(database: Database) -> None:
    to_schema(database, "0010")
    with database.writing() as connection:
        for name in ("Bot-Easy", "bot-hard", "bot-hard2"):
            connection.execute(text(SIGNED_UP), {"userid": name, "key": name.lower()})

    database.upgrade()

    with database.reading() as connection:
        players = Players(connection)
        names = [bot.userid for bot in Bots(connection).of_the_server()]
        [person] = players.named(["bot-easy"]).values()
        bots = players.bots([person])
    assert names == ["bot-easy2", "bot-medium", "bot-hard3", "bot-expert"]
    assert bots == {}


def to_schema(database: Database, revision: str) -> None:
    """Bring a database back to an older schema."""
    config = Config()
    config.set_main_option("script_location", str(places.migrations()))
    with database.writing() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
