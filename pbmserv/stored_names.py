"""Stored names of fields, independent of their names in code.

A field is stored under its own name, unless its class maps a new name to the stored one: `STORED: ClassVar =
{"new_name": "old_name"}`. A test compares all stored names with `tests/golden/stored_names.json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, cast

T = TypeVar("T")

_AS_THEY_ARE = frozenset({str, int, float, bool, type(None)})
"""What is stored as it is; most values are no more than that."""


@cache
def stored_names(kind: type) -> Mapping[str, str]:
    """The fields of a dataclass or named tuple in order, with their stored names."""
    own = [field.name for field in fields(kind)] if is_dataclass(kind) else getattr(kind, "_fields", ())
    renamed: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        renamed |= vars(each).get("STORED", {})
    return {name: renamed.get(name, name) for name in own}


def document_of(value: Any) -> dict[str, Any]:
    """A dataclass or named tuple by stored names, including nested dataclasses."""
    return _plain_each({key: getattr(value, name) for name, key in stored_names(value.__class__).items()})


def restored(kind: type[T], document: Mapping[str, Any]) -> T:
    made_by: Any = kind
    renamed = fields_renamed(made_by)
    return cast(T, made_by(**{renamed.get(key, key): each for key, each in document.items()}))


@cache
def fields_renamed(kind: type) -> Mapping[str, str]:
    return {key: name for name, key in stored_names(kind).items() if key != name}


def _plain_each(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: each if each.__class__ in _AS_THEY_ARE else _plain(each) for key, each in values.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [each if each.__class__ in _AS_THEY_ARE else _plain(each) for each in value]
    if isinstance(value, Mapping):
        return _plain_each(value)
    if isinstance(value, set | frozenset):
        return sorted(value)
    return document_of(value) if is_dataclass(value) else value
