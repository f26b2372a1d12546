"""Results: on the screen as tables while they come, and in a file from which the report is made."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rich.table import Table

from benchmarks.figures import Figure, Target


class OtherMachine(ValueError):
    """The file holds what was measured on another machine."""


@dataclass(frozen=True)
class Measured:
    """What one scenario has given, and how it was measured."""

    title: str
    size: str
    runs: int
    figures: tuple[Figure, ...]


@dataclass
class Results:
    """All that was measured on one machine, by scenario."""

    machine: str = field(default_factory=lambda: machine())
    scenarios: dict[str, Measured] = field(default_factory=dict)

    def save(self, file: Path) -> None:
        """Write them to a file, beside what it holds of other scenarios.

        Raises `OtherMachine`.
        """
        if file.exists():
            kept = read(file)
            if kept.machine != self.machine:
                raise OtherMachine(f"{file} was measured on another machine: {kept.machine}.")
            self.scenarios = kept.scenarios | self.scenarios
        file.write_text(json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read(file: Path) -> Results:
    """What a file holds."""
    held = json.loads(file.read_text(encoding="utf-8"))
    return Results(held["machine"], {name: _measured(each) for name, each in held["scenarios"].items()})


def machine() -> str:
    """What this is measured on."""
    return ", ".join(
        [
            f"{os.cpu_count()} cores ({_processor()})",
            f"{platform.system()} {platform.release().split('-')[0]}",
            _python(),
        ]
    )


def table_of(measured: Measured) -> Table:
    """The figures of one scenario as a table for the screen."""
    titles, rows = cells(measured.figures)
    table = Table(title=measured.title)
    for place, title in enumerate(titles):
        table.add_column(title, justify="left" if place < 2 else "right", overflow="fold")
    for row in rows:
        table.add_row(*row, style="red" if "missed" in row[-1] else None)
    return table


def cells(figures: Sequence[Figure]) -> tuple[list[str], list[list[str]]]:
    """The same as texts: the titles of the columns, and the rows; columns in which nothing stands are left out."""
    titles = ["what", "case", "median", "lowest to highest", "baseline", "ratio", "target", "reached"]
    rows = [
        [
            figure.what,
            figure.case,
            f"{number(figure.value)} {figure.unit}",
            f"{number(figure.lowest)} to {number(figure.highest)}" if figure.lowest < figure.highest else "",
            f"{figure.baseline}: {number(figure.base)}" if figure.baseline and figure.base is not None else "",
            f"{figure.ratio:.2f} ×" if figure.ratio is not None else "",
            str(figure.target or ""),
            figure.verdict,
        ]
        for figure in figures
    ]
    shown = [place for place, title in enumerate(titles) if place < 3 or any(row[place] for row in rows)]
    return [titles[place] for place in shown], [[row[place] for place in shown] for row in rows]


def number(value: float) -> str:
    """A number with as many digits as say something."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def _measured(held: dict[str, Any]) -> Measured:
    figures = tuple(
        Figure(**{**each, "target": Target(**each["target"]) if each["target"] else None}) for each in held["figures"]
    )
    return Measured(held["title"], held["size"], held["runs"], figures)


def _python() -> str:
    words = f"{platform.python_implementation()} {platform.python_version()}"
    # One that a system brings is built for speed; one that was built by hand often takes a fifth longer.
    return f"{words} of {platform.freedesktop_os_release()['PRETTY_NAME']}" if sys.base_prefix == "/usr" else words


def _processor() -> str:
    described = Path("/proc/cpuinfo")
    for line in described.read_text(encoding="utf-8").splitlines() if described.exists() else ():
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()
