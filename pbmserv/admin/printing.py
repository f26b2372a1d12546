"""Output of tools: tables for people, JSON for programs."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from shutil import get_terminal_size
from typing import Any

import click

from pbmserv.letters.tables import table

WIDE = 200
"""The width of tables without a terminal."""

_UNPRINTABLE = re.compile(r"[^\S\n ]|[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")

Row = Mapping[str, Any]
"""A row by column names."""


class Printer:
    """Prints results."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json

    def rows(self, rows: Sequence[Row], nothing: str) -> None:
        """Print a table, or a list of objects; `nothing` is the message without rows."""
        if self.as_json:
            self.json(list(rows))
        elif not rows:
            click.echo(nothing)
        else:
            _print_table(rows)

    def facts(self, facts: Row) -> None:
        """Print facts, a line each, or a table for one that is a list."""
        if self.as_json:
            self.json(facts)
            return
        lines = {name: value for name, value in facts.items() if not _is_table(value) and not _is_text(value)}
        width = max(map(len, lines), default=0)
        for name, value in lines.items():
            click.echo(f"{_title(name).ljust(width)}  {plain(_shown(value))}".rstrip())
        for name, value in facts.items():
            if _is_table(value):
                click.echo(f"\n{_title(name)}:")
                _print_table(value)
            elif _is_text(value):
                click.echo(f"\n{plain(value)}")

    def json(self, value: Any) -> None:
        """Print JSON with ISO 8601 times, escaped for terminals."""
        click.echo(json.dumps(value, default=_as_json, indent=2))

    @contextmanager
    def progress(self, title: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
        """A progress bar on standard error; yields the function to report progress with.

        `total` is None if unknown.
        """
        if self.as_json or not sys.stderr.isatty():
            yield lambda _done: None
            return
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as bars:
            bar = bars.add_task(title, total=total)
            yield lambda done: bars.update(bar, completed=done)


def plain(text: str) -> str:
    """Remove terminal control characters, as some of the text comes from strangers."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def _print_table(rows: Sequence[Row]) -> None:
    cells = [[plain(_shown(value)) for value in row.values()] for row in rows]
    room = get_terminal_size().columns if sys.stdout.isatty() else WIDE
    click.echo("\n".join(table([_title(name) for name in rows[0]], cells, room)))


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and "\n" in value


def _title(name: str) -> str:
    return name.replace("_", " ")


def _shown(value: Any) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case datetime():
            return f"{value:%Y-%m-%d %H:%M}"
        case list() | tuple():
            return ", ".join(map(_shown, value)) or "-"
        case dict():
            return ", ".join(f"{key}={_shown(entry)}" for key, entry in value.items()) or "-"
    return str(value)


def _as_json(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} cannot be printed as JSON")
