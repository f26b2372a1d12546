"""KIF, in which Japanese programs keep games of shogi (Y. Kakinoki, kakinoki.o.oo7.jp/kif_format.html): written, and
read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.file_parts import Kifu, NotRead
from pbmserv.games.file_reading import day_of
from pbmserv.games.game_file import OUT_OF_TIME, RESIGNED, PlayedGame
from pbmserv.games.kif_reading import (
    DECLARED,
    IMPASSE,
    IS_LATE,
    IS_MATED,
    LOSES,
    REPEATED,
    RESIGNS,
    STOPPED,
    WINS,
)
from pbmserv.games.refusals import quoted
from pbmserv.games.shogi.notation import KIND_OF, in_kif, move_of
from pbmserv.games.shogi.rules import DECLARE, Position

if TYPE_CHECKING:
    from pbmserv.games.base import Game

START = {9: "平手", 5: "5五将棋"}
"""What the tag 手合割 says of the usual start, by the width of the board."""
_OTHER_WORDS = {"五々将棋": 5, "55将棋": 5}
_SIDES = ("先手", "後手")
_WITH_HANDICAP = ("下手", "上手")
"""The same players in a game with handicap; some programs call them so without."""
_LOST = {RESIGNS: RESIGNED, IS_LATE: OUT_OF_TIME, IS_MATED: "", LOSES: ""}
"""Words in place of a move by which the player to move has lost, and how that player has left."""
_WON = (WINS, DECLARED)
_OUT_OF_TIME = "時間切れ"
_NO_CHANCE = Chance(bytes(SEED_BYTES), "start")


def written(game: Game[Position], played: PlayedGame) -> str:
    position = game.start(played.options, 2, _NO_CHANCE)
    lines = [
        "#KIF version=2.0 encoding=UTF-8",
        f"開始日時：{played.date.replace('-', '/')}",
        f"棋戦：{played.title}",
        "場所：pbmserv",
        f"手合割：{START[position.width]}",
        *(f"{side}：{player}" for side, player in zip(_SIDES, played.players, strict=True)),
        "手数----指手---------消費時間--",
    ]
    number = 0
    for _, text in played.moves:
        if text == DECLARE:
            position = position.declared()
            continue
        number += 1
        move = move_of(position.geometry.board, text)
        lines.append(f"{number:>4} {in_kif(position, move)}")
        position = position.after(move)
    word = _end_of(game, position, played)
    if word:
        lines.append(f"{number + 1:>4} {word}")
    lines.append(f"まで{number}手で{_told(word, played)}")
    return "\n".join(lines) + "\n"


def _end_of(game: Game[Position], position: Position, played: PlayedGame) -> str:
    """The word that stands in place of a move; empty if there is none for such an end."""
    to_move = position.next_seat
    if not played.is_over:
        return STOPPED
    if position.is_declared:
        return DECLARED
    if played.given_up:
        # Who resigns while the other is to move does so in no word of KIF.
        word = IS_LATE if played.given_up == OUT_OF_TIME else RESIGNS
        return word if played.winner == 1 - to_move else ""
    result = game.result(position)
    if result is not None and position.has_come_too_often:
        if not position.checking_all_the_time:
            return REPEATED
        return WINS if result.winner == to_move else LOSES
    if played.winner is None:
        return IMPASSE
    return IS_MATED if result is not None else ""


def _told(word: str, played: PlayedGame) -> str:
    """How the last line of a game goes on."""
    if word in (REPEATED, IMPASSE, STOPPED) or played.winner is None:
        return word
    how = f"{_OUT_OF_TIME}により" if played.given_up == OUT_OF_TIME else "入玉宣言により" if word == DECLARED else ""
    return f"{how}{_SIDES[played.winner]}の勝ち"


def read(start: Position, repeated: int | None, told: Kifu) -> PlayedGame | None:
    """The game in a file; None if it is on a board of another size. Raises `NotRead` for other starts.

    `repeated` is the seat that wins by repetition, if any does.
    """
    if _width_of(told) != start.width:
        return None
    _check_start(start, told)
    moves = [(number % 2, word) for number, word in enumerate(told.words)]
    to_move = len(moves) % 2
    if told.end == DECLARED:
        moves.append((to_move, DECLARE))
    return PlayedGame(
        title=told.tags.get("棋戦", "") or told.tags.get("表題", ""),
        date=day_of(told.tags.get("開始日時", "").replace("年", "/").replace("月", "/")),
        players=tuple(
            told.tags.get(side, "") or told.tags.get(other, "")
            for side, other in zip(_SIDES, _WITH_HANDICAP, strict=True)
        ),
        options={},
        moves=tuple(moves),
        **_ending(repeated, told, to_move),
    )


def _width_of(told: Kifu) -> int:
    known = {word: width for width, word in START.items()} | _OTHER_WORDS
    return known.get(told.tags.get("手合割", ""), len(told.board) or 9)


def _check_start(start: Position, told: Kifu) -> None:
    handicap = told.tags.get("手合割", "")
    if handicap and handicap not in (*START.values(), *_OTHER_WORDS) and not told.board:
        raise NotRead('The game begins with a handicap, "{typed}", which there is not here.', typed=quoted(handicap))
    if told.white_begins or (told.board and "".join(_cells(told.board)) != start.cells):
        raise NotRead("The game begins with another position than the usual one.")


def _cells(board: Sequence[str]) -> Iterator[str]:
    """The pieces of a board that is drawn, `|v香v桂 ・ 歩|一` and so on; White's have a v before them."""
    for row in board:
        fields = row[1 : row.rfind("|")]
        for sign, character in zip(fields[::2], fields[1::2], strict=False):
            kind = KIND_OF.get(character, EMPTY if character == "・" else "?")
            yield kind if sign == "v" else kind.upper()


def _ending(repeated: int | None, told: Kifu, to_move: int) -> dict[str, Any]:
    if told.end in _LOST:
        return {"is_over": True, "winner": 1 - to_move, "given_up": _LOST[told.end]}
    if told.end in _WON:
        return {"is_over": True, "winner": to_move}
    if told.end == REPEATED or (not told.end and REPEATED in told.result):
        return {"is_over": True, "winner": repeated}
    if told.end == IMPASSE or (not told.end and IMPASSE in told.result):
        return {"is_over": True}
    if told.end == STOPPED:
        return {}
    for seat, sides in enumerate(zip(_SIDES, _WITH_HANDICAP, strict=True)):
        if any(f"{side}の勝ち" in told.result for side in sides):
            given_up = OUT_OF_TIME if _OUT_OF_TIME in told.result else RESIGNED
            return {"is_over": True, "winner": seat, "given_up": given_up}
    return {}
