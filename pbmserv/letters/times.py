"""Times in a reader's zone, and terms in words."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from pbmserv.games.message import Message, counted
from pbmserv.play.days import EVERY_DAY, in_words
from pbmserv.play.seats import Terms


def moment(at: datetime, zone: tzinfo = UTC) -> str:
    """A time to the minute with its zone: `2024-03-01 13:00 CET`."""
    there = at.astimezone(zone)
    return f"{there.replace(tzinfo=None).isoformat(' ', 'minutes')} {there.tzname()}"


def times_in_words(terms: Terms) -> list[Message]:
    """How much time players have, a sentence each; the first is about moves."""
    lines = [
        Message(
            "Reminder after {nag}, forfeit after {forfeit} without a move.",
            nag=_days(terms.nag_days),
            forfeit=_days(terms.forfeit_days),
        )
    ]
    if terms.days != EVERY_DAY:
        lines.append(
            Message("Days that count, as they are where each player lives: {days}.", days=in_words(terms.days))
        )
    if terms.total_days is not None and terms.increment_hours:
        lines.append(
            Message(
                "Each player has {days} for the whole game, and {hours} more for each move.",
                days=_days(terms.total_days),
                hours=counted("{count} hour", "{count} hours", terms.increment_hours),
            )
        )
    elif terms.total_days is not None:
        lines.append(Message("Each player has {days} for the whole game.", days=_days(terms.total_days)))
    return lines


def _days(days: int) -> Message:
    return counted("{count} day", "{count} days", days)
