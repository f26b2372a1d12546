"""`python -m benchmarks report`: pages and pictures of what was measured, made from the file with the results.

`performance.md` is written as a whole. In `scaling.md`, which people write, the tables between `<!-- NAME -->` and
`<!-- end of NAME -->` are filled in, and in the README beside the folder the numbers of its one sentence about speed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import click

from benchmarks import plots, simulation
from benchmarks.databases import KINDS
from benchmarks.figures import Figure
from benchmarks.results import Measured, Results, cells, number, read
from benchmarks.scenarios import SCENARIOS
from benchmarks.simulation import Load

TOP = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results" / "full.json"
INTRODUCTION = """\
For anybody who wants to know how fast pbmserv is, and how that was measured.

Measured on {machine}.
`python -m benchmarks` measures it again, and `python -m benchmarks report` writes this page; do neither on a machine
that is busy with something else.

Things that are compared take turns in the same run. Each figure is the median of all runs. What counts is the ratio
to the baseline, which is also the median of the ratios of all runs. Since a machine is faster in one run than in
another, this need not be the ratio of the two medians (except for `growth`, which takes many short measurements in
turns). `benchmarks/scenarios/` says exactly what is done.

*Cold* is what a server does that has just been started, for players each of whom writes for the first time: each
password has to be hashed (Argon2id, 19 MiB, two passes). Otherwise passwords are remembered, as they are for ten
minutes after they were given. A player who writes a few times a day is always cold."""

REASONS = {
    "accept": """\
Why a target is missed here: four sessions share a commit, and nobody sends anything while they wait for it. With
PostgreSQL, the sender, the server and the database are three processes on two cores. With sixteen sessions a commit
has more to share.""",
    "move": """\
Why a target is missed here: one process uses one core, since Python's threads take turns, and most of what a move
costs is Python: two letters with the board are a third of it, reading the mail and the command a fifth, the rules and
the board a fifth. What goes to the database and back is one statement for each move of a full turn, and the smallest
part by now. So both databases are nearly as fast, and more processes help: see the workers.""",
    "deliver": """\
Why a target is missed here: the bare sender has its letters as bytes. Ours reads each from the database, with who
gets it and where, puts its parts together, and notes what became of it, before the next twenty are leased.""",
    "processes": """\
Why a target is missed here: two processes share the mails that wait, so each carries out fewer of them together, and
what is done once for many (statements, commits, drawings that are remembered) is done for fewer. That costs a turn a
quarter more of the server's processor time, and two fifths more of PostgreSQL's.""",
    "workers": """\
Why a target is missed here: PostgreSQL needs a core as well, so there are two cores for three processes.""",
    "load": """\
Why a target is missed here: all fifty players write in the moment in which the server is there. Their passwords are
hashed together, on both cores, before the first of these moves is made. The last letter waits for all the others,
each with a picture, and for the pages that are asked for meanwhile.""",
    "start": """\
Why a target is missed here: the letter of `show` goes out at once, with a picture of the board that is drawn for it,
which takes a sixth of the time.""",
    "memory": """\
Why a target is missed here: what is kept of letters fills up only after some thousand of them: 4 MB of pictures, the
shapes of some thirty boards, signs that have been drawn, and texts in pieces. Until 30 November, threads kept another
third for themselves.""",
    "web": """\
Why a target is missed here: mails that come together are carried out together, up to twenty with a handful of
statements and one commit. Who touches a board waits for the answer on the page, so each of their moves is a
transaction of its own, of some thirteen statements, which go to PostgreSQL and back one after the other. The page of
who has to move links each place that can be touched, and is made anew each time.""",
    "bots": """\
Why a target is missed here: what bots find is carried out like a person's move and takes as long. Nearly all of the
slowest moves come while one of a bot is being carried out, which was first.""",
}
"""Why a scenario does not reach its targets, to stand beside its figures as long as that is so."""

PAGES = """\
## What a page of a board costs

