"""Shogi and minishogi as KIF and USI: what is written of a game, and what is read of files by other programs."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.file_reading import decoded, games_in, is_file_of_games
from pbmserv.games.game_file import OUT_OF_TIME, RESIGNED, PlayedGame
from pbmserv.games.refusals import Refusal
from pbmserv.games.shogi.game import Shogi
from pbmserv.games.shogi.usi import sfen
from pbmserv.play.board import Board
from pbmserv.play.from_file import board_of
from pbmserv.play.game_file import game_file_of
from tests.games.bridge import PLAYERS, STARTED
from tests.games.grids import CHANCE, move_read, played, started

GAMES = {"shogi": "7g7f 3c3d 8h2b+ 3a2b B*4e", "minishogi": "2e1d 4a1d 1e1d B*2c"}
KIF = """# ---- Kifu for Windows Pro V7.20 棋譜ファイル ----
開始日時：1999/7/15(木) 19:07:12
棋戦：王位戦
手合割：平手
先手：羽生　善治
後手：藤井 猛
手数----指手---------消費時間--
*開始コメント
   1 ７六歩(77)   ( 0:16/00:00:16)
   2 ３四歩(33)   ( 0:00/00:00:00)+
&しおり
   3 ２二角成(88) ( 0:01/00:00:17)
*取った
   4 同　銀(31)   ( 0:00/00:00:00)
   5 ４五角打     ( 0:00/00:00:00)
   6 {end}         ( 0:00/00:00:00)
{total}

変化：3手
   3 ２六歩(27)   ( 0:00/00:00:00)
