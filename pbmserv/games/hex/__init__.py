"""Hex, by Piet Hein and John Nash."""

from pbmserv.games.hex.game import Hex

__all__ = ["Hex"]
