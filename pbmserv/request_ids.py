"""Ids that connect a request's log lines with its letters."""

from __future__ import annotations

from uuid import uuid4


def new_request_id() -> str:
    """A short random id, unique for weeks."""
    return uuid4().hex[:12]
