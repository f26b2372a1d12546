"""What the operator does about lines of chat that players have reported, and the letter that tells of them.

A report shows words, the board's name and two players: no position, and no hand.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.recipients import to_address
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.letters.letter import Letter, write
from pbmserv.storage.reports import Report

BETWEEN_LETTERS = timedelta(days=1)
MOST_SHOWN = 20
"""How many reports one letter shows."""


class ReportsTold(Outcome, frozen=True):
    """The operator is told of reports that wait, the oldest first."""

    written_by = "operator.reports:of_reports"

    reports: tuple[Report, ...]
    count: int
    """How many there are, of which `reports` may be the first ones."""


def letter_is_due(call: Call) -> bool:
    """Whether the operator is to be told of reports: not twice within a day."""
    if not call.setup.operator_address or not call.work.reports.count_untold():
        return False
    last = call.work.reports.last_told_at()
    return last is None or call.at - last >= BETWEEN_LETTERS


def tell_of_reports(call: Call) -> int:
    """Tell the operator of all reports that wait; return how many."""
    if not letter_is_due(call):
        return 0
    waiting = call.work.reports.count_open()
    call.outcomes.append(ReportsTold(tuple(call.work.reports.listed(MOST_SHOWN)), waiting))
    call.work.reports.told(call.at)
    return waiting


def dismiss(call: Call, number: int) -> str:
    """Close all reports of a line, which stays; return what was done. Raises `Refusal`."""
    report = _open_report(call, number)
    call.work.reports.close(report.remark_id, call.at)
    return Message("The report is closed; what {author} wrote stays.", author=report.author)


def remove(call: Call, number: int) -> str:
    """Take the words of a line off the pages, for good, and close its reports; return what was done.

    Raises `Refusal`.
    """
    report = _open_report(call, number)
    call.work.remarks.remove(report.remark_id)
    call.work.reports.close(report.remark_id, call.at)
    return Message(
        "What {author} wrote on {game} {board} is no longer shown. Letters that were sent cannot be taken back.",
        author=report.author,
        game=report.game,
        board=report.board,
    )


def _open_report(call: Call, number: int) -> Report:
    report = call.work.reports.numbered(number)
    if report is None:
        raise Refusal(Message("There is no report {number}.", number=number))
    if report.closed_at is not None:
        raise Refusal(Message("Report {number} is closed.", number=number))
    return report


def of_reports(told: ReportsTold, call: Call) -> list[Letter]:
    letter = write(
        "operator/reports",
        "Reported chat",
        server=call.server,
        count=told.count,
        left=told.count - len(told.reports),
        reports=told.reports,
    )
    return [to_address(call.setup.operator_address, replace(letter, unasked=True))]
