"""Strict reading of JSON objects from outside: every field has the expected type, and none is left over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pbmserv.games.base import Json, Options, Refusal
from pbmserv.games.message import Message
from pbmserv.games.refusals import quoted

LONGEST_TEXT = 1000

# Not after 2199: clocks count some years further than that.
_MOMENT = re.compile(r"(19[7-9][0-9]|2[01][0-9]{2})-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z")


class NotARecord(Refusal):
    """A text is not a record: unreadable, or a field is missing, unknown or of the wrong type."""


class Fields:
    """The fields of one object, called `name` in errors. Take each field once, then call `end`. All methods raise
    `NotARecord`.
    """

    def __init__(self, data: Json, name: str) -> None:
        if not isinstance(data, dict):
            raise NotARecord("{name} has to be an object.", name=name)
        self._left: dict[str, Any] = dict(data)
        self._name = name

    def has(self, field: str) -> bool:
        """Whether an optional field is present."""
        return field in self._left

    def text(self, field: str) -> str:
        value = self._take(field)
        if not _is_line(value):
            raise self._wrong(field, Message("a line of at most {most} characters", most=LONGEST_TEXT))
        return str(value)

    def number(self, field: str, low: int, high: int) -> int:
        value = self._take(field)
        if type(value) is not int or not low <= value <= high:
            raise self._wrong(field, Message("a whole number from {low} to {high}", low=low, high=high))
        return value

    def switch(self, field: str) -> bool:
        value = self._take(field)
        if not isinstance(value, bool):
            raise self._wrong(field, Message("true or false"))
        return value

    def moment(self, field: str) -> datetime:
        """Take a UTC time."""
        value = self._take(field)
        wrong = self._wrong(field, Message("a time such as 2024-03-01T12:00:00Z"))
        if not isinstance(value, str) or not _MOMENT.fullmatch(value):
            raise wrong
        try:
            return datetime.fromisoformat(value)
        except ValueError:
            raise wrong from None

    def digits(self, field: str, count: int) -> str:
        """Take `count` hexadecimal digits, in lower case."""
        value = self._take(field)
        if not isinstance(value, str) or not re.fullmatch(rf"[0-9a-f]{{{count}}}", value):
            raise self._wrong(field, Message("{count} hexadecimal digits", count=count))
        return value

    def numbers(self, field: str, low: int, high: int) -> tuple[int, ...]:
        value = self._take(field)
        if not isinstance(value, list) or not all(type(each) is int and low <= each <= high for each in value):
            raise self._wrong(field, Message("a list of whole numbers from {low} to {high}", low=low, high=high))
        return tuple(value)

    def texts(self, field: str) -> tuple[str, ...]:
        value = self._take(field)
        if not isinstance(value, list) or not all(_is_line(each) for each in value):
            raise self._wrong(field, Message("a list of lines of at most {most} characters", most=LONGEST_TEXT))
        return tuple(value)

    def options(self, field: str) -> Options:
        """Take options with their values; the game checks both."""
        value = self._take(field)
        if (
            not isinstance(value, dict)
            or not all(name.isprintable() and len(name) <= LONGEST_TEXT for name in value)
            or not all(isinstance(each, int | bool | str) for each in value.values())
        ):
            raise self._wrong(field, "an object of numbers, words, true and false")
        return value

    def inner(self, field: str) -> Fields:
        return Fields(self._take(field), self._path(field))

    def list_of(self, field: str) -> Sequence[Fields]:
        value = self._take(field)
        if not isinstance(value, list):
            raise self._wrong(field, Message("a list"))
        return [Fields(each, f"{self._path(field)}[{place}]") for place, each in enumerate(value)]

    def is_null(self, field: str) -> bool:
        """Whether a field is null, in which case it counts as taken."""
        if self._left.get(field, ...) is None:
            del self._left[field]
            return True
        return False

    def end(self) -> None:
        """Check that no field is left."""
        if self._left:
            raise NotARecord("{path} is no field of a record.", path=self._path(quoted(next(iter(self._left)), 40)))

    def _take(self, field: str) -> Any:
        if field not in self._left:
            raise NotARecord("{path} is missing.", path=self._path(field))
        return self._left.pop(field)

    def _path(self, field: str) -> str:
        return f"{self._name}.{field}"

    def _wrong(self, field: str, expected: str) -> NotARecord:
        return NotARecord("{path} has to be {expected}.", path=self._path(field), expected=expected)


def _is_line(value: Json) -> bool:
    return isinstance(value, str) and value.isprintable() and len(value) <= LONGEST_TEXT
