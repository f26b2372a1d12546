"""What is measured, and how it stands beside its baseline and its target.

A machine is never the same twice, so a figure says little and its ratio to a baseline of the same run says much. What
is compared takes turns, so that whatever else the machine has to do hits all of it, and the median counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from statistics import median
from typing import TypeVar

K = TypeVar("K")
T = TypeVar("T")


class Size(StrEnum):
    """How much is measured: hardly anything, what takes some minutes, or all, up to a million boards."""

    TINY = "tiny"
    USUAL = "usual"
    FULL = "full"


@dataclass(frozen=True)
class Effort:
    """How much is measured, and how often each thing is."""

    size: Size = Size.USUAL
    runs: int = 3

    def of(self, tiny: T, usual: T, full: T) -> T:
        """What belongs to this size."""
        return {Size.TINY: tiny, Size.USUAL: usual, Size.FULL: full}[self.size]


@dataclass(frozen=True)
class Target:
    """What a figure, or its ratio to the baseline, should reach, or stay below."""

    bound: float
    at_least: bool
    of_ratio: bool = True

    def __str__(self) -> str:
        sign = "≥" if self.at_least else "≤"
        return f"{sign} {self.bound:g}{' ×' if self.of_ratio else ''}"


@dataclass(frozen=True)
class Figure:
    """One thing that was measured: the median of all runs, in its unit, and the lowest and the highest.

    `what` was measured in which `case`; `baseline` is the name of what it is compared with, `base` that one's median.
    """

    what: str
    case: str
    unit: str
    value: float
    lowest: float
    highest: float
    baseline: str | None = None
    base: float | None = None
    ratio: float | None = None
    target: Target | None = None

    @property
    def distance(self) -> float:
        """By which part of the target it is missed; 0 where it is met, or there is none."""
        if self.target is None:
            return 0.0
        reached = self.ratio if self.target.of_ratio else self.value
        if reached is None:
            return 0.0
        missing = self.target.bound - reached if self.target.at_least else reached - self.target.bound
        return max(missing / self.target.bound, 0.0)

    @property
    def verdict(self) -> str:
        """How it stands to the target, in words; empty where there is none."""
        if self.target is None:
            return ""
        return f"missed by {self.distance:.0%}" if self.distance else "met"


@dataclass(frozen=True)
class Samples:
    """The same thing measured several times."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The value that counts."""
        return median(self.values)

    def ratio_to(self, others: Samples) -> float:
        """How it compares with what was measured in the same runs."""
        return median(mine / theirs for mine, theirs in zip(self.values, others.values, strict=True))

    def figure(
        self,
        what: str,
        case: str,
        unit: str,
        baseline: tuple[str, Samples] | None = None,
        target: Target | None = None,
        ratio_of_medians: bool = False,
    ) -> Figure:
        """It as a figure; the baseline with its name.

        `ratio_of_medians` is for many short measurements, of which some are disturbed and the others are not.
        """
        name, base = baseline or (None, None)
        ratio = self.ratio_to(base) if base else None
        if base and ratio_of_medians:
            ratio = self.median / base.median
        return Figure(
            what=what,
            case=case,
            unit=unit,
            value=self.median,
            lowest=min(self.values),
            highest=max(self.values),
            baseline=name,
            base=base.median if base else None,
            ratio=ratio,
            target=target,
        )


def interleaved(
    runs: int, measurements: Mapping[K, Callable[[], float]], before: Callable[[int], None] | None = None
) -> dict[K, Samples]:
    """Make all measurements once, then all again, and so on: each time in another order, for none to be favoured.

    `before` is called before each of the runs, which are numbered from 0.
    """
    values: dict[K, list[float]] = {name: [] for name in measurements}
    order = list(measurements)
    chance = Random(1)  # noqa: S311 - no secret
    for run in range(runs):
        if before is not None:
            before(run)
        for name in order:
            values[name].append(measurements[name]())
        chance.shuffle(order)
    return {name: Samples(tuple(each)) for name, each in values.items()}
