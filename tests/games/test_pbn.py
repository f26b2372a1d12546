"""Bridge as PBN: what is written of a board, and what is read of files that others have written."""

from __future__ import annotations

import time

import pytest

from pbmserv.games.bridge.typed_deals import TYPED
from pbmserv.games.file_reading import games_in, is_file_of_games
from pbmserv.games.game_file import PlayedGame
from pbmserv.games.refusals import Refusal
from pbmserv.play.board import Board
from pbmserv.play.from_file import board_of
from pbmserv.play.game_file import game_file_of
from tests.games.bridge import BRIDGE, PLAYERS, STARTED, board_played, leave, make, play_on

DEAL = "N:A96.A53.KQ7.AJ52 KQJ4.K8.J943.T87 T73.JT62.A852.94 852.Q974.T6.KQ63"
FILE = f"""% PBN 2.1
[Event "A club evening"]
[Site "?"]
[Date "2020.05.07"]
[Board "{{board}}"]
[West "bob"]
[North "carol"]
[East "dave"]
[South "alice"]
[Dealer "{{dealer}}"]
[Vulnerable "{{vulnerable}}"]
[Deal "{DEAL}"]
[Scoring "IMP"]
[Declarer "N"]
[Contract "1NT"]
[Result "{{result}}"]
{{auction}}
{{play}}
"""
AUCTION = '[Auction "N"]\n1NT =1= Pass Pass Pass\n[Note "1:15 to 17"]'
PLAY = '[Play "E"]\nSK S3 S2 S6\nSQ S7 S5 SA\n- - - DK\n*'


def file(
    board: str = "1",
    dealer: str = "N",
    vulnerable: str = "None",
    result: str = "7",
    auction: str = AUCTION,
    play: str = PLAY,
) -> str:
    return FILE.format(board=board, dealer=dealer, vulnerable=vulnerable, result=result, auction=auction, play=play)


def games(text: str) -> list[PlayedGame]:
    assert is_file_of_games(text)
    return [played for told in games_in(text) if (played := BRIDGE.read_game(told))]


def read(text: str) -> Board:
    [played] = games(text)
    return board_of(BRIDGE, played, 101, PLAYERS, STARTED)


def moves(text: str) -> list[str]:
    return [move.text for move in read(text).moves]


def refusal(text: str) -> str:
    with pytest.raises(Refusal) as caught:
        read(text)
    return caught.value.words


def written(board: Board) -> str:
    told = game_file_of(board)
    assert told is not None
    assert told.name == "bridge-101.pbn"
    return told.text


# Written


def test_each_deal_of_a_board_is_a_game_of_the_file() -> None:
    text = written(board_played(deals=2))

    assert text.startswith('% PBN 2.1\n% EXPORT\n\n[Event "Bridge 101"]\n[Site "pbmserv"]\n[Date "2026.11.22"]\n')
    assert text.count("[Event ") == 2
    assert '[South "alice"]\n[Dealer "E"]\n[Vulnerable "NS"]\n' in text
    assert '[Contract "Pass"]\n[Result ""]\n[Score "NS 0"]\n[Auction "E"]\nPass Pass Pass Pass\n' in text


def test_a_board_is_the_same_after_it_has_been_written_and_read() -> None:
    board = board_played(deals=4)

    again = read(written(board))

    assert again.options == {"deals": 4, "cards": TYPED}
    assert again.position.results == board.position.results
    assert (again.result and again.result.winner) == (board.result and board.result.winner)
    assert written(again) == written(board)


@pytest.mark.parametrize("moves", [3, 12, 30, 60, 100])
def test_a_file_of_a_game_that_is_on_tells_no_hand_that_is_hidden(moves: int) -> None:
    board = board_played(deals=4, moves=moves)
    seen = BRIDGE.seen_by(board.position, None)

    text = written(board)

    for seat, hand in enumerate(board.position.hands):
        suits = [[card[0] for card in reversed(hand) if card[1] == suit] for suit in "SHDC"]
        is_told = ".".join("".join(suit) for suit in suits) in text
        assert not is_told or seen.hands[seat] == hand
    assert '[Result "?"]' in text


def test_hands_that_were_thrown_in_are_told_when_the_game_is_over() -> None:
    begun, over = board_played(deals=2, passed_out=1, moves=10), board_played(deals=2, passed_out=1)

    assert '[Deal "N:- - - -"]' in written(begun)
    assert '[Deal "N:- - - -"]' not in written(over)


def test_the_file_of_a_game_that_goes_on_without_a_player_has_all_cards() -> None:
    board = board_played(deals=2, passed_out=0, moves=8)
    leave(board)

    play_on(board)

    text = written(board)
    assert text.count("[Event ") == 2
    assert text.count("[Play ") == 2
    assert all(len(part.split("\n\n")[0].split()) == 1 + 52 for part in text.split('[Play "')[1:])


