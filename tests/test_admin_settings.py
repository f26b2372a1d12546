"""`pbmserv admin settings`: what is in force, and where it comes from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbmserv.cli import main


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def shown(*options: str, **environment: str) -> dict[str, tuple[str, str]]:
    result = CliRunner().invoke(main, [*options, "admin", "settings", "--json"], env=environment)
    assert result.exit_code == 0, result.output
    return {row["setting"]: (row["value"], row["from"]) for row in json.loads(result.output)}


def test_each_setting_is_told_with_where_it_comes_from(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('address = "games@example.org"\nmax_errors = 7\n')

    found = shown("--config", "mine.toml", PBMSERV_HOME="/srv/games", PBMSERV_MAX_ERRORS="9")

    assert found["address"] == ("games@example.org", "mine.toml")
    assert found["max_errors"] == ("9", "the environment")
    assert found["delivery"] == ("maildir:/srv/games/outgoing", "the default")
    assert found["lmtp_listen"] == ("", "the default")


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("DATABASE_URL", "postgresql+psycopg://me:hunter22@db/games", "postgresql+psycopg://me:***@db/games"),
        ("DELIVERY", "smtp://me:hunter22@mail.example.org:587", "smtp://me:***@mail.example.org:587"),
        ("IMAP", "imaps://me:hunter22@mail.example.org", "imaps://me:***@mail.example.org"),
    ],
)
def test_no_password_in_a_setting_is_shown(name: str, value: str, told: str) -> None:
    found = shown(**{f"PBMSERV_{name}": value})

    assert found[name.lower()] == (told, "the environment")
    assert "hunter22" not in str(found)


def test_a_setting_that_cannot_be_used_is_told_as_everywhere() -> None:
    result = CliRunner().invoke(main, ["admin", "settings"], env={"PBMSERV_MAX_ERRORS": "many"})

    assert result.exit_code == 1
    assert "PBMSERV_MAX_ERRORS cannot be 'many'" in result.output
