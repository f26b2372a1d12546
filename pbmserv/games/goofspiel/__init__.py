"""Goofspiel, by Merrill Flood: the `rules`, what is `shown` of them, and the `game` for the server."""

from pbmserv.games.goofspiel.game import Goofspiel

__all__ = ["Goofspiel"]
