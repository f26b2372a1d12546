"""Compiled templates, cached in `__pycache__` beside them.

Compiling a board's templates takes longer than showing it. Nothing is cached in read-only folders.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from pickle import UnpicklingError

from jinja2 import FileSystemBytecodeCache, FunctionLoader
from jinja2.bccache import Bucket

from pbmserv import __version__

TOGETHER = "+"


class KeptCompiled(FileSystemBytecodeCache):
    """A cache of compiled templates. Entries of other texts and invalid files are ignored."""

    def __init__(self, folder: Path, kind: str = "") -> None:
        """`kind` tells templates apart that are compiled from the same texts in another way."""
        super().__init__(str(folder))
        self._folder = folder
        self._kind = kind

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """The cache key, which depends on the versions of pbmserv and Jinja."""
        return super().get_cache_key(f"{name} {__version__} {version('jinja2')}{self._kind}", filename)

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError, EOFError, UnpicklingError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        if sys.dont_write_bytecode:
            return
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            super().dump_bytecode(bucket)


def templates_in(folder: Path, subjects: Path) -> FunctionLoader:
    """The templates in a folder, by their names, and those of subjects: `talk/chat` is in `talk/templates`.

    Several with + between them are one that writes them in a row.
    """

    def file_of(name: str) -> Path:
        subject, _, own = name.rpartition("/")
        return (subjects / subject / "templates" if subject else folder) / f"{own}.txt"

    def text(names: str) -> str:
        return "\n".join(file_of(name).read_text("utf-8") for name in names.split(TOGETHER))

    return FunctionLoader(text)
