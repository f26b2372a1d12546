"""Hex, by Piet Hein and John Nash: the `rules` of chains, and the `game` for the server."""

from pbmserv.games.hex.game import Hex

__all__ = ["Hex"]
