"""Hex, by Piet Hein and John Nash: `rules`, and the `game` itself."""

from pbmserv.games.hex.game import Hex

__all__ = ["Hex"]
