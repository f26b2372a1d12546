"""Logging to standard error, for people or programs.

structlog imports rich, and typed commands seldom log; so `Log` imports structlog only when there is something to log.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from pbmserv.settings import Settings

if TYPE_CHECKING:
    import structlog
    from structlog.typing import Processor

_QUIET: ContextVar[Settings | None] = ContextVar("quiet", default=None)
"""The settings of a command that logs only problems and has not logged yet."""


class Log:
    """A lazy structlog logger named after its module."""

    def __init__(self, name: str) -> None:
        self._name = name

    def debug(self, event: str, **facts: object) -> None:
        if _QUIET.get() is None:
            self._logger().debug(event, **facts)

    def info(self, event: str, **facts: object) -> None:
        if _QUIET.get() is None:
            self._logger().info(event, **facts)

    def warning(self, event: str, **facts: object) -> None:
        self._logger().warning(event, **facts)

    def error(self, event: str, **facts: object) -> None:
        self._logger().error(event, **facts)

    def _logger(self) -> Any:
        import structlog

        if settings := _QUIET.get():
            log_to_stderr(settings, quietly=True)
        return structlog.get_logger(self._name)


@contextmanager
def logging_quietly(settings: Settings) -> Iterator[None]:
    """Log quietly within the block, as `log_to_stderr` does."""
    token = _QUIET.set(settings)
    try:
        yield
    finally:
        _QUIET.reset(token)


def log_to_stderr(settings: Settings, *, quietly: bool = False, process: str | None = None) -> None:
    """Log from `PBMSERV_LOG_LEVEL` on, in `PBMSERV_LOG_FORMAT`.

    `quietly`, for typed commands, logs only problems. Each line names the `process`, where several share a log.
    """
    import structlog

    def name_process(_logger: object, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        return line if process is None else {"process": process, **line}

    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            name_process,
            structlog.stdlib.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _renderer(settings),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(max(level, logging.WARNING) if quietly else level),
        logger_factory=_to_stderr,
        cache_logger_on_first_use=False,
    )


def _renderer(settings: Settings) -> Processor:
    import structlog

    if settings.log_format == "json":
        return structlog.processors.JSONRenderer(ensure_ascii=False)
    # Its usual tracebacks show the values of variables, passwords among them.
    plain = structlog.dev.plain_traceback
    return structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)


def _to_stderr(*_: object) -> structlog.WriteLogger:
    import structlog

    # A line and its end at once: several processes may write to the same file.
    return structlog.WriteLogger(sys.stderr)
