"""Templates as they have been compiled, kept as Python keeps compiled modules: in one `__pycache__` for all.

To compile those of a board takes longer than everything else that is done to show it. Where nothing may be written,
nothing is kept.
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
    """Keeps compiled templates in a folder. What is kept there of another text, or is no such thing, is not used."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self._folder = folder

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """As any cache has it; what another version has compiled may escape or count by other rules."""
        return super().get_cache_key(f"{name} {__version__} {version('jinja2')}", filename)

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
