"""What the parts of a server report to whoever counts and measures. They do not know what is made of it."""

from __future__ import annotations

from collections.abc import Mapping


class Observer:
    """Is told what has happened, on the thread where it happened; this one does nothing about it."""

    def connection_refused(self, protocol: str) -> None:
        """A mail server has too many clients, or too many of this one."""

    def message_answered(self, protocol: str, code: str) -> None:
        """A client has sent a message, and got this SMTP code for an answer."""

    def message_stored(self, protocol: str, seconds: float) -> None:
        """A message is safe; that took so many seconds from the moment when the whole of it was there."""

    def request_dealt_with(self, command: str, result: str, seconds: float) -> None:
        """A request was `done`, `refused` or `dropped`, or has `failed`; `command` is the name of ours, or empty."""

    def letter_tried(self, results: Mapping[str, int], seconds: float) -> None:
        """A letter has been handed on; how many recipients were `taken`, `deferred` and `refused`."""

    def relay_unreachable(self) -> None:
        """Nothing could be handed on."""

    def page_answered(self, status: int, seconds: float) -> None:
        """A browser or a program has begun to get an answer with this HTTP status, after so many seconds."""

    def clock_looked(self, seconds: float | None = None, boards: Mapping[str, int] | None = None) -> None:
        """The clock has looked for boards that are due; if it found any, how long they took and what it decided."""

    def bot_answered(self, level: str, result: str, seconds: float) -> None:
        """A bot has `thought`, played at `random` since it could not, was too late (`stale`), or was put `aside`."""


NOBODY = Observer()
