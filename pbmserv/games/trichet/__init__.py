"""Trichet, by Cameron Browne: `rules`, `drawing`, `picture`, and the `game` itself."""

from pbmserv.games.trichet.game import Trichet

__all__ = ["Trichet"]
