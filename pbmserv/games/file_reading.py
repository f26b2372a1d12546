"""Files of games, as other programs write them, taken apart: moves of PGN and PDN, nodes of SGF, turns of MAT.

PBN is in `pbn_reading`, what shogi has in `kif_reading`.

What they mean is for the games. Comments and variations are skipped, however deeply nested, and shown to nobody.

MAT, of GNU Backgammon, Jellyfish and others, has no standard. A row has a turn of each player, of which either may be
missing: the column tells whose it is. A match is read as one, the games of a session one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from pbmserv.games.file_parts import (
    KIF_TAGS,
    MOST_MOVES,
    MOST_TAGS,
    USI_START,
    Match,
    MatchGame,
    NotRead,
    Tagged,
    Told,
    Tree,
    Turn,
    plain,
)
from pbmserv.games.game_file import OUT_OF_TIME, RESIGNED, PlayedGame
from pbmserv.games.refusals import quoted

_FIRST_MOVE = r"(?:\{[^}]*\}\s*)?1\s*\.+\s*(?:[0-9]{1,2}[-x:][0-9]|[NBRQK\u2654-\u265f]?[a-h][1-8]|[O0]-[O0])"
"""The start of a file without tags, perhaps after a comment."""


def is_tagged_or_sgf(text: str) -> bool:
    """Whether a text begins like one of these files; our own records begin differently."""
    return re.match(rf"\s*(?:%|\[\s*[A-Za-z]|\(\s*(?:;|$)|{_FIRST_MOVE})", text) is not None


def is_tag_or_sgf(text: str) -> bool:
    """Whether a line can only begin such a file: it has a whole tag, a first move, or a node."""
    return re.match(rf'\s*(?:\[\s*[A-Za-z0-9_]+\s*"[^"]*"\s*\]|\(\s*;\s*[A-Z]|{_FIRST_MOVE})', text) is not None


_WIDE = re.compile(rb"(\xff\xfe|\xfe\xff)|(\0)[^\0]|[^\0]\0")


def is_wide(file: bytes) -> bool:
    """Whether a file begins like UTF-16."""
    return _WIDE.match(file) is not None


def decoded(file: bytes) -> str:
    """The text of a file in its declared or detected encoding, UTF-8, or PGN's."""
    if wide := _WIDE.match(file):
        return file.decode("utf-16" if wide[1] else "utf-16-be" if wide[2] else "utf-16-le", "replace")
    named = re.search(rb"^\s*\(\s*;[^()]{0,300}?CA\s*\[([A-Za-z0-9_-]{1,20})\]", file[:1000])
    name = named[1].decode().lower() if named else "utf-8"
    try:
        return file.decode(name if name in _ENCODINGS else "utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        # Old programs for shogi have no UTF-8: what they write is told by its words.
        japanese = file.decode("cp932", "replace")
        return japanese if _LINE_OF_KIF.search(japanese) else file.decode("latin-1")


_ENCODINGS = frozenset(
    {"utf-8", "utf8", "iso-8859-1", "iso8859-1", "latin1", "latin-1", "windows-1252", "cp1252", "gb2312", "gbk"}
    | {"gb18030", "big5", "shift_jis", "euc-jp", "euc-kr", "ascii", "us-ascii"}
)


_DASH = "[-\u2010-\u2015\u2212]"
# The second + has what was read kept for good: it takes no memory for ways to read it otherwise.
_TAG = re.compile(r'\[\s*([A-Za-z0-9_]{1,64})\s*"((?:[^"\\\n]++|\\.)*+)"\s*\]')
_RESULT = rf"(?:1/2|\u00bd|[012])\s*{_DASH}\s*(?:1/2|\u00bd|[012])(?=[\s(){{}};\[]|$)"
_TOKEN = re.compile(
    rf"\{{[^}}]*\}}|;[^\n]*|{_RESULT}|\([!?=]+\)|[()]|[^\s(){{}};\[\]]+(?:\([QRBNqrbn]\)[^\s(){{}};\[\]]*)?"
)
_LINE = re.compile(r"%[^\n]*")
_NUMBER = re.compile(r"[0-9]+(?:\.+|$)", re.ASCII)
_JUDGEMENT = re.compile(
    r"(?:\$[0-9]*|[!?]|\+/?[-=\u2212\u2013]|[-=\u2212\u2013]/?\+|[=\u00b1\u2213\u221e\u2a71\u2a72]|e\.p\.?|ep)++$"
)
"""Annotations after a move or alone: judgements, evaluations, en passant."""
_LONGEST_JUDGED = 60
"""The longest word, in characters, from which annotations are removed."""
_ENDS = {
    **dict.fromkeys(("1-0", "2-0"), "1-0"),
    **dict.fromkeys(("0-1", "0-2"), "0-1"),
    **dict.fromkeys(("1/2-1/2", "1-1", "1/2"), "1/2-1/2"),
    "*": "*",
}
"""Results, which end a game's moves."""
_NOT_GIVEN_UP = ("adjudication", "death", "emergency", "rules infraction")
"""PGN terminations of won games that are no resignation."""


def tagged_games(text: str) -> Iterator[Tagged]:
    at, depth, game = 0, 0, Tagged()
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        if text[at] == "%" and text[at - 1 : at] in ("", "\n") and (line := _LINE.match(text, at)):
            at = line.end()
            continue
        tag = _TAG.match(text, at) if text[at] == "[" else None
        token = tag or _TOKEN.match(text, at)
        if token is None or (tag and depth):
            if game.result:
                yield game
            raise NotRead(
                "Line {line} cannot be read: it has {began} where a move could be.",
                line=_line(text, at),
                began=_began(text, at),
            )
        at = token.end()
        if tag:
            if game.words or game.result:
                yield game
                game = Tagged()
            if len(game.tags) == MOST_TAGS:
                raise NotRead(
                    "The game at line {line} has more than {most_tags} tags.",
                    line=_line(text, at),
                    most_tags=MOST_TAGS,
                )
            game.tags.setdefault(tag[1], plain(re.sub(r"\\(.)", r"\1", tag[2])))
            continue
        word = token[0]
        if word in "()":
            depth += 1 if word == "(" else -1
            if depth < 0 and not game.result:
                raise NotRead("Line {line} ends a variation that has not begun.", line=_line(text, at))
            depth = max(depth, 0)
        elif depth == 0 and word[0] not in "{;($":
            if game.result and re.match("[0-9]+\\.", word):
                yield game
                game = Tagged()
            _take(game, word)
    if depth:
        raise NotRead("The file ends within a variation.")
    if game.tags or game.words or game.result:
        yield game


def _take(game: Tagged, word: str) -> None:
    """Add a word to a game's moves. After the end only another result counts."""
    if end := _end_of(word):
        game.result = end if game.result in ("", end) else f"{game.result} {end}"
        return
    if game.result:
        return
    # Castling may begin with a zero, a number of a move has a dot or stands alone.
    if number := _NUMBER.match(word):
        word = word[number.end() :]
    if len(word) <= _LONGEST_JUDGED:
        word = _JUDGEMENT.sub("", word)
    if word := word.strip("."):
        if len(game.words) == MOST_MOVES:
            raise NotRead("The game has more than {most_moves} moves.", most_moves=MOST_MOVES)
        game.words.append(word)


def _end_of(text: str) -> str:
    return _ENDS.get(re.sub(_DASH, "-", "".join(text.split())).replace("\u00bd", "1/2"), "")


_NODES = re.compile(r"\s+|[();]|([A-Za-z]++)\s*+((?:\[(?:[^\]\\]++|\\.)*+\]\s*+)++)", re.DOTALL)
_VALUE = re.compile(r"\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL)


def sgf_games(text: str) -> Iterator[Tree]:
    at, depth, game, in_main_line = max(text.find("("), 0), 0, Tree(), True
    while at < len(text):
        token = _NODES.match(text, at)
        if token is None or (depth == 0 and token[0] not in "()" and token[0].strip()):
            raise NotRead(
                "Line {line} cannot be read as SGF: it has {began} there.",
                line=_line(text, at),
                began=_began(text, at),
            )
        at = token.end()
        if token[0] == "(":
            depth += 1
        elif token[0] == ")":
            # The main line is the first one everywhere, so all that follows on its end is something else.
            depth, in_main_line = depth - 1, False
            if depth < 0:
                raise NotRead("Line {line} ends a game that has not begun.", line=_line(text, at))
            if depth == 0:
                yield game
                game, in_main_line = Tree(), True
        elif in_main_line and token[0] == ";":
            if len(game.nodes) == 2 * MOST_MOVES:
                raise NotRead("The game has more than {most} nodes.", most=2 * MOST_MOVES)
            game.nodes.append({})
        elif in_main_line and token[1]:
            if not game.nodes:
                raise NotRead("Line {line} has a property outside of a node.", line=_line(text, at))
            # Small letters in the names of properties are an older way to write them out.
            name = "".join(letter for letter in token[1] if letter.isupper())
            values = [re.sub(r"\\(\n?)(.?)", r"\2", value) for value in _VALUE.findall(token[2])]
            game.nodes[-1].setdefault(name, []).extend(values)
    if depth:
        raise NotRead("The file ends within a game.")


def is_of_draughts(told: Tagged) -> bool:
    """Whether a PGN or PDN game without a type can only be checkers or draughts.

    Its squares have numbers, or its first move is of a man from the third row to the fourth; a position lists squares
    by colour.
    """
    first = told.words[0].lower() if told.words else ""
    return (
        re.match(r"[0-9]{1,2}[-x:][0-9]|[aceg]3[-:x]?[bdfh]4", first) is not None
        or re.match(r"[wb]:[wb]", told.tags.get("FEN", "").strip().lower()) is not None
    )


def in_tags(told: Tagged, white: int, options: Mapping[str, Any]) -> PlayedGame:
    """A PGN or PDN game with its moves as written. Raises `NotRead`."""
    players = told.tags.get("White", ""), told.tags.get("Black", "")
    return PlayedGame(
        title=told.tags.get("Event", ""),
        date=day_of(told.tags.get("Date", "")),
        players=players if white == 0 else players[::-1],
        options=options,
        moves=tuple((number % 2, word) for number, word in enumerate(told.words)),
        **ending(_result_of(told), white, told.tags.get("Termination", "").lower()),
    )


def _result_of(told: Tagged) -> str:
    """The result in tags or after the moves. Raises `NotRead` if they differ."""
    by_tag = told.tags.get("Result", "")
    if _end_of(by_tag) in ("", "*") or told.result in ("", "*"):
        return told.result if by_tag in ("", "?", "*") and told.result else by_tag
    if _end_of(by_tag) != told.result:
        raise NotRead(
            "The file tells two results: {by_tag} in its tags, and {result} behind the moves.",
            by_tag=by_tag,
            result=told.result,
        )
    return by_tag


def in_nodes(told: Tree, options: Mapping[str, Any], moves: Iterable[tuple[int, str]]) -> PlayedGame:
    """An SGF game between Black, who begins, and White. Raises `NotRead`."""
    return PlayedGame(
        title=told.tag("GN") or told.tag("EV"),
        date=day_of(told.tag("DT")),
        players=(told.tag("PB"), told.tag("PW")),
        options=options,
        moves=tuple(moves),
        **_ending_of_sgf(told.tag("RE").lower()),
    )


def laid_in(told: Tree) -> Iterator[tuple[Mapping[str, Sequence[str]], list[tuple[int, str]]]]:
    """SGF nodes with their moves and seats. Raises `NotRead` for stones set up within the game."""
    for number, each in enumerate(told.nodes):
        if number and not each.keys().isdisjoint(("AB", "AW", "AE")):
            raise NotRead("Stones are set up within the game, and not played: that cannot be taken.")
        yield each, [(seat, plain(value)) for seat, name in enumerate("BW") for value in each.get(name, [])[:1]]


def size_of(told: Tree, usual: int) -> int:
    """The board size of an SGF game. Raises `NotRead`."""
    size = told.tag("SZ") or str(usual)
    if not re.fullmatch(r"[1-9][0-9]?(:[1-9][0-9]?)?", size, re.ASCII) or len(set(size.split(":"))) > 1:
        raise NotRead("The board is of size {typed}, which there is not here.", typed=quoted(size))
    return int(size.split(":")[0])


def point_of(text: str, names: Sequence[str], width: int) -> str:
    """A point's name from its SGF letters; unchanged if it cannot be one."""
    if not re.fullmatch(r"[a-z]{2}", text):
        return text
    column, row = (ord(letter) - ord("a") for letter in text)
    return names[row * width + column] if max(column, row) < width else text


def ending(result: str, white: int, termination: str) -> dict[str, Any]:
    """The ending of a PGN or PDN game; the result names White's points first."""
    meant = "*" if result in ("", "?") else _end_of(result)
    if not meant:
        raise NotRead('The result "{typed}" is not known: 1-0, 0-1, 1/2-1/2 and * are.', typed=quoted(result))
    if meant in ("*", "1/2-1/2"):
        return {"is_over": meant != "*"}
    given_up = "" if termination in _NOT_GIVEN_UP else OUT_OF_TIME if "time" in termination else RESIGNED
    return {"is_over": True, "winner": white if meant == "1-0" else 1 - white, "given_up": given_up}


def _ending_of_sgf(result: str) -> dict[str, Any]:
    """The ending of an SGF game by a result in lower case."""
    if result in ("", "?", "void"):
        return {}
    if result in ("0", "draw", "jigo"):
        return {"is_over": True}
    if not re.match(r"[bw]\+", result):
        raise NotRead('The result "{typed}" is not known: it begins with B+ or W+, or is 0.', typed=quoted(result))
    given_up = {"r": RESIGNED, "resign": RESIGNED, "t": OUT_OF_TIME, "time": OUT_OF_TIME}.get(result[2:], "")
    return {"is_over": True, "winner": "bw".index(result[0]), "given_up": given_up}


def day_of(text: str) -> str:
    """The day of a date such as 2026.11.22 or 2026-11 as 2026-11-22, or an empty text."""
    match = re.match(r"([0-9]{4})(?:[-./]([0-9]{1,2}))?(?:[-./]([0-9]{1,2}))?", text.strip(), re.ASCII)
    if match is None:
        return ""
    try:
        day = date(int(match[1]), int(match[2] or 1), int(match[3] or 1))
    except ValueError:
        return ""
    return day.isoformat() if date(1000, 1, 1) <= day <= datetime.now(UTC).date() else ""


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _began(text: str, at: int) -> str:
    return f'"{plain(text[at : at + 20])}"'


_RIGHT = 16
"""The column from which a turn belongs to the right player."""

_NOT_IN_ROWS = 2
"""Moves in no row: the opening roll, and the answer to a final offer."""

# Without possessive repeats: Python 3.11.2, which Debian 12 has, takes the space behind such a group into it.
_MAT_TAG = re.compile(r'[;#]\s*+\[\s*+(\w{1,64}(?: \w{1,64}){0,5})\s*+"([^"]*+)"\s*+\]', re.ASCII)
_LENGTH = re.compile(r"([0-9]{1,4}) +point +match\b.*", re.IGNORECASE)
_GAME = re.compile(r"Game +([0-9]{1,4})", re.IGNORECASE)
_NAMES = re.compile(r"(\S(?:[^:]*[^:\s])?) *: *([0-9]{1,4})\s+(\S(?:[^:]*[^:\s])?) *: *([0-9]{1,4})")
_ROW = re.compile(r"([0-9]{1,4})\)(.*)")
_OTHER_BEGINS = re.compile(r"\s*1\) *\t")
_BEGINS = re.compile(r"[0-9]{2}:|\b(?:Doubles?|Takes?|Drops?|Wins?|Beavers?|Raccoons?)\b", re.IGNORECASE)


def is_match(text: str) -> bool:
    """Whether a text begins like a match: a tag in a comment, or its length."""
    return re.match(r"\s*(?:;\s*\[|[0-9]+ +point +match)", text, re.IGNORECASE) is not None


def matches(text: str) -> Iterator[Match]:
    """The matches of a file, and games of sessions. Raises `NotRead`."""
    tags: dict[str, str] = {}
    match: Match | None = None
    turns = 0
    for number, line in enumerate(text.split("\n"), 1):
        told = line.expandtabs().strip()
        if not told or told[0] in ";#":
            if tag := _MAT_TAG.match(told):
                if len(tags) == MOST_TAGS:
                    raise NotRead(
                        "The match at line {number} has more than {most_tags} tags.",
                        number=number,
                        most_tags=MOST_TAGS,
                    )
                tags.setdefault(tag[1], plain(tag[2]))
        elif length := _LENGTH.fullmatch(told):
            if match:
                yield from _parts(match)
            match, tags, turns = Match(tags, int(length[1])), {}, 0
        elif match is None:
            raise NotRead(
                'Line {number} comes before the length of the match, such as "5 point match".', number=number
            )
        elif game := _GAME.fullmatch(told):
            if match.games and not any(match.games[-1].names):
                raise NotRead(
                    "Line {number} begins another game, and that before does not tell who plays.", number=number
                )
            match.games.append(MatchGame(int(game[1]), ("", ""), (0, 0)))
            turns += _NOT_IN_ROWS
        elif not match.games:
            raise NotRead('Line {number} comes before the first game, which begins with "Game 1".', number=number)
        elif not any(match.games[-1].names):
            match.games[-1].names, match.games[-1].scores = _players(told, number)
        else:
            found = _turns(line.rstrip(), number)
            turns += len(found)
            if turns > MOST_MOVES:
                raise NotRead("The match has more than {most_moves} turns.", most_moves=MOST_MOVES)
            match.games[-1].turns += found
    if match is None:
        raise NotRead('The file has no match in it: one begins with its length, such as "5 point match".')
    yield from _parts(match)


def _parts(match: Match) -> Iterator[Match]:
    if match.points or not match.games:
        yield match
    else:
        yield from (Match(match.tags, 0, [game]) for game in match.games)


def _players(told: str, number: int) -> tuple[tuple[str, str], tuple[int, int]]:
    found = _NAMES.fullmatch(told)
    if found is None:
        raise NotRead(
            'Line {number} does not tell who plays and how it stands, such as "alice : 0   bob : 0".', number=number
        )
    return (plain(found[1]), plain(found[3])), (int(found[2]), int(found[4]))


def _turns(written: str, number: int) -> list[Turn]:
    """The turns of a row; the winner may be named below the last one."""
    line = written.expandtabs()
    row = _ROW.fullmatch(line.lstrip())
    told = row[2] if row else line
    starts = [begin.start() for begin in _BEGINS.finditer(told)]
    if told[: starts[0] if starts else None].strip() or len(starts) > 2 or not (row or starts):
        raise NotRead(
            'Line {number} cannot be read: it has "{typed}" where a turn could be.',
            number=number,
            typed=quoted(plain(told)),
        )
    words = [" ".join(told[start:end].split()) for start, end in zip(starts, [*starts[1:], None], strict=False)]
    # Where a tab parts the columns, nothing stands before it in the first row of a game that the other begins.
    right = 0 if _OTHER_BEGINS.match(written) else _RIGHT
    seats = (0, 1) if len(starts) == 2 else [int(start >= right) for start in starts]
    return [Turn(int(row[1]) if row else 0, seat, each) for seat, each in zip(seats, words, strict=True)]


_KIF_TAG = rf"(?:{'|'.join(sorted(KIF_TAGS))})[:\uff1a]"
_LINE_OF_KIF = re.compile(rf"^[ \t]*(?:{_KIF_TAG}|手数-)", re.MULTILINE)
_IN_KIF = re.compile(rf"\s*(?:#[ \t]*KIF|#[^\n]{{0,80}}(?:Kifu for|棋譜ファイル)|{_KIF_TAG}|手数-)")


def is_kif(text: str) -> bool:
    """Whether a text begins like a game of shogi in KIF."""
    return _IN_KIF.match(text) is not None


def is_usi(text: str) -> bool:
    return re.match(rf"\s*{USI_START}", text) is not None


_IN_PBN = re.compile(r'^[ \t]*(?:%[ \t]*PBN\b|\[[ \t]*(?:Deal|Auction|Declarer|Vulnerable)[ \t]*")', re.MULTILINE)


def is_pbn(text: str) -> bool:
    """Whether a text tells of deals, by its first line or by a tag that only PBN has."""
    return _IN_PBN.search(text) is not None


def is_file_of_games(text: str, is_first: bool = True) -> bool:
    """Whether a text begins like a game file; our own records begin differently.

    A line other than the first has to be more certain, as earlier ones may be a letter's words.
    """
    is_known = is_tagged_or_sgf(text) if is_first else is_tag_or_sgf(text)
    return is_known or is_match(text) or is_kif(text) or is_usi(text)


def games_in(text: str) -> Iterator[Told]:
    """The games of a file. Raises `NotRead` after those that are readable."""
    if is_match(text):
        return matches(text)
    if is_kif(text) or is_usi(text):
        from pbmserv.games.kif_reading import kifus, usi_games

        return kifus(text) if is_kif(text) else usi_games(text)
    if is_pbn(text):
        from pbmserv.games.pbn_reading import deals

        return deals(text)
    return sgf_games(text) if text.lstrip().startswith("(") else tagged_games(text)
