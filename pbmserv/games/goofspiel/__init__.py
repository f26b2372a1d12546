"""Goofspiel, by Merrill Flood: the `rules`, their `display`, and the `game` for the server."""

from pbmserv.games.goofspiel.game import Goofspiel

__all__ = ["Goofspiel"]
