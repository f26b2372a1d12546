"""How the server logs: one line for each thing that happened, on standard error, for people or for programs.

structlog imports rich, and a command that people type seldom has anything to log. So the code that such commands run
logs through `Log`, which imports structlog only when there is something to log.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from pbmserv.settings import Settings

if TYPE_CHECKING:
    import structlog
    from structlog.typing import Processor

_QUIET: ContextVar[Settings | None] = ContextVar("quiet", default=None)
"""The settings of a command that logs only what is wrong, and has not had to yet."""


class Log:
    """Where a module logs, under its name, like one of structlog's loggers."""

    def __init__(self, name: str) -> None:
        self._name = name

    def debug(self, event: str, **facts: object) -> None:
        """Log what is of interest only to those who follow one thing, such as a letter."""
        if _QUIET.get() is None:
            self._logger().debug(event, **facts)

    def info(self, event: str, **facts: object) -> None:
        """Log something of interest to those who watch a server."""
        if _QUIET.get() is None:
            self._logger().info(event, **facts)

    def warning(self, event: str, **facts: object) -> None:
        """Log something that should not go on for long."""
        self._logger().warning(event, **facts)

    def error(self, event: str, **facts: object) -> None:
        """Log something that should not have happened."""
        self._logger().error(event, **facts)

    def _logger(self) -> Any:
        import structlog

        if settings := _QUIET.get():
            log_to_stderr(settings, quietly=True)
        return structlog.get_logger(self._name)


@contextmanager
def logging_quietly(settings: Settings) -> Iterator[None]:
    """For the time of the block, have everything that logs through `Log` log quietly, as `log_to_stderr` does."""
    token = _QUIET.set(settings)
    try:
        yield
    finally:
        _QUIET.reset(token)


def log_to_stderr(settings: Settings, *, quietly: bool = False) -> None:
    """Log what is at least as grave as `PBMSERV_LOG_LEVEL`, as `PBMSERV_LOG_FORMAT` says.

    `quietly`, for commands that people type, leaves out what is of interest only to those who watch a server.
    """
    import structlog

    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
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


def _to_stderr(*_: object) -> structlog.PrintLogger:
    import structlog

    return structlog.PrintLogger(sys.stderr)
