"""iCalendar files (RFC 5545)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

MEDIA_TYPE = "text/calendar"
_LONGEST_LINE = 75
"""Octets, without the line end."""
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


@dataclass(frozen=True)
class Deadline:
    """A deadline. `changed` grows with each change of it; `noted_at` is when the last move was made."""

    id: str
    title: str
    text: str
    link: str
    at: datetime
    changed: int
    noted_at: datetime


def calendar_of(name: str, deadlines: Sequence[Deadline]) -> bytes:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//pbmserv//pbmserv//EN", f"X-WR-CALNAME:{_escaped(name)}"]
    for deadline in deadlines:
        lines += _event(deadline)
    return "".join(f"{part}\r\n" for line in [*lines, "END:VCALENDAR"] for part in _folded(line)).encode()


def _event(deadline: Deadline) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{deadline.id}"
    yield f"DTSTAMP:{_moment(deadline.noted_at)}"
    yield f"DTSTART:{_moment(deadline.at)}"
    yield f"SEQUENCE:{deadline.changed}"
    yield f"SUMMARY:{_escaped(deadline.title)}"
    yield f"DESCRIPTION:{_escaped(deadline.text)}"
    if "://" in deadline.link:
        yield f"URL:{deadline.link}"
    # Nobody is busy because a move is due.
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _escaped(text: str) -> str:
    escaped = re.sub(r"([\\;,])", r"\\\1", _CONTROLS.sub("", text))
    return escaped.replace("\n", "\\n")


def _folded(line: str) -> Iterator[str]:
    """Fold a line: later pieces begin with a blank, and no character is split."""
    piece = ""
    for sign in line:
        if len((piece + sign).encode()) > _LONGEST_LINE:
            yield piece
            piece = " "
        piece += sign
    yield piece


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
