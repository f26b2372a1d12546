"""Boards on which a game is nearly over, for tests that play every game to its end as slowly as people do."""

from __future__ import annotations

import os

from sqlalchemy import select

from pbmserv.games.base import word_of_option
from pbmserv.games.catalogue import installed
from pbmserv.games.testing import play_random_game
from pbmserv.store.tables import BOARDS
from tests.conversation import PLAYERS, Server
from tests.pictures.test_playing_by_touch import SHORT

WHOLE_GAMES = bool(os.environ.get("TESTS_WHOLE_GAMES"))
"""Play all games from the start, in browsers, too: this takes hours."""
TURNS_LEFT = 4
"""How many turns are left to play otherwise."""
NOT_PLAYED = {"go", "hearts"}
"""Of go: who touches anything marks stones as dead and takes that back. Hearts needs one player more than we have."""
MOST_TURNS = 1000
"""Of a random game."""


def challenge(server: Server, word: str, **options: object) -> str:
    """Start a game between as few players as it takes; gives where its board is."""
    players = " ".join(list(PLAYERS)[: _fewest(word)])
    given = "".join(f" -{name}={word_of_option(value)}" for name, value in options.items())  # type: ignore[arg-type]
    server.hear("alice@example.org", f"{word} challenge {players}{given}")
    return f"/{word}/101"


def nearly_over(server: Server, word: str) -> str:
    """Start a game that is short, if need be by its options, and have all but its last turns played by mail."""
    options = SHORT.get(word, {})
    board = challenge(server, word, **options)
    if WHOLE_GAMES:
        return board
    with server.database.reading() as connection:
        seed = connection.execute(select(BOARDS.c.seed).where(BOARDS.c.game == word)).scalar_one()
    record = play_random_game(installed()[word], options, _fewest(word), seed, max_turns=MOST_TURNS)
    players = list(PLAYERS.items())
    for seat, move in record.moves[:-TURNS_LEFT]:
        userid, password = players[seat]
        server.hear(f"{userid}@example.org", f"{word} move 101 {userid} {password} {move}")
    return board


def _fewest(word: str) -> int:
    seats = installed()[word].seats
    return max(seats[0], 2 if 2 in seats else 1)
