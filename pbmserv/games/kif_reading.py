"""Files of shogi taken apart: KIF, line by line, and games in USI, one on a line.

Comments, bookmarks, times and variations are skipped. A tag that only begins a game begins the next one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import normalize

from pbmserv.games.file_parts import KIF_TAGS, MOST_MOVES, MOST_TAGS, USI_START, Kifu, NotRead, UsiGame, plain

LONGEST = 500
"""How many characters of a line are read."""
_TAG = re.compile(r"([^\s:0-9|+][^:|]{0,40}):(.*)")
_TABLE = "手数-"
_TOTAL = "まで"
_VARIATION = "変化"
_WHITE_BEGINS = "後手番"
RESIGNS, IS_LATE, IS_MATED, LOSES, WINS = "投了", "切れ負け", "詰み", "反則負け", "反則勝ち"
DECLARED, REPEATED, IMPASSE, STOPPED = "入玉勝ち", "千日手", "持将棋", "中断"
"""What stands in place of a move when a game has ended; the first four say that the player to move has lost."""
_ENDS = "|".join((RESIGNS, IS_LATE, IS_MATED, LOSES, WINS, DECLARED, REPEATED, IMPASSE, STOPPED, "不戦勝", "不戦敗"))
_MOVE = re.compile(
    rf"[0-9]{{1,5}}\s+(?:({_ENDS})|((?:[1-9][1-9一二三四五六七八九]|同)\s*[^\s\d()+:/]{{1,4}}(?:\([1-9]{{2}}\))?))(?=[\s(+]|$)"
)
_USI = re.compile(rf"{USI_START}(.*)")


def kifus(text: str) -> Iterator[Kifu]:
    """The games of a KIF file. Raises `NotRead`."""
    game, is_aside = Kifu(), False
    for number, line in enumerate(text.split("\n"), 1):
        raw = line.strip()[:LONGEST]
        if not raw or raw[0] in "*&":
            continue
        told = normalize("NFKC", raw)
        tag = _TAG.fullmatch(told) if told[0] != "#" else None
        if game.has_begun and (told.startswith(_TABLE) or (tag and tag[1] in KIF_TAGS)):
            yield game
            game, is_aside = Kifu(), False
        if told[0] == "#" or told.startswith(_TABLE) or is_aside:
            continue
        if tag and tag[1] == _VARIATION:
            is_aside = True
        elif tag and not game.has_begun:
            if len(game.tags) == MOST_TAGS:
                raise NotRead("A game has more than {most} tags.", most=MOST_TAGS)
            game.tags.setdefault(tag[1].strip(), plain(tag[2]))
        elif told[0] in "|+" or told == _WHITE_BEGINS:
            _take_board(game, told)
        elif told.startswith(_TOTAL):
            game.result = game.result or told
        elif move := _MOVE.match(told):
            _take_move(game, move)
        elif game.words and not (game.end or game.result):
            raise NotRead(
                'Line {line} cannot be read as KIF: it has "{began}" there.', line=number, began=plain(raw[:20])
            )
    if game.has_begun or game.tags:
        yield game


def _take_board(game: Kifu, told: str) -> None:
    """Add a row of a board that is drawn before the moves; its frame is skipped."""
    if told == _WHITE_BEGINS:
        game.white_begins = True
    elif told[0] == "|" and len(game.board) < len("一二三四五六七八九"):
        game.board.append(told)


def _take_move(game: Kifu, move: re.Match[str]) -> None:
    """Add a move, or what stands in place of one. After the end nothing counts."""
    if game.end:
        return
    if move[1]:
        game.end = move[1]
        return
    if len(game.words) == MOST_MOVES:
        raise NotRead("The game has more than {most_moves} moves.", most_moves=MOST_MOVES)
    game.words.append(move[2])


def usi_games(text: str) -> Iterator[UsiGame]:
    """The games of a file that has one on each line. Raises `NotRead`."""
    for number, line in enumerate(text.split("\n"), 1):
        if not (told := line.strip()):
            continue
        found = _USI.fullmatch(told)
        if found is None:
            raise NotRead('Line {line} is no game in USI: one begins with "position startpos moves".', line=number)
        words = found[2].split()
        if len(words) > MOST_MOVES:
            raise NotRead("The game has more than {most_moves} moves.", most_moves=MOST_MOVES)
        yield UsiGame(found[1] or "", words)
