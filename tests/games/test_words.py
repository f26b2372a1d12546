"""Whatever games say: notes, status and reasons count one thing in the singular."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance

THINGS = "tile|move|point|pip|round|card|cell|hexagon|turn|way|hint|stone"
MISCOUNTED = re.compile(rf"(?<![\d.-])(?:1 (?:{THINGS})s|(?:0|[2-9]|\d{{2,}}) (?:{THINGS}))\b")


def words_of(word: str) -> Iterator[str]:
    """Everything said in two short games of as many players as possible."""
    game = installed()[word]
    options = {option.name: option.default if option.low is None else max(option.low, 0) for option in game.options}
    for number in range(2):
        seed = bytes([number] * 16)
        player, moves = Chance(seed, "random player"), count(1)
        position = game.start(options, game.seats[-1], Chance(seed, "start"))
        while to_move := game.to_move(position):
            move = player.choice(game.legal_moves(position, to_move[0]) or game.examples(position, to_move[0]))
            played = game.play(position, to_move[0], move, Chance(seed, f"move {next(moves)}"))
            position = played.position
            yield from (note.text for note in played.notes)
            yield from game.status(position, None)
        result = game.result(position)
        assert result is not None
        yield result.reason


@pytest.mark.parametrize("word", list(installed()))
@pytest.mark.alike
def test_one_thing_is_counted_in_the_singular_and_others_in_the_plural(word: str) -> None:
    assert [words for words in words_of(word) if MISCOUNTED.search(words)] == []
