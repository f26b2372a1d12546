"""Records as JSON: what is written is read again, and replayed to the same board; what cannot be true is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmserv.games.base import Refusal, Result
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance, commitment
from pbmserv.play import intervening, leaving, voting
from pbmserv.play.board import Board, Player, Question, Terms
from pbmserv.play.days import EVERY_DAY
from pbmserv.play.fields import NotARecord
from pbmserv.play.interchange import read, write
from pbmserv.play.moving import move
from pbmserv.play.record import SWAP
from pbmserv.play.replaying import DoesNotHold, players_at_start
from pbmserv.play.transcript import Transcript
from tests.records import altered, check_schema, keeps_schema

CATALOGUE = installed()
START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
SEED = bytes(range(16))
PLAYERS = {name: Player(number, name) for number, name in enumerate(("alice", "bob", "carol"), 1)}


def started(game: str, players: int = 2, seed: bytes = SEED, terms: Terms | None = None, **options: Any) -> Board:
    rules = CATALOGUE[game]
    values = {option.name: option.default for option in rules.options} | options
    return Board.begin(rules, 101, values, list(PLAYERS.values())[:players], seed, START, terms)


def play_on(board: Board, moves: int, choices: Chance) -> None:
    """Have whoever is to move make legal moves at random, until so many are made or the game is over."""
    while board.is_on and len(board.moves) < moves:
        seat = choices.choice(board.seats_to_move)
        legal = board.game.legal_moves(board.position, seat)
        assert legal
        at = board.last_moved_at + timedelta(microseconds=choices.below(10**12))
        if board.next_number == board.game.swap_at(board.options):
            legal = [SWAP]
        move(board, board.seats[seat].player, choices.choice(legal), at)


def agree(board: Board) -> None:
    later = board.last_moved_at + timedelta(days=1)
    for player in board.staying:
        voting.propose(board, player, Question.DRAW, later)


def resign(board: Board) -> None:
    leaving.resign(board, board.players_to_move[0], board.last_moved_at + timedelta(days=1), SEED)


def run_out_of_time(board: Board) -> None:
    leaving.forfeit(board, board.seats_to_move, board.last_moved_at + timedelta(days=30), SEED)


def decide(board: Board) -> None:
    intervening.adjudicate(board, board.staying[0], board.last_moved_at + timedelta(days=1), points=2)


def go_on(board: Board) -> None:
    """Nothing ends the game."""


@st.composite
def trichet_games(draw: st.DrawFn) -> Board:
    """Boards of Trichet at any point: just begun, being played, over in one way or another."""
    terms = Terms(
        nag_days=draw(st.integers(1, 365)),
        forfeit_days=draw(st.integers(1, 3650)),
        total_days=draw(st.none() | st.integers(1, 3650)),
        increment_hours=draw(st.integers(0, 8760)),
        rated=draw(st.booleans()),
        days=draw(st.sampled_from([EVERY_DAY, EVERY_DAY, "mtwtf--", "-----s-"])),
    )
    seed = draw(st.binary(min_size=16, max_size=16))
    board = started("trichet", seed=seed, terms=terms, num_tiles=draw(st.sampled_from([3, 12, 96])))
    play_on(board, draw(st.integers(0, 10)), Chance(seed, "moves"))
    end = draw(st.sampled_from([go_on, agree, decide, resign, run_out_of_time]))
    if board.is_on and (board.has_begun or end in {agree, decide}):
        end(board)
    return board


def check_round_trip(board: Board) -> None:
    transcript = Transcript.of_board(board, with_secrets=True)

    assert read(write(transcript)) == transcript

    again = transcript.replayed(CATALOGUE, 205, PLAYERS)
    assert again.number == 205
    for part in ("options", "seed", "position", "moves", "terms", "result", "status"):
        assert getattr(again, part) == getattr(board, part), part
    for part in ("started_at", "last_moved_at", "finished_at"):
        assert getattr(again, part) == getattr(board, part), part
    assert [(seat.player, seat.resigned) for seat in again.seats] == [
        (seat.player, seat.resigned) for seat in board.seats
    ]
    assert Transcript.of_board(again, with_secrets=True).used == transcript.used


@settings(max_examples=60)
@given(trichet_games())
def test_a_record_is_replayed_to_the_same_board(board: Board) -> None:
    check_round_trip(board)


@settings(max_examples=30)
@given(trichet_games())
def test_a_record_keeps_to_the_schema_and_tells_no_seed_while_the_game_is_on(board: Board) -> None:
    told = check_schema(write(Transcript.of_board(board)))

    assert (told["seed"] is None) == board.is_on
    assert board.seed.hex() not in json.dumps(told) or not board.is_on
    assert told["seed_sha256"] == commitment(board.seed)
    check_schema(write(Transcript.of_board(board, with_secrets=True)))


@pytest.mark.alike
@pytest.mark.parametrize("moves", [0, 1, 2, 5, 30, 1000])
@pytest.mark.parametrize(
    ("game", "players"), [("hex", 2), ("goofspiel", 2), ("goofspiel", 3), ("triominoes", 2), ("triominoes", 3)]
)
@pytest.mark.parametrize("end", [go_on, resign])
def test_so_is_that_of_any_game(game: str, players: int, moves: int, end: Callable[[Board], None]) -> None:
    options: dict[str, Any] = {"size": 4} if game == "hex" else {}
    board = started(game, players, **options)
    play_on(board, moves, Chance(SEED, "moves"))
    if board.is_on and board.has_begun:
        end(board)

    check_round_trip(board)


def test_players_are_told_as_they_sat_at_the_start() -> None:
    board = started("hex", size=5)
    play_on(board, 3, Chance(SEED, "moves"))

    transcript = Transcript.of_board(board)

    assert [seat.player.userid for seat in board.seats] == ["bob", "alice"]
    assert transcript.players == ("alice", "bob")
    assert [used.total_seconds() for used in transcript.used] == [
        int(board.seats[1].used.total_seconds()),
        int(board.seats[0].used.total_seconds()),
    ]
    assert players_at_start(board) == [PLAYERS["alice"], PLAYERS["bob"]]


def finished_game() -> Board:
    """Three moves of a small Hex board, then alice gives up."""
    board = started("hex", size=5)
    for player, text in (("alice", "b2"), ("bob", "swap"), ("alice", "c3"), ("bob", "d3")):
        move(board, PLAYERS[player], text, board.last_moved_at + timedelta(hours=1))
    leaving.resign(board, PLAYERS["alice"], board.last_moved_at + timedelta(hours=1), SEED)
    return board


LINE = write(Transcript.of_board(finished_game()))


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all values that hold no others."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    inner = [way for key, value in entries for way in leaves(value, (*path, key))]
    yield from inner or [path]


def put(path: tuple[Any, ...], value: Any) -> Callable[[dict[str, Any]], None]:
    def alter(data: dict[str, Any]) -> None:
        *outer, last = path
        holder: Any = data
        for key in outer:
            holder = holder[key]
        holder[last] = value

    return alter


def something_else(value: Any) -> Any:
    """A value of the same kind, but another."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value[:-1] + ("0" if value[-1] != "0" else "1")
        case None:
            return 0
        case _:
            return [*value, 1]


