"""How the server logs: one line for each thing that happened, on standard error, for people or for programs."""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.typing import Processor

from pbmserv.settings import Settings


def log_to_stderr(settings: Settings, *, quietly: bool = False) -> None:
    """Log what is at least as grave as `PBMSERV_LOG_LEVEL`, as `PBMSERV_LOG_FORMAT` says.

    `quietly`, for commands that people type, leaves out what is only of interest to who watches a server.
    """
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
    if settings.log_format == "json":
        return structlog.processors.JSONRenderer(ensure_ascii=False)
    # Its usual tracebacks show the values of variables, and among them passwords.
    plain = structlog.dev.plain_traceback
    return structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)


def _to_stderr(*_: object) -> structlog.PrintLogger:
    return structlog.PrintLogger(sys.stderr)
