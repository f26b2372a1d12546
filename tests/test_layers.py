"""The floors of the house: each part imports only from those below it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def test_every_part_imports_only_from_the_floors_below() -> None:
    pytest.importorskip("importlinter", reason="import-linter is not installed")

    checked = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command; lint_imports_command()",
            "--no-cache",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_asking_for_the_version_loads_no_database_library() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, pbmserv.cli; print(*sorted(sys.modules), sep='\\n')"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()

    assert "click" in loaded
    assert not {"sqlalchemy", "jinja2", "argon2", "alembic", "aiosmtpd", "email_validator", "rich"} & set(loaded)
    assert "pbmserv.settings" not in loaded
