"""Any bytes as what a mail server reports: read alike each time, within bounds, and never more than it says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbmserv.mail.reading.bounce_reports import failures_in
from pbmserv.mail.reading.charsets import one_line
from tests.fuzz.message import seeds as seeds_of_messages
from tests.fuzz.target import Try

MOST_FAILURES = 300
LONGEST_WORDS = 500
STATUS = """\
From: MAILER-DAEMON@mx.example.net
Content-Type: multipart/report; report-type=delivery-status; boundary=B

--B

Your letter could not be delivered.
--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; {recipient}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; {words}

--B--
"""
WORDS = (
    *(
        "Final-Recipient: rfc822; ",
        "Original-Recipient: ",
        "Action: failed\n",
        "Action: delayed\n",
        "Status: 5.1.1\n",
    ),
    *(
        "Diagnostic-Code: smtp; 550 ",
        "Content-Type: message/delivery-status\n",
        "--B\n",
        "X-Failed-Recipients: a@b.c\n",
    ),
    *("Hi. This is the qmail-send program", "--- Below this line is a copy of the message.", "<a@example.org>:\n"),
    *(
        "The following addresses had permanent fatal errors",
        "550 User unknown",
        "   ----- Transcript of session ----\n",
    ),
)


def seeds() -> Iterator[bytes]:
    """Reports, and messages of all kinds."""
    for action in ("failed", "delayed", "relayed"):
        for status, words in (("5.1.1", "550 User unknown"), ("4.2.2", "452 full"), ("5.7.1", "550 relaying denied")):
            for recipient in ("alice@example.org", "<alice@example.org>"):
                yield STATUS.format(action=action, status=status, words=words, recipient=recipient).encode()
    yield b"From: MAILER-DAEMON@x\nX-Failed-Recipients: alice@example.org\n\nNo such user.\n"
    yield b"From: MAILER-DAEMON@x\n\nHi. This is the qmail-send program.\n\n<alice@example.org>:\nNo such user.\n"
    yield from list(seeds_of_messages())[::4]


@contextmanager
def trying(folder: Path) -> Iterator[Try]:
    """Reads reports."""
    yield read_it


def read_it(raw: bytes) -> None:
    """Read a report, and look at what it is said to report."""
    failures = failures_in(raw)
    assert failures_in(raw) == failures
    assert len(failures) <= MOST_FAILURES
    for failure in failures:
        assert "@" in failure.address
        assert len(failure.words) <= LONGEST_WORDS
        assert one_line(failure.words) == failure.words
