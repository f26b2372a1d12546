"""Options of games: what may be typed, and its parsing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pbmserv.games.message import Listed, Message
from pbmserv.games.refusals import Unreadable, quoted

OptionValue: TypeAlias = int | bool | str


@dataclass(frozen=True)
class Option:
    """An option of a challenge, typed `-name=value`.

    Its type is that of `default`. An int is within `low` and `high`, inclusive; a str is one of `choices`, which may
    be typed alone as `-choice`; a bool is set by `-name`, `-name=on` or `-name=off`.
    """

    name: str
    default: OptionValue
    help: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    also: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Synonyms of values, such as those of another server or source."""
    often: tuple[OptionValue, ...] = ()
    """Values that are offered where a game begins by one touch, such as the sizes of a board; at most one option of a
    game has some."""

    @property
    def form(self) -> str:
        """The usage form: `[-num_tiles=n]`, `[-board=word]`, `[-replay]`."""
        if isinstance(self.default, bool):
            return f"[-{self.name}]"
        return f"[-{self.name}={'n' if isinstance(self.default, int) else 'word'}]"

    @property
    def expected(self) -> str:
        """The possible values in words: `a number from 3 to 999`."""
        if isinstance(self.default, bool):
            return Listed(("on", "off"), " or ", " or ")
        if isinstance(self.default, int):
            match self.low, self.high:
                case None, None:
                    return Message("a whole number")
                case low, None:
                    return Message("a whole number, at least {low}", low=low)
                case None, high:
                    return Message("a whole number, at most {high}", high=high)
                case low, high:
                    return Message("a whole number from {low} to {high}", low=low, high=high)
        return Listed(self.choices, " or ", " or ") if self.choices else Message("a word")

    def read(self, text: str | None) -> OptionValue:
        """Parse a value (None for `-name` alone).

        Raises `Unreadable` with what was expected. Its value `dashes` stands before the option's name.
        """
        value = self._read(text)
        if value is None:
            raise Unreadable(
                "The parameter {dashes}{typed} is not understood: {dashes}{name} takes {expected},"
                " for example {dashes}{name}={example}.",
                dashes="-",
                typed=self.name if text is None else f"{self.name}={quoted(text, 40)}",
                name=self.name,
                expected=self.expected,
                example=word_of_option(self.default),
            )
        return value

    def _read(self, text: str | None) -> OptionValue | None:
        if isinstance(self.default, bool):
            return {None: True, "on": True, "yes": True, "off": False, "no": False}.get(
                text.lower() if text is not None else None
            )
        if text is None:
            return None
        text = self.also.get(text.lower(), text.lower())
        if isinstance(self.default, int):
            # Nine digits hold every number that a game could want, and int() takes quadratic time.
            if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 9):
                return None
            number = int(text)
            too_small = self.low is not None and number < self.low
            too_large = self.high is not None and number > self.high
            return None if too_small or too_large else number
        return text if not self.choices or text in self.choices else None


def word_of_option(value: OptionValue) -> str:
    """A value as typed; `on` and `off` for switches."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
