"""Events of a server, for metrics."""

from __future__ import annotations

from collections.abc import Mapping


class Observer:
    """Receives events on their thread; this one ignores them."""

    def connection_refused(self, protocol: str) -> None:
        """A front end refused a client for its limits."""

    def message_answered(self, protocol: str, code: str) -> None:
        """A message got this SMTP reply."""

    def message_stored(self, protocol: str, seconds: float) -> None:
        """A message was stored, so many seconds after it was received."""

    def request_dealt_with(self, command: str, result: str, seconds: float) -> None:
        """A request was `done`, `refused` or `dropped`, or `failed`; `command` is a known name, or empty."""

    def letter_tried(self, results: Mapping[str, int], seconds: float) -> None:
        """A letter was handed on: the number of recipients by result."""

    def relay_unreachable(self) -> None:
        """Nothing could be handed on."""

    def page_answered(self, status: int, seconds: float) -> None:
        """A response with this HTTP status was started after so many seconds."""

    def clock_looked(self, seconds: float | None = None, boards: Mapping[str, int] | None = None) -> None:
        """The clock checked for due boards; if there were any, the time taken and its decisions."""

    def bot_answered(self, level: str, result: str, seconds: float) -> None:
        """A bot has `thought`, played at `random`, was too late (`stale`), or was put `aside`."""


NOBODY = Observer()
