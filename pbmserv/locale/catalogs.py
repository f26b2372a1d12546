"""What messages are in other languages: a sentence is looked up by its English text, with its values left out.

A letter is written in one language as a whole. What has no translation is marked, so that a letter with a mark in it
is written in English instead; the same for a page.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache, cached_property, lru_cache, partial
from gettext import GNUTranslations
from hashlib import file_digest
from operator import itemgetter
from pathlib import Path
from typing import Any, Protocol, Self

from pbmserv.games.catalogue import installed
from pbmserv.games.message import Counted, Drawn, InContext, Listed, Message, NameOfParameter

UNTRANSLATED = "\ue000"
"""Marks what has no translation: a character that stands in no text."""
_CONTEXT = "\x04"
"""What gettext puts between a context and a text."""
_VALUES = re.compile(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
_PLAIN = (str, int)
"""What is no message."""
_WORD, _LETTER = re.compile(r"[^\W\d_]{2}"), re.compile(r"[^\W\d_]")


class Catalog(Protocol):
    """The sentences of a language, which is named by its code."""

    language: str

    def gettext(self, text: str) -> str:
        """The translation of a text; the text itself if there is none."""
        ...

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The translation for this number; the English text if there is none."""
        ...

    def pgettext(self, context: str, text: str) -> str:
        """The translation of a word in this context; the word itself if there is none."""
        ...


_spoken: ContextVar[Catalog | None] = ContextVar("spoken", default=None)


class Compiled(GNUTranslations):
    """A catalog of gettext, compiled from a file that translators write."""

    language = ""
    digest = ""
    """It changes with the translations."""
    # Of gettext's own: nothing public tells what a catalog holds, or which form a number has.
    _catalog: dict[Any, str]
    plural: Callable[[int], int]

    def add(self, other: Self) -> None:
        """Add the texts of somebody else's games. What is ours keeps its translation."""
        self._catalog = {**other._catalog, **self._catalog}
        self.digest += other.digest

    def gettext(self, message: str) -> str:
        # Letters ask some hundred times: most texts are found at once, and need nothing else of gettext's.
        found: str | None = self._catalog.get(message)
        if found is None:
            found = self._catalog.get((message, self._form_of_one))
        return message if found is None else found

    @cached_property
    def _form_of_one(self) -> int:
        return self.form_for(1)

    @property
    def count(self) -> int:
        """The number of texts; those for numbers count once."""
        return len({key[0] if isinstance(key, tuple) else key for key in self._catalog} - {""})

    def reads_the_same(self, english: str, context: str = "") -> bool:
        """Whether a text has a translation that is the English itself, as `West` is in German."""
        key = f"{context}{_CONTEXT}{english}" if context else english
        return bool(self._catalog.get(key) == english)

    def form_for(self, count: int) -> int:
        """Which of the forms of the language a number has."""
        return self.plural(count)

    def forms(self, one: str) -> list[str]:
        """The translations of a text for numbers, in the order of their forms; none if there are none."""
        found = self._catalog.items()
        return [text for key, text in found if isinstance(key, tuple) and key[0] == one]

    @property
    def texts(self) -> Iterator[tuple[str, str]]:
        """All texts in English with their translations; of those for numbers, the one for one with each form."""
        for key, text in self._catalog.items():
            if english := key[0] if isinstance(key, tuple) else key:
                yield english.rpartition(_CONTEXT)[2], text


ENGLISH = "en"
LANGUAGE_NAMES = {
    "cs": "Čeština",
    "da": "Dansk",
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fi": "Suomi",
    "fr": "Français",
    "hu": "Magyar",
    "it": "Italiano",
    "ja": "日本語",
    "nl": "Nederlands",
    "pl": "Polski",
    "pt": "Português",
    "ru": "Русский",
    "sv": "Svenska",
    "tr": "Türkçe",
    "uk": "Українська",
    "zh": "中文",
}
"""What languages call themselves."""
BETWEEN_THOUSANDS = {
    **dict.fromkeys(("cs", "fi", "hu", "pl", "ru", "sv", "uk"), "\N{NO-BREAK SPACE}"),
    **dict.fromkeys(("da", "de", "es", "it", "nl", "pt", "tr"), "."),
    "fr": "\N{NARROW NO-BREAK SPACE}",
}
"""What stands between the thousands of a number (CLDR); a comma in others. Servers run without Babel."""
_GROUPED = ":,"
"""What has the thousands of a number grouped, in a text: `{count:,}`."""
_RUSSIAN = "ru"
_CYRILLIC, _NOT_RUSSIAN = re.compile("[а-яё]{2}", re.IGNORECASE), re.compile("[іїєґўјљњћџђѓќѕ]", re.IGNORECASE)
_MOST_READ = 1_000
_FOLDER = Path(__file__).parent
_FILE = Path("LC_MESSAGES/pbmserv.mo")
_DRAFT = "DRAFT"
"""A file in the folder of a language that nobody who speaks it has read yet: its word for a draft."""


