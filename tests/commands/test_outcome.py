"""Outcomes: values of named facts that never change."""

from __future__ import annotations

import pytest

from pbmserv.commands.requests.outcome import TriedOut


def test_facts_do_not_change() -> None:
    tried = TriedOut("alice@example.org")

    with pytest.raises(AttributeError):
        tried.address = "bob@example.org"  # type: ignore[misc]
    assert tried.address == "alice@example.org"


def test_what_is_secret_is_in_no_trace() -> None:
    assert repr(TriedOut("alice@example.org")) == "<TriedOut>"
