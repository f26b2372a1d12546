"""What is new in a mail: its text without the letters that it quotes, without signatures and footers.

Works line by line, and keeps lines as they were typed, so that boards drawn in the text survive with their leading
blanks, and with rows such as `-----`, which are neither signatures nor dividers. Knows how mail programs introduce a
quotation in English, German and French, and in a few more languages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbmserv.mail.reading.charsets import one_line

MAX_COMMENT = 8_000
MAX_NAMES = 5
MAX_NAME = 60

_CUT_NOTE = f"[Cut here: comments are limited to {MAX_COMMENT:,} characters.]"


def new_text(text: str) -> str:
    """The text without quotations, what introduces them, signatures, and the footers of phones and providers.

    New text between and below quoted passages stays. Below an introduction without `>` after it, everything is old.
    """
    lines = text.split("\n")
    introductions = _introductions(lines)
    kept = _Kept()
    number = 0
    while number < len(lines):
        line = lines[number]
        if number in introductions:
            number = introductions[number]
            if not _is_quoted_after_blanks(lines, number):
                break
            kept.skip()
            continue
        if _is_dashes(line) and not (kept.is_empty and _stands_alone(lines, number, introductions)):
            break  # a signature
        if _is_quoted(line) or _is_footer(line):
            kept.skip()
        else:
            kept.add(line.rstrip())
        number += 1
    return kept.text()


def comment_of(new: str, attachments: Sequence[str]) -> str:
    """The comment for the other players: new text, cut if it is too long; it says what was cut and left out."""
    pieces = [new]
    if len(new) > MAX_COMMENT:
        pieces = [new[:MAX_COMMENT].rstrip(), _CUT_NOTE]
    if attachments:
        pieces.append(_left_out(attachments))
    return "\n\n".join(piece for piece in pieces if piece)


def _left_out(attachments: Sequence[str]) -> str:
    names = ", ".join(one_line(name)[:MAX_NAME] for name in attachments[:MAX_NAMES])
    if (more := len(attachments) - MAX_NAMES) > 0:
        names += f" and {more} more"
    return f"[Attachments are not passed on: {names}.]"


class _Kept:
    """The lines that stay; one blank line where something was taken out between them."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._skipped = False

    def add(self, line: str) -> None:
        if not line and (self._skipped or not self._lines):
            return
        if self._skipped and self._lines and self._lines[-1]:
            self._lines.append("")
        self._skipped = False
        self._lines.append(line)

    def skip(self) -> None:
        self._skipped = True

    @property
    def is_empty(self) -> bool:
        return not self._lines

    def text(self) -> str:
        return "\n".join(self._lines).rstrip("\n")


def _is_quoted(line: str) -> bool:
    return line.startswith(">")


def _is_quoted_after_blanks(lines: Sequence[str], number: int) -> bool:
    following = _skip_blanks(lines, number)
    return following < len(lines) and _is_quoted(lines[following])


def _skip_blanks(lines: Sequence[str], number: int) -> int:
    while number < len(lines) and not lines[number].strip():
        number += 1
    return number


# --- What introduces a quotation


_LABELS = {
    name: label
    for label, names in {
        "from": "from von de da van fra från",
        "date": "date sent datum gesendet envoyé enviado inviato verzonden fecha data sendt skickat",
        "to": "to an à a para aan til till",
        "copy": "cc kopie copie",
        "subject": "subject betreff objet asunto oggetto onderwerp emne ämne",
    }.items()
    for name in names.split()
}
_DIVIDERS = frozenset({
    "courriel original", "forwarded message", "mensaje original", "message d'origine", "message original",
    "message transféré", "messaggio originale", "oorspronkelijk bericht", "original appointment", "original message",
    "original nachricht", "original-nachricht", "originalnachricht", "ursprüngliche nachricht", "urspr. nachricht",
    "weitergeleitete nachricht", "weitergeleitete mail",
})  # fmt: skip
_DIVIDERS_WITHOUT_DASHES = frozenset(
    {
        "anfang der weitergeleiteten nachricht:",
        "anfang der weitergeleiteten e-mail:",
        "begin forwarded message:",
        "début du message réexpédié :",
        "début du message transféré :",
    }
)
_RULES = ("--", "__", "==", "**")
_OPENINGS = ("on ", "am ", "le ", "el ", "il ", "op ", "den ", "em ", "w dniu ", "dnia ")
_VERB = re.compile(
    r"\b(?:wrote|writes|schrieb|schreibt|geschrieben|écrit|escribió|scritto|schreef|geschreven|skrev|escreveu|napisał)\b"
)
_FIRST_PERSON = re.compile(r"\b(?:i wrote|(?:schrieb|hab|habe) ich|ich schrieb|j'ai écrit)\b")
_DATE_OR_ADDRESS = re.compile(r"\d[:.h]\d\d|\d{4}|\d[./-]\d{1,2}[./-]\d|@")
_DATE_FIRST = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b")
_MAX_ATTRIBUTION_LINES = 4
_MAX_ATTRIBUTION = 500
_MAX_HEADER_BLOCK = 12


def _introductions(lines: Sequence[str]) -> dict[int, int]:
    """The lines where the introduction of a quotation begins, each with the line after its end."""
    found: dict[int, int] = {}
    for number, line in enumerate(lines):
        if ":" not in line and not line.lstrip().startswith(_RULES):
            continue  # most lines, spared the closer look
        if _ends_with_colon(line) and (attribution := _attribution(lines, number)):
            start, is_sure = attribution
            if is_sure or _is_quoted_after_blanks(lines, number + 1):
                found.setdefault(start, number + 1)
        if end := _end_of_divider(lines, number) or _end_of_header_block(lines, number, needed=3):
            found.setdefault(number, end)
    return found


