"""What a target of the fuzzer is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

Try = Callable[[bytes], None]
"""Tries one input; raises where something does not hold that should."""


class Target(Protocol):
    """A module of this folder that is a target."""

    WORDS: tuple[str, ...]
    """What inputs are made of, for the fuzzer to begin with."""

    def seeds(self) -> Iterator[bytes]:
        """Inputs that reach far."""
        ...

    def trying(self, folder: Path) -> AbstractContextManager[Try]:
        """What tries inputs, for the time of the block, each as if it were the first.

        `folder` is empty, and its own.
        """
        ...