@pytest.mark.alike
@pytest.mark.parametrize("path", list(leaves(json.loads(LINE))), ids=str)
def test_no_field_can_be_altered_unnoticed(path: tuple[Any, ...]) -> None:
    data = json.loads(LINE)
    value = data
    for key in path:
        value = value[key]
    put(path, something_else(value))(data)

    with pytest.raises(NotARecord):
        read(json.dumps(data))


def replayed(line: str) -> Board:
    return read(line).replayed(CATALOGUE, 205, PLAYERS)


@pytest.mark.alike
@pytest.mark.parametrize(
    ("path", "value", "refusal"),
    [
        (("format",), "pgn", 'This is no record: its field format has to be "pbmserv-record".'),
        (("version",), 3, "The record is written in another version than 1 to 2, which are known here."),
        (("version",), True, "record.version has to be a whole number from 1 to 2."),
        (("version",), 1, "record.moves[0].value is no field of a record."),
        (("game",), "bingo", "There is no game called bingo here."),
        (("game",), "goofspiel", "The option "),
        (("rules",), 2, "Hex has no rules of version 2 here."),
        (("board",), 0, "record.board has to be a whole number from 1 to 999999999."),
        (("options", "size"), 2, "The parameter -size=2 is not understood: -size takes a whole number from 3 to 19"),
        (("options", "size"), True, "The option size takes a whole number from 3 to 19."),
        (("options", "size"), 3, "Move 4 (d3) is not legal: "),
        (("options", "handicap"), 2, "Move 2 (swap) is not legal: sides could not be swapped then."),
        (("options", "komi"), 2, "The option komi is unknown in Hex."),
        (("options", "\x1b]0;owned\x07"), 2, "record.options has to be an object of numbers, words, true and false."),
        (("options",), {"size": 5}, "The option handicap is missing."),
        (("terms", "nag_days"), 0, "record.terms.nag_days has to be a whole number from 1 to 365."),
        (("terms", "forfeit_days"), None, "record.terms.forfeit_days has to be a whole number from 1 to 3650."),
        (("terms", "total_days"), 0, "record.terms.total_days has to be a whole number from 1 to 3650."),
        (("terms", "increment_hours"), -1, "record.terms.increment_hours has to be a whole number from 0 to 8760."),
        (("terms", "rated"), 1, "record.terms.rated has to be true or false."),
        (("terms", "colour"), 1, "record.terms.colour is no field of a record."),
        (("players", 1, "userid"), "Alice", "By the rules the game is on, but it is said to be over."),
        (("players", 1, "userid"), 7, "record.players[1].userid has to be a line of at most 1000 characters."),
        (("players", 1, "seconds_used"), -1, "record.players[1].seconds_used has to be a whole number from 0 to"),
        (("players",), [], "Hex is not played by 0."),
        (("started_at",), "2024-03-01", "record.started_at has to be a time such as 2024-03-01T12:00:00Z."),
        (("started_at",), "2024-13-01T12:00:00Z", "record.started_at has to be a time such as 2024-03-01T12:00:00Z."),
        (("last_moved_at",), "9999-12-31T23:59:59Z", "record.last_moved_at has to be a time such as"),
        (("finished_at",), None, "A game that is over has both a result and a finished_at, and one that is on has"),
        (("seed",), "00" * 16, "The seed is not the one whose SHA-256 was told when the game began."),
        (("seed",), "00" * 15, "record.seed has to be 32 hexadecimal digits."),
        (("seed",), None, "The game is on and its seed is not told: such a record cannot be replayed."),
        (("seed_sha256",), "00" * 32, "The seed is not the one whose SHA-256 was told when the game began."),
        (("moves",), {}, "record.moves has to be a list."),
        (("moves", 0), "b2", "record.moves[0] has to be an object."),
        (("moves", 0, "number"), 2, "Move 1 is missing: move 2 stands in its place."),
        (("moves", 0, "seat"), 1, "Move 1 (b2) is by seat 1, and it was not its turn."),
        (("moves", 0, "seat"), 2, "Move 1 (b2) is by seat 2, and the seats are 0 to 1."),
        (("moves", 0, "text"), "z99", "Move 1 (z99) is not legal: "),
        (("moves", 0, "text"), "B2", "Move 1 (B2) should read b2."),
        (("moves", 0, "text"), "skip", "Move 1 (skip) is not legal: "),
        (("moves", 0, "automatic"), None, "record.moves[0].automatic has to be true or false."),
        (("moves", 0, "at"), "now", "record.moves[0].at has to be a time such as 2024-03-01T12:00:00Z."),
        (("moves", 0, "value"), "b3", "Move 1 (b2) should have the value b2."),
        (("moves", 1, "value"), "swap", "Move 2 (swap) should have no value."),
        (("moves", 4, "value"), "resign", "Move 5 (resign) should have no value."),
        (("moves", 0, "value"), 7, "record.moves[0].value has to be a line of at most 1000 characters."),
        (("moves", 0, "clock"), 1, "record.moves[0].clock is no field of a record."),
        (("result",), None, "A game that is over has both a result and a finished_at, and one that is on has"),
        (("result", "winner"), 1, "By the rules the game ended otherwise: alice resigned."),
        (("result", "winner"), None, "By the rules the game ended otherwise: alice resigned."),
        (("result", "reason"), "bob cheated.", "By the rules the game ended otherwise: alice resigned."),
        (("result", "points"), 2, "By the rules the game ended otherwise: alice resigned."),
        (("result", "scores"), [1, 0], "By the rules the game ended otherwise: alice resigned."),
        (
            ("result", "scores"),
            [1.5, 0],
            "record.result.scores has to be a list of whole numbers from -2147483647 to",
        ),
    ],
)
def test_what_cannot_be_true_is_refused_even_with_a_right_checksum(
    path: tuple[Any, ...], value: Any, refusal: str
) -> None:
    assert replayed(LINE).result == Result(0, "alice resigned.")

    with pytest.raises(Refusal) as caught:
        replayed(altered(LINE, put(path, value)))

    assert caught.value.words.startswith(refusal)
    assert isinstance(caught.value, NotARecord | DoesNotHold)


