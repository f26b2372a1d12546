"""The command about being away: vacation."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Literal, TypeAlias

from pbmserv.commands.asker import asker_as_reader
from pbmserv.commands.authenticating import authenticate
from pbmserv.commands.call import Call
from pbmserv.commands.command import Command
from pbmserv.commands.declaring import Argument, Given, Kind
from pbmserv.commands.kinds import Number, Password, Userid
from pbmserv.commands.outcome import Outcome
from pbmserv.commands.words import Misspelt
from pbmserv.games.base import Refusal
from pbmserv.play.board import Player
from pbmserv.play.days import Absence
from pbmserv.play.vacations import days_taken, years_of

HowLong: TypeAlias = timedelta | date | Literal["off"]

MOST_DAYS_AT_ONCE = 366


class VacationTold(Outcome):
    """Until when a player is away, and how many days of vacation there are in a calendar year and are left in it."""

    player: Player
    until: datetime | None
    year: int
    days: int
    left: int


class VacationLength(Kind):
    """For how long somebody is away: days, until a date, or not any more."""

    noun = "length of the vacation"
    one_of_many_words = True

    def read_all(self, texts: Sequence[str]) -> HowLong:
        match [text.lower() for text in texts]:
            case ["off"]:
                return "off"
            case ["until", day]:
                return _date(day)
            case [days] | [days, "day" | "days"]:
                return timedelta(days=Number("number of days", MOST_DAYS_AT_ONCE).read(days))
        raise Misspelt("A number of days is expected, or until and a date, or off: 14, until 2024-08-31, off.")


class Vacation(Command):
    """Go on vacation: nobody reminds you, and you lose no game for lack of time.

    Say for how many days, beginning now, or until which day; that day is the last one of the vacation. off ends it
    early; a new number or day changes its end:

        vacation alice secret7 14
        vacation alice secret7 until 2030-08-31
        vacation alice secret7 off

    With neither, you are told how things stand, and how many days you have left in this calendar year. A day that has
    begun counts. When you are back, there are three days on which you are only reminded.
    """

    words = ("vacation",)
    arguments = (
        Argument("userid", Userid()),
        Argument("password", Password()),
        Argument("days|until date|off", VacationLength(), optional=True, repeated=True, most=2),
    )
    example = "vacation alice secret7 14"

    def carry_out(self, call: Call, given: Given) -> Outcome:
        player = authenticate(call, given["userid"], given["password"])
        asked: HowLong | None = given.get("days|until date|off")
        zone = asker_as_reader(call).zone
        taken = call.work.vacations.of(player, since=datetime(call.at.year, 1, 1, tzinfo=UTC))
        if asked is not None:
            current = next((absence for absence in taken if absence.end > call.at), None)
            self._change(call, player, current, self._wanted(call, asked, current, zone), taken)
            taken = call.work.vacations.of(player, since=datetime(call.at.year, 1, 1, tzinfo=UTC))
        current = next((absence for absence in taken if absence.end > call.at), None)
        left = max(call.vacation_days - days_taken(taken, call.at.year), 0)
        return VacationTold(player, current.end if current else None, call.at.year, call.vacation_days, left)

    def _wanted(self, call: Call, asked: HowLong, current: Absence | None, zone: tzinfo) -> Absence:
        start = current.start if current else call.at
        if asked == "off":
            if current is None:
                raise Refusal("You are not on vacation, so there is none to end.")
            return Absence(start, call.at)
        if isinstance(asked, timedelta):
            return Absence(start, call.at + asked)
        today = call.at.astimezone(zone).date()
        if not today <= asked <= today + timedelta(days=MOST_DAYS_AT_ONCE):
            raise Refusal(
                f"A vacation begins now and ends within a year: until {asked} cannot be, until {today} could."
            )
        after = datetime.combine(asked + timedelta(days=1), time(), tzinfo=zone)
        return Absence(start, after.astimezone(UTC))

    def _change(
        self, call: Call, player: Player, current: Absence | None, wanted: Absence, taken: Sequence[Absence]
    ) -> None:
        others = [absence for absence in taken if absence != current]
        for year in years_of(wanted):
            days = days_taken([*others, wanted], year)
            if days > call.vacation_days and wanted.end > call.at:
                raise Refusal(
                    f"That would make {days} days of vacation in {year}. You have {call.vacation_days} in a calendar"
                    f" year, of which {days_taken(taken, year)} are taken."
                )
        call.work.vacations.save(player, wanted)
        call.work.due.look_soon(player, call.at)


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Misspelt("A date is written with year, month and day: for example 2024-08-31.") from None
