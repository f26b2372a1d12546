"""Other people's programs that tests talk to, where they are installed."""

from __future__ import annotations

import os
import shutil
from typing import NoReturn

import pytest


def installed(program: str) -> str:
    """The path of a program; without it the test is skipped, or fails if TESTS_REQUIRE names the program."""
    path = shutil.which(program, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/usr/local/sbin:/usr/games")
    return path or do_without(program, f"{program} is not installed")


def do_without(program: str, reason: str) -> NoReturn:
    """Skip the test, or fail if TESTS_REQUIRE names the program."""
    if program in os.environ.get("TESTS_REQUIRE", "").split(","):
        pytest.fail(f"{reason}, and TESTS_REQUIRE says that it has to be")
    pytest.skip(reason)
