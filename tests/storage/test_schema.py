"""The schema: what the migrations make is what the statements are written for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, text
from sqlalchemy.exc import IntegrityError

from pbmserv import places
from pbmserv.games.base import Result
from pbmserv.games.catalogue import installed
from pbmserv.games.hex import Hex
from pbmserv.games.message import Message, added, listed, the_players
from pbmserv.games.trichet import Trichet
from pbmserv.play import voting
from pbmserv.play.board import Board, Player, Question, Terms
from pbmserv.play.bots import LEVELS
from pbmserv.play.clock import Decision, Verdict, decide, move_by, remind
from pbmserv.play.intervening import Intervention
from pbmserv.play.leaving import resign
from pbmserv.play.moving import move
from pbmserv.play.replaying import faults
from pbmserv.storage.addresses import Bounces
from pbmserv.storage.boards import Boards
from pbmserv.storage.bots import Bots
from pbmserv.storage.database import Database
from pbmserv.storage.game_limits import GameLimits, Seekers, Wish
from pbmserv.storage.operator_log import Interventions
from pbmserv.storage.outbox import Outbox
from pbmserv.storage.players import Players
from pbmserv.storage.rematches import RematchAsked, Rematches
from pbmserv.storage.schema import SCHEMA
from pbmserv.storage.sessions import Sessions, WebLinks
from pbmserv.storage.tables import GAME_LIMITS
from pbmserv.storage.tournaments import Season, SeasonNews, Seasons, Tournament, Tournaments
from pbmserv.storage.watching import Watching

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

NAMED_BY_GAME_AND_NUMBER = (
    """INSERT INTO watchers (user_id, game, board_number, only_the_end) VALUES
        (:alice, 'hex', 101, false), (:alice, 'hex', 101, true), (:alice, 'hex', 999, false),
        (:bob, 'hex', 0, false)""",
    """INSERT INTO sessions (digest, user_id, scope, game, board_number, label, opened_at, used_at, expires_at) VALUES
        ('1', :alice, 'board', 'hex', 101, '', '2024-03-01 12:00:00', '2024-03-01 12:00:00', '2025-03-01 12:00:00'),
        ('2', :alice, 'board', 'hex', 999, '', '2024-03-01 12:00:00', '2024-03-01 12:00:00', '2025-03-01 12:00:00'),
        ('3', :bob, 'all', NULL, NULL, '', '2024-03-01 12:00:00', '2024-03-01 12:00:00', '2025-03-01 12:00:00')""",
    """INSERT INTO web_links (digest, user_id, game, board_number, expires_at) VALUES
        ('1', :alice, NULL, NULL, '2025-03-01 12:00:00'), ('2', :alice, 'hex', 101, '2025-03-01 12:00:00'),
        ('3', :bob, 'hex', 999, '2025-03-01 12:00:00')""",
    """INSERT INTO replies (user_id, game, board_number, nonce, digest) VALUES
        (:alice, 'hex', 101, '', '4'), (:alice, 'hex', 999, '', '5')""",
)
"""How boards were named before they were by their rows. There is no board 999."""

ASKED = """
    INSERT INTO rematches (board_id, asked_at, agreed, declined)
    VALUES (:board, '2024-03-01 12:00:00', :agreed, :declined)
"""
"""How it was stored who wants to play once more, before each answer had a row."""

CAME_BACK = """
    INSERT INTO outbox (created_at, request, message_id, addressed_to, recipients, subject, text, headers, status,
        attempts, due_at, returned)
    VALUES ('2024-03-01 12:00:00', '', '<1@b>', '["a@b.example"]', '[]', 'Hex Board 101', 'Your turn.', '{}', 'sent',
        1, '2024-03-01 12:00:00', :returned)
"""
"""How a letter was stored that had been sent, before those that had come back had rows of their own."""

WISHED = """
    INSERT INTO ratings (user_id, game, rating, won, lost, tied, strength, deviation, volatility, precedence,
        most_boards, seeking, seeking_since)
    VALUES (:user, :game, 1600, 0, 0, 0, 1500, 350, 0.06, 0, :most, :seeking, :since)