def _attribution(lines: Sequence[str], last: int) -> tuple[int, bool] | None:
    """Where the attribution that ends on this line begins, and whether it is one even if no `>` follows."""
    candidates: list[tuple[int, str]] = []
    for start in range(last, max(last - _MAX_ATTRIBUTION_LINES, -1), -1):
        if not lines[start].strip() or _is_quoted(lines[start]):
            break
        text = " ".join(" ".join(lines[start : last + 1])[: _MAX_ATTRIBUTION + 1].split()).strip("-_* ").casefold()
        if len(text) > _MAX_ATTRIBUTION:
            break
        candidates.append((start, text))
    for start, text in candidates:
        if _is_dated_attribution(text):
            return start, True
    for start, text in candidates:
        verb = _VERB.search(text)
        is_dated_address = "@" in text and _DATE_OR_ADDRESS.search(text.replace("@", "")) is not None
        if verb and verb.start() > 0:
            return start, is_dated_address and not _FIRST_PERSON.search(text)
        if is_dated_address:
            return start, False
    return None


def _ends_with_colon(line: str) -> bool:
    return line.rstrip("-_* \u00a0").endswith(":")


def _is_dated_attribution(text: str) -> bool:
    if _DATE_FIRST.match(text) and text.endswith(">:"):
        return True
    return (
        text.startswith(_OPENINGS)
        and bool(_VERB.search(text) and _DATE_OR_ADDRESS.search(text))
        and not _FIRST_PERSON.search(text)
    )


def _end_of_divider(lines: Sequence[str], number: int) -> int | None:
    """The end of a divider such as `-----Original Message-----`, with the header block below it."""
    line = lines[number].strip()
    if len(line) > 120:
        return None
    words = line.strip("-_=* ").replace("’", "'").casefold()
    if not words and len(line) >= 5 and line.isascii():
        # Nothing but dashes: only what comes below tells whether this is a row of a board or Outlook's rule.
        return _end_of_header_block(lines, _skip_blanks(lines, number + 1), needed=3)
    if not (words in _DIVIDERS and line.startswith(_RULES)) and words not in _DIVIDERS_WITHOUT_DASHES:
        return None
    return _end_of_header_block(lines, _skip_blanks(lines, number + 1), needed=2) or number + 1


def _end_of_header_block(lines: Sequence[str], start: int, needed: int) -> int | None:
    """The end of a block of lines `From: …`, `Sent: …`, `To: …`, `Subject: …`, in any order."""
    labels: set[str | None] = set()
    end = start
    while end < min(len(lines), start + _MAX_HEADER_BLOCK) and lines[end].strip() and not _is_quoted(lines[end]):
        label = _label(lines[end])
        if end == start and not label:
            return None
        labels.add(label)
        end += 1
    return end if "from" in labels and len(labels - {None}) >= needed else None


def _label(line: str) -> str | None:
    name, colon, _ = line[:30].partition(":")
    return _LABELS.get(name.strip(" *\u00a0").casefold()) if colon else None


# --- What ends a text


_PHONE = (
    r"(?:iphone|ipad|ipod|android|samsung|galaxy|blackberry|huawei|xiaomi|redmi|oneplus|nokia|sony|xperia|htc\b|lg\b|"
    r"pixel|motorola|windows[ -]?phone|smartphone|mobiltelefon|handy|telefon|mobile|phone|tablet|téléphone|appareil)"
)
_PROGRAM = r"(?:outlook|mail\b|yahoo|gmx|web\.de|t-online|proton|aol|k-9|samsung|fairemail|spark\b|thunderbird)"
_DEVICE = rf"(?:\S+ ){{0,3}}(?:{_PHONE}|{_PROGRAM})"
_FOOTER_PHRASES = (
    rf"sent (?:from|via|using|with) (?:my |the )?(?:\S+ ){{0,5}}{_PHONE}",
    rf"sent (?:from|via|using|with) {_PROGRAM}",
    r"(?:get|holen sie sich|beziehen sie|obtenez|obtenir|téléchargez|télécharger) \[?(?:outlook|yahoo mail) ",
    rf"(?:von|mit) mein(?:em|er)(?:/meine[rm])? (?:\S+ ){{0,5}}{_PHONE}.* ge(?:sendet|schickt)\b",
    rf"ge(?:sendet|schickt) (?:von|mit|über|aus) (?:mein(?:em|er) |der |dem )?{_DEVICE}",
    rf"diese (?:nachricht|e-mail|mail) wurde (?:von|mit) mein(?:em|er) (?:\S+ ){{0,3}}{_PHONE}",
    rf"envoyé (?:de|depuis|à partir de|avec|via) (?:mon |ma |l['’]application )?{_DEVICE}",
    r"provenance : courrier ",
    r"yahoo mail: ",
    r"vir(?:us-free|enfrei)\b.*avast",
    r"(?:diese e-mail wurde von avast|this email has been checked for viruses by avast)",
)
_FOOTERS = re.compile(rf"\s*(?:{'|'.join(_FOOTER_PHRASES)})", re.IGNORECASE)
_MAX_FOOTER = 200


def _is_dashes(line: str) -> bool:
    return line.rstrip() in ("--", "—")


def _stands_alone(lines: Sequence[str], number: int, introductions: dict[int, int]) -> bool:
    """Whether nothing below two dashes could be a signature: in some games they skip a turn."""
    following = _skip_blanks(lines, number + 1)
    if following == len(lines) or following in introductions or _is_quoted(lines[following]):
        return not lines[number].endswith(" ")
    return _is_dashes(lines[following]) or (following > number + 1 and _is_footer(lines[following]))


def _is_footer(line: str) -> bool:
    return len(line) <= _MAX_FOOTER and _FOOTERS.match(line) is not None
