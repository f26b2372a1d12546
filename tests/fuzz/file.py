"""Any bytes as a file of games: read alike each time, within bounds, and what becomes a board holds and can be told.

An input is a file as `pbmserv import` takes it. Each game in it that is one of ours is played by the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any

from pbmserv.games.base import Game, Refusal
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.file_formats import KIF
from pbmserv.games.file_parts import MOST_MOVES, Told
from pbmserv.games.file_reading import decoded, games_in, is_file_of_games
from pbmserv.games.game_file import PlayedGame
from pbmserv.play.board import Board, Player
from pbmserv.play.from_file import board_of
from pbmserv.play.game_file import game_file_of
from tests.fuzz.move import check_words
from tests.fuzz.target import Try

FILED = tuple(game for game in installed().values() if game.file_format is not None)
PLAYERS = tuple(Player(number, name) for number, name in enumerate(("alice", "bob", "carol", "dave"), 1))
AT = datetime(2026, 11, 22, tzinfo=UTC)
MOST_GAMES = 20
SEEDED_MOVES = 12
"""Of each game in the files to begin with."""
WORDS = (
    *(
        '[Event "',
        '"]\n',
        '[White "alice"]',
        '[Black "bob"]',
        '[Result "1-0"]',
        "1-0",
        "1/2-1/2",
        "0-2",
        " * ",
        "1... ",
    ),
    *(
        '[SetUp "1"]',
        '[FEN "',
        '[Variant "Chess960"]',
        '[GameType "20"]',
        '[Date "2020.05.??"]',
        "{",
        "}",
        "(",
        ")",
        ";",
    ),
    *("O-O", "e8=Q", "Nbd7", "exd6 e.p.", "11-15", "22x18x9", "$1", "!?", "(;", "FF[4]", "GM[1]", "GM[4]", "GM[11]"),
    *(
        "SZ[9]",
        "SZ[19:9]",
        "HA[2]",
        "AB[",
        "AW[",
        "KM[7.5]",
        "RU[Japanese]",
        "PL[W]",
        ";B[",
        ";W[",
        "[tt]",
        "[]",
        "]",
    ),
    *(
        "CA[latin1]",
        "RE[B+R]",
        "RE[0]",
        "B[swap-pieces]",
        "W[resign]",
        "\\]",
        '[Deal "N:',
        '[Auction "N"] 1NT AP',
        '[Play "E"] SA - - - *',
        ":",
        "\n 1) ",
        "; [Site",
        " 5 point match",
        " 0 point match",
        " Game 2",
        " a : 0    b : 0",
        " 31: 8/5 6/5",
        "66:",
        '[Deal "N:',
        '[Auction "N"] 1NT AP',
        '[Play "E"] SA - - - *',
        " Doubles => 2",
        " Takes",
        " Drops",
        " Wins 2 points",
        "手合割：平手",
        "先手：alice",
        "   1 ７六歩(77)",
        "   2 同　銀(31)",
        "   3 ５五角打",
        "   4 投了",
        "変化：2手",
        "まで4手で先手の勝ち",
        "|v歩 ・|一",
        "startpos moves",
        "sfen ",
        " b - 1 moves ",
        " 7g7f",
        " P*5e",
    ),
)


def seeds() -> Iterator[bytes]:
    """A game of each kind, on and over, as we write it ourselves, and the same for lines that end otherwise."""
    for game in FILED:
        for given_up in (False, True):
            text = _written(game, given_up)
            yield text.encode()
            old = "cp932" if game.file_format is KIF else "latin-1"
            yield text.replace("\n", "\r\n").encode("utf-16" if given_up else old)
            yield f"{text}\n{text}".encode()


def _written(game: Game[Any], given_up: bool) -> str:
    options = {option.name: option.default for option in game.options}
    players = _players(game)
    board = Board.begin(game, 101, options, players, bytes(16), AT)
    position, moves = board.position, []
    for number in range(SEEDED_MOVES):
        waiting = game.to_move(position)
        if not waiting:
            break
        legal = game.legal_moves(position, waiting[0]) or game.examples(position, waiting[0])
        played = game.play(
            position, waiting[0], legal[7 * number % len(legal)], Chance(bytes(16), f"move {number + 1}")
        )
        moves.append((waiting[0], played.move))
        position = played.position
    told = PlayedGame(
        title=f"{game.name} 101",
        date="2026-11-22",
        players=tuple(player.userid for player in players),
        options=options,
        moves=tuple(moves),
        is_over=given_up,
        winner=0 if given_up else None,
        start=board.record.start,
        given_up="resigned" if given_up else "",
        steps=partial(_positions, game, options, moves),
    )
    return game.game_file(told)


def _players(game: Game[Any]) -> tuple[Player, ...]:
    return PLAYERS[: min(game.seats)]


def _positions(game: Game[Any], options: dict[str, Any], moves: list[tuple[int, str]]) -> Iterator[Any]:
    position = game.start(options, min(game.seats), Chance(bytes(16), "start"))
    for number, (seat, move) in enumerate(moves, start=1):
        position = game.play(position, seat, move, Chance(bytes(16), f"move {number}")).position
        yield position


@contextmanager
def trying(folder: Path) -> Iterator[Try]:
    """Reads files."""
    yield read_file


def read_file(raw: bytes) -> None:
    """Read a file of games as far as it can be read, and play what is in it."""
    text = decoded(raw)
    if not is_file_of_games(text):
        return
    games = _games(text)
    assert _games(text) == games, "the same file is read alike"
    for told in games:
        for game in FILED:
            if played := _read(game, told):
                _play(game, played)
                break


def _games(text: str) -> list[Told]:
    games: list[Told] = []
    try:
        for told in games_in(text):
            games.append(told)
            if len(games) == MOST_GAMES:
                break
    except Refusal as refusal:
        check_words(refusal)
    return games


def _read(game: Game[Any], told: Told) -> PlayedGame | None:
    try:
        played = game.read_game(told)
    except Refusal as refusal:
        check_words(refusal)
        return None
    if played is not None:
        assert len(played.players) == min(game.seats)
        assert all(name.isprintable() for name in played.players)
        assert len(played.moves) <= MOST_MOVES
        # Raises where it is none.
        date.fromisoformat(played.date or "2026-11-22")
    return played


def _play(game: Game[Any], played: PlayedGame) -> None:
    """What the file says has become a board, which can be told again, or was refused in words."""
    try:
        board = board_of(game, played, 101, _players(game), AT)
    except Refusal as refusal:
        check_words(refusal)
        return
    assert board.result is not None, "what is taken from a file is over"
    written = game_file_of(board)
    assert written is not None
    [told] = games_in(written.text)
    again = game.read_game(told)
    assert again is not None, "what we have written is read"
    same = board_of(game, again, 101, _players(game), AT)
    assert (same.position, same.result.winner if same.result else -1) == (board.position, board.result.winner)
