"""Traces that are kept and logged: where something failed, and nothing of what it was about."""

from __future__ import annotations

import pytest
import structlog.testing

from pbmserv.running.traces import FRAMES, log_failure, trace_of


def fail(password: str) -> None:
    raise ValueError(f"cannot use {password!r}")


def fail_again(password: str) -> None:
    try:
        fail(password)
    except ValueError as error:
        raise RuntimeError(password) from error


def caught(password: str) -> Exception:
    with pytest.raises(RuntimeError) as failure:
        fail_again(password)
    return failure.value


def test_a_trace_names_the_errors_and_where_they_came_from() -> None:
    lines = trace_of(caught("sesame")).splitlines()

    assert [line for line in lines if not line.startswith(" ")] == ["builtins.RuntimeError", "builtins.ValueError"]
    assert lines[2].startswith(f"  {__file__}:")
    assert lines[2].endswith(" fail_again")
    assert lines[-1].endswith(" fail")


def test_a_trace_holds_nothing_that_an_error_said() -> None:
    assert "sesame" not in trace_of(caught("sesame"))


def test_a_trace_has_an_end() -> None:
    def recur() -> None:
        recur()

    try:
        recur()
    except RecursionError as error:
        lines = trace_of(error).splitlines()

    assert len(lines) == FRAMES + 2
    assert lines[1].endswith(" more")


def test_errors_that_caused_each_other_are_named_once() -> None:
    one, other = ValueError(), KeyError()
    one.__cause__, other.__cause__ = other, one

    assert trace_of(one) == "builtins.ValueError\nbuiltins.KeyError"


def test_a_failure_is_logged_with_its_trace_and_what_it_was_about() -> None:
    with structlog.testing.capture_logs() as logs:
        log_failure("letter.failed", ValueError("sesame"), letter=7)

    assert logs == [{"event": "letter.failed", "letter": 7, "error": "builtins.ValueError", "log_level": "error"}]
