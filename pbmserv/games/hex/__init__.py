"""Hex, by Piet Hein and John Nash: `rules` of chains, `drawing` in characters, and the `game` for the server."""

from pbmserv.games.hex.game import Hex

__all__ = ["Hex"]
