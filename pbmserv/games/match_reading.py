"""Matches of backgammon in MAT, as GNU Backgammon, Jellyfish and others write them, taken apart into turns.

There is no standard of it. A row has a turn of each player, of which either may be missing: what stands alone is told
by its column. What a match to some points needs is kept together; the games of a session, which are played for
themselves, are given one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbmserv.games.file_parts import Match, MatchGame, Turn, plain
from pbmserv.games.file_reading import MOST_MOVES, MOST_TAGS, NotRead

_RIGHT = 16
"""The column after the number of a row from which on a turn is that of the player on the right."""

_NOT_IN_ROWS = 2
"""Moves of a game that are in no row: the roll that opens it, and the answer to an offer that ends it."""

_TAG = re.compile(r'[;#]\s*+\[\s*+(\w{1,64}+(?: \w{1,64}+){0,5}+)\s*+"([^"]*+)"\s*+\]', re.ASCII)
_LENGTH = re.compile(r"([0-9]{1,4}) +point +match\b.*", re.IGNORECASE)
_GAME = re.compile(r"Game +([0-9]{1,4})", re.IGNORECASE)
_NAMES = re.compile(r"(\S(?:[^:]*[^:\s])?) *: *([0-9]{1,4})\s+(\S(?:[^:]*[^:\s])?) *: *([0-9]{1,4})")
_ROW = re.compile(r"([0-9]{1,4})\)(.*)")
_OTHER_BEGINS = re.compile(r"\s*1\) *\t")
_BEGINS = re.compile(r"[0-9]{2}:|\b(?:Doubles?|Takes?|Drops?|Wins?|Beavers?|Raccoons?)\b", re.IGNORECASE)


def is_match(text: str) -> bool:
    """Whether a text begins like a match: with a tag in a comment, or with its length."""
    return re.match(r"\s*(?:;\s*\[|[0-9]+ +point +match)", text, re.IGNORECASE) is not None


def matches(text: str) -> Iterator[Match]:
    """The matches of a file, and the games of its sessions. Raises `NotRead` where it cannot be read on."""
    tags: dict[str, str] = {}
    match: Match | None = None
    turns = 0
    for number, line in enumerate(text.split("\n"), 1):
        told = line.expandtabs().strip()
        if not told or told[0] in ";#":
            if tag := _TAG.match(told):
                if len(tags) == MOST_TAGS:
                    raise NotRead(f"The match at line {number} has more than {MOST_TAGS} tags.")
                tags.setdefault(tag[1], plain(tag[2]))
        elif length := _LENGTH.fullmatch(told):
            if match:
                yield from _parts(match)
            match, tags, turns = Match(tags, int(length[1])), {}, 0
        elif match is None:
            raise NotRead(f'Line {number} comes before the length of the match, such as "5 point match".')
        elif game := _GAME.fullmatch(told):
            if match.games and not any(match.games[-1].names):
                raise NotRead(f"Line {number} begins another game, and that before does not tell who plays.")
            match.games.append(MatchGame(int(game[1]), ("", ""), (0, 0)))
            turns += _NOT_IN_ROWS
        elif not match.games:
            raise NotRead(f'Line {number} comes before the first game, which begins with "Game 1".')
        elif not any(match.games[-1].names):
            match.games[-1].names, match.games[-1].scores = _players(told, number)
        else:
            found = _turns(line.rstrip(), number)
            turns += len(found)
            if turns > MOST_MOVES:
                raise NotRead(f"The match has more than {MOST_MOVES} turns.")
            match.games[-1].turns += found
    if match is None:
        raise NotRead('The file has no match in it: one begins with its length, such as "5 point match".')
    yield from _parts(match)


def _parts(match: Match) -> Iterator[Match]:
    """The match as it is, or each game of a session."""
    if match.points or not match.games:
        yield match
    else:
        yield from (Match(match.tags, 0, [game]) for game in match.games)


def _players(told: str, number: int) -> tuple[tuple[str, str], tuple[int, int]]:
    found = _NAMES.fullmatch(told)
    if found is None:
        raise NotRead(f'Line {number} does not tell who plays and how it stands, such as "alice : 0   bob : 0".')
    return (plain(found[1]), plain(found[3])), (int(found[2]), int(found[4]))


def _turns(written: str, number: int) -> list[Turn]:
    """The turns of a row; who has won can stand below the last one."""
    line = written.expandtabs()
    row = _ROW.fullmatch(line.lstrip())
    told = row[2] if row else line
    starts = [begin.start() for begin in _BEGINS.finditer(told)]
    if told[: starts[0] if starts else None].strip() or len(starts) > 2 or not (row or starts):
        raise NotRead(f'Line {number} cannot be read: it has "{plain(told)[:20]}" where a turn could be.')
    words = [" ".join(told[start:end].split()) for start, end in zip(starts, [*starts[1:], None], strict=False)]
    # Where a tab parts the columns, nothing stands before it in the first row of a game that the other begins.
    right = 0 if _OTHER_BEGINS.match(written) else _RIGHT
    seats = (0, 1) if len(starts) == 2 else [int(start >= right) for start in starts]
    return [Turn(int(row[1]) if row else 0, seat, each) for seat, each in zip(seats, words, strict=True)]