"""
RESIGNS = KIF.format(end="投了", total="まで5手で先手の勝ち")
MOVES = ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]


def game_called(word: str) -> Shogi:
    game = installed()[word]
    assert isinstance(game, Shogi)
    return game


def told_of(word: str, moves: str, **how: object) -> PlayedGame:
    texts = tuple((number % 2, move) for number, move in enumerate(moves.split()))
    told = PlayedGame(f"{game_called(word).name} 101", "2026-11-22", ("alice", "bob"), {}, texts)
    return replace(told, **how)  # type: ignore[arg-type]


def games(text: str) -> list[tuple[str, PlayedGame]]:
    assert is_file_of_games(text)
    found = []
    for told in games_in(text):
        for game in installed().values():
            if game.file_format is not None and (read := game.read_game(told)):
                found.append((game.word, read))
                break
    return found


def board(text: str) -> Board:
    [(word, told)] = games(text)
    return board_of(game_called(word), told, 101, PLAYERS[:2], STARTED)


def made(text: str) -> list[str]:
    return [move.text for move in board(text).moves]


def refusal(text: str) -> str:
    with pytest.raises(Refusal) as refused:
        board(text)
    return refused.value.words


# Written


def test_a_game_is_written_as_japanese_programs_have_it() -> None:
    text = game_called("shogi").game_file(told_of("shogi", GAMES["shogi"], is_over=True, winner=0, given_up=RESIGNED))

    assert text.splitlines() == [
        "#KIF version=2.0 encoding=UTF-8",
        "開始日時：2026/11/22",
        "棋戦：Shogi 101",
        "場所：pbmserv",
        "手合割：平手",
        "先手：alice",
        "後手：bob",
        "手数----指手---------消費時間--",
        "   1 ７六歩(77)",
        "   2 ３四歩(33)",
        "   3 ２二角成(88)",
        "   4 同　銀(31)",
        "   5 ４五角打",
        "   6 投了",
        "まで5手で先手の勝ち",
    ]


@pytest.mark.parametrize(
    ("how", "lines"),
    [
        ({"is_over": False}, ["   3 中断", "まで2手で中断"]),
        ({"is_over": True}, ["   3 持将棋", "まで2手で持将棋"]),
        (
            {"is_over": True, "winner": 1, "given_up": OUT_OF_TIME},
            ["   3 切れ負け", "まで2手で時間切れにより後手の勝ち"],
        ),
        # White resigns while Black is to move: that has no word of its own.
        ({"is_over": True, "winner": 0, "given_up": RESIGNED}, ["   2 ３四歩(33)", "まで2手で先手の勝ち"]),
    ],
)
def test_how_a_game_ends_is_told_by_a_word_in_place_of_a_move_and_by_a_sentence(
    how: dict[str, object], lines: list[str]
) -> None:
    text = game_called("shogi").game_file(told_of("shogi", "7g7f 3c3d", **how))

    assert text.splitlines()[-2:] == lines


@pytest.mark.parametrize(
    ("word", "winner", "result"), [("shogi", None, None), ("minishogi", 1, 1)], ids=["shogi", "minishogi"]
)
def test_a_position_that_comes_again_and_again_is_sennichite(
    word: str, winner: int | None, result: int | None
) -> None:
    there_and_back = {"shogi": "5i5h 5a5b 5h5i 5b5a", "minishogi": "2e3d 4a3b 3d2e 3b4a"}[word]
    moves = " ".join([there_and_back] * 3)
    text = game_called(word).game_file(told_of(word, moves, is_over=True, winner=winner))

    assert text.splitlines()[-2:] == ["  13 千日手", "まで12手で千日手"]
    again = board(text).result
    assert again is not None
    assert again.winner == result


def test_minishogi_says_so_where_handicaps_are_told() -> None:
    told = told_of("minishogi", GAMES["minishogi"])

    assert "手合割：5五将棋\n" in game_called("minishogi").game_file(told)
    assert game_called("minishogi").game_file(told).splitlines()[8:12] == [
        "   1 １四角(25)",
        "   2 同　角(41)",
        "   3 同　飛(15)",
        "   4 ２三角打",
    ]


def test_a_line_of_usi_has_the_moves_alone() -> None:
    shogi, mini = game_called("shogi"), game_called("minishogi")
    [usi] = shogi.other_formats

    assert shogi.other_file(usi, told_of("shogi", GAMES["shogi"])) == (
        "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e\n"
    )
    assert mini.other_file(usi, told_of("minishogi", "2e1d")) == (
        "position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 2e1d\n"
    )


def test_a_position_is_told_in_sfen() -> None:
    shogi = game_called("shogi")
    start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

    assert sfen(started(shogi)) == start
    assert sfen(played(shogi, "7g7f 3c3d 8h2b+")) == (
        "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4"
    )
    held = replace(started(shogi), pockets=("rp", "bppp"))
    assert sfen(held).split()[2] == "RPb3p"


@pytest.mark.parametrize("word", GAMES)
def test_a_board_has_a_file_in_both_formats(word: str) -> None:
    game = game_called(word)
    text = game.game_file(told_of(word, GAMES[word], is_over=True, winner=0, given_up=RESIGNED))
    again = board(text)

    files = [game_file_of(again, form.ending) for form in game.file_formats]
    assert [file and file.name for file in files] == [f"{word}-101.kifu", f"{word}-101.usi"]
    assert files[0] is not None
    assert files[0].text.splitlines()[3:] == text.splitlines()[3:]
    assert game_file_of(again, "pgn") is None


# Read


def test_a_file_of_an_old_program_is_read_without_comments_variations_and_times() -> None:
    [(word, told)] = games(RESIGNS)

    assert (word, told.players, told.date, told.title) == ("shogi", ("羽生 善治", "藤井 猛"), "1999-07-15", "王位戦")
    assert made(RESIGNS) == [*MOVES, "resign"]
    ended = board(RESIGNS).result
    assert ended is not None
    assert ended.winner == 0


@pytest.mark.parametrize("encoding", ["cp932", "shift_jis", "utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_file_is_read_in_the_encoding_of_its_program(encoding: str, line_end: str) -> None:
    raw = RESIGNS.replace("\n", line_end).encode(encoding)

    assert games(decoded(raw)) == games(RESIGNS)


@pytest.mark.parametrize(
    ("end", "total", "winner", "last"),
    [
        ("投了", "", 0, "resign"),
        ("切れ負け", "", 0, "forfeit"),
        ("反則負け", "", 0, "B*4e"),
        ("反則勝ち", "", 1, "B*4e"),
        ("持将棋", "", None, "B*4e"),
        ("千日手", "", None, "B*4e"),
        ("", "まで5手で先手の勝ち", 0, "resign"),
        ("", "まで5手で下手の勝ち", 0, "resign"),
        ("", "まで5手で時間切れにより後手の勝ち", 1, "forfeit"),
        ("", "まで5手で千日手", None, "B*4e"),
        ("", "まで5手で持将棋", None, "B*4e"),
    ],
)
def test_the_end_is_a_word_in_place_of_a_move_or_the_last_line(
    end: str, total: str, winner: int | None, last: str
) -> None:
    text = KIF.format(end=end, total=total)
    if not end:
        text = "\n".join(line for line in text.splitlines() if not line.startswith("   6"))
    found = board(text)

    assert found.result is not None
    assert (found.result.winner, found.moves[-1].text) == (winner, last)


@pytest.mark.parametrize("total", ["まで5手で中断", ""])
def test_a_game_that_was_broken_off_is_not_over(total: str) -> None:
    assert refusal(KIF.format(end="中断", total=total)).startswith("The game is not over")


@pytest.mark.parametrize("said", ["5五将棋", "５五将棋", "五々将棋"])
def test_minishogi_is_told_in_several_ways(said: str) -> None:
    text = f"手合割：{said}\n先手：a\n後手：b\n   1 １四角(25)\n   2 同　角(41)\n   3 投了\n"

    assert games(text)[0][0] == "minishogi"
    assert made(text) == ["2e1d", "4a1d", "resign"]


BOARD = """後手の持駒：なし
  ５ ４ ３ ２ １
