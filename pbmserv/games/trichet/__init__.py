"""Trichet, by Cameron Browne: `rules` of tiles and regions, `drawing` in characters, the `game` for the server."""

from pbmserv.games.trichet.game import Trichet

__all__ = ["Trichet"]
