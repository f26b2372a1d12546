"""SGF FF 4 for Hex (red-bean.com/sgf/hex.html).

Black is Vertical, with the same names of cells. At `swap-sides` the stone stays. In files with `swap-pieces` it
changes colour and is mirrored, which gives the same game in a mirror.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pbmserv.games.boards.hexagons import Cell
from pbmserv.games.file_parts import NotRead, Tree
from pbmserv.games.file_reading import in_nodes, laid_in, size_of
from pbmserv.games.game_file import OUT_OF_TIME, RESIGNED, SWAP, PlayedGame, node, root_of, sgf, sgf_result
from pbmserv.games.refusals import quoted

HEX, USUAL = 11, 11
"""The game's SGF number, and its default size."""
SIDES, PIECES = "swap-sides", "swap-pieces"
_LEAVES = {"resign": RESIGNED, "forfeit": OUT_OF_TIME}


def written(played: PlayedGame) -> str:
    """The game; players are named as after a swap, as the result is theirs."""
    root = root_of(HEX, int(played.options["size"]), played, sgf_result(played))
    handicap = int(played.options["handicap"])
    root["HA"] = str(handicap) if handicap else []
    return sgf([node(root), *(node({"BW"[seat]: SIDES if move == SWAP else move}) for seat, move in played.moves)])


def read(told: Tree) -> PlayedGame | None:
    """The game in a file; None if it is not Hex."""
    if told.tag("GM") != str(HEX):
        return None
    if told.root.keys() & {"AB", "AW", "AE"}:
        raise NotRead("The game begins with stones on the board: that cannot be taken.")
    handicap = told.tag("HA") or "0"
    if not re.fullmatch("[0-9]", handicap, re.ASCII):
        raise NotRead(f"The handicap is {quoted(handicap)}: here it is a number from 0 to 9.")
    moves: list[tuple[int, str]] = []
    given_up, is_mirrored = "", False
    for seat, text in ((seat, text.lower()) for _, laid in laid_in(told) for seat, text in laid):
        if text in _LEAVES:
            given_up = _LEAVES[text]
        elif text in (SIDES, PIECES):
            moves.append((seat, SWAP))
            is_mirrored = is_mirrored or text == PIECES
        else:
            moves.append((1 - seat, _mirrored(text)) if is_mirrored else (seat, text))
    played = in_nodes(told, {"size": size_of(told, USUAL), "handicap": int(handicap)}, moves)
    if given_up and played.winner is not None:
        played = replace(played, given_up=given_up)
    if not is_mirrored:
        return played
    winner = None if played.winner is None else 1 - played.winner
    return replace(played, players=played.players[::-1], winner=winner)


def _mirrored(text: str) -> str:
    match = re.fullmatch("([a-z])([1-9][0-9]?)", text, re.ASCII)
    if match is None or int(match[2]) > 26:
        return text
    return Cell("abcdefghijklmnopqrstuvwxyz".index(match[1]), int(match[2]) - 1).name
