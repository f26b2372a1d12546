"""Games and options without a program to compare them with are played alike by a second reading of their rules."""

from __future__ import annotations

import os

import pytest

from tests.games.readings.reading import TIE, Compared
from tests.games.readings.rows import ReadGomoku
from tests.games.readings.table import READ

every_reading = pytest.mark.parametrize("read", READ, ids=lambda read: read.words)
QUICK = {"conhex", "connect4", "dipole", "fleets", "kalah", "konane", "liarsdice", "othello", "surakarta", "wari"}
"""Games of which one takes no time."""
LONG = {"epaminondas", "halma", "halma, four", "halma -size=10, three", "slither -size=11"}
"""Games of which one takes half a second and more."""
GAMES = int(os.environ.get("TESTS_GAMES", "0"))
"""How many games of each the long run plays, if not as few as it has time for."""


@pytest.mark.parametrize(
    "read", [read for read in READ if read.words.partition(" ")[0] in QUICK], ids=lambda read: read.words
)
def test_a_random_game_is_alike(read: Compared) -> None:
    plies, _ = read.play(games=1)

    assert plies > 2


@pytest.mark.long
@every_reading
def test_random_games_are_alike(read: Compared) -> None:
    usual = 100 if read.words.partition(" ")[0] in QUICK else 2 if read.words in LONG else 20
    plies, _ = read.play(games=GAMES or usual, seed=2)

    assert plies > 40


def test_a_reading_sees_rows_in_all_directions_and_none_around_an_edge() -> None:
    rows = [
        "a1 b1 c1 d1 e1",
        "j9 j8 j7 j6 j5",
        "a1 b2 c3 d4 e5",
        "a9 b8 c7 d6 e5",
        "h1 j1 a2 b2 c2",
        "a1 b1 c1 d1 f1",
    ]
    winners = []
    for row in rows:
        reading = ReadGomoku(9, exact=False)
        for name in row.split():
            reading.at[reading.point(name)] = "x"
        reading.look(reading.owner)
        winners.append(reading.winner)

    assert winners == [0, 0, 0, 0, None, None]
    assert TIE not in winners