For a stranger, of a board that has not changed since it was last shown: four statements, and some 600 calls of
functions on SQLite from the request to the answer. The rows of the board, its moves, its seats and its subscribers
are read each time. If they and the time that is left are the same to the last field, the page is too, and is not
made again.
Who is signed in has a page of their own, which is made each time: nine statements, and some 9,000 calls where all
that can be touched is linked. On PostgreSQL, statements are prepared once for a connection.
`python -m benchmarks web --json benchmarks/results/web.json` measures the seconds."""
"""What stands before the figures of pages, which are measured by themselves."""

LETTERS_A_DAY = 4.0
"""That a player writes: a move on four boards."""

PLAYERS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
PATIENCE_SECONDS = 1.0
"""Longer than that, no more than one of a hundred letters should wait to be begun."""


@click.command()
@click.option("--from", "file", default=RESULTS, type=click.Path(path_type=Path), help="What --json has kept.")
@click.option("--to", "folder", default=TOP / "docs", type=click.Path(path_type=Path), help="Where the pages are.")
def main(file: Path, folder: Path) -> None:
    """Write performance.md with its pictures, and fill the tables in scaling.md."""
    if not file.exists():
        raise click.ClickException(f"There is no {file}: python -m benchmarks --full --json {file}")
    folder.mkdir(parents=True, exist_ok=True)
    results = read(file)
    pictures = draw(results, folder)
    pages = file.with_name("web.json")
    page = performance(results, pictures, read(pages) if pages.exists() else None)
    (folder / "performance.md").write_text(page, encoding="utf-8")
    scaling = folder / "scaling.md"
    if scaling.exists():
        scaling.write_text(filled(scaling.read_text(encoding="utf-8"), results), encoding="utf-8")
    readme = folder.parent / "README.md"
    if readme.exists():
        readme.write_text(with_speed(readme.read_text(encoding="utf-8"), results), encoding="utf-8")
    click.echo(f"{folder / 'performance.md'}, and {len(pictures)} pictures.")


def draw(results: Results, folder: Path) -> dict[str, list[str]]:
    """Draw the pictures; gives the names of their files, by scenario."""
    pictures: dict[str, list[str]] = {}
    for name in ("accept", "move"):
        if name in results.scenarios:
            measured = results.scenarios[name]
            plots.throughput(measured.figures, measured.title, folder / f"{name}.svg")
            pictures[name] = [f"{name}.svg"]
    if "growth" in results.scenarios:
        for kind in KINDS:
            picture = f"growth-{kind.lower()}.svg"
            plots.growth(results.scenarios["growth"].figures, kind, folder / picture)
            pictures.setdefault("growth", []).append(picture)
    return pictures


def performance(results: Results, pictures: dict[str, list[str]], pages: Results | None = None) -> str:
    """The page with all figures; those of `pages` may be of another machine."""
    parts = ["# Performance", INTRODUCTION.format(machine=results.machine), *_missed(results)]
    for name in filter(results.scenarios.__contains__, SCENARIOS):
        measured = results.scenarios[name]
        parts += [f"## {measured.title}", f"`python -m benchmarks {name}`, {_how(measured)}."]
        parts += [f"![{measured.title}]({picture})" for picture in pictures.get(name, ())]
        parts.append(_table(*cells(measured.figures)))
        parts += _reasons(name, measured)
    parts.append(PAGES)
    for name, measured in pages.scenarios.items() if pages else ():
        parts += [f"`python -m benchmarks {name}`, {_how(measured)}, on {pages.machine if pages else ''}."]
        parts.append(_table(*cells(measured.figures)))
        parts += _reasons(name, measured)
    return "\n\n".join(parts) + "\n"


def _reasons(name: str, measured: Measured) -> list[str]:
    """Why a scenario does not reach its targets, as long as that is so."""
    return [REASONS[name]] if name in REASONS and any(figure.distance for figure in measured.figures) else []


def filled(page: str, results: Results) -> str:
    """A page with its tables filled in, as far as their figures were measured."""
    for name, table in _TABLES.items():
        content = table(results)
        if content:
            begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
            before, _, rest = page.partition(begin)
            page = f"{before}{begin}\n{content}\n\n{end}{rest.partition(end)[2]}"
    return page


def with_speed(readme: str, results: Results) -> str:
    """A README whose sentence about speed says what was measured, the slower of both databases, in round numbers."""
    parts = (
        ("move", "whole moves, {}", "16 sessions", "{} moves a second on two cores"),
        ("load", "moves with both letters delivered, {}", "remembered, 1 process", "{} with\n  letters sent"),
        ("load", "moves with both letters delivered, {}", "cold, 1 process", "{} if passwords are new"),
    )
    for scenario, what, case, words in parts:
        found = [_find(results, scenario, what.format(kind), case) for kind in KINDS]
        if rates := [figure.value for figure in found if figure is not None]:
            readme = re.sub(words.format(r"\b[\d,]+"), words.format(_rounded(min(rates))), readme)
    return readme


def _rounded(rate: float) -> int:
    """Two digits of it, which is as much as can be trusted."""
    return int(float(f"{rate:.2g}"))


def costs(results: Results) -> str:
    """What one process does in a second, and what that comes to for each."""
    rows = [
        [what, f"{number(figure.value)} {figure.unit}", f"{1000 / figure.value:.2f} ms"]
        for what, figure in _rates(results)
    ]
    return _table(["part", "one process does", "so each costs it"], rows) if rows else ""


def processes(results: Results) -> str:
    """How many processes carry out requests in time, for so many players, and how long letters wait then."""
    # A player who writes a few times a day is remembered by no server.
    move = _find(results, "move", "whole moves, cold, PostgreSQL") or _find(
        results, "move", "whole moves, PostgreSQL"
    )
    if move is None:
        return ""
    rows = []
    for players in PLAYERS:
        load = Load(players, LETTERS_A_DAY, 1 / move.value)
        workers, day = simulation.enough(load, PATIENCE_SECONDS)
        rows.append(
            [f"{players:,}", f"{load.letters:,.0f}", f"{load.busiest:,.1f}", *simulation.row_of(workers, day)]
        )
    titles = ["players", "letters a day", "a second in the busiest hour", "workers", "busy then", "mean wait"]
    return _table([*titles, "95 of 100 wait", "99 of 100 wait", "longest wait", "longest queue"], rows)


def loads(results: Results) -> str:
    """How long players and readers wait at a server of one process, and of several, when it has just been started."""
    by_case: dict[tuple[str, str], dict[str, Figure]] = {}
    for figure in results.scenarios["load"].figures if "load" in results.scenarios else ():
        what, _, kind = figure.what.rpartition(", ")
        by_case.setdefault((kind, figure.case), {})[what] = figure
    rows = [
        [kind, case, *(_waits(figures, *names) for names in _WAITS)]
        for (kind, case), figures in by_case.items()
        if "a page" in figures
    ]
    titles = ["database", "passwords, processes", "moves a second", "a letter", "a 250", "a page"]
    return _table(titles, rows) if rows else ""


_WAITS = (
    ("moves with both letters delivered",),
    ("a letter", "the slowest letter"),
    ("a 250", "the slowest 250"),
    ("a page", "the slowest page"),
)
"""The columns: what is usual, and beside it what is slowest."""


def _waits(figures: Mapping[str, Figure], *names: str) -> str:
    """The figures of these names as text: `12 to 40 ms`."""
    values = " to ".join(number(figures[name].value) for name in names)
    return f"{values} {figures[names[0]].unit}".removesuffix(" moves/s")


_TABLES: dict[str, Callable[[Results], str]] = {"costs": costs, "processes": processes, "load": loads}


def _rates(results: Results) -> Iterable[tuple[str, Figure]]:
    for scenario, beginning, what in (
        ("accept", "accepting", "accepting a message"),
        ("move", "whole moves", "a whole move"),
        ("move", "whole moves, cold", "a whole move, cold"),
        ("deliver", "with pictures", "sending a letter"),
    ):
        for kind in KINDS:
            figure = _find(results, scenario, f"{beginning}, {kind}")
            if figure is not None:
                yield f"{what}, {kind}", figure


def _find(results: Results, scenario: str, what: str, case: str = "") -> Figure | None:
    """A scenario's figure for this case; without one, the last: that with the most sessions."""
    measured = results.scenarios.get(scenario)
    figures = measured.figures if measured else ()
    found = [figure for figure in figures if figure.what == what and case in {"", figure.case}]
    return found[-1] if found else None


def _missed(results: Results) -> list[str]:
    targeted = [figure for each in results.scenarios.values() for figure in each.figures if figure.target]
    missed = [figure for figure in targeted if figure.distance]
    if not missed:
        return [f"All {len(targeted)} targets are met."] if targeted else []
    lines = [
        f"* {', '.join(filter(None, (figure.what, figure.case)))}: {figure.verdict} (target {figure.target})"
        for figure in missed
    ]
    return [f"{len(targeted) - len(missed)} of {len(targeted)} targets are met; these are not:", "\n".join(lines)]


def _how(measured: Measured) -> str:
    times = "once" if measured.runs == 1 else f"{measured.runs} runs"
    return f"{times}, {measured.size} size"


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    rule = ["---" if number < 1 else "---:" for number in range(len(titles))]
    return "\n".join(f"| {' | '.join(row)} |" for row in [titles, rule, *rows])


if __name__ == "__main__":
    main()