def as_version_1(data: dict[str, Any]) -> None:
    """Write a record as it was written before moves had values."""
    data["version"] = 1
    for made in data["moves"]:
        del made["value"]


@settings(max_examples=20)
@given(trichet_games())
def test_a_record_of_version_1_is_replayed_to_the_same_board_with_values(board: Board) -> None:
    line = altered(write(Transcript.of_board(board, with_secrets=True)), as_version_1)

    assert keeps_schema(json.loads(line))
    again = replayed(line)
    assert (again.position, again.moves, again.result) == (board.position, board.moves, board.result)


def test_a_record_by_older_rules_of_its_game_holds_by_these_and_by_no_others() -> None:
    older = CATALOGUE["connect6"].rules_of(1)
    board = Board.begin(older, 101, {"size": 9}, [PLAYERS["alice"], PLAYERS["bob"]], SEED, START)
    for text in ["a1", "a9", "b9", "b1", "c1", "d9", "e9", "d1", "e1", "g9", "h9", "g1", "f1"]:
        move(board, board.players_to_move[0], text, board.last_moved_at + timedelta(hours=1))
    line = write(Transcript.of_board(board))

    again = replayed(line)

    assert again.result == board.result == Result(0, "Black has six in a row.")
    assert again.game.version == 1
    with pytest.raises(DoesNotHold, match="Black has seven in a row"):
        replayed(altered(line, put(("rules",), 2)))
    with pytest.raises(DoesNotHold, match="Connect6 has no rules of version 3 here"):
        replayed(altered(line, put(("rules",), 3)))


