"""A curve of what somebody has won and lost, game after game, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from markupsafe import Markup

WIDTH, HEIGHT = 600, 120
"""In units of the picture; how large it is shown is for the style sheet to say."""
FEWEST = 3
"""Fewer games make no curve."""
_EDGE = 8


def curve_of(signs: Sequence[int]) -> Markup | None:
    """The games won minus the games lost, after each of these games (1 won, -1 lost, 0 tied); None for too few."""
    if len(signs) < FEWEST:
        return None
    sums = list(accumulate(signs, initial=0))
    low, high = min(sums), max(sums)
    across = (WIDTH - 2 * _EDGE) / (len(sums) - 1)
    up = (HEIGHT - 2 * _EDGE) / max(high - low, 1)

    def y(value: int) -> str:
        return f"{HEIGHT - _EDGE - (value - low) * up:.1f}"

    points = " ".join(f"{_EDGE + number * across:.1f},{y(value)}" for number, value in enumerate(sums))
    last_x, last_y = points.rsplit(" ", 1)[-1].split(",")
    words = f"The last {len(signs)} rated games: {signs.count(1)} won, {signs.count(-1)} lost, {signs.count(0)} tied."
    return Markup(
        '<svg class="curve" role="img" aria-label="{}" viewBox="0 0 {} {}">'
        '<line x1="{}" y1="{}" x2="{}" y2="{}"/><polyline points="{}"/><circle cx="{}" cy="{}" r="4"/></svg>'
    ).format(words, WIDTH, HEIGHT, _EDGE, y(0), WIDTH - _EDGE, y(0), points, last_x, last_y)
