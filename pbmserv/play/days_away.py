"""The days in what somebody writes who will be away: `I'm away until 3 December`, `Bin bis 3.12. im Urlaub`.

Nothing is done by them before their writer has said yes to them. Dates of figures whose day and month could be either
way round (`3/4`) are not read; with a full stop between them, the day comes first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, timedelta

_MONTHS = (
    "jan|янв|січ|stycz|leden|ledna",
    "feb|fev|fév|фев|лют|lut|unora|února",
    "mar|mär|maer|maart|mrt|март|бер|brez|břez",
    "apr|avr|abr|апр|квіт|kwie|dub",
    "may|mai|maj|mei|mag|май|мая|трав|kvet|květ",
    "jun|juin|giu|июн|черв|czerw|cerv|červ",
    "jul|juil|lug|июл|лип|lip",
    "aug|août|aout|ago|авг|серп|sierp|srp",
    "sep|set|сент|вер|wrze|zari|září",
    "oct|okt|ott|out|окт|жовт|pazd|paźd",
    "nov|ноя|лист|lis",
    "dec|dez|déc|dic|дек|груд|grud|pros",
)
"""How the names of months begin, in the languages of `words_of_answers`."""
_WEEKDAYS = (
    "mon|maan|pon|пон|segunda|lun",
    "tue|dien|mard|mart|dins|tis|вт|terça",
    "wed|mitt|merc|mier|miérc|woen|ons|сре",
    "thu|donn|jeu|juev|giov|dond|tor|чет",
    "fri|frei|vend|vier|vener|vrij|fre|pią|пят",
    "sat|sams|sam|sáb|sab|zat|lör|lør|sob|суб",
    "sun|sonn|dim|dom|zon|sön|søn|nie|воск",
)
_NAMED = rf"(?<!\w)(?P<{{}}>(?:{'|'.join(_MONTHS)})[^\W\d_]*)\.?"
_DAY = r"(?<![\w.:/-])(?P<{}>[0-3]?\d)(?:st|nd|rd|th|er|º|ª|\.)?"
_YEAR = r"(?:,?\s+(?P<{}>20\d\d))?(?![\w:])"
_DATE = re.compile(
    "|".join([
        r"(?<!\d)(?P<iso>20\d\d-\d\d-\d\d)(?!\d)",
        rf"{_DAY.format('day')}\s*(?:of|de|di|d[eo])?\s*{_NAMED.format('month')}{_YEAR.format('year')}",
        rf"{_NAMED.format('month2')}\s+(?:the\s+)?{_DAY.format('day2')}{_YEAR.format('year2')}",
        r"(?<![\d.])(?P<day3>[0-3]?\d)\.\s?(?P<month3>[01]?\d)\.?(?:\s?(?P<year3>(?:20)?\d\d))?(?![\d.:])",
        r"(?<![\d/])(?P<day4>\d\d?)/(?P<month4>\d\d?)(?:/(?P<year4>(?:20)?\d\d))?(?![\d/])",
    ]),
    re.IGNORECASE,
)  # fmt: skip
_FROM_DAY = re.compile(
    r"(?<![\d.:/-])(\d\d?)(?:st|nd|rd|th|\.)?\s*(?:-|–|to|until|till|bis|zum|au|al|tot|до|по|do|til|t)\s*\Z",
    re.IGNORECASE,
)
"""The first day of `1 to 3 December`."""
_UNTIL_WEEKDAY = re.compile(
    r"\b(?:until|till|til|through|bis|jusqu\W?[aà]u?|hasta|fino a|tot|at[eé]|do|до)\s+"
    r"(?:next\s+|the\s+|den\s+|el\s+|le\s+)?"
    r"(?P<weekday>[^\W\d_]{2,})",
    re.IGNORECASE,
)
_TOMORROW = re.compile(
    r"\b(?:until|till|bis|jusqu\W?[aà]|hasta|tot|até|до)\s+(?:tomorrow|morgen|demain|mañana|amanhã|завтра)\b",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"\b(?:back|return(?:ing)?|wieder|zur[uü]ck|retour|de vuelta|regreso|vuelvo|ritorno|torno|terug|volto|tillbaka"
    r"|tilbage|tilbake|вернусь)\b\W*(?:(?:on|am|le|el|da|ab|the|по|in|il|de|op)\W+)*\Z",
    re.IGNORECASE,
)
_FROM = re.compile(r"\b(?:ab|from|as of|à partir du|dès le|desde el|vanaf)(?:\s+(?:dem|the))?\s*\Z", re.IGNORECASE)
_HERE_AGAIN = re.compile(
    r"\W*(?:\w+\W+){0,2}(?:wieder|zur[uü]ck|back|again|de retour|de vuelta|terug)\b", re.IGNORECASE
)
_UNTIL = re.compile(
    r"\b(?:until|till|til|through|bis|jusqu\w*|hasta|fino|tot|at[eé]|до|back|return(?:ing)?|zur[uü]ck|wieder|retour"
    r"|de vuelta|terug|from|von|vom|ab|du|desde|del|dal|с)\b",
    re.IGNORECASE,
)
_AWAY = re.compile(
    r"\b(?:away|gone|leav(?:e|ing)|busy|not (?:here|there|around|available)|out (?:until|till?)|off to|no time"
    r"|keine zeit|pas le temps|holidays?|vacations?|travell?ing|out of town|abroad|offline"
    r"|pause|break|absent|unavailable|urlaub\w*"
    r"|ferien|verreis\w*|weg|unterwegs|abwesend|nicht (?:da|hier|zu hause)|vacances|congés?|voyage|absente?"
    r"|pas (?:là|disponible)|vacaciones|de viaje|fuera|in (?:ferie|vacanza)|in viaggio|vakantie"
    r"|férias|viagem|semester|ferie|lomalla|urlopie|dovolen\w*|отпуск\w*|каникул\w*|уезжаю|уеду"
    r"|(?:can['’]?t|cannot|can not|won['’]?t|will not|not able to|unable to)"
    r" (?:be able to )?(?:play|move|answer|be (?:here|there))"
    r"|kann .{0,40}nicht (?:spielen|ziehen|antworten)|ne (?:peux|pourrai) pas jouer)\b",
    re.IGNORECASE,
)
_NUMBERS = (
    "a|an|one|ein|eine|einen|une?|una?|uno|een|одну|на",
    "two|a couple of|zwei|deux|dos|due|twee|две",
    "three|drei|trois|tres|tre|drie|три",
    "four|vier|quatre|cuatro|quattro|четыре",
)
_LENGTH = re.compile(
    rf"\b(?:(?P<figures>[1-9]\d?)|{'|'.join(f'(?P<n{count}>{words})' for count, words in enumerate(_NUMBERS, 1))})"
    r"\s+(?:whole\s+|ganze\s+)?(?:(?P<weeks>weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|week|недел[иью])"
    r"|days?|tagen?|tage|jours?|d[ií]as?|giorn[io]|dagen|дн(?:я|ей))\b",
    re.IGNORECASE,
)
"""How long somebody is away: `for two weeks`."""
_THIS_WEEK = re.compile(
    r"\b(?:this week|diese woche|cette semaine|esta semana|questa settimana|deze week"
    r"|denna vecka|denne uken?|на этой неделе|эту неделю)\b",
    re.IGNORECASE,
)
"""How long somebody is away whose week ends with its Sunday."""
_ON_TOMORROW = re.compile(
    r"(?<!guten )(?<!good )\b(?:tomorrow|morgen|demain|mañana|domani|amanhã|завтра)\b", re.IGNORECASE
)
_ON_WEEKDAY = re.compile(
    r"\b(?:on|starting|am|ab|le|el|op|à partir de)\s+(?:next\s+|this\s+)?"
    rf"(?P<weekday>(?:{'|'.join(_WEEKDAYS)})[^\W\d_]*)",
    re.IGNORECASE,
)
_FROM_WEEKDAY = re.compile(
    r"\b(?:from|von|du|de|del|dal|van|с)\s+(?P<first>[^\W\d_]{2,})\s+(?:to|until|till|through|bis|au|à|a|al|tot|до|по)\s+"
    r"(?P<last>[^\W\d_]{2,})",
    re.IGNORECASE,
)
_WEEKEND = re.compile(r"\b(?:week-?ends?|wochenende|fin de semana|fine settimana|выходны[ех])\b", re.IGNORECASE)
_NEXT_WEEK = re.compile(
    r"\b(?:next week|(?:n[äa]chste|kommende) woche|la semaine prochaine|la pr[oó]xima semana|la semana que viene"
    r"|la settimana prossima|la prossima settimana|volgende week|nästa vecka|neste uke|næste uge"
    r"|на следующей неделе)\b",
    re.IGNORECASE,
)
_NEXT_MONTH = re.compile(
    r"\b(?:next month|(?:n[äa]chsten|kommenden) monat|le mois prochain|el pr[oó]ximo mes|volgende maand)\b",
    re.IGNORECASE,
)
_ALL_MONTH = re.compile(
    r"\b(?:in|im|en|all(?: of)?|the whole of|ganzen|during|au mois de|tout le mois de)\s+"
    rf"(?P<month>(?:{'|'.join(_MONTHS)})[^\W\d_]*)(?!\s*\d)",
    re.IGNORECASE,
)
_FROM_LATER = re.compile(
    r"\b(?:from|ab|starting|beginning|next|n[äa]chste[nr]?|prochaine?|dès|desde|vanaf|in|dans|ago|vor|il y a|was|war"
    r"|were)\b"
    r"(?!\s+(?:the|den|urlaub|vacation|holiday|ferien|ferie|vacanza|viaggio))",
    re.IGNORECASE,
)
"""What says that it begins on another day, or is over."""
_NOT_AHEAD = re.compile(
    r"\?|\b(?:last|ago|was|were|letzte[ns]?|vorige[ns]?|vor|war|dernier|derni[eè]re|pasad[oa]|until|till|bis"
    r"|except|but (?:for|not)|few|some|paar|einige|quelques|(?:you|he|she|they|we)(?:['’]re|['’]s| is| are)"
    r"|\w+ is (?:away|gone|busy|on|not))\b",
    re.IGNORECASE,
)
"""What says that a weekend or a week is over, not the whole of an absence, or of somebody else."""
_A_WHILE = re.compile(
    r"\b(?:(?:a )?(?:few|couple of|some|several) (?:days|weeks|time)|(?:a|some) while|some time|some days"
    r"|(?:ein )?paar (?:tage|wochen)|einige (?:tage|zeit|wochen)|eine (?:zeit ?lang|weile)"
    r"|quelques (?:jours|semaines)|(?:un|quelque) (?:certain )?temps|unos d[ií]as|algunos d[ií]as|un tiempo"
    r"|qualche (?:giorno|tempo)"
    r"|(?:een )?paar (?:dagen|weken)|een tijdje|uns dias|alguns dias|несколько (?:дней|недель)|некоторое время)\b",
    re.IGNORECASE,
)
"""How long somebody is away who does not say until when."""
_I_AM_AWAY = re.compile(
    r"\A\W*(?:(?:hi|hello|sorry|hallo|entschuldigung|tut mir leid|d[ée]sol[ée]e?|perd[oó]n|scusa\w*)\b"
    r"[\w ]{0,12}\W+)?"
    r"(?:(?:i['’]?m|i am|we['’]?re|we are|ich bin|bin|wir sind|sind|je suis|nous sommes|estoy|estamos|sono|siamo"
    r"|ik ben|ben|estou|estamos|jag är|jeg er|olen|jestem|jsem|я|мы)\s+)?"
    r"(?:(?:currently|now|still|just|also|both|all|gerade|jetzt|noch|derzeit|momentan|zur zeit|actuellement"
    r"|en ce moment|ahora|adesso|nu|сейчас)\s+)*"
    r"(?:away|on (?:(?:a|my|our) )?(?:holidays?|vacation|leave)|travell?ing|abroad|out of town|(?:im|in|auf) urlaub"
    r"|in den ferien|verreist|en vacances|en congés?|absente?|en voyage|de vacaciones|de viaje"
    r"|in (?:ferie|vacanza|viaggio)|(?:op|met) vakantie|op reis|(?:de|em) férias|på (?:semester|ferie)|lomalla"
    r"|na urlopie|na dovolené|в (?:отпуске|отъезде)|на каникулах)\b",
    re.IGNORECASE,
)
"""How somebody says to be away who does not say how long."""
_OF_THE_PAST_OR_OTHERS = re.compile(
    r"\?|\b(?:was|were|been|ago|last|you(?:['’]re|['’]ll)?|he|she|they|war|waren|gewesen|du|ihr|vor|étais|était|tu|vous"
    r"|estuve|estaba|ero|sono stato|был|была)\b",
    re.IGNORECASE,
)
A_WHILE = timedelta(days=7)
"""What is proposed to somebody who is away for a while."""
_LONGEST_AHEAD = timedelta(days=300)
"""A day in words without a year is the next one; further off, it is one of the past."""


def tells_until_when(text: str) -> bool:
    """Whether a line says of its writer that they are away, and until when or from when."""
    spans = (_UNTIL, _LENGTH, _THIS_WEEK, _WEEKEND, _NEXT_WEEK, _NEXT_MONTH, _ALL_MONTH, _ON_TOMORROW, _ON_WEEKDAY)
    return any(each.search(text) for each in spans) and _AWAY.search(text) is not None


def tells_of_a_while(text: str) -> bool:
    """Whether a line says of its writer that they are away now, and not until when."""
    if _OF_THE_PAST_OR_OTHERS.search(text):
        return False
    is_for_a_while = _AWAY.search(text) and _A_WHILE.search(text) and not _FROM_LATER.search(text)
    return bool(is_for_a_while or (_I_AM_AWAY.match(text) and not tells_until_when(text)))


def days_away(text: str, today: date) -> tuple[date | None, date] | None:
    """The first day (None: today) and the last of an absence that a text tells of; None if that is not plain."""
    text = unicodedata.normalize("NFC", text)
    found = list(dict.fromkeys(_dates_in(text, today)))
    if not found:
        return _by_length(text, today) or _span(text, today)
    if len(found) > 2 or any(day is None for day in found):
        return None
    days = [day for day in found if day is not None]
    first = days[0] if len(days) == 2 and days[0] > today else None
    last = days[-1]
    return (first, last) if (first or today) <= last <= today + _LONGEST_AHEAD else None


def _by_length(text: str, today: date) -> tuple[date | None, date] | None:
    """The days of an absence of so many days or weeks, which begins now or tomorrow."""
    found = _LENGTH.search(text)
    first = _first_day(text, today)
    if found is None or (first is None and _FROM_LATER.search(text)):
        return None
    spelt = next((count for count in range(1, len(_NUMBERS) + 1) if found[f"n{count}"]), 0)
    days = int(found["figures"] or spelt) * (7 if found["weeks"] else 1)
    return first, (first or today) + timedelta(days=days - 1)


def _first_day(text: str, today: date) -> date | None:
    """Tomorrow, or the next such day of the week, if a text says that something begins then."""
    if _ON_TOMORROW.search(text):
        return today + timedelta(days=1)
    for named in _ON_WEEKDAY.finditer(text):
        if (weekday := _place_of(named["weekday"], _WEEKDAYS)) is not None:
            return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    return None


def _span(text: str, today: date) -> tuple[date | None, date] | None:
    """The days of an absence that lasts a weekend, a week, a month, or one day."""
    if _NOT_AHEAD.search(text):
        return None
    monday = today - timedelta(days=today.weekday())
    if _NEXT_WEEK.search(text):
        first, last = monday + timedelta(days=7), monday + timedelta(days=13)
    elif _WEEKEND.search(text):
        first, last = monday + timedelta(days=5), monday + timedelta(days=6)
    elif _THIS_WEEK.search(text):
        first, last = today, monday + timedelta(days=6)
    elif _NEXT_MONTH.search(text):
        first, last = _month(today, today.month % 12)
    elif (named := _ALL_MONTH.search(text)) and (month := _place_of(named["month"], _MONTHS)) is not None:
        first, last = _month(today, month)
    elif day := _first_day(text, today):
        first = last = day
    else:
        return None
    return (first if first > today else None), last


def _month(today: date, place: int) -> tuple[date, date]:
    """The first and the last day of the next such month, or of this one; January is 0."""
    first = date(today.year + (place + 1 < today.month), place + 1, 1)
    return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def _dates_in(text: str, today: date) -> Iterator[date | None]:
    """The days named in a text; None for one that cannot be."""
    seen = False
    for match in _DATE.finditer(text):
        seen, before = True, text[: match.start()]
        day = _date_of(match, today)
        if day and (first := _FROM_DAY.search(before)) and int(first[1]) < day.day:
            yield day.replace(day=int(first[1]))
        is_back = _BACK.search(before) or (_FROM.search(before) and _HERE_AGAIN.match(text, match.end()))
        yield day - timedelta(days=1) if day and is_back else day
    if seen:
        return
    if (
        (named := _FROM_WEEKDAY.search(text))
        and (begin := _place_of(named["first"], _WEEKDAYS)) is not None
        and (end := _place_of(named["last"], _WEEKDAYS)) is not None
    ):
        begins = today + timedelta(days=(begin - today.weekday()) % 7)
        yield begins
        yield begins + timedelta(days=(end - begin - 1) % 7 + 1)
    elif _TOMORROW.search(text):
        yield today + timedelta(days=1)
    elif (named := _UNTIL_WEEKDAY.search(text)) and (weekday := _place_of(named["weekday"], _WEEKDAYS)) is not None:
        yield today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def _date_of(match: re.Match[str], today: date) -> date | None:
    """The day of a match; None if there is none such, or it may be read in two ways."""
    if match["iso"]:
        with suppress(ValueError):
            return date.fromisoformat(match["iso"])
        return None
    group = next(suffix for suffix in ("", "2", "3", "4") if match[f"day{suffix}"])
    day, named = int(match[f"day{group}"]), match[f"month{group}"]
    if named.isdigit():
        month = int(named)
        if group == "4" and month > 12 >= day:
            day, month = month, day
        elif group == "4" and day <= 12 and day != month:
            return None
    else:
        month = (_place_of(named, _MONTHS) or 0) + 1
    year = match[f"year{group}"]
    with suppress(ValueError):
        if year:
            return date(int(year) % 100 + 2000, month, day)
        this_year = date(today.year, month, day)
        return this_year if this_year >= today else date(today.year + 1, month, day)
    return None


def _place_of(word: str, beginnings: tuple[str, ...]) -> int | None:
    """Which of these a word begins like: by the longest beginning."""
    folded = word.lower()
    lengths = [
        max((len(each) for each in some.split("|") if folded.startswith(each)), default=0) for some in beginnings
    ]
    longest = max(lengths)
    return lengths.index(longest) if longest else None