# Read


def test_a_claim_says_how_many_tricks_declarer_took() -> None:
    board = read(file())

    assert [move.text for move in board.moves] == [
        f"deal 1 {DEAL}",
        *("1n", "pass", "pass", "pass"),
        *("KS", "3S", "2S", "6S", "QS", "7S", "5S", "AS", "KD"),
        "tricks 7",
    ]
    assert board.position.results == (("1n", 2, 7, 90),)
    assert [seat.player.userid for seat in board.seats] == ["alice", "bob", "carol", "dave"]


@pytest.mark.parametrize(
    ("dealer", "vulnerable", "told"), [("N", "None", "deal 1 "), ("N", "Love", "deal 1 "), ("N", "Both", "deal 13 ")]
)
def test_the_number_of_a_board_is_that_of_its_dealer_and_vulnerability(
    dealer: str, vulnerable: str, told: str
) -> None:
    assert moves(file(dealer=dealer, vulnerable=vulnerable))[0].startswith(told)


@pytest.mark.parametrize("auction", ['[Auction "N"]\n1NT AP', '[Auction "N"] 1N! - Pass $2 pass PASS *'])
def test_auctions_are_read_as_others_write_them(auction: str) -> None:
    assert moves(file(auction=auction))[1:5] == ["1n", "pass", "pass", "pass"]


def test_comments_and_tables_are_passed_over() -> None:
    table = '[OptimumResultTable "Declarer;Denomination\\\\2R;Result\\\\2R"]\nN NT 7\nN S 7\n'

    assert moves(file(play=f"{{ a comment\n\nwith [tags] }}\n; and more\n{PLAY}\n{table}")) == moves(file())


def test_deals_of_the_same_players_are_one_game_and_others_begin_another() -> None:
    second = file(board="2", dealer="N", vulnerable="NS")
    others = file(board="3").replace('"dave"', '"wendy"')

    assert [played.options["deals"] for played in games(file() + second + others + file())] == [2, 1, 1]


def test_a_tag_can_be_that_of_the_deal_before() -> None:
    second = file(board="2").replace('"bob"', '"#"')

    [played] = games(file().replace('"bob"', '"##bob"') + second)

    assert played.players == ("alice", "bob", "carol", "dave")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (file(result="?"), "The file does not tell how many tricks declarer took in board 1."),
        (file(auction=""), "The auction of board 1 is missing, or does not end."),
        (file(auction='[Auction "N"]\n1NT Pass'), "The auction of board 1 is missing, or does not end."),
        (file(auction='[Auction "N"]\n9Z'), 'Board 1 has "9Z" where a call could be.'),
        (file(dealer="Q"), "Dealer or vulnerability of board 1 cannot be read."),
        (file(play='[Play "E"]\nSK what'), 'Board 1 has "what" where a card could be.'),
        (file(play='[Play "E"]\nSA'), "Move 6 (AS) is not legal: You do not hold AS."),
        (
            file(result="13"),
            "Move 15 (tricks 13) is not legal: Declarer can come to 1 to 12 tricks in all.",
        ),
        (file().replace("A96", "A9"), "A deal has each of the 52 cards once."),
    ],
)
def test_what_is_no_deal_of_bridge_is_refused_with_the_reason(text: str, words: str) -> None:
    assert refusal(text).startswith(words)


@pytest.mark.parametrize(
    "hostile",
    [
        '[Deal "' + "x" * 100_000,
        "\n" * 100_000 + '[Deal "N:"]',
        '[Deal "N:"]' + "{" * 100_000,
        '[Deal "N:"]\n[Auction "N"]\n' + "1NT " * 25_000,
        '[Deal "N:"]\n[Auction "N"]\n' + "=" * 100_000,
        '[Deal "N:"]\n[Auction "N"]\n' + "!" * 100_000,
        '[Deal "' + "\\x" * 50_000,
        "[Deal " * 20_000,
    ],
    ids=range(8),
)
def test_a_large_file_is_read_or_refused_at_once(hostile: str) -> None:
    begun = time.process_time()

    try:
        for told in games_in(hostile):
            BRIDGE.read_game(told)
    except Refusal:
        pass

    assert time.process_time() - begun < 0.5


def test_a_typed_board_that_was_played_to_its_end_is_written_and_read() -> None:
    board = Board.begin(BRIDGE, 101, {"deals": 1, "cards": TYPED}, PLAYERS, bytes(16), STARTED)
    for text in (f"deal 7 {DEAL}", "pass", "pass", "1n", "pass", "pass", "pass", "tricks 6"):
        make(board, text)
    board.result = BRIDGE.result(board.position)

    assert moves(written(board)) == [move.text for move in board.moves]
