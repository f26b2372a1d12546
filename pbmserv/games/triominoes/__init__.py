"""Triominoes: `tiles` and `scoring` by the source, `rules`, `words`, and the `game` itself."""

from pbmserv.games.triominoes.game import Triominoes

__all__ = ["Triominoes"]
