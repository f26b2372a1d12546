"""Which move may be meant by a line that is not quite one, and which words leave no question."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime

import pytest

from pbmserv.games.base import Refusal
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.play.board import Board, Player
from pbmserv.play.move_suggestions import move_meant

ALICE, BOB = Player(1, "alice"), Player(2, "bob")
START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)


def begun(word: str) -> Board:
    game = installed()[word]
    options = {option.name: option.default for option in game.options}
    return Board.begin(game, 101, options, [ALICE, BOB], bytes(16), START)


def played(word: str, text: str) -> str:
    """The move that a text is at the start of a game, or a word for why it is none."""
    board = begun(word)
    seat = board.game.to_move(board.position)[0]
    try:
        return str(board.game.play(board.position, seat, text, Chance(bytes(16), "")).move)
    except Refusal as refusal:
        return type(refusal).__name__


def asked(word: str, *lines: str) -> str | None:
    board = begun(word)
    seat = board.game.to_move(board.position)[0]
    player = board.seats[seat].player
    assert player is not None
    return move_meant(board, player, lines)


@pytest.mark.parametrize(
    "text",
    ["e4 - your turn", "e4, your move!", "e4. Over to you.", "e4, and now it's your turn", "e4: you're up"],
)
def test_whose_turn_it_is_then_is_no_part_of_it(text: str) -> None:
    assert asked("chess", text) == "e2-e4"


@pytest.mark.parametrize("text", ["your turn", "It's your turn", "e4 is your move", "your e4"])
def test_but_it_changes_what_stands_otherwise(text: str) -> None:
    assert asked("chess", text) is None


@pytest.mark.parametrize(
    "text",
    [
        "knight f3",
        "Knight to f3",
        "the_knight f3".partition("_")[2],
        "Springer f3",
        "Springer auf f3",
        "Springer von g1 nach f3",
        "springer g1-f3",
        "cavalier f3",
        "Cavalier en f3",
        "Конь f3",
        "конём на f3",
        "caballo f3",
        "Caballo a f3",
        "cavallo f3",
        "paard f3",
        "skoczek f3",
        "KNIGHT F3",
    ],
)
def test_a_piece_is_called_by_its_name(text: str) -> None:
    assert played("chess", text) == "g1-f3"


@pytest.mark.parametrize(
    "text",
    ["pawn e4", "Bauer e4", "Bauer e2-e4", "pion e4", "peón e4", "пешка e4", "Pawn from e2 to e4", "peon a e4"],
)
def test_so_is_a_pawn(text: str) -> None:
    assert played("chess", text) == "e2-e4"


@pytest.mark.parametrize(
    ("word", "text", "move"),
    [
        ("checkers", "man 11-15", "f6-e5"),
        ("checkers", "шашка f6-e5", "f6-e5"),
        ("checkers", "king f6-e5", "Illegal"),
        ("checkers", "Dame f6-e5", "Illegal"),
        ("draughts", "Stein c3-d4", "Illegal"),
        ("hnefatafl", "man d1-d3", "d1-d3"),
        ("hnefatafl", "king d1-d3", "Illegal"),
        ("amazons", "amazon d1-d7/g7", "d1-d7/g7"),
        ("amazons", "queen d1-d7/g7", "Illegal"),
        ("breakthrough", "pawn b2-b3", "Illegal"),
        ("chess", "bishop f3", "Illegal"),
        ("chess", "pawn f5", "Illegal"),
        ("chess", "queen d4", "Illegal"),
        ("chess", "Läufer b5", "Illegal"),
    ],
)
def test_a_name_is_that_of_the_piece_which_moves(word: str, text: str, move: str) -> None:
    assert played(word, text) == move


@pytest.mark.parametrize(
    "line",
    [
        "bishop b5",
        "knight e4",
        "Not e4",
        "not e4!",
        "No e4",
        "Don't play e4",
        "Never e4",
        "nicht e4",
        "pas e4",
        "не e4",
        "nie e4",
        "e4? no",
        "anything but the pawn e4",
        "anything except e4",
        "e4 or something",
        "if e4",
        "I resign after e4",
        "undo e4",
        "his e4",
        "black e4",
        "White: e4",
        "3 e4",
        "two e4",
        "zwei e4",
        "e4 5",
        "S e4",
        "Springer e4",
        "Turm e4",
        "rook e4, I think",
        "the tower e4 of my king",
        "Конь e4",
        "dame e4",
        "e4, queen",
    ],
)
def test_a_word_that_changes_the_move_is_not_left_out(line: str) -> None:
    assert asked("chess", line) is None


@pytest.mark.parametrize("lines", [("Not", "e4"), ("The knight:", "e4"), ("Springer", "e4"), ("not this:", "e4")])
def test_nor_where_it_stands_in_the_line_above(lines: tuple[str, ...]) -> None:
    assert asked("chess", *lines) is None


@pytest.mark.parametrize(
    ("lines", "move"),
    [
        (("I play e4",), "e2-e4"),
        (("e4, good luck!",), "e2-e4"),
        (("My move: e4, ok?",), "e2-e4"),
        (("1. e4",), "e2-e4"),
        (("1 e4",), "e2-e4"),
        (("Move 1: e4",), "e2-e4"),
        (("Hi Bob,", "e4"), "e2-e4"),
        (("Sorry, I was not at home for 3 days.", "e4"), "e2-e4"),
        (("my knight f3 please",), "g1-f3"),
        (("N f3",), "g1-f3"),
    ],
)
def test_other_words_are_left_out_and_the_player_is_asked(lines: tuple[str, ...], move: str | None) -> None:
    assert asked("chess", *lines) == move


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("checkers", "king f6-e5 now"),
        ("checkers", "not 11-15"),
        ("draughts", "the king c3-d4, please"),
        ("hnefatafl", "the king to d1-d3"),
        ("amazons", "queen d1-d7/g7 please"),
        ("breakthrough", "pawn b2-b3, ok"),
        ("loa", "not b8-b6"),
        ("abalone", "white a1-b2"),
        ("hex", "not d4"),
        ("go", "Never d4"),
        ("morris", "his man d6"),
        ("othello", "nicht d3"),
    ],
)
def test_in_no_game_is_it_left_out(word: str, line: str) -> None:
    assert asked(word, line) is None


class TestInSentences:
    @pytest.mark.parametrize(
        ("line", "move"),
        [
            ("e2 nach e4", "e2-e4"),
            ("e2 auf e4", "e2-e4"),
            ("von e2 nach e4", "e2-e4"),
            ("Ich ziehe e2 nach e4", "e2-e4"),
            ("Hallo! Ich ziehe e2 nach e4, viel Glück", "e2-e4"),
            ("de e2 à e4", "e2-e4"),
            ("Cf3", "g1-f3"),
            ("Sf3", "g1-f3"),
            ("Кf3", "g1-f3"),
            ("Je joue Cf3", "g1-f3"),
            ("Springer nach f3", "g1-f3"),
            ("thanks! Springer nach f3", "g1-f3"),
            ("I play e4 now", "e2-e4"),
            ("my move is e4", "e2-e4"),
            ("Mein Zug ist e4", "e2-e4"),
            ("Sorry I meant e4", "e2-e4"),
            ("I move from e2 to e4", "e2-e4"),
        ],
    )
    def test_in_chess(self, line: str, move: str) -> None:
        assert asked("chess", line) == move

    @pytest.mark.parametrize(
        "line",
        [
            "not e2 nach e4",
            "Tf3",
            "Läufer nach f3",
            "Hallo! Nicht e2 nach e4",
            "e2 nach e4 oder d4",
            "if you go e2 nach e4",
            "I play e4 if you play e5",
            "Sf3 or Sc3",
            "e2 nach e5",
            "Your Sf3",
        ],
    )
    def test_what_means_something_else(self, line: str) -> None:
        assert asked("chess", line) is None

    @pytest.mark.parametrize("to", ["to", "nach", "->"])
    @pytest.mark.parametrize("and_", [" and ", ", ", " und "])
    def test_in_backgammon(self, to: str, and_: str) -> None:
        board = begun("backgammon")
        [seat] = board.to_move
        legal = board.game.legal_moves(board.position, seat) or ()
        move = next(each for each in legal if re.fullmatch(r"[0-9]+/[0-9]+ [0-9]+/[0-9]+", each))
        first, second = move.split()
        words = and_.join(each.replace("/", f" {to} ") for each in (first, second))

        assert asked("backgammon", words) == move
        assert asked("backgammon", f"I play {words} now") == move
        assert asked("backgammon", f"not {words}") is None

    @pytest.mark.parametrize("line", ["32 to 28", "von 32 nach 28", "I play 32 to 28 now"])
    def test_in_draughts(self, line: str) -> None:
        assert asked("draughts", line) == played("draughts", "32-28")

    def test_no_words_cost_more_than_their_length(self) -> None:
        for line in ("e2 nach " * 10, "Sf3 " * 20, "a, " * 25 + "e4", "nach " * 15, "x" * 100_000, "e2 " * 30_000):
            began = time.process_time()
            asked("chess", line)
            assert time.process_time() - began < 1
