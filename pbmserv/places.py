"""Where the files lie that ship beside the code: inside the package when installed, at the top in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def help_pages() -> Path:
    """The folder of the help pages."""
    return _folder("help")


def migrations() -> Path:
    """The folder of Alembic's environment and versions."""
    return _folder("migrations")


def _folder(name: str) -> Path:
    shipped = _PACKAGE / name
    return shipped if shipped.is_dir() else _PACKAGE.parent / name
