"""`python -m benchmarks SCENARIO…` measures; `python -m benchmarks report` makes pages of what was measured.

`python -m benchmarks ladder GAME…` has machine players play against each other.
"""

from __future__ import annotations

import logging
import signal
import sys
from dataclasses import replace
from pathlib import Path

import click
import structlog
from rich.console import Console

from benchmarks import ladder, report
from benchmarks.figures import Effort, Size
from benchmarks.results import Measured, OtherMachine, Results, table_of
from benchmarks.scenarios import SCENARIOS


@click.command(epilog="Scenarios: " + ", ".join(SCENARIOS) + ". Beside these: report --help, ladder --help.")
@click.argument("scenario", nargs=-1, type=click.Choice(list(SCENARIOS)))
@click.option("--tiny", is_flag=True, help="Each once and small: only to see that it works.")
@click.option("--full", is_flag=True, help="All of it: a million boards, 100,000 messages; an hour.")
@click.option("--runs", default=3, show_default=True, help="How often each is measured; the median counts.")
@click.option("--json", "file", type=click.Path(path_type=Path), help="Keep the figures in this file, too.")
def main(scenario: tuple[str, ...], tiny: bool, full: bool, runs: int, file: Path | None) -> None:
    """Measure what pbmserv can do, against baselines in the same run; all scenarios where none is named."""
    size = Size.TINY if tiny else Size.FULL if full else Size.USUAL
    effort = Effort(size, 1 if tiny else runs)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    console = Console()
    console.print(Results().machine)
    for name in scenario or SCENARIOS:
        title, measure = SCENARIOS[name]
        measured = Measured(title, size, effort.runs, ())
        with console.status(title) as status:
            for figure in measure(effort):
                status.update(f"{title}: {figure.what}, {figure.case}")
                measured = replace(measured, figures=(*measured.figures, figure))
                if file:
                    # After each of them: whoever breaks off keeps what there is.
                    _save(Results(scenarios={name: measured}), file)
        console.print(table_of(measured))


def _save(results: Results, file: Path) -> None:
    try:
        results.save(file)
    except OtherMachine as error:
        raise click.ClickException(f"{error} Name another file.") from error


def _end(*_: object) -> None:
    """Leave as one leaves by oneself: servers are stopped and files removed that were made for this."""
    sys.exit(143)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _end)
    if sys.argv[1:2] == ["report"]:
        report.main(sys.argv[2:], prog_name="python -m benchmarks report")
    elif sys.argv[1:2] == ["ladder"]:
        ladder.main(sys.argv[2:], prog_name="python -m benchmarks ladder")
    else:
        main(prog_name="python -m benchmarks")
