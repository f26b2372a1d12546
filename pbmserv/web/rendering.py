"""Rendering of templates; all values are escaped."""

from __future__ import annotations

import re
import secrets
from base64 import b32encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

import rcssmin
import rjsmin
from jinja2 import FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from pbmserv.games.message import listed
from pbmserv.letters.compiled_templates import KeptCompiled
from pbmserv.letters.letter import players_words
from pbmserv.letters.times import moment
from pbmserv.locale.catalogs import (
    ENGLISH,
    UNTRANSLATED,
    catalog_of,
    in_the_language,
    languages,
    name_of,
    speaking,
    translated,
)
from pbmserv.pictures.theme import OF_TABLES, class_of, style_sheet, style_sheet_apart, style_sheet_of_looks
from pbmserv.web import times
from pbmserv.web.rating_curve import curve_of
from pbmserv.web.sentences import WithSentences

FOLDER = Path(__file__).parent

_compiling = RLock()


class Page(NamedTuple):
    content: str
    language: str
    """By its code (ISO 639-1)."""


def render(template: str, wanted: str = "", /, **facts: Any) -> Page:
    """Render `templates/TEMPLATE.html` in a language, empty for English.

    A page of which something has no translation is in English as a whole.
    """
    if wanted:
        with speaking(catalog_of(wanted)):
            content = _rendered(template, wanted, facts)
        if UNTRANSLATED not in content:
            return Page(content, wanted)
    return Page(_rendered(template, "", facts), ENGLISH)


def _rendered(template: str, language: str, facts: Mapping[str, Any]) -> str:
    with _compiling:
        page = templates_in(language).get_template(f"{template}.html")
    return page.render(facts)


def names(userids: Sequence[str]) -> str:
    """Join names for a sentence: `alice, bob and carol`."""
    return listed([*userids]) if userids else ""


_NEW_WORD = re.compile("(?<=[a-z])(?=[A-Z][a-z])")


def _breakable(name: str) -> Markup:
    """A name that can go on in the next line where a new word begins: `Chinese` and then `Checkers`."""
    return Markup("<wbr>").join(_NEW_WORD.split(name))


class _CompiledOnce(WithSentences):
    """A template environment in which one thread compiles each template; after a start many requests want the same
    one.
    """

    def get_template(self, *asked: Any, **how: Any) -> Template:
        with _compiling:
            return super().get_template(*asked, **how)


@cache
def templates_in(language: str) -> WithSentences:
    """The templates in a language, each compiled when first asked for."""
    folder, catalog = FOLDER / "templates", catalog_of(language)
    others: dict[str, Any] = {"finalize": translated} if catalog else {}
    kind = f" {language} {catalog.digest}" if catalog else ""
    templates = _CompiledOnce(
        catalog,
        **others,
        loader=FileSystemLoader(folder),
        bytecode_cache=KeptCompiled(folder / "__pycache__", kind),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
        auto_reload=False,
    )
    templates.globals["static"] = address_of
    templates.globals["any_word"] = _any_word
    templates.globals["language"] = language or ENGLISH
    templates.globals["other_languages"] = [
        (each, name_of(each)) for each in languages() if each != (language or ENGLISH)
    ]
    templates.filters.update(
        ago=times.ago,
        breakable=_breakable,
        left=times.left,
        day=times.day,
        moment=moment,
        curve=curve_of,
        form_for=catalog.form_for if catalog else _english_form,
        label=in_the_language,
        large=_large,
        names=names,
        players_words=players_words,
        small=_small,
        said=translated if catalog else _as_it_is,
        weekdays=times.weekdays,
    )
    return templates


def _english_form(count: int) -> int:
    return 0 if count == 1 else 1


def _large(words: str) -> str:
    """Words with which a line begins: `Number of rows`."""
    said = str(translated(words))
    return f"{said[:1].upper()}{said[1:]}"


def _small(words: str) -> str:
    """A sentence within another one: `connect two sides`."""
    return in_the_language(f"{words[:1].lower()}{words[1:]}")


def _as_it_is(value: Any) -> Any:
    return value


# Coordinates of a board that is shown much larger than it is drawn need not grow as much.
_COORDINATES = (
    '@media (min-width: 60rem) and (min-height: 32.01rem) { .sheet:is([viewBox^="0 0 3"], [viewBox^="0 0 4"]) '
    f".{class_of('label')} text {{ font-size: 9.5px; }} }}\n"
)


@cache
def static_files() -> Mapping[str, bytes]:
    """Return the static files by name. Made-up names are never cached."""
    files = {path.name: path.read_bytes() for path in (FOLDER / "static").iterdir() if path.is_file()}
    # Pages, pictures and letters have their colours from one theme.
    files["style.css"] = f"{style_sheet()}{_COORDINATES}".encode() + files["style.css"]
    files["shapes.css"] = style_sheet_apart(OF_TABLES).encode() + files["shapes.css"]
    files["looks.css"] = style_sheet_of_looks().encode()
    return {name: _minified(name, content) for name, content in files.items()}


_MINIFIERS = {".js": rjsmin.jsmin, ".css": rcssmin.cssmin}


def _minified(name: str, content: bytes) -> bytes:
    """A script or style sheet as browsers need it: without remarks and blanks."""
    minifier = _MINIFIERS.get(Path(name).suffix)
    return minifier(content) if minifier else content


@cache
def address_of(name: str) -> str:
    """The address of a static file, which changes with its content so that browsers may cache it for ever."""
    files = static_files()
    if name not in files:
        raise LookupError(f"there is no static file {name}")
    # Scripts import each other from beside them: all have one version.
    contents = b"".join(content for _, content in sorted(files.items()))
    return f"/static/{sha256(contents).hexdigest()[:12]}/{name}"


def _any_word() -> str:
    return b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()
