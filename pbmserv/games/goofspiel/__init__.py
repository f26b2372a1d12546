"""Goofspiel, by Merrill Flood: `rules`, `display`, and the `game` itself."""

from pbmserv.games.goofspiel.game import Goofspiel

__all__ = ["Goofspiel"]
