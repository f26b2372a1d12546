"""`pbmserv admin clock`: a round of the clock now."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from pbmserv.admin.context import AdminContext, dry_run, moment, tool
from pbmserv.cli_support import REFUSED, deliver

if TYPE_CHECKING:
    from pbmserv.scheduler import Round


@click.group()
def clock() -> None:
    """The clock: run."""


@clock.command(name="run")
@click.option("--at", metavar="TIME", callback=moment, help="As if it were this time; UTC unless it says otherwise.")
@dry_run
@tool
def run_clock(admin: AdminContext, at: datetime | None, dry_run: bool) -> None:
    """Look at every board that is due: remind, forfeit, archive; and at every tournament.

    A running server does this by itself. Exits with 1 if one could not be looked at.
    """
    from pbmserv.games.catalogue import installed
    from pbmserv.scheduler import Scheduler

    now = at or datetime.now(UTC)
    if not dry_run:
        # In a transaction of its own, since each board has one, too.
        with admin.writing():
            pass
    scheduler = Scheduler(admin.database, admin.office, installed(), one_round=True)
    with admin.printer.progress("Boards", scheduler.count_due(now)) as progress:
        made = scheduler.make_round(now, dry_run, progress)
    if not dry_run:
        scheduler.count_boards()
        made.matched = scheduler.match_seekers(now)
        deliver(admin.database, admin.settings)
    admin.tell(
        _told(made),
        tuple(made.letters),
        dry_run,
        looked_at=made.looked_at,
        elsewhere=made.elsewhere,
        lapsed=made.lapsed,
        matched=made.matched,
        seasons=made.seasons,
        failed_seasons=made.failed_seasons,
        decided=[
            {
                "game": decided.game,
                "board": decided.number,
                "verdict": decided.verdict.value,
                "players": [player.userid for player in decided.players],
            }
            for decided in made.decided
        ],
        failed=[{"game": game, "board": number} for game, number in made.failed],
    )
    sys.exit(REFUSED if made.failed or made.failed_seasons else 0)


def _told(made: Round) -> str:
    from pbmserv.play.clock import Verdict

    if made.elsewhere:
        return "Another process is looking at the boards just now."
    counted = (
        f"Boards looked at: {made.looked_at}. Reminders: {made.count(Verdict.NAG)}, forfeits:"
        f" {made.count(Verdict.FORFEIT)}, ties by silence: {made.count(Verdict.TIE)}, archived:"
        f" {made.count(Verdict.ARCHIVE)}, open challenges and invitations that lapsed: {made.lapsed},"
        f" boards of players who seek one: {made.matched}."
    )
    if made.seasons:
        counted += f" Steps of tournaments: {', '.join(made.seasons)}."
    failed = [f"{game} {number} could not be looked at: see the log." for game, number in made.failed]
    if made.failed_seasons:
        failed.append("A tournament could not be looked at: see the log.")
    return "\n".join([counted, *failed])
