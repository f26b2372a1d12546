"""Guesses what a line that is no command may mean: a missing game, a misspelt name.

Only for redaction and hints; a guess is never carried out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from pbmserv.games.base import Game, Refusal, Unreadable
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.language.argument_types import SELECTORS, TABLE_WORDS
from pbmserv.language.command_spec import CommandSpec
from pbmserv.language.russian import OF_EVERY_GAME
from pbmserv.language.words import SHORTEST_BEGINNING, SHORTEST_PASSWORD, Word

_LONGEST_NAME = 40
_ONE_SLIP = 0.75
"""The similarity of two words with one slip: `moev` and `move`, but not `hello` and `help`."""

MOVES_FOR = {
    "propose": "propose",
    "draw": "propose",
    "tie": "propose",
    "undo": "undo",
    "takeback": "undo",
    **{word: move for word, move in OF_EVERY_GAME.items() if move in {"propose", "undo"}},
}
"""Moves of every game by the words typed for them."""
_SAID_FOR = re.compile(
    r"\b(?:(?P<resign>resign|i (?:give up|surrender|concede))"
    r"|(?P<undo>undo|takeback|take (?:\S+ ){0,3}back)"
    r"|(?P<propose>(?:propose|offer|suggest|want|agree (?:to|on)) (?:you )?(?:a )?(?:tie|draw)|(?:tie|draw)\?))(?!\w)"
)


def move_for(line: str) -> str | None:
    """Return the move of every game that a line is about: `draw`, `I resign`, `Can I take that back`."""
    if move := MOVES_FOR.get(line):
        return move
    found = _SAID_FOR.search(line)
    return found.lastgroup if found else None


def commands_meant(
    words: Sequence[Word], catalogue: Mapping[str, Game[Any]], commands: Sequence[CommandSpec]
) -> Iterator[tuple[CommandSpec, Sequence[Word]]]:
    """Yield the commands nearest to a line, with the words after their names."""
    of_games = {name: command for command in commands if command.of_a_game for name in command.words}
    others = {name: command for command in commands if not command.of_a_game for name in command.words}
    texts = [word.text.lower() for word in words]
    for place in range(min(len(texts), 2)):
        # Of a game, whatever its name was meant to be; or without it.
        name = _nearest(texts[place], of_games)
        if name and (place == 0 or texts[0] in catalogue or _nearest(texts[0], others) is None):
            yield of_games[name], words[place + 1 :]
    for length in (1, 2):
        named = {name: command for name, command in others.items() if len(name.split()) == length}
        name = _nearest(" ".join(texts[:length]), named)
        if name:
            yield named[name], words[length:]


def is_nearly_one_of(typed: str, names: Collection[str]) -> bool:
    """Whether a word is one of these, perhaps with one slip."""
    return bool(get_close_matches(typed.lower()[:_LONGEST_NAME], names, n=1, cutoff=_ONE_SLIP))


def _nearest(typed: str, names: Mapping[str, CommandSpec]) -> str | None:
    if typed in names:
        return typed
    begun = [name for name in names if name.startswith(typed)] if len(typed) >= SHORTEST_BEGINNING else []
    return begun[0] if begun else next(iter(get_close_matches(typed[:_LONGEST_NAME], names, n=1)), None)


@lru_cache(maxsize=8)
def words_of(commands: tuple[CommandSpec, ...]) -> frozenset[str]:
    """All words of commands except names of games."""
    named = {word for command in commands for name in command.words for word in name.split()}
    arguments = [argument for command in commands for argument in (*command.arguments, *command.other_arguments)]
    return frozenset({*named, *SELECTORS, *TABLE_WORDS, *(word for each in arguments for word in each.kind.words)})


def can_read(game: Game[Any], position: Any, text: str) -> bool:
    """Whether a game can read a move; one long enough for a password has to be legal, too."""
    seats = game.to_move(position)
    try:
        if seats:
            game.play(position, seats[0], text, Chance(bytes(SEED_BYTES), "quoting"))
    except Unreadable:
        return False
    except Refusal:
        return len(text) < SHORTEST_PASSWORD
    return bool(seats)


@lru_cache(maxsize=64)
def start_of(game: Game[Any]) -> Any:
    options = {option.name: option.default for option in game.options}
    return game.start(options, game.seats[0], Chance(bytes(SEED_BYTES), "quoting"))
