"""The command about being away: vacation."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Literal, TypeAlias

from pbmserv.commands.call import Call
from pbmserv.commands.kinds import Kind, Number, Password, Userid
from pbmserv.commands.language import Argument, Command, Given, Misspelt
from pbmserv.commands.zones import zone_of_asker
from pbmserv.games.base import Refusal
from pbmserv.letters.letter import write
from pbmserv.letters.times import moment
from pbmserv.play.board import Absence, Player
from pbmserv.play.clock import BACK_AGAIN
from pbmserv.play.vacations import days_taken, years_of

HowLong: TypeAlias = timedelta | date | Literal["off"]

MOST_DAYS_AT_ONCE = 366


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
        raise Misspelt("Expected is a number of days, or until and a date, or off: 14, until 2024-08-31, off.")


class Vacation(Command):
    """Go on vacation: nobody reminds you, and you lose no game for lack of time.

    Say for how many days, beginning now, or until which day; that day is still
    one of the vacation. off ends it early; a new number or day changes its end:

        vacation alice secret7 14
        vacation alice secret7 until 2030-08-31
        vacation alice secret7 off

    With neither you are told how things stand, and how many days you have left
    in this calendar year. A day that has begun counts. When you are back, you
    have three days in which you are reminded only.
    """

    words = ("vacation",)
    arguments = (
        Argument("userid", Userid()),
        Argument("password", Password()),
        Argument("days|until date|off", VacationLength(), optional=True, repeated=True, most=2),
    )
    example = "vacation alice secret7 14"

    def carry_out(self, call: Call, given: Given) -> None:
        player = call.authenticate(given["userid"], given["password"])
        asked: HowLong | None = given.get("days|until date|off")
        zone = zone_of_asker(call)
        taken = call.work.vacations.of(player, since=datetime(call.at.year, 1, 1, tzinfo=UTC))
        if asked is not None:
            current = next((absence for absence in taken if absence.end > call.at), None)
            self._change(call, player, current, self._wanted(call, asked, current, zone), taken)
            taken = call.work.vacations.of(player, since=datetime(call.at.year, 1, 1, tzinfo=UTC))
        self._tell(call, player, taken, zone)

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
        call.work.boards.look_soon(player, call.at)

    def _tell(self, call: Call, player: Player, taken: Sequence[Absence], zone: tzinfo) -> None:
        current = next((absence for absence in taken if absence.end > call.at), None)
        letter = write(
            "vacation",
            "Your vacation",
            userid=player.userid,
            until=moment(current.end, zone) if current else None,
            back_again=BACK_AGAIN.days,
            year=call.at.year,
            days=call.vacation_days,
            left=max(call.vacation_days - days_taken(taken, call.at.year), 0),
        )
        call.write_to({player: letter})


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Misspelt("A date is written with year, month and day: for example 2024-08-31.") from None