"""
"""How it was stored what players would like of a game, beside how they stand in it."""

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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


def test_results_from_before_their_reasons_had_values_are_told_as_before(database: Database) -> None:
    with database.writing() as connection:
        alice, bob = (Players(connection).add(name, "-", BEGAN) for name in ("alice", "bob"))
        for number in (101, 102):
            board = Board.begin(Trichet(), number, {"num_tiles": 96, "win_size": 10}, [alice, bob], bytes(16), BEGAN)
            move(board, bob, "d3", BEGAN)
            move(board, alice, "a1", BEGAN)
            resign(board, alice, BEGAN, bytes(16))
            Boards(connection, CATALOGUE).add(board)
    to_schema(database, "0031")
    with database.writing() as connection:
        assert _reasons(connection) == ["alice resigned.", "alice resigned."]
        connection.execute(text("UPDATE boards SET reason = 'In {older} words.' WHERE number = 102"))

    database.upgrade()

    with database.reading() as connection:
        boards = [Boards(connection, CATALOGUE).load("trichet", number) for number in (101, 102)]
    [by_the_rules, other] = [board.result.reason for board in boards if board is not None and board.result]
    assert (by_the_rules, other) == ("alice resigned.", "In {older} words.")
    assert isinstance(by_the_rules, Message)
    assert (by_the_rules.text, by_the_rules.values) == ("{player} resigned.", {"player": "alice"})


def test_reasons_are_sentences_again_for_an_older_version(database: Database) -> None:
    with database.writing() as connection:
        alice, bob = (Players(connection).add(name, "-", BEGAN) for name in ("alice", "bob"))
        reason = Message("It is won by {players}: {sum}.", players=the_players([0, 1]), sum=added([3, 4]))
        board = Board.begin(Trichet(), 101, {"num_tiles": 96, "win_size": 10}, [alice, bob], bytes(16), BEGAN)
        board.finish(Result(0, reason), BEGAN)
        Boards(connection, CATALOGUE).add(board)

    to_schema(database, "0031")

    with database.reading() as connection:
        assert _reasons(connection) == ["It is won by players A and B: 3 + 4."]


@pytest.mark.long
def test_what_the_operator_did_is_told_with_its_values_and_as_a_sentence_where_older(database: Database) -> None:
    with database.writing() as connection:
        board, season = _told_by_the_operator(connection)
    to_schema(database, "0032")
    with database.writing() as connection:
        for query in ("SELECT what FROM interventions ORDER BY id", "SELECT what FROM season_news ORDER BY id"):
            assert connection.scalars(text(query)).all() == ["alice and bob are told.", "Braces {stay}."]

    database.upgrade()

    with database.writing() as connection:
        again = Interventions(connection).of(board)
        news = Seasons(connection).news(season, 5)[::-1]
        assert [each.what for each in again] == ["alice and bob are told.", "Braces {stay}."]
        assert [each.what for each in news] == ["alice and bob are told.", "Braces {stay}."]
        _told_by_the_operator(connection, board, season)
    with database.reading() as connection:
        told = (Interventions(connection).of(board)[-2].what, Seasons(connection).news(season, 5)[1].what)
    assert [each.text for each in told] == ["{players} are told.", "{players} are told."]
    assert [each.values["players"].items for each in told] == [("alice", "bob"), ("alice", "bob")]


def _told_by_the_operator(
    connection: Connection, board: Board | None = None, season: Season | None = None
) -> tuple[Board, Season]:
    """A board and a season, or these, of each of which two things are told."""
    if board is None:
        alice, bob = (Players(connection).add(name, "-", BEGAN) for name in ("alice", "bob"))
        board = Board.begin(Trichet(), 101, {"num_tiles": 96, "win_size": 10}, [alice, bob], bytes(16), BEGAN)
        Boards(connection, CATALOGUE).add(board)
    if season is None:
        cup = Tournaments(connection).add(Tournament("Cup", "hex", {}, Terms()), BEGAN, BEGAN)
        assert cup is not None
        season = Seasons(connection).of(cup.id)
        assert season is not None
    for what in (Message("{players} are told.", players=listed(["alice", "bob"])), Message("Braces {stay}.")):
        Interventions(connection).add(board, Intervention(BEGAN, what, ""))
        Seasons(connection).add_news(season, SeasonNews(BEGAN, what, ""))
    return board, season


def _reasons(connection: Connection) -> list[str | None]:
    return list(connection.scalars(text("SELECT reason FROM boards ORDER BY number")))


@pytest.mark.long
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
        assert decide(kept, BEGAN + 43 * DAY) == Decision(Verdict.NAG, (1, 0))
        remind(kept, [1, 0], BEGAN + 43 * DAY)
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


@pytest.mark.long
def test_the_servers_own_bots_are_there_and_go_again_with_the_schema_unless_they_play(database: Database) -> None:
    with database.reading() as connection:
        before = Bots(connection).of_the_server()
    to_schema(database, "0010")
    with database.reading() as connection:
        left = connection.execute(text("SELECT userid FROM users")).scalars().all()

    assert {bot.userid: level for bot, level in before.items()} == {f"bot-{level}": level for level in LEVELS}
    assert left == []


@pytest.mark.long
def test_what_names_a_board_names_its_row_since_the_upgrade(database: Database) -> None:
    board_id, alice, bob = begun_board(database)
    to_schema(database, "0024")
    with database.writing() as connection:
        for statement in NAMED_BY_GAME_AND_NUMBER:
            connection.execute(text(statement), {"alice": alice.id, "bob": bob.id})

    database.upgrade()

    with database.reading() as connection:
        watching = Watching(connection)
        assert watching.who("hex", 101) == (alice, bob)
        assert watching.who("hex", 102) == (bob,)
        assert watching.who("hex", 101, only_the_end=True) == (alice,)
        [session] = Sessions(connection).all_of(alice, BEGAN)
        assert session.board == ("hex", 101)
        assert [each.board for each in Sessions(connection).all_of(bob, BEGAN)] == [None]
        assert WebLinks(connection).open_for(alice, BEGAN) == 1
        assert WebLinks(connection).is_spent("2")
        assert rows(connection, "SELECT user_id, board_id, digest FROM replies") == [(alice.id, board_id, "4")]
    to_schema(database, "0024")
    with database.reading() as connection:
        assert rows(connection, "SELECT user_id, board_number, only_the_end FROM watchers ORDER BY 1, 2, 3") == [
            (alice.id, 101, False), (alice.id, 101, True), (bob.id, 0, False),
        ]  # fmt: skip
        assert rows(connection, "SELECT game, board_number FROM sessions ORDER BY id") == [("hex", 101), (None, None)]
        assert rows(connection, "SELECT game, board_number FROM replies") == [("hex", 101)]


@pytest.mark.long
def test_what_was_said_about_a_rematch_is_kept_player_by_player(database: Database) -> None:
    board_id, alice, bob = begun_board(database)
    to_schema(database, "0023")
    with database.writing() as connection:
        connection.execute(text(ASKED), {"board": board_id, "agreed": f"[{bob.id}]", "declined": f"[{alice.id}]"})

    database.upgrade()

    with database.writing() as connection:
        rematches = Rematches(connection)
        asked = rematches.of(board_id)
        assert asked == RematchAsked(BEGAN, agreed=(bob.id,), declined=(alice.id,))
        assert rematches.waiting_for(alice, [board_id]) == frozenset()
        rematches.keep(board_id, RematchAsked(BEGAN, agreed=(bob.id,)))
        assert rematches.waiting_for(alice, [board_id]) == {board_id}
        rematches.keep(board_id, RematchAsked(BEGAN, (bob.id, alice.id), (), 102))
        assert rematches.of(board_id) == RematchAsked(BEGAN, (bob.id, alice.id), (), 102)
        assert rows(connection, "SELECT changes FROM rematches") == [(2,)]
    to_schema(database, "0023")
    with database.reading() as connection:
        assert rows(connection, "SELECT CAST(agreed AS TEXT) FROM rematches") == [(f"[{bob.id},{alice.id}]",)]


def test_letters_that_had_come_back_are_found_by_their_address(database: Database) -> None:
    to_schema(database, "0025")
    with database.writing() as connection:
        connection.execute(text(CAME_BACK), [{"returned": '{"a@b.example": "550 no"}'}, {"returned": "{}"}])

    database.upgrade()

    with database.writing() as connection:
        bounces = Bounces(connection)
        [letter] = bounces.returned_from("A@b.example", 10)
        assert bounces.returned([letter.id]) == {letter.id: {"a@b.example": "550 no"}}
        assert Outbox(connection).prune(letter.created_at + DAY) == 2
        assert bounces.returned([letter.id]) == {}


def test_who_began_a_board_is_still_known_and_cannot_be_nobody(database: Database) -> None:
    _, alice, _ = begun_board(database)
    to_schema(database, "0022")

    database.upgrade()

    with database.writing() as connection:
        assert rows(connection, "SELECT challenger_id FROM boards") == [(alice.id,)]
        for nobody in (0, 1_000_000):
            with pytest.raises(IntegrityError), connection.begin_nested():
                connection.execute(text("UPDATE boards SET challenger_id = :nobody"), {"nobody": nobody})


@pytest.mark.long
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


def test_what_players_would_like_of_a_game_is_kept_apart_from_how_they_stand(database: Database) -> None:
    alice, bob, carol = sign_up(database, "alice", "bob", "carol")
    with database.writing() as connection:
        Players(connection).leave(carol, BEGAN)
    to_schema(database, "0026")
    wished = [
        (alice, "hex", 3, 2, "2024-03-01 12:00:00.000000"),
        (alice, "go", 0, 0, None),
        (alice, "chess", None, 0, None),
        # Before anybody was brought together, challenges were sought, too.
        (bob, "hex", None, 1, None),
        (carol, "hex", 5, 1, None),
    ]
    names = ("user", "game", "most", "seeking", "since")
    with database.writing() as connection:
        connection.execute(
            text(WISHED), [dict(zip(names, (player.id, *rest), strict=True)) for player, *rest in wished]
        )

    database.upgrade()

    kept = "SELECT user_id, game, most_boards, seeking FROM game_limits ORDER BY user_id, game"
    with database.writing() as connection:
        assert rows(connection, kept) == [(alice.id, "go", 0, 0), (alice.id, "hex", 3, 2), (bob.id, "hex", None, 1)]
        limits = GameLimits(connection)
        assert limits.of("hex", [alice, bob, carol]) == {alice: Wish(3, 2), bob: Wish(None, 1), carol: Wish()}
        seeking = Seekers(connection).of("hex", BEGAN, 10)
        assert [(each.player, each.since) for each in seeking] == [(alice, BEGAN)]
        limits.challenged("hex", [alice, bob, carol])
        assert limits.of("hex", [alice, bob]) == {alice: Wish(3, 1), bob: Wish()}
    to_schema(database, "0026")
    again = "SELECT user_id, game, most_boards, seeking FROM ratings ORDER BY user_id, game"
    with database.reading() as connection:
        assert rows(connection, again) == [
            (alice.id, "chess", None, 0), (alice.id, "go", 0, 0), (alice.id, "hex", 3, 1), (bob.id, "hex", None, 0),
            (carol.id, "hex", None, 0),
        ]  # fmt: skip


@pytest.mark.parametrize("wrong", [{"most_boards": -1, "seeking": 0}, {"most_boards": None, "seeking": -1}])
def test_nobody_wants_fewer_than_no_boards(database: Database, wrong: dict[str, int | None]) -> None:
    [alice] = sign_up(database, "alice")

    with pytest.raises(IntegrityError), database.writing() as connection:
        connection.execute(insert(GAME_LIMITS).values(user_id=alice.id, game="hex", **wrong))


def sign_up(database: Database, *names: str) -> list[Player]:
    with database.writing() as connection:
        return [Players(connection).add(name, "-", BEGAN) for name in names]


def begun_board(database: Database) -> tuple[int, Player, Player]:
    """A board of Hex, 101, that alice has begun with bob."""
    with database.writing() as connection:
        alice, bob = (Players(connection).add(name, "-", BEGAN) for name in ("alice", "bob"))
        board = Board.begin(Hex(), 101, {"size": 11, "handicap": 0}, [alice, bob], bytes(16), BEGAN)
        board.challenger = alice
        boards = Boards(connection, CATALOGUE)
        boards.add(board)
        return boards.id_of(board), alice, bob


def rows(connection: Connection, query: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in connection.execute(text(query))]


def to_schema(database: Database, revision: str) -> None:
    """Bring a database back to an older schema."""
    config = Config()
    config.set_main_option("script_location", str(places.migrations()))
    with database.writing() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
