"""Checks of a game's options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

from pbmserv.games.base import Game, Illegal, Option, Options, OptionValue, Refusal, word_of_option
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.checks.moves import check_words

P = TypeVar("P")


def check_options(game: Game[P]) -> None:
    """Every option has a name, help and a valid default. A game can start with its extreme values, and anything
    beyond is refused by name.
    """
    names = [option.name for option in game.options]
    assert len(set(names)) == len(names), f"{game.name} has two options of one name: {names}"
    defaults = {option.name: option.default for option in game.options}
    for option in game.options:
        which = f"{game.name} -{option.name}"
        assert re.fullmatch(r"[a-z][a-z0-9_]*", option.name), f"{which} is no name that a player can type"
        assert option.help, f"{which} must have a line of help"
        for value in dict.fromkeys((option.default, *_edges(option))):
            _check_accepted(option, value, which)
        for text, expected in _beyond(option):
            _check_refused(option, text, expected, which)
        for value in _edges(option):
            _check_starts(game, {**defaults, option.name: value}, which)


def some_options(game: Game[P], seats: int, chance: Chance) -> Options:
    """Random options that go together: defaults, lowest numbers, choices, switches; the defaults if these do not.

    Highest numbers are left out, as they make the longest games.
    """
    drawn = {
        option.name: chance.choice((option.default, *_edges(option)[: 1 if option.high is not None else None]))
        for option in game.options
    }
    try:
        game.check_options(drawn, seats)
    except Illegal:
        return {}
    return drawn


def _edges(option: Option) -> tuple[OptionValue, ...]:
    """The extreme values of an option, every choice, on and off."""
    if isinstance(option.default, bool):
        return (False, True)
    if isinstance(option.default, int):
        return tuple(edge for edge in (option.low, option.high) if edge is not None)
    return option.choices


def _beyond(option: Option) -> Iterator[tuple[str, str]]:
    """Texts that an option must refuse, with what the refusal must mention."""
    if isinstance(option.default, bool):
        yield "perhaps", "on or off"
    elif isinstance(option.default, int):
        yield "many", option.name
        yield "9" * 5000, option.name
        if option.low is not None:
            yield str(option.low - 1), str(option.low)
        if option.high is not None:
            yield str(option.high + 1), str(option.high)
    elif option.choices:
        yield "something-else", option.choices[0]


def _check_accepted(option: Option, value: OptionValue, which: str) -> None:
    text = word_of_option(value)
    try:
        read = option.read(text)
    except Refusal as refusal:
        raise AssertionError(f"{which}={text} is refused: {refusal.words}") from refusal
    assert (type(read), read) == (type(value), value), f"{which}={text} is read as {read!r}"


def _check_refused(option: Option, text: str, expected: str, which: str) -> None:
    typed = f"{which}={text[:40]}"
    try:
        read = option.read(text)
    except Refusal as refusal:
        words = refusal.words
    else:
        raise AssertionError(f"{typed} is read as {read!r}")
    check_words(words, typed)
    assert expected in words, f"{typed} is refused without a word of {expected}: {words}"


def _check_starts(game: Game[P], options: Options, which: str) -> None:
    """Some number of seats can start with these options, or is told why not."""
    for seats in game.seats:
        try:
            game.check_options(options, seats)
        except Illegal as refusal:
            check_words(refusal.words, which)
        else:
            if why := game.on_trust(options):
                check_words(why, f"{which}: what is taken on trust")
            position = game.start(options, seats, Chance(bytes(SEED_BYTES), "start"))
            assert game.to_move(position) or game.result(position), f"{which}: nobody is to move at the start"
