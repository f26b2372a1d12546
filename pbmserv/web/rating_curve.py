"""Rating curves as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from math import ceil, floor

from markupsafe import Markup

from pbmserv.games.message import Message
from pbmserv.locale.catalogs import translated
from pbmserv.storage.standings import Estimate

WIDTH, HEIGHT = 320, 130
"""In units of the picture, roughly pixels; the style sheet sets the displayed size."""
FEWEST = 3
"""The minimum number of games for a curve."""
_LEFT, _EDGE = 40, 8
_MOST_LINES = 6


def curve_of(estimates: Sequence[Estimate]) -> Markup:
    """Draw a curve within a band of uncertainty."""
    high = max(each.strength + each.deviation for each in estimates)
    low = min(each.strength - each.deviation for each in estimates)
    across = (WIDTH - _LEFT - _EDGE) / (len(estimates) - 1)
    up = (HEIGHT - 2 * _EDGE) / (high - low)

    def at(number: int, value: float) -> str:
        return f"{_LEFT + number * across:.1f},{y(value)}"

    def y(value: float) -> str:
        return f"{_EDGE + (high - value) * up:.1f}"

    above = [at(number, each.strength + each.deviation) for number, each in enumerate(estimates)]
    below = [at(number, each.strength - each.deviation) for number, each in enumerate(estimates)]
    points = [at(number, each.strength) for number, each in enumerate(estimates)]
    scale = Markup("").join(
        Markup('<line x1="{}" x2="{}" y1="{}" y2="{}"/><text x="{}" y="{}">{}</text>').format(
            _LEFT, WIDTH - _EDGE, y(value), y(value), _LEFT - 6, y(value), value
        )
        for value in _round_values(low, high)
    )
    last_x, last_y = points[-1].split(",")
    return Markup(
        '<svg class="curve" role="img" aria-label="{}" viewBox="0 0 {} {}">{}'
        '<polygon points="{}"/><polyline points="{}"/><circle cx="{}" cy="{}" r="4"/></svg>'
    ).format(
        translated(_words(estimates)), WIDTH, HEIGHT, scale,
        " ".join([*above, *reversed(below)]), " ".join(points), last_x, last_y,
    )  # fmt: skip


def _words(estimates: Sequence[Estimate]) -> str:
    strengths = [round(each.strength) for each in estimates]
    first, last = (
        f"{each.strength:.0f} \N{PLUS-MINUS SIGN}{each.deviation:.0f}" for each in (estimates[0], estimates[-1])
    )
    return Message(
        "The last {number} rated games: from {first} to {last}, at the lowest {lowest}, at the highest {highest}.",
        number=len(estimates),
        first=first,
        last=last,
        lowest=min(strengths),
        highest=max(strengths),
    )


def _round_values(low: float, high: float) -> range:
    step = next(step for step in _steps() if (high - low) / step <= _MOST_LINES)
    return range(ceil(low / step) * step, floor(high) + 1, step)


def _steps() -> Iterator[int]:
    for power in count(1):
        yield from (10**power, 2 * 10**power, 5 * 10**power)
