"""Data files: inside the installed package, or at the top of a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def help_pages() -> Path:
    return _folder("help")


def migrations() -> Path:
    """Alembic's folder."""
    return _folder("migrations")


def _folder(name: str) -> Path:
    shipped = _PACKAGE / name
    return shipped if shipped.is_dir() else _PACKAGE.parent / name
