"""Triominoes: `tiles` and `scoring` by the source, `rules` of a match, `words` for letters, `game` for the server."""

from pbmserv.games.triominoes.game import Triominoes

__all__ = ["Triominoes"]
