"""Outcomes: values of named facts that never change."""

from __future__ import annotations

import pytest

from pbmserv.commands.requests.outcome import Facts


class Walked(Facts):
    way: str
    steps: int = 1


class WalkedBack(Walked):
    why: str = "rain"


def test_facts_are_given_by_their_names_or_in_their_order() -> None:
    walked = WalkedBack("north", why="snow")

    assert (walked.way, walked.steps, walked.why) == ("north", 1, "snow")
    assert WalkedBack.names == ("way", "steps", "why")


def test_facts_do_not_change() -> None:
    walked = Walked("north")

    with pytest.raises(AttributeError, match="steps of Walked does not change"):
        walked.steps = 2  # type: ignore[misc]
    assert walked.steps == 1


@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), (("north", 1, 2), {}), (("north",), {"way": "south"}), (("north",), {"far": True})],
)
def test_facts_that_are_missing_or_too_many_are_an_error(values: tuple[str, ...], named: dict[str, str]) -> None:
    with pytest.raises(TypeError, match="Walked is made of way, steps"):
        Walked(*values, **named)  # type: ignore[arg-type]


def test_what_is_secret_is_in_no_trace() -> None:
    assert "north" not in repr(Walked("north"))
