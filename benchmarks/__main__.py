"""`python -m benchmarks`: measures, and prints a table with a column that says how it compares."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from benchmarks.mail import measure


@click.command()
@click.option("--messages", default=2000, show_default=True, help="How many messages each run sends.")
@click.option("--runs", default=3, show_default=True, help="How often each is measured; the median counts.")
@click.option("--tiny", is_flag=True, help="Each once, with a few messages: only to see that it works.")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the figures to this file, too.")
def main(messages: int, runs: int, tiny: bool, json_file: Path | None) -> None:
    """Measure what pbmserv can do, against the bare mail library in the same run."""
    machine = f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores"
    table = Table(title=f"Messages a second ({machine})")
    for name in ("what", "sessions", "per second", "of bare aiosmtpd"):
        table.add_column(name, justify="left" if name == "what" else "right")
    console = Console()
    rows = []
    with console.status("Measuring") as status:
        for row in measure(20 if tiny else messages, 1 if tiny else runs):
            status.update(f"{row.what}, {row.sessions} sessions")
            rows.append(row)
            table.add_row(row.what, str(row.sessions), f"{row.per_second:,.0f}", f"{row.ratio:.2f}")
    console.print(table)
    if json_file:
        json_file.write_text(json.dumps({"machine": machine, "rows": [asdict(row) for row in rows]}, indent=1))


if __name__ == "__main__":
    main()
