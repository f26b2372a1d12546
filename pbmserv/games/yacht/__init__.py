"""Yacht: `sheets`, `rules`, `words`, and the `game` itself."""

from pbmserv.games.yacht.game import Yacht

__all__ = ["Yacht"]
