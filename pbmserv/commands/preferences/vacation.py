"""The vacation command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.recipients import asker_as_reader
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.language.argument_types import PLAYER, Number
from pbmserv.language.command_spec import Argument, ArgumentType, ParsedArgs
from pbmserv.language.words import Misspelt
from pbmserv.play.board import Player
from pbmserv.play.days import Absence
from pbmserv.play.vacations import current, days_taken, first_day, last_day, set_ahead, with_joined, years_of

MOST_DAYS_AT_ONCE = 366

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Away:
    """A vacation from the `first` day (None: now) until the `last`, or for so many `days`."""

    first: date | None = None
    last: date | None = None
    days: int = 0


@dataclass(frozen=True)
class Back:
    """The end of the current vacation, or of the one that includes `day`."""

    day: date | None = None


class VacationTold(Outcome, frozen=True):
    """The current and planned vacations, and the days left.

    `left` has the current calendar year, and the next if needed. Days are in `zone`.
    """

    written_by = "preferences.letters:of_vacation"

    player: Player
    until: datetime | None
    days: int
    left: tuple[tuple[int, int], ...]
    ahead: tuple[Absence, ...]
    zone: tzinfo


OFF = "off"
"""What ends a vacation."""


class VacationLength(ArgumentType):
    """A vacation as typed: days, an end, both ends, or off."""

    noun = "length of the vacation"
    one_of_many_words = True

    def read_all(self, texts: Sequence[str]) -> Away | Back:
        match [text.lower() for text in texts]:
            case [word] if word == OFF:
                return Back()
            case [word, day] if word == OFF:
                return Back(_date(day))
            case ["until" | "till", day]:
                return Away(None, _date(day))
            case ["from", first, "until" | "till" | "to", last]:
                return Away(_date(first), _date(last))
            case ["from", first, days] | ["from", first, days, "day" | "days"]:
                return Away(_date(first), days=_days(days))
            case [days] | [days, "day" | "days"]:
                return Away(days=_days(days))
        raise Misspelt(
            "The days of the vacation cannot be read. Write one of these: 14, until 2030-08-31, from 2030-08-01 until"
            " 2030-08-14, off."
        )


class Vacation(Command):
    """Go on vacation: nobody reminds you, and you lose no game for lack of time.

    Say for how many days, beginning now, or until which day; that day is the last one of the vacation. off ends it
    early; a new number or day changes its end:

        vacation alice secret7 14
        vacation alice secret7 until 2030-08-31
        vacation alice secret7 off

    Or set it ahead, with its first and its last day or a number of days; several can wait. The same first day again
    changes the end, those that meet become one, and off with a day cancels the one that this day belongs to:

        vacation alice secret7 from 2030-07-01 until 2030-07-14
        vacation alice secret7 from 2030-12-24 4
        vacation alice secret7 off 2030-07-01

    With none of these, you are told how things stand, and how many days you have left in this calendar year. A day
    that has begun counts. When you are back, you get reminders, but still cannot lose on time for as long as you were
    away, at most three days. Days begin and end in your time zone (help change timezone). Others see that you are
    away while you are, but not what you have set ahead.
    """

    words = ("vacation",)
    arguments = (
        *PLAYER,
        Argument("days|until date|from date until date|off", VacationLength(), optional=True, repeated=True, most=4),
    )
    example = "vacation alice secret7 14"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        asked: Away | Back | None = given.get("days|until date|from date until date|off")
        zone = asker_as_reader(call).zone
        if asked is not None:
            # Two letters at a time could take more days together than there are.
            call.work.players.hold(player)
            taken = self._taken(call, player)
            if isinstance(asked, Back):
                _end(call, player, asked, taken, zone)
            else:
                _go(call, player, asked, taken, zone)
            call.work.due.look_soon(player, call.at)
        taken = self._taken(call, player)
        now, ahead = current(taken, call.at), set_ahead(taken, call.at)
        years = sorted({call.at.year, *(year for absence in ahead for year in years_of(absence))})
        left = tuple((year, max(call.setup.vacation_days - days_taken(taken, year), 0)) for year in years)
        return VacationTold(player, now.end if now else None, call.setup.vacation_days, left, ahead, zone)

    def _taken(self, call: Call, player: Player) -> tuple[Absence, ...]:
        return call.work.vacations.of(player, since=datetime(call.at.year, 1, 1, tzinfo=UTC))


def _end(call: Call, player: Player, asked: Back, taken: Sequence[Absence], zone: tzinfo) -> None:
    now, ahead = current(taken, call.at), set_ahead(taken, call.at)
    if asked.day is None:
        if now is None:
            if not ahead:
                raise Refusal("You are not on vacation, so there is none to end.")
            raise Refusal(
                Message(
                    "You are not on vacation, so there is none to end. To cancel what you have set ahead, write off"
                    " {first}.",
                    first=first_day(ahead[0], zone),
                )
            )
        call.work.vacations.save(player, Absence(now.start, call.at))
        return
    with_now = (*ahead, *filter(None, [now]))
    meant = next((each for each in with_now if first_day(each, zone) <= asked.day <= last_day(each, zone)), None)
    if meant is None:
        raise Refusal(
            Message(
                "No vacation of yours that is on or set ahead has {day} in it, so there is none to end.",
                day=asked.day,
            )
        )
    call.work.vacations.save(player, Absence(meant.start, call.at if meant == now else meant.start))


def _go(call: Call, player: Player, asked: Away, taken: Sequence[Absence], zone: tzinfo) -> None:
    now = current(taken, call.at)
    today = call.at.astimezone(zone).date()
    first = asked.first or today
    if not today <= first <= today + MOST_DAYS_AT_ONCE * _DAY:
        raise Refusal(
            Message(
                "A vacation begins within a year: from {first} cannot be, from {today} could.",
                first=first,
                today=today,
            )
        )
    if asked.last is not None and not first <= asked.last <= first + MOST_DAYS_AT_ONCE * _DAY:
        if asked.first is None:
            text = "A vacation begins now and ends within a year: until {last} cannot be, until {first} could."
        else:
            text = "A vacation begins on {first} and ends within a year: until {last} cannot be, until {first} could."
        raise Refusal(Message(text, last=asked.last, first=first))
    if first > today:
        start = _midnight(first, zone)
        end = _midnight(asked.last + _DAY, zone) if asked.last else _midnight(first + asked.days * _DAY, zone)
        changed = next((each for each in taken if each.start == start), None)
    else:
        start = now.start if now else call.at
        end = _midnight(asked.last + _DAY, zone) if asked.last else call.at + asked.days * _DAY
        changed = now
    others = [each for each in taken if each != changed]
    wanted, apart = with_joined(Absence(start, end), others, call.at)
    for year in years_of(wanted):
        days = days_taken([*apart, wanted], year)
        if days > call.setup.vacation_days:
            raise Refusal(
                Message(
                    "That would make {days} days of vacation in {year}. You have {all} in a calendar"
                    " year, of which {taken} are taken.",
                    days=days,
                    year=year,
                    all=call.setup.vacation_days,
                    taken=days_taken(taken, year),
                )
            )
    for each in taken:
        if each not in apart:
            call.work.vacations.save(player, Absence(each.start, each.start))
    call.work.vacations.save(player, wanted)


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(), tzinfo=zone).astimezone(UTC)


def _days(text: str) -> int:
    days: int = Number("number of days", MOST_DAYS_AT_ONCE).read(text)
    return days


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Misspelt("A date is written with year, month and day: for example 2030-08-31.") from None