def test_moves_that_were_made_before_values_were_kept_have_none_in_a_record() -> None:
    board = finished_game()
    board.moves = [made._replace(value=None) for made in board.moves]

    line = write(Transcript.of_board(board))

    assert [made["value"] for made in check_schema(line)["moves"]] == [None] * 5
    assert [made.value for made in replayed(line).moves] == ["b2", None, "c3", "d3", None]


@pytest.mark.parametrize("field", sorted(json.loads(LINE)))
def test_no_field_can_be_left_out(field: str) -> None:
    if field == "checksum":
        return
    line = altered(LINE, lambda data: data.pop(field))

    assert not keeps_schema(json.loads(line))
    with pytest.raises(NotARecord):
        read(line)


JUNK = st.sampled_from(
    [None, True, False, -1, 0, 1, 2**31, 10**12, "", "x", "a\nb", "y" * 1001, [], [1], {}, {"x": 1}]
)


@settings(max_examples=200)
@given(st.sampled_from([way for way in leaves(json.loads(LINE)) if way != ("checksum",)]), JUNK)
def test_reader_and_schema_agree_on_what_a_record_is(path: tuple[Any, ...], value: Any) -> None:
    line = altered(LINE, put(path, deepcopy(value)))

    try:
        read(line)
        accepted = True
    except NotARecord:
        accepted = False

    assert accepted == keeps_schema(json.loads(line))


@pytest.mark.parametrize(
    "line",
    ["", "null", "[]", "7", '"pbmserv-record"', "{", "{}", "[" * 100_000, "1" * 10_000, '{"format": NaN}', "\ud800"],
)
def test_what_is_no_record_is_refused_in_words(line: str) -> None:
    with pytest.raises(NotARecord) as caught:
        read(line)

    assert caught.value.words.startswith("This is ")


@settings(max_examples=50)
@given(st.text(max_size=200) | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_no_text_does_any_harm(line: str) -> None:
    with pytest.raises(NotARecord):
        read(line)