@cache
def languages() -> tuple[str, ...]:
    """The languages that letters can be written in, by their codes (ISO 639-1), English first."""
    return ENGLISH, *sorted(path.name for path in _FOLDER.glob("*") if (path / _FILE).is_file())


@cache
def name_of(language: str) -> str:
    """What a language calls itself: `Русский`, or `Deutsch (Entwurf)` for a draft."""
    name, draft = LANGUAGE_NAMES.get(language, language), _FOLDER / language / _DRAFT
    return f"{name} ({draft.read_text('utf-8').strip()})" if draft.is_file() else name


@cache
def guessed_languages() -> tuple[str, ...]:
    """The languages that somebody gets without having chosen them: those that are no drafts."""
    return tuple(each for each in languages() if not (_FOLDER / each / _DRAFT).is_file())


@cache
def catalog_of(language: str) -> Compiled | None:
    """The catalog of a language, read when first asked for; None for English and languages that there are not.

    Packages with other games may bring texts of theirs, in `locale/LANGUAGE/LC_MESSAGES` with any name.
    """
    if language in {"", ENGLISH} or language not in languages():
        return None
    catalog = _read(_FOLDER / language / _FILE)
    catalog.language = language
    for folder in installed().folders_of_others:
        for path in sorted((folder / "locale" / language / _FILE.parent).glob("*.mo")):
            # Whatever is wrong with it, it is somebody else's: their games are in English then.
            with suppress(OSError, ValueError, struct.error):
                catalog.add(_read(path))
    return catalog


def _read(path: Path) -> Compiled:
    with path.open("rb") as file:
        catalog = Compiled(file)
        file.seek(0)
        catalog.digest = file_digest(file, "sha256").hexdigest()[:16]
    return catalog


def language_of(text: str) -> str:
    """The language in which something seems to be written; empty if it is English, or cannot be told."""
    if text.isascii():
        return ""
    is_russian = _CYRILLIC.search(text[:_MOST_READ]) and not _NOT_RUSSIAN.search(text[:_MOST_READ])
    return _RUSSIAN if is_russian and _RUSSIAN in languages() else ""


def language_of_mail(header: str, words: str) -> str:
    """The language that a mail's writer seems to read, by its Content-Language (RFC 3282) and its words.

    Mail programs say English whatever is written, so words count for more than that. Empty if it cannot be told, or
    if letters cannot be written in it.
    """
    tags = [tag.strip().partition("-")[0].lower() for tag in header[:_MOST_READ].split(",")]
    named = next(filter(None, tags), "")
    if named not in {"", ENGLISH}:
        return named if named in guessed_languages() else ""
    return language_of(words) or named


def accepted_language(accepted: str) -> str:
    """The language that a browser asks for first (RFC 9110, Accept-Language) of those that are no drafts."""
    ranked: list[tuple[float, str]] = []
    for each in accepted[:_MOST_READ].split(","):
        tag, _, weight = each.strip().partition(";q=")
        code = tag.partition("-")[0].lower()
        with suppress(ValueError):
            ranked.append((-float(weight or 1), code))
    return next(
        (code for weight, code in sorted(ranked, key=itemgetter(0)) if code in guessed_languages() and weight), ""
    )


def translated_texts(language: str) -> int:
    """How many texts a language has; of English, all that there are."""
    if language == ENGLISH:
        return (
            sum(line.startswith('msgid "') for line in (_FOLDER / "pbmserv.pot").read_text("utf-8").splitlines()) - 1
        )
    return _read(_FOLDER / language / _FILE).count if language in languages() else 0


@contextmanager
def speaking(catalog: Catalog | None) -> Iterator[None]:
    """What is written meanwhile is in this language; None is English."""
    token = _spoken.set(catalog)
    try:
        yield
    finally:
        _spoken.reset(token)


