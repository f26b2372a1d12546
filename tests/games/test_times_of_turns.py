"""What a turn takes by the rules of each game, beside a fixed piece of work in the same run.

Puzzles are left out: whoever has come to a dead end is told which tiles to keep, and for that they are solved anew.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from statistics import median

import pytest

from benchmarks.scenarios.rules import YARDSTICKS, best_turns_of, milliseconds_of_work, most_of, variants
from pbmserv.games.catalogue import installed

pytestmark = pytest.mark.long

GAMES = int(os.environ.get("TESTS_GAMES", "4"))
DISTURBED = 1.5
"""How much longer the best of three runs may take while others use the machine."""


@pytest.fixture
def nothing_is_collected() -> Iterator[None]:
    """As on a server, which looks through no objects that stay."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("nothing_is_collected")
@pytest.mark.parametrize("word", [word for word, game in installed().items() if max(game.seats) > 1])
def test_the_slowest_turn_takes_no_longer_than_it_may(word: str) -> None:
    variant = variants(installed()[word])[0]
    work = median(milliseconds_of_work() for _ in range(YARDSTICKS))

    slowest = max(best_turns_of(variant, GAMES))

    assert slowest < DISTURBED * most_of(variant.game) * work
