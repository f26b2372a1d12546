"""Which letters tell of an outcome, and what several subjects need to write theirs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pkgutil import resolve_name
from typing import Any

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import ConfirmationRequested, Outcome
from pbmserv.letters.letter import LINE_OF_STARS, Letter, write
from pbmserv.letters.reply_address import Tag, tagged_address


def letters_of(outcome: Outcome, call: Call) -> list[Letter]:
    """The letters that tell of an outcome, with the addresses that they go to."""
    return _writer(outcome.written_by)(outcome, call)


@cache
def _writer(written_by: str) -> Callable[[Outcome, Call], list[Letter]]:
    """The function of that name, such as `talk.letters:of_chat`; its module is loaded when it is first needed."""
    writer: Callable[[Outcome, Call], list[Letter]] = resolve_name(f"pbmserv.commands.{written_by}")
    return writer


def question_letter(
    asked: ConfirmationRequested, call: Call, template: str, subject: str, facts: Mapping[str, Any] | None = None
) -> Letter:
    """A letter that can just be answered with yes or no, or whose code comes back with a command."""
    known: dict[str, Any] = {
        "userid": asked.player.userid,
        "server": call.server,
        "code": asked.code,
        "days": asked.days,
    }
    letter = write(template, subject, **known, **(facts or {}))
    return replace(letter, reply_to=tagged_address(call.server, Tag.CODE, asked.code), only_mailed=True)


def in_one(texts: Sequence[str]) -> str:
    """Several texts as one, with a line of stars between them."""
    return f"\n{LINE_OF_STARS}\n\n".join(texts)
