"""What games say is a message with its values: a text that stands in the code, whatever is put into it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import pbmserv.games
from pbmserv.games.base import Game, Refusal
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.checks.options import some_options
from pbmserv.games.checks.playthrough import chance_of_turn, known_moves
from pbmserv.games.message import Drawn, Listed, Message

TYPED = (
    *(
        "hello there",
        "pass",
        "a1",
        "z99",
        "a1-b2",
        "d3,e4",
        "31",
        "1 2 3",
        "all",
        "x",
        "12",
        "double",
        "take",
        "agree",
    ),
    *("claim gammon", "31: 8/5 6/5", "66: 6/off", "bar/22", "333@3", "245.08@1", "12W@5", "999@2", "take 7", "hint"),
    *("QS KH 2C", "2C", "16", "O-O", "exd5", "Bxe5", "yacht", "fullhouse", "dead none", "dead a1", "resume", "swap"),
)
"""What somebody may type anywhere."""
IN_TURNS = 4
"""One of so many of these is typed in each turn, so that each is typed at many positions."""
A_FEW_WORDS = 600

_PROSE = re.compile(r"[a-z]{3,} [a-z]{3,}")


@cache
def texts_in_code() -> frozenset[str]:
    """All texts that stand in the code of games, in lower case: what begins a sentence is in capitals there."""
    files = Path(pbmserv.games.__file__).parent.rglob("*.py")
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text())))
    return frozenset(
        node.value.lower() for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def said_in_play(game: Game[Any], number: int) -> Iterator[str]:
    """What a random game says from turn to turn, and how it refuses what is typed."""
    seed = number.to_bytes(SEED_BYTES, "big")
    seats = game.seats[number % len(game.seats)]
    chosen = some_options(game, seats, Chance(seed, "options")) if number else {}
    options = {option.name: chosen.get(option.name, option.default) for option in game.options}
    choices = Chance(seed, "random player")
    position, turns = game.start(options, seats, Chance(seed, "start")), 0
    while True:
        for viewer in (None, *range(seats)):
            seen = game.seen_by(position, viewer)
            yield from filter(None, (*game.status(seen, viewer), *game.picture_status(seen, viewer)))
        if result := game.result(position):
            yield result.reason
            return
        seat = choices.choice(game.to_move(position))
        moves, chance = known_moves(game, position, seat), chance_of_turn(seed, turns)
        typed = TYPED[turns % IN_TURNS :: IN_TURNS]
        for text in (*typed, choices.choice(moves)[::-1], f"{choices.choice(moves)} and more"):
            try:
                game.play(position, seat, text, chance_of_turn(seed, turns))
            except Refusal as refusal:
                yield refusal.words
        played = game.play(position, seat, choices.choice(moves), chance)
        yield from (note.text for note in played.notes)
        position, turns = played.position, turns + 1


def complaints_about(words: object) -> Iterator[str]:
    """What is wrong with a message, or with a message among its values."""
    if isinstance(words, Listed):
        for item in words.items:
            yield from complaints_about(item)
    elif isinstance(words, Message):
        if words.text.lower() not in texts_in_code():
            yield f"the text {words.text!r} does not stand in the code"
        for name, value in words.values.items():
            if isinstance(value, str) and not isinstance(value, Message | Listed) and name not in ("typed", "called"):
                if _PROSE.search(value):
                    yield f"{name} in {words.text!r} is {value!r}, which is no message"
            else:
                yield from complaints_about(value)


def complaints(said: Iterator[str]) -> list[str]:
    found = (complaint for words in said for complaint in complaints_about(words))
    return [*dict.fromkeys(found)]


@pytest.mark.parametrize("word", sorted(installed()))
@pytest.mark.alike
def test_what_a_game_says_is_a_message_with_its_values(word: str) -> None:
    said = [*islice(said_in_play(installed()[word], 0), A_FEW_WORDS)]

    assert all(isinstance(words, Message | Drawn) for words in said)
    assert complaints(iter(said)) == []


@pytest.mark.in_part
@pytest.mark.long
@pytest.mark.parametrize("word", sorted(installed()))
def test_so_it_is_in_all_its_variants_until_the_end(word: str) -> None:
    for number in range(8):
        said = [*said_in_play(installed()[word], number)]

        assert all(isinstance(words, Message | Drawn) for words in said)
        assert isinstance(said[-1], Message)
        assert complaints(iter(said)) == []


def test_a_sentence_glued_together_is_noticed() -> None:
    glued = Message(f"Black has {3} stones.")

    assert [*complaints_about(glued)] == ["the text 'Black has 3 stones.' does not stand in the code"]
