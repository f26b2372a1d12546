"""Rendering of templates; all values are escaped."""

from __future__ import annotations

import secrets
from base64 import b32encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Any

import rcssmin
import rjsmin
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from pbmserv.letters.compiled_templates import KeptCompiled
from pbmserv.letters.letter import players_words
from pbmserv.letters.times import moment
from pbmserv.pictures.theme import style_sheet, style_sheet_of_looks
from pbmserv.play.days import in_words
from pbmserv.web import times

FOLDER = Path(__file__).parent

_compiling = RLock()


def render(template: str, **facts: Any) -> str:
    """Render `templates/TEMPLATE.html`."""
    with _compiling:
        page = _templates().get_template(f"{template}.html")
    return page.render(facts)


def names(userids: Sequence[str]) -> str:
    """Join names for a sentence: `alice, bob and carol`."""
    return " and ".join(filter(None, [", ".join(userids[:-1]), *userids[-1:]]))


class _CompiledOnce(Environment):
    """A template environment in which one thread compiles each template; after a start many requests want the same
    one.
    """

    def get_template(self, *asked: Any, **how: Any) -> Template:
        with _compiling:
            return super().get_template(*asked, **how)


@cache
def _templates() -> Environment:
    folder = FOLDER / "templates"
    templates = _CompiledOnce(
        loader=FileSystemLoader(folder),
        bytecode_cache=KeptCompiled(folder / "__pycache__"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
        auto_reload=False,
    )
    templates.globals["static"] = address_of
    templates.globals["any_word"] = _any_word
    templates.filters.update(
        ago=times.ago,
        left=times.left,
        day=times.day,
        moment=moment,
        names=names,
        players_words=players_words,
        weekdays=in_words,
    )
    return templates


@cache
def static_files() -> Mapping[str, bytes]:
    """Return the static files by name. Made-up names are never cached."""
    files = {path.name: path.read_bytes() for path in (FOLDER / "static").iterdir() if path.is_file()}
    # Pages, pictures and letters have their colours from one theme.
    files["style.css"] = style_sheet().encode() + files["style.css"]
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