+---------------+
|v飛v角v銀v金v玉|一
| ・ ・ ・ ・v歩|二
| ・ ・ ・ ・ ・|三
| {pawn} ・ ・ ・ ・|四
| 玉 金 銀 角 飛|五
+---------------+
先手の持駒：なし
手合割：その他
先手：a
後手：b
手数----指手---------消費時間--
   1 １四角(25)
   2 投了
"""


def test_a_board_that_is_drawn_has_to_be_the_usual_start() -> None:
    assert made(BOARD.format(pawn="歩")) == ["2e1d", "resign"]
    assert refusal(BOARD.format(pawn="・")) == "The game begins with another position than the usual one."
    assert refusal(RESIGNS.replace("手合割：", "後手番\n手合割：")).startswith("The game begins with another")


def test_games_with_a_handicap_are_refused() -> None:
    said = 'The game begins with a handicap, "香落ち", which there is not here.'

    assert refusal(RESIGNS.replace("平手", "香落ち")) == said


def test_several_games_of_a_file_are_taken_one_by_one() -> None:
    assert [word for word, _ in games(RESIGNS + RESIGNS.replace("投了", "千日手"))] == ["shogi", "shogi"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            RESIGNS.replace("３四歩(33)", "３五歩(33)"),
            "Move 2 (3五歩(33)) is not legal: White's pawn on 3c cannot go to 3e.",
        ),
        (
            RESIGNS.replace("同　銀(31)", "同　金(31)"),
            "Move 4 (同 金(31)) is not legal: White's silver stands on 3a.",
        ),
        (
            RESIGNS.replace("   1 ７六歩(77)", "   1 同　歩(77)"),
            "Move 1 (同 歩(77)) is not legal: A move is expected",
        ),
        (RESIGNS.replace("   2 ３四歩(33)", "   2 what"), 'Line 10 cannot be read as KIF: it has "2 what'),
        (RESIGNS.replace("４五角打", "４四馬(45)"), "Move 5 (4四馬(45)) is not legal: Nothing stands on 4e."),
    ],
)
def test_what_is_not_legal_is_told_with_its_move(wrong: str, said: str) -> None:
    assert refusal(wrong).startswith(said)


def test_a_line_of_usi_is_a_game() -> None:
    lines = "startpos moves 7g7f resign\n\nposition sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 2e1d 4a1d resign\n"

    assert [(word, told.winner, len(told.moves)) for word, told in games(lines)] == [
        ("shogi", 0, 1),
        ("minishogi", 1, 2),
    ]
    assert made(f"position startpos moves {GAMES['shogi']} resign") == [*MOVES, "resign"]
    assert refusal(f"position startpos moves {GAMES['shogi']}").startswith("The game is not over")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "position sfen lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 3c3d resign",
            "The game begins with another position (SFEN) than the usual one.",
        ),
        ("position startpos moves 7g7f win", "Move 2 (declare) is not legal: You can declare a win with the king"),
        ("position startpos moves 7g7e resign", "Move 1 (7g7e) is not legal: Black's pawn on 7g cannot go to 7e."),
        (
            "position startpos moves 7g7f\nhello",
            'Line 2 is no game in USI: one begins with "position startpos moves".',
        ),
    ],
)
def test_what_is_no_game_in_usi_is_told(text: str, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        _all_played(text)

    assert refused.value.words.startswith(said)


def _all_played(text: str) -> None:
    for word, told in games(text):
        board_of(game_called(word), replace(told, is_over=True, winner=0), 101, PLAYERS[:2], STARTED)


@pytest.mark.parametrize(
    "text",
    [
        RESIGNS + "   7 " + "１" * 100_000,
        "先手：" + "：" * 100_000,
        "先手：a\n" + "   1 同" + "　" * 100_000 + "歩\n",
        "先手：a\n" + "|v歩" * 100_000 + "\n",
        "先手：a\n" * 20_000,
        "position startpos moves " + "7g7f " * 100_000,
        "position sfen " + "/ " * 100_000 + "moves",
        "#KIF" + "#" * 100_000,
    ],
    ids=range(8),
)
def test_hostile_files_are_read_in_no_time(text: str) -> None:
    begun = time.monotonic()

    told = _words_about(text)

    assert len(told) < 500

    assert time.monotonic() - begun < 2


def _words_about(text: str) -> str:
    """What is said of a file that cannot be read, or nothing."""
    try:
        for told in games_in(text) if is_file_of_games(text) else ():
            for word in GAMES:
                game_called(word).read_game(told)
    except Refusal as refused:
        return refused.words
    return ""


# Typed


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("７六歩(77)", "7g7f"),
        ("▲７六歩", "7g7f"),
        ("76歩", "7g7f"),
        ("☗２六歩（２７）", "2g2f"),
    ],
)
def test_moves_are_typed_as_japanese_players_write_them(typed: str, move: str) -> None:
    assert move_read(game_called("shogi"), started(game_called("shogi")), typed) == move


@pytest.mark.parametrize(
    ("before", "typed", "move"),
    [
        ("7g7f 3c3d", "２二角成", "8h2b+"),
        ("7g7f 3c3d", "２二角不成", "8h2b"),
        ("7g7f 3c3d", "２二角(88)", "8h2b"),
        ("7g7f 3c3d 8h2b+", "同銀", "3a2b"),
        ("7g7f 3c3d 8h2b+", "△同　飛", "8b2b"),
        ("7g7f 3c3d 8h2b+ 3a2b", "４五角打", "B*4e"),
        ("7g7f 3c3d 8h2b+ 3a2b", "45角", "B*4e"),
    ],
)
def test_captures_promotions_and_drops_are_typed_so_too(before: str, typed: str, move: str) -> None:
    assert move_read(game_called("shogi"), played(game_called("shogi"), before), typed) == move


def test_what_japanese_words_leave_open_is_asked() -> None:
    game = game_called("shogi")

    with pytest.raises(Refusal, match=r"That can be 8h2b or 8h2b\+|That can be 8h2b\+ or 8h2b"):
        game.play(played(game, "7g7f 3c3d"), 0, "２二角", CHANCE)
    with pytest.raises(Refusal, match="written by its squares"):
        game.value_of(started(game), "７六歩(77)")
    assert game.value_of(started(game), "４五角打") == "B*4e"
