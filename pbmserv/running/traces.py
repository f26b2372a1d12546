"""Tracebacks without messages of exceptions, which may quote passwords."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator

from pbmserv.running.logs import Log

FRAMES = 25

CAUSES: list[Callable[[BaseException], str | None]] = []
"""Functions that return the loggable cause of an exception, or None, such as one in `storage.faults`."""

log = Log(__name__)


def log_failure(what: str, error: BaseException, **facts: object) -> None:
    cause = next(filter(None, (name(error) for name in CAUSES)), None)
    if cause is not None:
        facts["reason"] = cause
    log.error(what, **facts, error=trace_of(error))


def trace_of(error: BaseException) -> str:
    """The types and code locations of an exception and its causes."""
    return "\n".join(line for link in _chain(error) for line in _lines(link))


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__ or link.__context__


def _lines(error: BaseException) -> Iterator[str]:
    yield f"{type(error).__module__}.{type(error).__qualname__}"
    frames = traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__), lookup_lines=False)
    if len(frames) > FRAMES:
        yield f"  … {len(frames) - FRAMES} more"
    for frame in frames[-FRAMES:]:
        yield f"  {frame.filename}:{frame.lineno} {frame.name}"
