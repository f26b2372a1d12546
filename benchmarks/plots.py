"""Pictures of what was measured, as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure

WIDTH, HEIGHT = 7.2, 4.0
WITHIN = 1.2
"""What growth may cost, drawn as a line."""

Line = Sequence[tuple[float, float]]


def growth(figures: Sequence[Figure], kind: str, file: Path) -> None:
    """How what each operation costs depends on the number of boards, against the smallest database."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for figure in figures:
        name, _, its_kind = figure.what.rpartition(", ")
        if its_kind == kind:
            boards = float(figure.case.split(", ")[1].split()[0].replace(",", ""))
            lines.setdefault(name, []).append((boards, figure.ratio or 1.0))
    figure, axes = _axes(f"Cost against the smallest database ({kind})", "boards", "times")
    axes.set_xscale("log")
    axes.axhline(WITHIN, linestyle=":", color="black", linewidth=1)
    axes.set_ylim(0, max([2 * WITHIN, *(ratio * 1.1 for line in lines.values() for _, ratio in line)]))
    _draw(figure, axes, lines, file)


def throughput(figures: Sequence[Figure], title: str, file: Path) -> None:
    """Messages or moves a second by the number of sessions at the same time; figures of anything else stay out."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for figure in figures:
        if figure.unit != figures[0].unit:
            continue
        sessions = float(figure.case.split()[0])
        lines.setdefault(figure.what, []).append((sessions, figure.value))
    unit = figures[0].unit.replace("/s", " a second")
    figure, axes = _axes(title, "sessions at the same time", unit)
    axes.set_ylim(0, max(value for line in lines.values() for _, value in line) * 1.15)
    _draw(figure, axes, lines, file)


def _axes(title: str, across: str, up: str) -> tuple[Any, Any]:
    # No window is opened, and what is not asked for is not loaded.
    from matplotlib.figure import Figure as Picture

    picture = Picture(figsize=(WIDTH, HEIGHT), layout="constrained")
    axes = picture.add_subplot()
    axes.set_title(title)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.grid(visible=True, alpha=0.3)
    return picture, axes


def _draw(picture: Any, axes: Any, lines: Mapping[str, Line], file: Path) -> None:
    import matplotlib as mpl

    for name, line in lines.items():
        axes.plot(*zip(*sorted(line), strict=True), marker="o", markersize=4, label=name)
    axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.0, 0.5))
    # The same figures give the same file.
    with mpl.rc_context({"svg.hashsalt": "pbmserv"}):
        picture.savefig(file, format="svg", metadata={"Date": None})
