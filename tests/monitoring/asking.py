"""Asking a running server what those ask who watch it."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from tests.serving import PATIENCE, Server


def get(server: Server, path: str) -> tuple[int, str]:
    """What the server answers by HTTP: the status, and the text."""
    try:
        with urlopen(f"http://{server.place('questions')}{path}", timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


def health(server: Server) -> tuple[int, Any]:
    """How the server says that it is: the status, and the report."""
    status, text = get(server, "/healthz")
    return status, json.loads(text)


def figures(text: str) -> dict[str, float]:
    """The figures that Prometheus would read, by name and labels as they are written."""
    samples = re.findall(r"^(pbmserv_\w+(?:\{.*\})?) (\S+)$", text, re.MULTILINE)
    return {name: float(value) for name, value in samples}
