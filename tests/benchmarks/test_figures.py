"""What is measured, and how it stands beside its baseline and its target."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.figures import Figure, Samples, Target, interleaved
from benchmarks.report import TOP, filled, performance, with_speed
from benchmarks.results import Measured, OtherMachine, Results, read

pytestmark = pytest.mark.long

BASE = Samples((1000.0, 2000.0, 500.0))
OURS = Samples((500.0, 1600.0, 300.0))


def test_the_ratio_is_the_median_of_the_ratios_of_each_run() -> None:
    figure = OURS.figure("accepting", "16 sessions", "messages/s", ("bare", BASE))

    assert (figure.value, figure.base, figure.ratio) == (500.0, 1000.0, 0.6)
    assert (figure.lowest, figure.highest) == (300.0, 1600.0)


@pytest.mark.parametrize(
    ("target", "verdict"),
    [
        (Target(0.6, at_least=True), "met"),
        (Target(0.8, at_least=True), "missed by 25%"),
        (Target(0.6, at_least=False), "met"),
        (Target(0.5, at_least=False), "missed by 20%"),
        (Target(400, at_least=False, of_ratio=False), "missed by 25%"),
        (None, ""),
    ],
)
def test_a_target_is_met_or_missed_by_a_part_of_it(target: Target | None, verdict: str) -> None:
    figure = OURS.figure("accepting", "16 sessions", "messages/s", ("bare", BASE), target)

    assert figure.verdict == verdict


def test_what_is_compared_takes_turns_in_an_order_that_changes() -> None:
    made: list[str] = []

    def measure(name: str) -> float:
        made.append(name)
        return float(len(made))

    samples = interleaved(20, {"bare": lambda: measure("bare"), "ours": lambda: measure("ours")})

    rounds = set(zip(made[::2], made[1::2], strict=True))
    assert rounds == {("bare", "ours"), ("ours", "bare")}
    assert samples["ours"] == Samples(tuple(at for at, name in enumerate(made, 1) if name == "ours"))


def test_the_file_keeps_the_other_scenarios_of_the_same_machine(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    Results("this machine", {"move": _measured("Moves", 200.0)}).save(file)

    Results("this machine", {"accept": _measured("Accepting", 1000.0)}).save(file)

    assert [*read(file).scenarios] == ["move", "accept"]
    assert read(file).scenarios["move"] == _measured("Moves", 200.0)
    with pytest.raises(OtherMachine, match="this machine"):
        Results("another one", {}).save(file)


def test_the_report_tells_the_machine_and_what_was_missed() -> None:
    page = performance(Results("2 cores", {"move": _measured("Moves", 200.0)}), {"move": ["move.svg"]})

    assert "Measured on 2 cores." in page
    assert "* whole moves, PostgreSQL, 16 sessions: missed by 17% (target ≥ 0.12 ×)" in page
    assert "![Moves](move.svg)" in page
    assert (
        "| whole moves, PostgreSQL | 16 sessions | 200 moves/s | bare: 2,000 | 0.10 × | ≥ 0.12 × | missed by 17% |"
        in page
    )


def test_the_report_says_why_a_target_is_missed_as_long_as_it_is() -> None:
    missed, met = (
        performance(Results("2 cores", {"move": _measured("Moves", per_second)}), {}) for per_second in (200.0, 300.0)
    )

    assert "Why a target is missed here" in missed
    assert "Why a target is missed here" not in met


def test_the_report_fills_in_what_was_measured_and_leaves_the_rest() -> None:
    page = "Before\n<!-- costs -->\nold\n<!-- end of costs -->\nAfter <!-- processes -->\n<!-- end of processes -->\n"

    once = filled(page, Results("2 cores", {"move": _measured("Moves", 200.0)}))

    assert "| a whole move, PostgreSQL | 200 moves/s | 5.00 ms |" in once
    assert "| 1,000,000 | 4,000,000 | 86.2 | 1 |" in once
    assert once.startswith("Before\n<!-- costs -->\n")
    assert filled(once, Results("2 cores", {"move": _measured("Moves", 200.0)})) == once
    assert filled(page, Results("2 cores")) == page


def test_the_report_tells_what_a_cold_move_costs_and_counts_workers_by_it() -> None:
    measured = _measured("Moves", 200.0)
    cold = Figure("whole moves, cold, PostgreSQL", "16 sessions", "moves/s", 50.0, 50.0, 50.0)
    page = "<!-- costs -->\n<!-- end of costs -->\n<!-- processes -->\n<!-- end of processes -->\n"

    both = filled(page, Results("2 cores", {"move": replace(measured, figures=(*measured.figures, cold))}))

    assert "| a whole move, PostgreSQL | 200 moves/s | 5.00 ms |" in both
    assert "| a whole move, cold, PostgreSQL | 50.0 moves/s | 20.00 ms |" in both
    assert "| 1,000,000 | 4,000,000 | 86.2 | 2 |" in both


def test_the_report_tells_how_long_players_wait_at_servers_of_one_process_and_of_several() -> None:
    values = {
        "moves with both letters delivered": (40.0, "moves/s"),
        "a letter": (0.9, "s"),
        "the slowest letter": (1.8, "s"),
        "a 250": (12.0, "ms"),
        "the slowest 250": (140.0, "ms"),
        "a page": (80.0, "ms"),
        "the slowest page": (400.0, "ms"),
    }
    figures = [
        Figure(f"{what}, SQLite", "cold, 2 processes", unit, value, value, value)
        for what, (value, unit) in values.items()
    ]
    flood = Figure("until nothing waits after it, SQLite", "40 strangers a second", "s", 3.0, 3.0, 3.0)
    results = Results("2 cores", {"load": Measured("Load", "full", 3, (*figures, flood))})

    page = filled("<!-- load -->\n<!-- end of load -->\n", results)

    assert "| SQLite | cold, 2 processes | 40.0 | 0.90 to 1.80 s | 12.0 to 140 ms | 80.0 to 400 ms |" in page
    assert "strangers" not in page


def test_the_readme_says_what_was_measured_on_the_slower_database() -> None:
    def figure(what: str, case: str, value: float) -> Figure:
        return Figure(what, case, "moves/s", value, value, value)

    moves = (
        figure("whole moves, SQLite", "16 sessions", 421.0),
        figure("whole moves, PostgreSQL", "16 sessions", 357.4),
    )
    sent = (
        figure("moves with both letters delivered, SQLite", "remembered, 1 process", 65.0),
        figure("moves with both letters delivered, SQLite", "cold, 1 process", 41.6),
    )
    results = Results(
        "2 cores", {"move": Measured("Moves", "full", 3, moves), "load": Measured("Load", "full", 3, sent)}
    )
    sentence = "How fast: 1 moves a second on two cores, 2 with\n  letters sent, 3 if passwords are new; 4 boards."

    assert with_speed(sentence, results) == (
        "How fast: 360 moves a second on two cores, 65 with\n  letters sent, 42 if passwords are new; 4 boards."
    )
    assert with_speed(sentence, Results("2 cores")) == sentence


def test_the_readme_has_the_sentence_about_speed() -> None:
    moves = (Figure("whole moves, SQLite", "16 sessions", "moves/s", 1234.0, 1234.0, 1234.0),)

    assert "1200 moves a second on two cores" in with_speed(
        (TOP / "README.md").read_text(encoding="utf-8"),
        Results("2 cores", {"move": Measured("Moves", "full", 3, moves)}),
    )


def _measured(title: str, per_second: float) -> Measured:
    figure = Figure("whole moves, PostgreSQL", "16 sessions", "moves/s", per_second, per_second, per_second)
    target = Target(0.12, at_least=True)
    compared = replace(figure, baseline="bare", base=2000.0, ratio=per_second / 2000, target=target)
    # Beside the rate, what it costs the processor: a figure, but no rate.
    spent = Figure("processor time of a move, PostgreSQL", "16 sessions", "ms", 3.0, 3.0, 3.0)
    return Measured(title, "full", 3, (compared, spent))