def spoken() -> Catalog | None:
    """The catalog of the language in which is written; None for English."""
    return _spoken.get()


def translated(value: Any) -> Any:
    """A message, things in a row, or a drawing, in the language in which is written; else the value itself."""
    catalog = _spoken.get()
    return value if catalog is None or type(value) in _PLAIN else _in(catalog, value)


def of_ours(text: str) -> str:
    """A text of ours that should be a message; where it is none, it has no translation."""
    return text if isinstance(text, Message) or _spoken.get() is None else f"{UNTRANSLATED}{text}"


def in_the_language(words: str) -> str:
    """A label in the language in which is written; what is no text of ours, such as a move, stays as it is.

    So does one without a translation: a label stands by itself.
    """
    catalog = _spoken.get()
    return words if catalog is None else _label(catalog, words)


def _label(catalog: Catalog, words: str) -> str:
    if not words:
        return words
    said = str(_in(catalog, words)) if isinstance(words, (Message, Listed, Drawn)) else catalog.gettext(words)
    return words if UNTRANSLATED in said else said


def _in(catalog: Catalog, value: Any) -> Any:
    if isinstance(value, Message):
        return _sentence(catalog, value)
    if isinstance(value, Listed):
        *most, end = [str(_in(catalog, each)) for each in value.items]
        if not most:
            return end
        return f"{_between(catalog, value.between).join(most)}{_between(catalog, value.last)}{end}"
    if isinstance(value, Drawn):
        return value.draw(partial(_label, catalog))
    return value


def sentence(catalog: Catalog, english: str, values: Mapping[str, Any]) -> str:
    """The sentence of a text with these values, of which no English is made."""
    text = catalog.gettext(english)
    if text == english and _is_missing(catalog, english):
        return f"{UNTRANSLATED}{english.format_map(values) if values else english}"
    return _with_values(catalog, text, values) if values else text


def _sentence(catalog: Catalog, message: Message) -> str:
    english, context = message.text, ""
    if not english:
        # A catalog tells of itself under the empty text.
        return ""
    if type(message) is Message:
        text = catalog.gettext(english)
    elif isinstance(message, Counted):
        text = catalog.ngettext(message.one, message.many, message.values["count"])
    elif isinstance(message, InContext):
        context = message.context
        text = catalog.pgettext(context, english)
    else:
        text = catalog.gettext(english)
    if text == english and not isinstance(message, NameOfParameter) and _is_missing(catalog, english, context):
        return f"{UNTRANSLATED}{message}"
    return _with_values(catalog, text, message.values) if message.values else text


def _with_values(catalog: Catalog, text: str, values: Mapping[str, Any]) -> str:
    said = {name: each if type(each) in _PLAIN else _in(catalog, each) for name, each in values.items()}
    if _GROUPED in text:
        between = BETWEEN_THOUSANDS.get(catalog.language, ",")
        said = {name: _Number(each, between) if type(each) is int else each for name, each in said.items()}
    return text.format_map(said)


class _Number(int):
    """A number that is written with a sign of the language's between its thousands, where a text has them grouped."""

    between: str

    def __new__(cls, number: int, between: str) -> Self:
        grouped = super().__new__(cls, number)
        grouped.between = between
        return grouped

    def __format__(self, spec: str) -> str:
        written = super().__format__(spec)
        return written.replace(",", self.between) if "," in spec else written


def _is_missing(catalog: Catalog, english: str, context: str = "") -> bool:
    """Whether a text that is as in English has no translation."""
    has_one = isinstance(catalog, Compiled) and catalog.reads_the_same(english, context)
    return says_something(english) and not has_one


def _between(catalog: Catalog, sign: str) -> str:
    """What stands between things: words are translated, signs are not."""
    word = sign.strip(" ,;")
    if not word.isalpha():
        return sign
    text = catalog.gettext(word)
    return sign.replace(word, text if text != word else f"{UNTRANSLATED}{word}")


@lru_cache(maxsize=1024)
def says_something(text: str) -> bool:
    """Whether a text has a word outside the names of its values: else it needs no translation."""
    return _WORD.search(_VALUES.sub("", text)) is not None


def has_letters(text: str) -> bool:
    """Whether a text has a letter outside the names of its values: other languages may write that in another way."""
    return _LETTER.search(_VALUES.sub("", text)) is not None
