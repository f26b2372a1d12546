"""Times in a reader's zone, and in words what has been agreed: a game's parameters, and terms."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from typing import Any

from pbmserv.games.base import Game, OptionValue, word_of_option
from pbmserv.games.message import Message, NameOfParameter, counted
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
                hours=_hours(terms.increment_hours),
            )
        )
    elif terms.total_days is not None:
        lines.append(Message("Each player has {days} for the whole game.", days=_days(terms.total_days)))
    return lines


def parameters_in_words(options: Mapping[str, OptionValue], game: Game[Any] | None) -> list[str]:
    """The parameters that are not as usual in a game: `size 9`, `variant russian`, `doubling`.

    Where the game is none of the server's, all of them.
    """
    usual = {option.name: option.default for option in game.options} if game else {}
    return [
        NameOfParameter.of(name)
        if value is True
        else Message("{name} {value}", name=NameOfParameter.of(name), value=word_of_option(value))
        for name, value in (usual | dict(options)).items()
        if name not in usual or value != usual[name]
    ]


def unusual_terms(terms: Terms) -> list[str]:
    """The terms that are not as usual, in a few words each: `not rated`, `3 days for a move`."""
    usual, found = Terms(), list[str]([] if terms.rated else [NOT_RATED])
    if terms.forfeit_days != usual.forfeit_days:
        found.append(counted("{count} day for a move", "{count} days for a move", terms.forfeit_days))
    if terms.nag_days != usual.nag_days:
        found.append(Message("reminder after {days}", days=_days(terms.nag_days)))
    if terms.total_days is not None:
        found.append(Message("{days} for the whole game", days=_days(terms.total_days)))
    if terms.increment_hours:
        found.append(Message("{hours} more for each move", hours=_hours(terms.increment_hours)))
    if terms.days != usual.days:
        found.append(Message("days that count: {days}", days=in_words(terms.days)))
    return found


NOT_RATED = Message("not rated")


def _hours(hours: int) -> Message:
    return counted("{count} hour", "{count} hours", hours)


def _days(days: int) -> Message:
    return counted("{count} day", "{count} days", days)
